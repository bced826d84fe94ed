"""What workers are asked to do. Each task is one call of a service; settings name its queue."""

from celery import shared_task

from games.services import computer, housekeeping

# A level that takes longer is broken: the house plays for it, and the next game gets its turn.
THINKING = 5  # seconds


@shared_task(soft_time_limit=THINKING, time_limit=2 * THINKING)
def play_computer_turn(game_id: int) -> None:
    computer.play_owed_turn(game_id)


@shared_task(expires=25)
def sweep_computer_turns() -> None:
    computer.offer_owed_turns()


@shared_task(expires=3000)
def keep_house() -> None:
    housekeeping.keep_house()
