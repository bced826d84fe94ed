"""People, games and rigged packs for tests; everything else goes through the services."""

import itertools
import random
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group

from games.engine.cards import PACK, Card, format_cards, parse_cards
from games.engine.options import make_options
from games.engine.pair import Pair, as_seat, other
from games.engine.round import Round as RoundState
from games.engine.round import legal_plays
from games.models import Game, Guest, Level, Pace, Player, Round, usual_time
from games.queries.replay import get_current_round, list_played, replay_round
from games.services.play import Outcome, play_card
from games.services.start import start_game

_numbers = itertools.count(1)


def make_user(**columns: Any) -> Any:
    number = next(_numbers)
    columns = {"email": f"p{number}@example.com", "name": f"Person {number}", **columns}
    return get_user_model().objects.create_user(**columns)


def make_clerk(role: str) -> Any:
    """One of the staff, with the powers of the role and no more."""
    clerk = make_user(is_staff=True)
    clerk.groups.add(Group.objects.get(name=role))
    return clerk


def make_member() -> Player:
    return Player(user_id=make_user().pk)


def make_guest() -> Player:
    return Player(guest_id=Guest.objects.create().pk)


def make_game(
    *seats: Player | Level, preset: str = "basra-2", target: int = 61, **overrides: Any
) -> Game:
    """A game of the two given, else of two new members."""
    first, second = seats or (make_member(), make_member())
    are_people = isinstance(first, Player) and isinstance(second, Player)
    return start_game(
        seats=Pair(first, second),
        preset=preset,
        options=make_options(preset, overrides),
        target=target,
        time=usual_time(Pace.TWO_DAYS) if are_people else None,
    )


def make_game_against_computer(player: Player | None = None, **options: Any) -> Game:
    """The player leads, so that the computer owes nothing yet."""
    game = make_game(player or make_member(), Level.REGULAR, **options)
    return rig(game, dealer=1)


def rig(
    game: Game, *, floor: str = "2C 3D 9H QS", lead: str = "", dealt: str = "", dealer: int = 1
) -> Game:
    """Deal the running round anew: the floor, and the first hands of leader and dealer.

    What is not named is filled up with the other cards in order, jacks and komi last.
    """
    game.refresh_from_db()
    row = get_current_round(game)
    row.pack = stack_pack(floor=floor, lead=lead, dealt=dealt)
    row.dealer = dealer
    row.save()
    to_move = other(as_seat(dealer))
    due = game.created_at if to_move == game.computer_seat else None
    Game.objects.filter(pk=game.pk).update(to_move=to_move, floor=floor, computer_due_at=due)
    game.refresh_from_db()
    return game


def fill_floor(game: Game) -> Game:
    """Twelve cards on the floor, and the seat 0 to move: who counts down takes nothing."""
    rig(game, floor="KH QD TC 9D", lead="8C 6C 4D 2D", dealt="7C 5C 3D AD")
    for card in ("8C", "7C", "6C", "5C", "4D", "3D"):
        play(game, card)
    game.refresh_from_db()
    return game


def stack_pack(*, floor: str, lead: str, dealt: str) -> str:
    named = parse_cards(" ".join((floor, lead, dealt)))
    rest = [card for card in PACK if card not in named]
    rest.sort(key=lambda card: (card.rank == "J" or card == "7D", card.suit, card.rank))
    hands = [parse_cards(text) for text in (lead, dealt)]
    filled = [(*hand, *(rest.pop(0) for _ in range(4 - len(hand)))) for hand in hands]
    return format_cards([*parse_cards(floor), *filled[0], *filled[1], *rest])


def state_of(game: Game) -> RoundState:
    game = Game.objects.get(pk=game.pk)
    row = get_current_round(game)
    return replay_round(game, row, list_played(row))


def play(game: Game, card: str, take: str | None = None, **arguments: Any) -> Outcome:
    """Play for whoever is to move, on the table as it is."""
    game.refresh_from_db()
    arguments = {"seat": game.to_move, "version": game.version, **arguments}
    taken = None if take is None else frozenset(parse_cards(take))
    return play_card(game_id=game.pk, card=Card(card), take=taken, **arguments)


def play_any(game: Game, chance: random.Random | None = None) -> Outcome:
    """Any legal play of whoever is to move."""
    plays = legal_plays(state_of(game))
    chosen = chance.choice(plays) if chance else plays[0]
    return play(game, chosen.card, format_cards(chosen.take))


def play_turns(game: Game, turns: int) -> Game:
    """So many moves, those of the house included, or to the end of the match."""
    while game.version < turns and game.is_running:
        play_any(game)
        game.refresh_from_db()
    return game


def play_until_it_counts(game: Game) -> Game:
    """Both have made their second play: neither can call the game off any more."""
    return play_turns(game, game.version + 4)


def play_to_end(game: Game, seed: int = 0) -> Game:
    """A whole match of random plays."""
    chance = random.Random(seed)
    while game.is_running:
        play_any(game, chance)
        game.refresh_from_db()
    return game


def exchange_hidden_cards(game: Game, *, seen_by: int | None = None) -> None:
    """Deal other cards to where the seat (nobody: spectators, staff) cannot look."""
    state = state_of(game)
    hands = [hand for seat, hand in enumerate(state.hands) if seat != seen_by]
    hidden = {card for cards in (*hands, state.pack) for card in cards} - set(state.buried)
    row = Round.objects.get(game=game, number=game.round_number)
    cards = row.pack.split()
    places = [place for place, card in enumerate(cards) if card in hidden]
    for place, card in zip(places, [cards[place] for place in reversed(places)], strict=True):
        cards[place] = card
    row.pack, row.seed = " ".join(cards), row.seed[::-1]
    row.save()
