"""Use cases that write across rows."""
