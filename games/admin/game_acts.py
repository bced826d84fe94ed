"""What the staff may do to a game, each with a preview of what follows."""

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.desk_acts import Act, ActForm, Data
from games.admin.conflicts import sits_in
from games.admin.foresee import (
    tell_end,
    tell_mails,
    tell_more_time,
    tell_result,
    tell_where,
)
from games.admin.words import name_both
from games.engine.pair import SEATS, Seat, as_seat
from games.models import Game
from games.services.errors import NoTimeToGive, NotOnHold, NotRunning, OnHold, StandsStill
from games.services.gifts import find_obstacle, give_time_by_staff
from games.services.staff import abort_by_staff, adjudicate, hold_game, release_game

DRAW = "draw"
KEPT = ("status", "winner", "ended_by", "version", "held_at")
REFUSALS: dict[type[Exception], Promise] = {
    NotRunning: gettext_lazy("The game is over already. Nothing was changed."),
    OnHold: gettext_lazy("The game is on hold already. Nothing was changed."),
    NotOnHold: gettext_lazy("The game is not on hold. Nothing was changed."),
    StandsStill: gettext_lazy("The clock stands still. Nothing was changed."),
    NoTimeToGive: gettext_lazy("There is no clock in this game. Nothing was changed."),
}


class GameAct(Act[Game]):
    refusals = tuple(REFUSALS)

    def find_obstacle(self, obj: Game) -> Promise | None:
        return None if obj.is_running else REFUSALS[NotRunning]

    def has_conflict(self, obj: Game) -> bool:
        return sits_in(obj, self.actor)

    def snapshot(self, obj: Game) -> Data:
        return {column: getattr(obj, column) for column in KEPT}

    def explain(self, refusal: Exception) -> str:
        return str(REFUSALS[type(refusal)])


class Abort(GameAct):
    name = "abort"
    title = gettext_lazy("Call the game off")
    done = gettext_lazy("The game is called off.")
    permission = "games.end_game"

    def foresee(self, obj: Game, data: Data) -> list[str]:
        result = _("The game ends without a result. Nothing is added to anybody’s kept score.")
        return [tell_where(obj), result, tell_end(obj), *tell_mails(obj, viewer=self.actor)]

    def perform(self, obj: Game, data: Data) -> None:
        abort_by_staff(obj.pk)


class AdjudicateForm(ActForm):
    winner = forms.ChoiceField(label=gettext_lazy("Winner"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, obj: Game, **kwargs: Any) -> None:
        super().__init__(*args, obj=obj, **kwargs)
        names = name_both(obj)
        self.fields["winner"].choices = [  # type: ignore[attr-defined]  # a ChoiceField
            *((str(seat), names[seat]) for seat in SEATS),
            (DRAW, _("nobody: a draw")),
        ]


class Adjudicate(GameAct):
    name = "adjudicate"
    title = gettext_lazy("Decide the game")
    done = gettext_lazy("The game is decided.")
    permission = "games.end_game"
    form_class = AdjudicateForm

    def foresee(self, obj: Game, data: Data) -> list[str]:
        return [
            tell_where(obj),
            *tell_result(obj, _winner(data)),
            tell_end(obj),
            *tell_mails(obj, viewer=self.actor),
        ]

    def perform(self, obj: Game, data: Data) -> None:
        adjudicate(obj.pk, winner=_winner(data))


class Hold(GameAct):
    name = "hold"
    title = gettext_lazy("Put on hold")
    done = gettext_lazy("The game is on hold.")
    permission = "games.hold_game"

    def find_obstacle(self, obj: Game) -> Promise | None:
        return super().find_obstacle(obj) or (REFUSALS[OnHold] if obj.is_held else None)

    def foresee(self, obj: Game, data: Data) -> list[str]:
        waits = _("Nobody can play, resign or call the game off until it is released.")
        return [tell_where(obj), waits, *tell_mails(obj, viewer=self.actor)]

    def perform(self, obj: Game, data: Data) -> None:
        hold_game(obj.pk)


class Release(GameAct):
    name = "release"
    title = gettext_lazy("Release")
    done = gettext_lazy("The game goes on.")
    permission = "games.hold_game"

    def find_obstacle(self, obj: Game) -> Promise | None:
        return super().find_obstacle(obj) or (None if obj.is_held else REFUSALS[NotOnHold])

    def foresee(self, obj: Game, data: Data) -> list[str]:
        goes_on = _("The game goes on as it stood; both sides can play, resign and call it off.")
        return [tell_where(obj), goes_on, *tell_mails(obj, viewer=self.actor)]

    def perform(self, obj: Game, data: Data) -> None:
        release_game(obj.pk)


class GiveTimeForm(ActForm):
    hours = forms.TypedChoiceField(
        label=gettext_lazy("How much"),
        coerce=int,
        choices=[
            (6, gettext_lazy("6 hours")),
            (24, gettext_lazy("1 day")),
            (72, gettext_lazy("3 days")),
            (168, gettext_lazy("7 days")),
        ],
        initial=24,
    )


class GiveTime(GameAct):
    name = "give_time"
    title = gettext_lazy("Give time")
    done = gettext_lazy("The time is given.")
    permission = "games.give_time"
    form_class = GiveTimeForm

    def find_obstacle(self, obj: Game) -> Promise | None:
        obstacle = find_obstacle(obj)
        return None if obstacle is None else REFUSALS[type(obstacle)]

    def foresee(self, obj: Game, data: Data) -> list[str]:
        return [tell_where(obj), *tell_more_time(obj, hours=data["hours"])]

    def perform(self, obj: Game, data: Data) -> None:
        give_time_by_staff(obj.pk, data["hours"])

    def snapshot(self, obj: Game) -> Data:
        return {**super().snapshot(obj), "deadline_at": obj.deadline_at}


GAME_ACTS = (GiveTime, Hold, Release, Adjudicate, Abort)


def _winner(data: Data) -> Seat | None:
    return None if data["winner"] == DRAW else as_seat(int(data["winner"]))
