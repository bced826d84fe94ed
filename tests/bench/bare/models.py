from django.conf import settings
from django.db import models


class Row(models.Model):
    """What is locked, read and updated."""

    number = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.number)


class Entry(models.Model):
    """What is inserted."""

    row = models.ForeignKey(Row, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    number = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.row_id}:{self.number}"
