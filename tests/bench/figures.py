"""How figures are printed: medians, and ratios of what was measured side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True, slots=True)
class Ratio:
    """A cost against its yardstick, both in seconds, measured interleaved in one run."""

    name: str
    samples: Sequence[float]
    yardstick: Sequence[float]
    goal: float

    @property
    def value(self) -> float:
        return median(self.samples) / median(self.yardstick)

    def __str__(self) -> str:
        verdict = "ok" if self.value <= self.goal else "MISSED"
        return (
            f"  {self.name:<44} {self.value:5.2f} x  (goal <= {self.goal:g}, {verdict})"
            f"   {milliseconds(self.samples)} against {milliseconds(self.yardstick)}"
        )


def milliseconds(samples: Sequence[float]) -> str:
    return f"{median(samples) * 1000:.2f} ms"


def judge_most(name: str, value: float, *, goal: float, unit: str = "x") -> str:
    """A line for what should be so much at most."""
    return _judge(name, value, f"<= {goal:g}", is_met=value <= goal, unit=unit)


def judge_least(name: str, value: float, *, goal: float, unit: str = "x") -> str:
    """A line for what should be so much at least."""
    return _judge(name, value, f">= {goal:g}", is_met=value >= goal, unit=unit)


def _judge(name: str, value: float, goal: str, *, is_met: bool, unit: str) -> str:
    return f"  {name:<44} {value:7.2f} {unit}  (goal {goal}, {'ok' if is_met else 'MISSED'})"
