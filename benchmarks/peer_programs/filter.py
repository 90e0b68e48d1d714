"""One long run measured under one set of limits, and under 64."""

import pathlib
from collections.abc import Iterator

import numpy as np

from . import filters, tool, track, turns

ONE, ALL = "remeasure, one core", "remeasure, all cores"
AS_IT_STANDS, COSINES_ONCE = "numba, the formula as it stands", "numba, each cosine taken once"
LIMITS = ("max-accuracy", "max-speed", "min-move")
#: Fixes a call works through at the least: a clock must be able to tell.
WORK = 1 << 16


def tables(size, work: pathlib.Path) -> Iterator[turns.Table]:
    """One set over columns that fit a core's level 2 cache and that do not, then 64 sets."""
    bench = tool.Bench("filter", runs=size.bench_runs)
    yield one_set(1 << 14, "", "that fit the level 2 cache", bench, size, work)
    yield one_set(1 << 20, ".large", "that do not fit it", bench, size, work)
    yield many_sets(1 << 14, bench, size, work)


def one_set(fixes, suffix, columns, bench, size, work) -> turns.Table:
    """Ours tells the whole waterfall and all verdicts, the others the distance alone."""
    run = track.runner(fixes)
    limits = (50.0, 12.0, 5.0)
    passes = max(1, WORK // fixes)

    def numba(name, function, how):
        def work():
            for _ in range(passes):
                function(*run, *limits)

        return turns.Side(name, lambda: turns.shortest(work, passes * fixes), (ONE,), how)

    def by_python():
        lists = [column.tolist() for column in run]
        return turns.shortest(lambda: filters.measure(*lists, *limits), fixes)

    words = "a loop under njit with fast mathematics"
    sides = bench.sides({ONE: f"filter.one{suffix}", ALL: f"filter.one{suffix}.all_cores"}) + [
        numba(AS_IT_STANDS, filters.textbook, words),
        numba(COSINES_ONCE, filters.compiled, words),
    ]
    if not suffix:
        words = "the same loop by the interpreter, over lists"
        sides.append(turns.Side("Python", by_python, (ONE,), words, once=True))
    checks = checked(run, [limits], work)
    title = f"One set of limits over a run of {fixes:,} fixes, in columns {columns}"
    return turns.timed_by_turns(title, "ns a fix", sides, size.turns, checks)


def checked(run, sets, work) -> list[dict]:
    """Holds numba's results against remeasure's, for the run as a user imports it."""
    library = track.imported(run, work)
    checks = []
    for limits in sets:
        ours = track.our_result(library, dict(zip(LIMITS, limits)))
        for name, function in ((AS_IT_STANDS, filters.textbook), (COSINES_ONCE, filters.compiled)):
            metres, counted = function(*run, *limits)
            what = f"{name}, under {', '.join(map(str, limits))} against `remeasure report`"
            checks.append(turns.check(f"{what}: share of metres", abs(metres / ours[0] - 1), 1e-6))
            checks.append(turns.check(f"{what}: counted fixes", abs(counted - ours[1]), 0.5))
    return checks


def many_sets(fixes, bench, size, work) -> turns.Table:
    """64 sets, 8 speeds by 8 moves."""
    run = track.runner(fixes)
    limits = np.array([(50.0, 6.0 + x, 1.0 + y) for x in range(8) for y in range(8)])
    metres = np.empty(len(limits))

    def side(name, function, against, how):
        def take():
            return turns.shortest(lambda: function(*run, limits, metres), fixes * len(limits))

        return turns.Side(name, take, (against,), how)

    once = "the loop once a set"
    shared = "the loop with each cosine taken once, the sets shared out by prange"
    sides = bench.sides({ONE: "filter.lanes", ALL: "filter.lanes.all_cores"}) + [
        side(AS_IT_STANDS, filters.over_sets(filters.textbook), ONE, once),
        side(COSINES_ONCE, filters.over_sets(filters.compiled), ONE, once),
        side("numba, all cores", filters.over_sets(filters.compiled, parallel=True), ALL, shared),
    ]
    title = f"64 sets of limits over a run of {fixes:,} fixes"
    corners = [tuple(limits[i].tolist()) for i in (0, 7, 56, 63)]
    checks = checked(run, corners, work)
    return turns.timed_by_turns(title, "ns a fix and set", sides, size.turns, checks)
