"""Why a service refuses. Each is an ordinary outcome, for which a page has words."""

from games.models import Invitation, InvitationState, NoticeReason


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
    """The player runs as many games, against the computer or people, as one may: `limit`."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class TooFast(Refused):
    """The player starts games faster than anybody plays them."""


class InvitationEnded(Refused):
    """The invitation is no longer open: `state` says how it ended."""

    def __init__(self, state: InvitationState) -> None:
        super().__init__(state)
        self.state = state


class OwnInvitation(Refused):
    """Nobody plays against oneself."""


class NotInvited(Refused):
    """The invitation is for somebody else, or not this player's to withdraw."""


class InviterGone(Refused):
    """The account that invites is suspended or closed."""


class PlayerGone(Refused):
    """The account of the one who acts has been suspended or closed, or the guest erased."""


class InviteeGone(Refused):
    """The one to be invited has an account that is suspended or closed."""


class DeclinedLately(Refused):
    """The one to be invited has declined such an offer less than a day ago."""


class TooManyInvitations(Refused):
    """As many invitations of the member are open as may be: `limit`."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class AlreadyInvited(Refused):
    """The two have an open invitation from the one to the other: `invitation`."""

    def __init__(self, invitation: Invitation) -> None:
        super().__init__(invitation)
        self.invitation = invitation


class NoLongerOwed(Refused):
    """Nobody needs the mail any more: `reason` says why, None where it was sent."""

    def __init__(self, reason: NoticeReason | None) -> None:
        super().__init__(reason)
        self.reason = reason


class AlreadyOnItsWay(Refused):
    """The mail is being sent at this moment."""


class AlreadyAway(Refused):
    """The member is on vacation."""


class NoHoursLeft(Refused):
    """The member has used up the hours of vacation of this year."""


class EndsTooSoon(Refused):
    """The vacation would be over before it begins."""


class MembersOnly(Refused):
    """Open seats are taken by members: guests could offer none themselves."""


class HasBlocked(Refused):
    """The one who acts has blocked the other."""


class NotToBeAsked(Refused):
    """The other wants nothing of the one who acts; a page says no more than "not now"."""


class NoProvenAddress(Refused):
    """Who writes to an address has proven one of their own."""


class TooManyAddresses(Refused):
    """The member has written to as many addresses in a day as one may: `limit`."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class InvitedLately(Refused):
    """Somebody has written to the address less than a week ago."""


class TooManySeats(Refused):
    """The member offers as many open seats as one may: `limit`."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class TooManyUnplayed(Refused):
    """The member has taken as many open seats of late as one may without a play: `limit`."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class NoTimeToGive(Refused):
    """Time is given to a person, for a turn that is not one's own."""


class StandsStill(Refused):
    """The clock stands still, for a vacation: there is no deadline to put off."""


class NotAsked(Refused):
    """Nobody is waited for: it is one's own turn, or the computer's."""


class TooEarly(Refused):
    """The other side has not let anybody wait for long."""


class NudgedLately(Refused):
    """Somebody has nudged the same person less than a day ago."""


class TooManyGifts(Refused):
    """The side has given time as often as one may in a match: `limit`."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class TooManyMails(Refused):
    """The person has had as many mails in a day as we send: `limit`."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class NotStopped(Refused):
    """Mail goes to the address already."""


class ClockIsFixed(Refused):
    """The site runs on the world's time: BASRA_MOVABLE_CLOCK is not set."""
