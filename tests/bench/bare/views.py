from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tests.bench.bare.models import Entry, Row


@require_POST
def step(request: HttpRequest, pk: int) -> HttpResponse:
    """Reads session and user, locks and reads a row, inserts one and updates one."""
    user = request.user
    with transaction.atomic():
        row = Row.objects.select_for_update().get(pk=pk)
        row.number += 1
        Entry.objects.create(row=row, user_id=user.pk, number=row.number)
        row.save(update_fields=["number"])
    return redirect("/")
