"""What tests of the staff's desk have in common."""

from django.http import HttpResponse


def is_led_back(response: HttpResponse) -> bool:
    """To the whole list, which says that the filter was none."""
    return response.status_code == 302 and response["Location"].endswith("?e=1")
