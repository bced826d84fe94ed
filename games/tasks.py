"""What workers are asked to do. Each task is one call of a service."""

from celery import shared_task

from games.services import computer, housekeeping


@shared_task(queue="computer", soft_time_limit=5, time_limit=10)
def play_computer_turn(game_id: int) -> None:
    computer.play_owed_turn(game_id)


@shared_task(queue="mail", expires=25)
def sweep_computer_turns() -> None:
    computer.offer_owed_turns()


@shared_task(queue="mail", expires=3000)
def keep_house() -> None:
    housekeeping.keep_house()
