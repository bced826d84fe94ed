"""Which mails a person wants, and where a guest gets them."""

from collections.abc import Collection

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import F

from games import clock
from games.models import (
    Game,
    Guest,
    MailClass,
    MailSettings,
    MailStop,
    Notice,
    NoticeState,
    Player,
    TurnMails,
)
from games.services.address_stops import lift_address


def stop_mail(player: Player, mail_class: MailClass) -> None:
    """Send the person no more mails of the class. Twice is as once."""
    stop = MailStop(mail_class=mail_class, **find_reader(player).columns)
    MailStop.objects.bulk_create([stop], ignore_conflicts=True)


def start_mail(player: Player, mail_class: MailClass) -> None:
    """Send the person mails of the class again."""
    MailStop.objects.of(find_reader(player)).filter(mail_class=mail_class).delete()


def start_all_mail(player: Player) -> None:
    """Send the person mails of every class again."""
    MailStop.objects.of(find_reader(player)).delete()


def choose_mail(player: Player, wanted: Collection[str]) -> None:
    """Send the person the classes that are wanted, and no others."""
    for mail_class in MailClass:
        change = start_mail if mail_class in wanted else stop_mail
        change(player, mail_class)


def get_settings(player: Player) -> MailSettings:
    """The person's wishes; the defaults, unsaved, where there are none yet."""
    return MailSettings.objects.of(player).first() or MailSettings(**player.columns)


def save_settings(
    player: Player,
    *,
    turns: TurnMails | None,
    digest_hour: int,
    quiet: tuple[int, int] | None,
    plays_from_mail: bool,
) -> None:
    """Keep the wishes, and look again at what is held for those of before.

    `turns` None means no turn mails. Hours are of the person's zone. Links in mails that have gone
    out do not play any more once that is switched off, even if it is switched on again.
    """
    with transaction.atomic():
        MailSettings.objects.bulk_create([MailSettings(**player.columns)], ignore_conflicts=True)
        wishes = MailSettings.objects.select_for_update(no_key=True).of(player).get()
        if wishes.plays_from_mail and not plays_from_mail:
            wishes.link_generation += 1
        wishes.turns = turns or wishes.turns
        wishes.digest_hour = digest_hour
        wishes.quiet_from, wishes.quiet_until = quiet or (None, None)
        wishes.plays_from_mail = plays_from_mail
        wishes.save()
        judge_held_again(player)


def judge_held_again(player: Player) -> None:
    """Look at once at what is held: for what hours it waits, or in which zone, has changed."""
    held = Notice.objects.of(player).filter(state=NoticeState.HELD)
    held.update(due_at=clock.now())


def raise_link_generation(player: Player) -> None:
    """The links of mails that have gone out must not play any more."""
    MailSettings.objects.of(player).update(link_generation=F("link_generation") + 1)


def find_address(player: Player) -> str:
    """The proven address to which the person's mails go; "" where there is none."""
    if player.is_guest:
        found = Guest.objects.filter(pk=player.key).values_list("email", flat=True)
    else:
        proven = EmailAddress.objects.filter(user=player.user_id, primary=True, verified=True)
        found = proven.values_list("email", flat=True)
    return next(iter(found), "")


def list_stopped(player: Player) -> set[str]:
    """The classes that the person does not want."""
    return set(MailStop.objects.of(player).values_list("mail_class", flat=True))


def find_reader(player: Player) -> Player:
    """Who reads the mails of a guest by now: the account, once the guest has become one."""
    if player.guest_id is None:
        return player
    guest = Guest.objects.filter(pk=player.guest_id, claimed_by__isnull=False).first()
    return Player(user_id=guest.claimed_by_id) if guest else player


def find_guest_with_people(player: Player) -> Guest | None:
    """The guest who waits for turns of other people; None for who plays the computer only."""
    if player.guest_id is None:
        return None
    running = Game.objects.running().filter(computer_seat__isnull=True)
    guests = Guest.objects.filter(pk=player.guest_id, claimed_by__isnull=True)
    return guests.filter(seats__game__in=running).first()


def ask_for_address(guest_id: int) -> int:
    """The number under which the guest now asks to be written to; links of before are void."""
    with transaction.atomic():
        guests = Guest.objects.select_for_update(no_key=True).filter(pk=guest_id)
        guests.update(address_asked=F("address_asked") + 1)
        return Guest.objects.values_list("address_asked", flat=True).get(pk=guest_id)


def keep_address(guest_id: int, *, asked: int, address: str, language: str) -> bool:
    """Write to the guest there from now on: the address is proven. False if nobody is left, or
    something else was asked for since.

    What was stopped before is forgotten: whoever asks for mails now wants them. Links in mails to
    an address of before do not play any more.
    """
    guests = Guest.objects.filter(pk=guest_id, address_asked=asked, claimed_by__isnull=True)
    with transaction.atomic():
        if not guests.update(email=address, language=language):
            return False
        MailStop.objects.filter(guest=guest_id).delete()
        raise_link_generation(Player(guest_id=guest_id))
        lift_address(address)
    return True


def forget_address(guest_id: int) -> None:
    """Write to the guest no more."""
    Guest.objects.filter(pk=guest_id).update(
        email="", language="", address_asked=F("address_asked") + 1
    )
    raise_link_generation(Player(guest_id=guest_id))
