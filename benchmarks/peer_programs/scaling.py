"""What recomputing takes of time and memory, from 1 M to 100 M fixes."""

import pathlib
from collections.abc import Iterator

from . import library, recompute, tool, turns

#: Millions of fixes, where the library that is asked for has the base.
SHARES, BASE = (1, 4, 36, 100), 36


def tables(size, work: pathlib.Path) -> Iterator[turns.Table]:
    """Time and memory of the same processes, on one core and on all."""
    stages = {}
    for share in SHARES:
        runs = max(1, size.runs * share // BASE)
        held = library.copy_of_runs(runs, size.folder or work, work)
        stages[held] = fix_count(held)
    for words, options in (("one core", ("--jobs", 1)), ("all cores", ())):
        yield from by_size(stages, words, options, size)


def by_size(stages: dict, words: str, options: tuple, size) -> list[turns.Table]:
    """All sizes by turns; the memory is of the processes that were timed."""
    command = " ".join(map(str, ("remeasure recompute --params turn@N", *options)))
    base = f"{list(stages.values())[SHARES.index(BASE)]:,} fixes"
    memory: dict[str, list[float]] = {}

    def side(held, fixes):
        name = f"{fixes:,} fixes"
        memory[name] = []

        def take():
            rules = held.add_rules("turn", {"min-move": 5 + len(memory[name]) / 1000})
            ended = recompute.recomputed(held, rules, *options)
            memory[name].append(ended.peak_megabytes)
            return ended.seconds * 1e9 / fixes

        return turns.Side(name, take, () if name == base else (base,), command)

    sides = [side(held, fixes) for held, fixes in stages.items()]
    times = turns.timed_by_turns(f"New limits, by size, {words}", "ns a fix", sides, size.turns)
    return [times, turns.Table(f"Peak memory of these, {words}", "MB", memory, sides, [])]


def fix_count(held: tool.Library) -> int:
    """Of the whole library."""
    return int(library.table(held, "SELECT sum(fix_count) AS fixes FROM run")["fixes"][0].as_py())
