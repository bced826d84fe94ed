"""Pages of a long list."""

from typing import Any

from django.core.paginator import Paginator
from django.utils.functional import cached_property

MOST_COUNTED = 10_000


class CappedPaginator(Paginator):  # type: ignore[type-arg]  # not generic at run time
    """Counts no further than anybody leafs: the moves of a site are millions.

    A list of more rows ends at that number; whoever looks for an older one narrows the list.
    """

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by()[:MOST_COUNTED].count())
