"""What the front page of the staff's desk tells of people."""

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.desk_panels import Concern, Figure, Panel, count_by_day, register_panel
from accounts.models import AuditEntry, User


@register_panel
def people_panel(request: HttpRequest) -> Panel | None:
    if not request.user.has_perm("accounts.view_user"):
        return None
    now = timezone.now()
    suspended = User.objects.filter(suspended_at__isnull=False).count()
    return Panel(
        title=_("People"),
        concerns=[
            Concern(
                ngettext("person suspended", "people suspended", suspended),
                suspended,
                f"{reverse('admin:accounts_user_changelist')}?suspended_at__isempty=0",
            )
        ],
        figures=[
            Figure(_("new members"), count_by_day(User.objects.all(), "joined_at", now)),
            Figure(_("acts of the staff"), count_by_day(AuditEntry.objects.all(), "at", now)),
        ],
    )
