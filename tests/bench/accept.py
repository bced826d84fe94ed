"""The cost of accepting an invitation, in process, with production's settings and middleware.

Run by itself this module measures once, on the database of DATABASE_URL.
"""

from tests.bench import databases

REPETITIONS = 200


def run() -> None:
    """Prints the ratio for each database."""
    title = f"An invitation, medians of {REPETITIONS} interleaved repetitions"
    databases.measure_on_both(title, "tests.bench.accept")


def measure() -> None:
    """Prints the ratio for the database that is configured."""
    databases.set_up()
    from tests.bench.figures import Ratio

    bare, accepted = measure_acceptances()
    print(Ratio("(c) an invitation accepted, up to its redirect", accepted, bare, goal=6))


def measure_acceptances() -> tuple[list[float], list[float]]:
    """Seconds of the bare view and of accepting, measured by turns."""
    from django.urls import reverse

    from tests.bench.bare.models import Row
    from tests.bench.tables import make_client
    from tests.bench.turn import seconds
    from tests.games.factories import make_user
    from tests.games.rows import make_invitation

    client, _user = make_client()
    row, inviter = Row.objects.create(), make_user()
    bare, accepted = [], []
    for _ in range(REPETITIONS):
        bare.append(seconds(client, "post", f"/bare/{row.pk}/", {}, status=302))
        invitation = make_invitation(inviter_user=inviter)
        address = reverse("games:accept_invitation", args=[invitation.token])
        accepted.append(seconds(client, "post", address, {}, status=302))
    return bare, accepted


if __name__ == "__main__":
    measure()
