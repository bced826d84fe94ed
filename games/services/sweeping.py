"""All that the clocks owe, in order; of beat's workers and of a person's command alike."""

from games.services import outages, reminders, time_out, vacations
from games.services.clock_check import is_clock_right


def sweep_clocks() -> dict[str, int]:
    """Do what is due at this moment; returns what was done, by name.

    Nothing at all, and no trace of a sweep, where this machine's clock is wrong. Harmless when two
    do it at once: each act looks again under its lock.
    """
    if not is_clock_right():
        return {}
    done = {
        "outages credited": int(outages.credit() is not None),
        "vacations ended": vacations.end_due(),
        "games ended by the clock": time_out.end_due(),
        "reminders owed": reminders.remind_due() + vacations.remind_due(),
    }
    outages.record_sweep()
    return done
