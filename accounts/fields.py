"""The model field of a public name."""

from typing import Any

from django.db import models

from accounts.names import clean_name


class NameField(models.CharField):  # type: ignore[type-arg]  # not generic at run time
    """Text that is a public name: cleaning it normalises it."""

    def clean(self, value: Any, model_instance: models.Model | None) -> str:
        return clean_name(super().clean(value, model_instance))
