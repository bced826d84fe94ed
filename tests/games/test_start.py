import pytest
from django.contrib.auth import get_user_model

from games.engine.errors import BadOption
from games.engine.options import make_options
from games.engine.pair import Pair
from games.engine.shuffle import derive_dealer, derive_pack, make_commitment
from games.models import Game, Level, Player, Preset, Round, Seat
from games.queries.audit import list_differences
from games.services import start
from games.services.errors import NoRematch, PlayerGone, StillRunning, TooFast, TooManyGames
from games.services.guests import claim_guest
from games.services.resign import resign
from games.services.start import rematch, start_against_computer, start_game
from tests.games.factories import make_game, make_guest, make_member, make_user

pytestmark = pytest.mark.django_db


def begin(player: Player, *, target: int = 61) -> Game:
    return start_against_computer(
        player,
        level=Level.REGULAR,
        preset=Preset.LEVANT,
        options=make_options("levant"),
        target=target,
    )


def finished(player: Player | None = None) -> Game:
    game = begin(player or make_member())
    resign(game_id=game.pk, seat=0, version=0)
    return game


def test_start_seats_both() -> None:
    player = make_member()
    game = begin(player)
    first, second = Seat.objects.filter(game=game).order_by("index")
    assert (first.user_id, second.level) == (player.user_id, Level.REGULAR)
    assert game.computer_seat == 1


@pytest.mark.parametrize("pair", [("user", "user"), ("user", "guest"), ("guest", "level")])
def test_start_seats_anybody_anywhere(pair: tuple[str, str]) -> None:
    makers = {"user": make_member, "guest": make_guest, "level": lambda: Level.STRONG}
    for kinds in (pair, pair[::-1]):
        game = make_game(*(makers[kind]() for kind in kinds))
        assert list_differences(game) == []


def test_start_stores_the_full_option_set() -> None:
    assert begin(make_member()).rules == make_options("levant")


def test_start_deals_what_the_seed_says() -> None:
    game = begin(make_member())
    row = Round.objects.get(game=game)
    seed = bytes.fromhex(row.seed)
    assert row.cards == derive_pack(seed, game=game.public_id, number=1)
    assert row.dealer == derive_dealer(seed, game=game.public_id)
    assert row.commitment == make_commitment(seed, game=game.public_id, number=1)


def test_start_lets_the_non_dealer_lead() -> None:
    game = begin(make_member())
    assert game.to_move == 1 - Round.objects.get(game=game).dealer


@pytest.mark.parametrize("number", range(8))
def test_computer_owes_a_turn_exactly_when_it_leads(number: int) -> None:
    game = begin(make_member())
    assert (game.computer_due_at is not None) == (game.to_move == 1)


@pytest.mark.parametrize("target", [-1, 5, 1001])
def test_start_refuses_a_target_that_is_not_offered(target: int) -> None:
    with pytest.raises(BadOption):
        begin(make_member(), target=target)
    assert not Game.objects.exists()


def test_public_ids_differ() -> None:
    player = make_member()
    assert len({begin(player).public_id for _ in range(20)}) == 20


def test_guest_runs_so_many_games_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "MOST_RUNNING_OF_GUEST", 2)
    player = make_guest()
    begin(player), begin(player)
    with pytest.raises(TooManyGames) as refusal:
        begin(player)
    assert refusal.value.limit == 2
    assert Game.objects.count() == 2


def test_finished_games_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "MOST_RUNNING_OF_MEMBER", 1)
    player = make_member()
    finished(player)
    assert begin(player).is_running


def test_games_between_people_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "MOST_RUNNING_OF_MEMBER", 1)
    player = make_member()
    make_game(player, make_member())
    assert begin(player).is_running


def test_start_again_and_again_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "MOST_STARTED_AN_HOUR", 2)
    player = make_member()
    finished(player), finished(player)
    with pytest.raises(TooFast):
        begin(player)


def test_guest_who_has_signed_in_sits_down_as_the_account() -> None:
    guest, user = make_guest(), make_user()
    assert guest.guest_id is not None
    claim_guest(guest_id=guest.guest_id, user_id=user.pk)
    game = begin(guest)
    assert Seat.objects.get(game=game, index=0).user == user


def test_the_same_player_cannot_hold_both_seats() -> None:
    player = make_member()
    with pytest.raises(ValueError, match="two players"):
        start_game(
            seats=Pair(player, player),
            preset="basra-2",
            options=make_options("basra-2"),
            target=61,
        )


def test_rematch_keeps_rules_and_seats() -> None:
    old = finished()
    new = rematch(game_id=old.pk)
    assert (new.preset, new.rules, new.target, new.rematch_of) == (
        old.preset,
        old.rules,
        old.target,
        old,
    )
    who = [Seat.objects.filter(game=game).values_list("user", "level") for game in (old, new)]
    assert list(who[0]) == list(who[1])


def test_rematch_twice_is_one_game() -> None:
    old = finished()
    assert rematch(game_id=old.pk) == rematch(game_id=old.pk)
    assert Game.objects.count() == 2


def test_rematch_of_a_running_game_is_refused() -> None:
    with pytest.raises(StillRunning):
        rematch(game_id=begin(make_member()).pk)


def test_rematch_between_people_is_refused() -> None:
    game = make_game()
    resign(game_id=game.pk, seat=0, version=0)
    with pytest.raises(NoRematch):
        rematch(game_id=game.pk)


def test_start_by_somebody_whose_account_has_just_closed_is_refused() -> None:
    player = make_member()
    get_user_model().objects.filter(pk=player.user_id).update(is_active=False)
    with pytest.raises(PlayerGone):
        make_game(player, Level.REGULAR)
    assert not Game.objects.exists()
