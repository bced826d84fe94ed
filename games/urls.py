"""Addresses of games and of the pages around them."""

from django.urls import path

from games.views import (
    abort,
    bill,
    game,
    home,
    invitations,
    leaderboard,
    mail_stop,
    mail_wishes,
    moves,
    new,
    next_game,
    pages,
    play,
    privacy,
    profile,
    rematch,
    resign,
    version,
)

app_name = "games"

urlpatterns = [
    path("", home.home, name="home"),
    path("play/", new.quick_start, name="quick_start"),
    path("new/", new.new, name="new"),
    path("next/", next_game.next_game, name="next"),
    path("invitations/<slug:token>/", invitations.invitation, name="invitation"),
    path(
        "invitations/<slug:token>/accept/",
        invitations.accept_invitation,
        name="accept_invitation",
    ),
    path(
        "invitations/<slug:token>/decline/",
        invitations.decline_invitation,
        name="decline_invitation",
    ),
    path(
        "invitations/<slug:token>/withdraw/",
        invitations.withdraw_invitation,
        name="withdraw_invitation",
    ),
    path("leaderboard/", leaderboard.leaderboard, name="leaderboard"),
    path("people/<slug:public_id>/", profile.profile, name="profile"),
    path("mail/choose/", mail_wishes.choose_mails, name="choose_mails"),
    path("mail/stop/<str:token>/", mail_stop.stop_mails, name="stop_mail"),
    path("mail/address/", mail_wishes.give_address, name="give_address"),
    path("mail/address/remove/", mail_wishes.remove_address, name="remove_address"),
    path("mail/address/start/", mail_wishes.start_mails, name="start_mails"),
    path("mail/address/<str:token>/", mail_wishes.prove_address, name="prove_address"),
    path("rules/", pages.rules, name="rules"),
    path("shuffle/", pages.shuffle, name="shuffle"),
    path("shuffle/verify_shuffle.py", pages.shuffle_script, name="shuffle_script"),
    path("shuffle/shuffle_vectors.json", pages.shuffle_vectors, name="shuffle_vectors"),
    path("games/<slug:public_id>/", game.game, name="game"),
    path("games/<slug:public_id>/play/", play.play, name="play"),
    path("games/<slug:public_id>/resign/", resign.resign, name="resign"),
    path("games/<slug:public_id>/abort/", abort.abort, name="abort"),
    path("games/<slug:public_id>/privacy/", privacy.privacy, name="privacy"),
    path("games/<slug:public_id>/rematch/", rematch.rematch, name="rematch"),
    path("games/<slug:public_id>/version/", version.version, name="version"),
    path("games/<slug:public_id>/moves/", moves.moves, name="moves"),
    path("games/<slug:public_id>/moves/<int:seq>/", moves.move, name="move"),
    path("games/<slug:public_id>/record.json", moves.record, name="record"),
    path("games/<slug:public_id>/rounds/<int:number>/", bill.bill, name="round"),
    path("games/<slug:public_id>/rounds/<int:number>/proof.json", bill.proof, name="proof"),
]
