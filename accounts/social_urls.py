"""Addresses of sign-in with other sites; they stand before the library's own."""

from django.urls import path

from accounts import social_views

app_name = "social"

urlpatterns = [
    # The paths of socialaccount_connections and socialaccount_signup.
    path("3rdparty/", social_views.connections_page, name="connections"),
    path("3rdparty/signup/", social_views.SocialSignupView.as_view(), name="signup"),
    # Those of google_login, facebook_login and openid_connect_login, and what belongs to them.
    path("<slug:site>/login/", social_views.go_there, name="go"),
    path("<slug:site>/login/callback/", social_views.come_back, name="back"),
    path("<slug:_site>/login/token/", social_views.no_token, name="token"),
    path("oidc/<str:site>/login/", social_views.go_there, name="go_to_server"),
    path("oidc/<str:site>/login/callback/", social_views.come_back, name="back_from_server"),
]
