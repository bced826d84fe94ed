"""Addresses of a person's own settings, and of the pages that stand before the library's."""

from django.urls import path

from accounts import views

app_name = "accounts"

urlpatterns = [
    path("settings/", views.settings_page, name="settings"),
    # The paths of account_signup, account_confirm_login_code, account_email_verification_sent.
    path("signup/", views.SignupView.as_view(), name="signup"),
    path("login/code/confirm/", views.ConfirmLoginCodeView.as_view(), name="confirm_login_code"),
    path("confirm-email/", views.ConfirmEmailView.as_view(), name="confirm_email"),
]
