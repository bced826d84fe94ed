"""One box that finds a game by its public id, and people by their name."""

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.desk import SEE_ADDRESSES, DeskAdmin
from accounts.names import name_key
from games.admin.paths import any_leads_to
from games.models import Game, Guest, Seat


class FindsGame(DeskAdmin):
    """Rows of the game whose whole public id was typed; `found_by` leads from a row to its games.

    Nothing but ids and people is ever compared with what was typed: no search tells of a card.
    """

    search_fields = ("public_id",)  # Django shows the box for it; the search itself is below
    search_help_text = _("Whole public id of a game")
    found_by: tuple[str, ...] = ("game",)

    def get_search_results(
        self, request: HttpRequest, queryset: Any, search_term: str
    ) -> tuple[Any, bool]:
        word = search_term.strip()
        return (queryset.filter(self.find(request, word)) if word else queryset), False

    def find(self, request: HttpRequest, word: str) -> Q:
        games = Game.objects.filter(public_id=word).values("pk")
        return any_leads_to(self.found_by, games) | self.find_others(request, word)

    def find_others(self, request: HttpRequest, word: str) -> Q:
        """Rows that the word means besides, if it means any."""
        return Q(pk__in=[])


class FindsGames(FindsGame):
    """The whole public id of a game wins; anything else is sought among the people."""

    search_help_text = _("Whole public id of a game, name, guest’s number or whole e-mail address")
    user_paths: tuple[str, ...] = ()
    guest_paths: tuple[str, ...] = ()

    def find(self, request: HttpRequest, word: str) -> Q:
        """A query more than one for both, which would read every row of a long table."""
        game = Game.objects.filter(public_id=word).first()
        if game is not None:
            return any_leads_to(self.found_by, [game.pk])
        return self.find_others(request, word)

    def find_others(self, request: HttpRequest, word: str) -> Q:
        users, guests = find_users(request, word), find_guests(word)
        return any_leads_to(self.user_paths, users) | any_leads_to(self.guest_paths, guests)


class FindsGamesOfSeats(FindsGames):
    """For rows whose people are those that sit in their game."""

    def find_others(self, request: HttpRequest, word: str) -> Q:
        mine = Q(user__in=find_users(request, word)) | Q(guest__in=find_guests(word))
        return any_leads_to(self.found_by, Seat.objects.filter(mine).values("game"))


def find_users(request: HttpRequest, word: str) -> QuerySet[Any]:
    """Accounts with the word in their name; with just this address, for who may see addresses."""
    people = get_user_model().objects.all()
    if "@" not in word:
        return people.filter(name_key__contains=name_key(word))
    if not request.user.has_perm(SEE_ADDRESSES):
        return people.none()
    return people.filter(email=word.lower())


def find_guests(word: str) -> QuerySet[Guest]:
    """Guests with the number, written alone or after a word: "4711", "Guest 4711"."""
    number = word.split()[-1]
    is_number = number.isdecimal() and number.isascii() and len(number) == 4
    return Guest.objects.filter(number=number) if is_number else Guest.objects.none()
