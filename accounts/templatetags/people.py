"""Tags of the forms that a person fills in about themselves."""

from django import forms, template
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def control(field: forms.BoundField) -> SafeString:
    """The field's input in the site's look; addresses and codes run left to right,
    a name in the direction of its script. The page opens at the first with an error.
    """
    attributes: dict[str, str | bool] = {"class": "input", "placeholder": False}
    if isinstance(field.field, forms.EmailField) or field.name == "code":
        attributes["dir"] = "ltr"
    if field.name == "name":
        attributes["dir"] = "auto"
    if field.name == "code":
        attributes |= {"inputmode": "numeric", "autofocus": True, "spellcheck": "false"}
    if field.name == next((name for name in field.form.fields if name in field.form.errors), None):
        attributes["autofocus"] = True
    return field.as_widget(attrs=attributes)
