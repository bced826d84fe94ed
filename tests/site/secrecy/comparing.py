"""What an exchange of hidden cards changes, and what was seen at all."""

from collections.abc import Callable, Iterable

from tests.site.secrecy.asking import Answer, Request, ask_all
from tests.site.secrecy.scene import Scene, exchange_floor_card, exchange_hidden_cards
from tests.site.secrecy.viewers import Viewer

ListRequests = Callable[[Scene], Iterable[Request]]


def list_differences(
    viewer: Viewer, scene: Scene, asking: ListRequests, *, known_to: tuple[int, ...]
) -> list[str]:
    """What was answered otherwise after the exchange of what these seats do not know."""
    return _compare(viewer, scene, asking, lambda: exchange_hidden_cards(scene, seats=known_to))


def list_differences_of_floor(viewer: Viewer, scene: Scene, asking: ListRequests) -> list[str]:
    """What was answered otherwise after the exchange of a card that everybody may see."""
    return _compare(viewer, scene, asking, lambda: exchange_floor_card(scene))


def list_seen(viewer: Viewer, scene: Scene, asking: ListRequests) -> list[str]:
    """What was asked and was shown."""
    answers = ask_all(list(asking(scene)), viewer, scene)
    return [asked for asked, answer in answers.items() if answer.status == 200]


def list_answers(viewer: Viewer, scene: Scene, asking: ListRequests) -> list[Answer]:
    return list(ask_all(list(asking(scene)), viewer, scene).values())


def _compare(
    viewer: Viewer, scene: Scene, asking: ListRequests, exchange: Callable[[], None]
) -> list[str]:
    requests = list(asking(scene))
    before = ask_all(requests, viewer, scene)
    exchange()
    after = ask_all(requests, viewer, scene)
    return [asked for asked in before if before[asked] != after[asked]]
