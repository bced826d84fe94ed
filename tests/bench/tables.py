"""A member's games against the computer, brought to the positions that are measured."""

import random

from django.contrib.auth import get_user_model
from django.test import Client

from accounts.models import User
from games.engine.options import PRESETS
from games.engine.pair import Pair, Seat
from games.engine.round import Round, legal_plays
from games.models import Game, Level, Player, Via
from games.queries.replay import get_current_round, list_played, replay_round
from games.services.play import play_card
from games.services.resign import resign
from games.services.start import start_game


def make_client() -> tuple[Client, User]:
    user = get_user_model().objects.create_user("bench@basra.example", name="Bench")
    client = Client()
    client.force_login(user)
    return client, user


class Table:
    """One game at a time; a new one where a match has ended."""

    def __init__(self, user: User, rng: random.Random) -> None:
        self.user = user
        self.rng = rng
        self.game = self._start()

    def next_turn(self, *, first: int, last: int) -> tuple[str, dict[str, str]]:
        """A table `first` to `last` plays into a round: its address, the fields of a play in it."""
        while True:
            self.game.refresh_from_db()
            if not self.game.is_running:
                self.game = self._start()
            state = self._state()
            if state.to_move == 0 and first <= len(state.turns) <= last:
                return self.game.get_absolute_url(), self._fields(state)
            if len(state.turns) > last:
                resign(game_id=self.game.pk, seat=0, version=self.game.version)
            else:
                self._play(state)

    def _start(self) -> Game:
        return start_game(
            seats=Pair(Player(user_id=self.user.pk), Level.REGULAR),
            preset="basra-2",
            options=PRESETS["basra-2"],
            target=1000,
        )

    def _state(self) -> Round:
        row = get_current_round(self.game)
        return replay_round(self.game, row, list_played(row))

    def _fields(self, state: Round) -> dict[str, str]:
        play = self.rng.choice(legal_plays(state))
        take = " ".join(sorted(play.take))
        return {"version": str(self.game.version), "card": play.card, "take": take}

    def _play(self, state: Round) -> None:
        seat: Seat = 1 if state.to_move else 0
        play = self.rng.choice(legal_plays(state))
        via = Via.COMPUTER if seat else Via.PAGE
        play_card(
            game_id=self.game.pk,
            seat=seat,
            version=self.game.version,
            card=play.card,
            take=play.take,
            via=via,
        )
