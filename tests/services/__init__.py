"""What tests need from outside: Chromium, PostgreSQL, Redis. Found, installed on Debian, started."""
