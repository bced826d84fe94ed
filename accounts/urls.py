"""Addresses of a person's own settings, and of the pages that stand before the library's."""

from django.urls import path

from accounts import data_views, facebook_views, views

app_name = "accounts"

urlpatterns = [
    path("settings/", views.settings_page, name="settings"),
    path("time-zone/", views.take_browser_zone, name="take_browser_zone"),
    path("sign-out-everywhere/", views.sign_out_everywhere, name="sign_out_everywhere"),
    path("export/", data_views.export_page, name="export"),
    path("close/", data_views.close_page, name="close"),
    path("facebook/deletion/", facebook_views.delete, name="facebook_deletion"),
    path("facebook/deletion/<slug:code>/", facebook_views.deleted, name="facebook_deleted"),
    # The paths of account_signup, account_confirm_login_code, account_email_verification_sent,
    # account_email.
    path("signup/", views.SignupView.as_view(), name="signup"),
    path("login/code/confirm/", views.ConfirmLoginCodeView.as_view(), name="confirm_login_code"),
    path("confirm-email/", views.ConfirmEmailView.as_view(), name="confirm_email"),
    path("email/", views.change_address, name="email"),
]
