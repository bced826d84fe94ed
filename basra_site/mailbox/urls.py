"""Addresses of the mailbox; included in development only."""

from django.urls import path

from basra_site.mailbox import views

app_name = "mailbox"

urlpatterns = [
    path("", views.mailbox, name="list"),
    path("<str:letter_id>/", views.letter, name="letter"),
    path("<str:letter_id>/html/", views.letter_html, name="html"),
]
