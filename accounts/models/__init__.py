"""Tables of people, and of what the staff do."""

from accounts.models.audit import AuditEntry
from accounts.models.deletion import DeletionOutcome, DeletionRequest
from accounts.models.user import User, UserManager

__all__ = ["AuditEntry", "DeletionOutcome", "DeletionRequest", "User", "UserManager"]
