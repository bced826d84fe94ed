"""One box that finds a game by its public id, and people by their name."""

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.desk import SEE_ADDRESSES, DeskAdmin
from accounts.names import name_key
from games.admin.paths import any_leads_to
from games.models import Game, Guest, Seat

Rows = QuerySet[Model]


class FindsGames(DeskAdmin):
    """The whole public id of a game wins; anything else is sought among the people.

    `found_by` leads from a row to its games, the other paths to its accounts and guests. Nothing
    but ids and people is ever compared with what was typed: no search tells anything of a card.
    """

    search_fields = ("public_id",)  # Django shows the box for it; the search itself is below
    search_help_text = _("Whole public id of a game, name, guest’s number or whole e-mail address")
    found_by: tuple[str, ...] = ("game",)
    user_paths: tuple[str, ...] = ()
    guest_paths: tuple[str, ...] = ()

    def get_search_results(
        self, request: HttpRequest, queryset: Any, search_term: str
    ) -> tuple[Any, bool]:
        word = search_term.strip()
        if not word:
            return queryset, False
        game = Game.objects.filter(public_id=word).first()
        if game is not None:
            return queryset.filter(any_leads_to(self.found_by, [game.pk])), False
        return queryset.filter(self.find_others(request, word)), False

    def find_others(self, request: HttpRequest, word: str) -> Q:
        """The rows meant by a word that is no game: those of the people who may be meant."""
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
