"""What tests need from outside: Chromium, PostgreSQL, Redis, another site to sign in with."""
