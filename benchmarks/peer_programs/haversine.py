"""Metres between neighbouring fixes of a run, over whole columns."""

import ctypes
import math
import pathlib
import subprocess
from collections.abc import Callable, Iterator
from typing import NamedTuple

import haversine
import numba
import numkong
import numpy as np

from . import tool, track, turns

RADIUS = 6_371_000.0
RADIANS = math.pi / 180
ONE, ALL = "remeasure, one core", "remeasure, all cores"
#: What one call of a side works through at the least: a clock must be able to tell.
WORK = 1 << 16


def tables(size, work: pathlib.Path) -> Iterator[turns.Table]:
    """Columns that fit a core's level 2 cache, and columns that do not."""
    bench = tool.Bench("haversine", runs=size.bench_runs)
    small, large = 1 << 14, 1 << 20
    yield table(small, "", "fit the level 2 cache", bench, size.turns, work)
    yield table(large, ".large", "do not fit it", bench, size.turns, work)


def table(pairs, suffix, columns, bench, turn_count, work) -> turns.Table:
    """All sides over columns of a length."""
    run = track.runner(pairs + 1)
    peers = python_peers(run) + c_peers(run, work)
    ours = {ONE: f"haversine.vector{suffix}", ALL: f"haversine.vector{suffix}.all_cores"}
    passes = max(1, WORK // pairs)
    sides = bench.sides(ours) + [
        turns.Side(
            peer.name,
            lambda peer=peer: turns.shortest(lambda: peer.steps(passes), passes * pairs),
            peer.against,
            peer.how,
        )
        for peer in peers
    ]
    title = f"Haversine of {pairs:,} neighbouring pairs, in columns that {columns}"
    checks = checked(peers, run, work)
    return turns.timed_by_turns(title, "ns a pair", sides, turn_count, checks)


def checked(peers, run, work) -> list[dict]:
    """Holds each side's metres against remeasure's, for the track as a user imports it."""
    count = min(len(run.latitude), 1 << 14)
    library = track.imported(track.Track(*(column[:count] for column in run)), work)
    ours = track.our_steps(library)
    checks = []
    for peer in peers:
        # Some measure on a radius of their own.
        metres = np.asarray(peer.steps(1))[: count - 1] * (RADIUS / peer.radius)
        off = float(np.abs(metres - ours).max())
        what = f"{peer.name}: metres, pair by pair, against `remeasure replay`"
        checks.append(turns.check(what, off, 1e-6))
    return checks


class Peer(NamedTuple):
    """A way to measure the steps of the run."""

    name: str
    against: tuple[str, ...]
    how: str
    #: Measures them so many times; gives what they are.
    steps: Callable[[int], np.ndarray]
    radius: float = RADIUS


def c_peers(run: track.Track, work: pathlib.Path) -> list[Peer]:
    """`haversine.c` by gcc."""

    def peer(name, *options):
        metres = unknown(run)
        columns = [ctypes.c_void_p(c.ctypes.data) for c in (run.latitude, run.longitude, metres)]
        library = work / f"{name}.so"
        source = pathlib.Path(__file__).with_name("haversine.c")
        flags = ["-shared", "-fPIC", "-o", library, source, "-lm"]
        subprocess.run(["gcc", *options, *flags], check=True)
        function = ctypes.CDLL(str(library)).repeated_steps

        def steps(passes):
            latitude, longitude, into = columns
            count = ctypes.c_long(len(metres))
            function(latitude, longitude, count, into, ctypes.c_long(passes))
            return metres

        return Peer(name, (ONE,), f"gcc {' '.join(options)} haversine.c", steps)

    return [
        peer("gcc with libmvec", "-O3", "-ffast-math", "-march=native"),
        peer("C library, pair by pair", "-O2"),
    ]


def python_peers(run: track.Track) -> list[Peer]:
    """What Python packages offer, and what one writes with them."""
    latitude, longitude = run.latitude, run.longitude
    places = np.stack([latitude, longitude], axis=1)
    north, east = np.radians(latitude), np.radians(longitude)

    def into(function):
        """Of a function that writes into a column."""
        metres = unknown(run)

        def steps(passes):
            for _ in range(passes):
                function(metres)
            return metres

        return steps

    def giving(function, *columns):
        """Of a function that makes a column."""

        def steps(passes):
            for _ in range(passes):
                made = function(*columns)
            return made

        return steps

    radians = (north[:-1], east[:-1], north[1:], east[1:])
    by_numkong = into(lambda metres: numkong.haversine(*radians, out=metres))
    vector = giving(haversine.haversine_vector, places[:-1], places[1:], haversine.Unit.METERS)
    loop = into(lambda metres: steps_by_numba(latitude, longitude, metres))
    loop_on_all = into(lambda metres: steps_on_all_cores(latitude, longitude, metres))
    columns = giving(steps_by_numpy, latitude, longitude)
    words = "numkong.haversine on radians, converted before"
    return [
        Peer("NumKong", (ONE,), words, by_numkong, numkong_radius()),
        Peer("numba", (ONE,), "a loop under njit(fastmath=True)", loop),
        Peer("numba, all cores", (ALL,), "the loop with parallel=True", loop_on_all),
        Peer("numpy", (ONE,), "the formula over whole columns", columns),
        Peer("haversine", (ONE,), "haversine.haversine_vector", vector, 6_371_008.8),
    ]


def unknown(run: track.Track) -> np.ndarray:
    """A column for the steps, in which nothing could be taken for one."""
    return np.full(len(run.latitude) - 1, np.nan)


def numkong_radius() -> float:
    """Metres: a quarter of its circumference tells."""
    quarter = numkong.haversine(*(np.array([x]) for x in (0.0, 0.0, 0.0, math.pi / 2)))
    return np.asarray(quarter).item() / (math.pi / 2)


def steps_by_numpy(latitude, longitude):
    """The textbook formula over columns; each latitude's cosine is taken once."""
    north = np.radians(latitude)
    cosines = np.cos(north)
    northing = np.sin(np.diff(north) / 2)
    easting = np.sin(np.diff(np.radians(longitude)) / 2)
    h = northing * northing + cosines[:-1] * cosines[1:] * (easting * easting)
    return 2 * RADIUS * np.arcsin(np.sqrt(h))


def steps_in_loop(latitude, longitude, metres):
    """The textbook formula pair by pair."""
    for i in numba.prange(len(metres)):
        northing = math.sin((latitude[i + 1] - latitude[i]) * (RADIANS / 2))
        easting = math.sin((longitude[i + 1] - longitude[i]) * (RADIANS / 2))
        cosines = math.cos(latitude[i] * RADIANS) * math.cos(latitude[i + 1] * RADIANS)
        h = northing * northing + cosines * (easting * easting)
        metres[i] = 2 * RADIUS * math.asin(math.sqrt(h))


steps_by_numba = numba.njit(fastmath=True)(steps_in_loop)
steps_on_all_cores = numba.njit(fastmath=True, parallel=True)(steps_in_loop)
