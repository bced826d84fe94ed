"""What tests need from outside: Chromium, PostgreSQL, Redis."""
