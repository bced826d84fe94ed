"""Why a service refuses. Each is an ordinary outcome, for which a page has words."""


class Refused(Exception):
    """Nothing was changed."""


class StaleVersion(Refused):
    """The table has moved on since the version on which the act was based."""


class NotYourTurn(Refused):
    """The other side is to move."""


class NotRunning(Refused):
    """The game is over."""


class OnHold(Refused):
    """The staff have put the game on hold: nobody acts until they release it."""


class NotOnHold(Refused):
    """There is nothing to release."""


class NoLongerYoung(Refused):
    """A game is called off before one's own second play, or not at all."""


class StillRunning(Refused):
    """The game is not over."""


class NoRematch(Refused):
    """Only games against the computer are played again without asking."""


class TooManyGames(Refused):
    """The player runs as many games against the computer as one may: `limit`."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class TooFast(Refused):
    """The player starts games faster than anybody plays them."""
