"""What more workers would do: a simulation of a batch with stragglers and failures."""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass

from .run import LATE, PATIENCE

#: A straggler takes this many times as long: another tenant, a slow disk, a hot core.
STRAGGLER = 5.0
#: Seconds until a dead worker is missed (Dask's worker-ttl is 300, a nanny's restart a few) and replaced.
REPLACEMENT = 60.0


@dataclass(frozen=True)
class Model:
    """A batch and the machines that it runs on."""

    shards: int
    #: Mean seconds of a shard.
    seconds: float
    #: Standard deviation of the logarithm of that time.
    spread: float = 0.2
    #: Share of shards that are stragglers.
    stragglers: float = 0.01
    #: Deaths of a worker an hour.
    failures: float = 0.01
    #: Seconds of the one scheduler a shard.
    overhead: float = 0.004
    #: Are late shards at the end started a second time, as in `run`?
    copies: bool = True
    seed: int = 1


@dataclass(frozen=True)
class Outcome:
    """How a simulated batch went."""

    workers: int
    #: Seconds from start to end.
    span: float
    #: Useful seconds of work over seconds of workers paid for.
    efficiency: float
    #: Shards begun again because their worker died.
    repeated: int
    #: Share of the span in which the scheduler was busy.
    scheduler: float


class _Draw:
    """Times of shards and of workers' deaths."""

    def __init__(self, model: Model) -> None:
        self.random, self.model = random.Random(model.seed), model

    def work(self) -> float:
        model = self.model
        # The mean of a log-normal variable of this spread is 1 with this shift.
        work = model.seconds * self.random.lognormvariate(-model.spread * model.spread / 2, model.spread)
        return work * STRAGGLER if self.random.random() < model.stragglers else work

    def death(self) -> float:
        rate = self.model.failures / 3600.0
        return self.random.expovariate(rate) if rate > 0 else float("inf")


def simulate(model: Model, workers: int) -> Outcome:
    """Runs a batch in simulated time: every free worker gets the next shard from one scheduler, which takes `overhead`
    for each; a worker that dies loses its current shard and is replaced. Late shards at the end are started again."""
    draw = _Draw(model)
    free = [(0.0, number) for number in range(workers)]
    waiting, clock, repeated = model.shards, 0.0, 0
    # End and work of the shards under way or done.
    dealt: list[tuple[float, float]] = []
    while waiting:
        now, number = heapq.heappop(free)
        clock = max(clock, now) + model.overhead
        work, death = draw.work(), draw.death()
        if death < work:
            repeated += 1
            heapq.heappush(free, (clock + death + REPLACEMENT, number))
            continue
        waiting -= 1
        dealt.append((clock + work, work))
        heapq.heappush(free, (clock + work, number))
    if model.copies:
        dealt = _copied(model, draw, dealt, clock, free)
    end = max(finish for finish, _ in dealt)
    busy = model.overhead * (model.shards + repeated)
    return Outcome(workers, end, sum(work for _, work in dealt) / (end * workers), repeated, busy / end)


def _copied(
    model: Model, draw: _Draw, dealt: list[tuple[float, float]], clock: float, free: list[tuple[float, int]],
) -> list[tuple[float, float]]:
    """The shards when those that are late are begun a second time, as `run` does: some time after `clock`, when the last
    one was dealt, all that are missing, on whoever is free."""
    late = clock + max(PATIENCE, LATE * model.seconds)
    for index, (finish, _) in enumerate(dealt):
        if finish > late:
            now, number = heapq.heappop(free)
            again = draw.work()
            done = max(now, late) + model.overhead + again
            heapq.heappush(free, (done, number))
            dealt[index] = min(dealt[index], (done, again))
    return dealt


def table(model: Model, workers: list[int]) -> str:
    """Outcomes as a Markdown table."""
    lines = [
        f"{model.shards} shards of {model.seconds:g} s, {model.stragglers:.1%} stragglers, {model.failures:g} deaths a"
        f" worker-hour, {1000 * model.overhead:g} ms of scheduler a shard",
        "",
        "| workers | hours | core-hours | efficiency | shards begun again | scheduler busy |",
        "|---|---|---|---|---|---|",
    ]
    for number in workers:
        out = simulate(model, number)
        hours, paid = out.span / 3600, out.span * number / 3600
        lines.append(
            f"| {number} | {hours:.2f} | {paid:.0f} | {out.efficiency:.1%} | {out.repeated} | {out.scheduler:.1%} |"
        )
    return "\n".join(lines)
