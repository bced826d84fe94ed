"""A game with everything that speaks of it: people, invitations, mails, staff."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from allauth.account.models import EmailAddress

from games.engine.cards import Card, format_cards
from games.engine.pair import as_seat
from games.models import (
    Game,
    Guest,
    Invitation,
    InvitationKind,
    Notice,
    Player,
    Round,
)
from games.queries.replay import list_played, replay_round
from games.services.resign import resign
from tests.games.factories import make_game, make_user, play_any, play_turns, state_of
from tests.games.rows import make_invitation, make_notice_of_every_kind


@dataclass(frozen=True, slots=True)
class Scene:
    """A member, in the first seat, against a guest, in the second; the others sit elsewhere."""

    game: Game
    member: Any
    guest: Guest
    friend: Any
    warden: Any
    invitations: tuple[Invitation, ...]
    notices: tuple[Notice, ...]

    @property
    def row(self) -> Round:
        return Round.objects.get(game=self.game, number=self.game.round_number)


def make_scene(*, plays_in_second_round: int | None) -> Scene:
    """So far into the second round; else only one play into the first."""
    member, friend = make_reader("Nadia"), make_reader("Friend")
    guest = Guest.objects.create(email="guest@example.com")
    seats = Player(user_id=member.pk), Player(guest_id=guest.pk)
    game = make_game(*seats, target=1000, preset="basra-2")
    if plays_in_second_round is None:
        play_turns(game, 1)
    else:
        play_into_second_round(game, plays_in_second_round)
    resign(game_id=make_game(seats[0], Player(user_id=friend.pk)).pk, seat=1, version=0)
    invitations = make_invitations(game, member, friend)
    notices = tuple(make_notices(game, invitations, user=member))
    notices += tuple(make_notices(game, invitations, guest=guest))
    return Scene(game, member, guest, friend, make_reader("Warden"), invitations, notices)


def make_reader(name: str, **columns: Any) -> Any:
    """A member with a proven address."""
    user = make_user(name=name, **columns)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def play_into_second_round(game: Game, plays: int) -> None:
    chance = random.Random(7)
    while game.round_number < 2 or len(state_of(game).turns) < plays:
        play_any(game, chance)
        game.refresh_from_db()


def make_invitations(game: Game, member: Any, friend: Any) -> tuple[Invitation, ...]:
    """The one that the game came of, and two open ones."""
    return (
        make_invitation(inviter_user=member, game=game),
        make_invitation(inviter_user=member),
        make_invitation(kind=InvitationKind.NAMED, inviter_user=friend, invitee_user=member),
    )


def make_notices(game: Game, invitations: tuple[Invitation, ...], **reader: Any) -> list[Notice]:
    """A mail of every kind to the reader, owed now."""
    accepted, _link, named = invitations
    return make_notice_of_every_kind(game, accepted=accepted, named=named, **reader)


def end(scene: Scene, how: Callable[..., object]) -> Scene:
    """As resigned or called off by who sits first."""
    game = scene.game
    how(game_id=game.pk, seat=0, version=game.version)
    game.refresh_from_db()
    return replace(scene, game=game)


def exchange_hidden_cards(scene: Scene, *, seats: tuple[int, ...]) -> None:
    """Every card that who holds these seats cannot know becomes another one; so does the seed."""
    row = scene.row
    state = replay_round(scene.game, row, list_played(row))
    known_below = len(state.buried) if len(state.pack) >= len(state.buried) else 0
    hidden = list(state.pack[: len(state.pack) - known_below])
    for seat in {0, 1} - set(seats):
        hidden += state.hands[as_seat(seat)]
    exchanged = dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
    row.pack = format_cards(exchanged.get(card, card) for card in row.cards)
    row.seed = row.seed[::-1]
    row.save()


def exchange_floor_card(scene: Scene) -> None:
    """A card that everybody sees becomes another, as if that one had always lain there."""
    row, shown = scene.row, scene.game.floor.split()[0]
    hidden = next(card for card in reversed(row.cards) if card not in scene.game.floor)
    swap = {shown: hidden, hidden: shown}
    row.pack = format_cards(Card(swap.get(card, card)) for card in row.cards)
    row.save()
    row.moves.filter(card=shown).update(card=hidden)
    floor = format_cards(Card(swap.get(card, card)) for card in scene.game.floor.split())
    Game.objects.filter(pk=scene.game.pk).update(floor=floor)
