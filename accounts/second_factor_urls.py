"""Pages about the app of the second step: they stand before the library's own."""

from allauth.mfa.recovery_codes import views as codes
from allauth.mfa.totp import views as app
from django.urls import path

from accounts.second_factor import more_than_a_password

app_name = "second_factor"

# The paths of mfa_activate_totp, mfa_deactivate_totp, mfa_view_recovery_codes and so on.
urlpatterns = [
    path("totp/activate/", more_than_a_password(app.activate_totp), name="set_up"),
    path("totp/deactivate/", more_than_a_password(app.deactivate_totp), name="stop"),
    path("recovery-codes/", more_than_a_password(codes.view_recovery_codes), name="codes"),
    path(
        "recovery-codes/generate/",
        more_than_a_password(codes.generate_recovery_codes),
        name="new_codes",
    ),
    path(
        "recovery-codes/download/",
        more_than_a_password(codes.download_recovery_codes),
        name="download_codes",
    ),
]
