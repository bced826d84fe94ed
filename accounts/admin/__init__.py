"""The staff's desk for people, and its audit log."""

from accounts.admin import audit, groups, panels, people, ways_in

__all__ = ["audit", "groups", "panels", "people", "ways_in"]
