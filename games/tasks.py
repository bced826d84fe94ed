"""What workers are asked to do. Each task is one call of a service; settings name its queue."""

from celery import shared_task

from games.mail import delivery
from games.services import computer, housekeeping, reconciling, sweeping

# A level that takes longer is broken: the house plays for it, and the next game gets its turn.
THINKING = 5  # seconds


@shared_task(soft_time_limit=THINKING, time_limit=2 * THINKING)
def play_computer_turn(game_id: int) -> None:
    computer.play_owed_turn(game_id)


@shared_task(expires=25)
def sweep_computer_turns() -> None:
    computer.offer_owed_turns()


@shared_task
def send_notice(notice_id: int) -> None:
    delivery.deliver(notice_id)


@shared_task(expires=18)
def sweep_notices() -> None:
    delivery.deliver_due()


@shared_task(expires=18)
def sweep_clocks() -> None:
    sweeping.sweep_clocks()


@shared_task(expires=3000)
def keep_house() -> None:
    housekeeping.keep_house()


@shared_task(expires=3000)
def reconcile() -> None:
    reconciling.reconcile()
