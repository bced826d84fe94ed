"""The table in words: whose turn, what happened, which deal."""

from games.engine.cards import Card, parse_cards
from games.engine.options import make_options
from games.engine.pair import Pair
from games.engine.round import Round, apply_play, deal_round, legal_plays, resolve_play
from games.presenters.table import title_table
from tests.games.factories import stack_pack
from tests.games.positions import make_table


def deal(*, lead: str = "8S JC 3D KH", dealt: str = "8D 2C 4H QS", dealer: int = 1) -> Round:
    pack = parse_cards(stack_pack(floor="8H AC 7S KD", lead=lead, dealt=dealt))
    return deal_round(pack, dealer=dealer, options=make_options("basra-2"))


def after(state: Round, *cards: str) -> Round:
    for card in cards:
        state = apply_play(state, resolve_play(state, Card(card)))
    return state


def play_deal(state: Round) -> Round:
    """Both hands, whatever they hold."""
    for _ in range(8):
        state = apply_play(state, legal_plays(state)[0])
    return state


def test_leader_is_told_of_the_round() -> None:
    table = make_table(deal())
    assert table.is_your_turn
    assert table.news == "Round 1: you lead."
    assert title_table(table) == "● Your turn · Karim"


def test_dealer_waits_for_the_other() -> None:
    table = make_table(deal(dealer=0))
    assert not table.is_your_turn
    assert table.you.is_dealer
    assert title_table(table) == "Karim"


def test_own_play_is_no_news() -> None:
    table = make_table(after(deal(), "8S"))
    assert table.since == ()
    assert table.news == ""


def test_play_of_the_other_is_last_and_since() -> None:
    table = make_table(after(deal(), "8S", "2C"))
    assert table.last is not None
    assert table.last.text == "[2C] laid"
    assert [line.who for line in table.since] == ["Karim"]
    assert table.told == ()


def test_plays_by_the_house_are_told_since_the_last_choice() -> None:
    state = after(deal(), "8S", "2C", "3D", "4H")
    table = make_table(state, forced={2})
    assert [(line.card, line.is_forced) for line in table.told] == [
        ("2C", False),
        ("3D", True),
        ("4H", False),
    ]


def test_taken_cards_lie_in_the_piles() -> None:
    table = make_table(after(deal(), "8S"))
    assert (table.you.pile, table.them.pile) == (4, 0)
    assert table.you.cards_taken == "4 cards"
    assert table.them.basras_made == "0 basras"


def test_basra_lies_across_the_pile() -> None:
    state = after(deal(dealt="KS 2C 4H QS"), "8S", "KS")
    table = make_table(state)
    assert table.them.across == ("KS",)
    assert table.them.basras == 1
    assert table.last is not None
    assert table.last.basra == "basra"


def test_second_deal_is_announced() -> None:
    table = make_table(play_deal(deal()), forced={6, 7})
    assert table.deal_number == 2
    assert table.news == "Deal 2 of 6."


def test_last_deal_is_announced() -> None:
    state = deal()
    for _ in range(5):
        state = play_deal(state)
    table = make_table(state)
    assert table.is_last_deal
    assert table.pack == 0
    assert table.news == "The last deal: the pack is empty."


def test_plays_are_grouped_by_deal_the_latest_first() -> None:
    state = play_deal(deal())
    table = make_table(apply_play(state, legal_plays(state)[0]))
    assert [(group.number, len(group.lines)) for group in table.deals] == [(2, 1), (1, 8)]


def test_meter_stops_at_the_target() -> None:
    table = make_table(deal(), totals=Pair(150, 20))
    assert (table.you.meter, table.them.meter) == (121, 20)


def test_total_is_told_with_what_it_counts() -> None:
    table = make_table(deal(), totals=Pair(1, 20))
    assert (table.you.unit, table.them.unit) == ("point", "points")


def test_listener_hears_plays_news_and_turn() -> None:
    heard = make_table(after(deal(), "8S", "2C")).heard
    assert heard == "Karim: 2 of clubs laid. Your turn."
