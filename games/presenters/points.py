"""What counts how much under the options of a game, in words (R4)."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.engine.capture import Basra
from games.engine.options import Options
from games.engine.worth import points_for_basra
from games.presenters.sentences import join_words, mark


def can_be_made(kind: Basra, options: Options) -> bool:
    """Whether there is such a basra at all (R3.2, R3.4)."""
    if kind is Basra.JACK:
        return options.jack_basra or options.komi_on_lone_jack == "jack"
    return kind is Basra.PLAIN or options.burnt_komi == "any"


def tell_points(options: Options) -> str:
    """What is written down when a round ends, in one sentence; cards stand in it as `[8S]`."""
    most_cards = _("%(points)d for most cards") % {"points": options.majority_points}
    basra = _("%(points)d for a basra") % {"points": options.basra_points}
    parts = [most_cards, basra, *_tell_special_basras(options), *_tell_single_cards(options)]
    return _("Points are written down when the round ends: %(points)s.") % {
        "points": join_words(parts)
    }


def _tell_special_basras(options: Options) -> Iterator[str]:
    """Those that are worth something else than a plain one."""
    special = {
        kind: worth
        for kind in (Basra.JACK, Basra.KOMI)
        if can_be_made(kind, options)
        and (worth := points_for_basra(kind, options)) != options.basra_points
    }
    if len(special) == 2 and len(set(special.values())) == 1:
        yield _("%(points)d for a jack or komi basra") % {"points": special[Basra.JACK]}
        return
    if Basra.JACK in special:
        yield _("%(points)d for a jack basra") % {"points": special[Basra.JACK]}
    if Basra.KOMI in special:
        yield _("%(points)d for a komi basra") % {"points": special[Basra.KOMI]}


def _tell_single_cards(options: Options) -> Iterator[str]:
    if options.card_points == "classic":
        cards = {"two": mark("2C"), "ten": mark("TD")}
        yield _("1 for each jack and ace")
        yield _("2 for %(two)s") % cards
        yield _("3 for %(ten)s") % cards
