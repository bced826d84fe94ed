import pytest

from games.models import Notice
from tests.conftest import Build
from tests.games.letters import make_every_kind


@pytest.fixture(scope="module")
def _ids_of_every_kind(building: Build) -> dict[str, int]:
    with building():
        return {name: notice.pk for name, notice in make_every_kind().items()}


@pytest.fixture
def every_kind(db: None, _ids_of_every_kind: dict[str, int]) -> dict[str, Notice]:
    """One notice of every kind of mail, as in `make_every_kind`, the same in all of a module."""
    notices = Notice.objects.in_bulk(_ids_of_every_kind.values())
    return {name: notices[number] for name, number in _ids_of_every_kind.items()}
