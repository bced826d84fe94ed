"""What the staff of the site have done to a game."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.mail.ending import find_last_act, make_result, score_rounds
from games.mail.letter import Letter
from games.mail.table import Table
from games.mail.words import tell_turn
from games.models import GameStatus, Move, MoveKind


@dataclass(frozen=True, slots=True)
class _Act:
    subject: str
    headline: str
    told: tuple[str, ...]


def write_staff(table: Table) -> Letter:
    act = Move.objects.filter(game=table.game, seq=table.notice.seq or 0).first()
    kind = act.kind if act else MoveKind.DECIDE
    if kind == MoveKind.DECIDE and not table.game.is_running:
        return _write_decided(table)
    told = _tell_held(table) if kind == MoveKind.HOLD else _tell_released(table)
    return Letter(
        subject=told.subject,
        headline=told.headline,
        paragraphs=told.told,
        terms=table.deadline,
        floor=table.floor,
        score=table.score,
        button=_("Open the game"),
        url=table.url,
        why=_why(),
    )


def _tell_held(table: Table) -> _Act:
    words = {"name": table.them.in_sentence}
    return _Act(
        subject=_("A game of yours is on hold"),
        headline=_("Your game with %(name)s is on hold") % words,
        told=(
            _("The staff of this site have stopped it for now. Nobody can play in it."),
            _("Nothing is lost: the table stays as it is, and we write when it goes on."),
        ),
    )


def _tell_released(table: Table) -> _Act:
    words = {"name": table.them.in_sentence}
    theirs = _("It is %(name)s’s turn.") % words
    turn = tell_turn(table.game) if table.is_readers_turn else theirs
    return _Act(
        subject=_("A game of yours goes on"),
        headline=_("Your game with %(name)s goes on") % words,
        told=(_("The staff of this site have let it go on, as it stood."), turn),
    )


def _write_decided(table: Table) -> Letter:
    result = make_result(table, find_last_act(table))
    return Letter(
        subject=_tell_decision(table),
        headline=_("The staff have ended your game with %(name)s")
        % {"name": table.them.in_sentence},
        paragraphs=(f"{result.headline}. {result.reason}",),
        score=None if result.is_void else score_rounds(table, result.rounds),
        button=_("See the result"),
        url=table.url,
        why=_why(),
    )


def _tell_decision(table: Table) -> str:
    """For a subject, where no name may stand."""
    if table.game.status == GameStatus.ABORTED:
        return _("The staff have called your game off")
    if table.game.winner is None:
        return _("The staff have decided your game: a draw")
    if table.game.winner == table.seat:
        return _("The staff have decided your game: you win")
    return _("The staff have decided your game: you lose")


def _why() -> str:
    return _("You get this because it changes a game of yours.")
