"""The reference rules as loops that numba compiles, for the distance alone."""

import math

import numba
import numpy as np

RADIUS = 6_371_000.0
RADIANS = math.pi / 180
#: Like fastmath, but an accuracy that is not a number keeps its meaning.
FAST = {"nsz", "arcp", "contract", "afn", "reassoc"}


@numba.njit(fastmath=FAST, nogil=True)
def textbook(
    milliseconds, latitude, longitude, segment, accuracy, max_accuracy, max_speed, min_move
):
    """Metres and counted fixes of one run, with the formula written out for each pair."""
    distance, counted, last = 0.0, 0, -1
    for i in range(len(latitude)):
        north, east = latitude[i], longitude[i]
        if not (abs(north) <= 90 and abs(east) <= 180) or (north == 0 and east == 0):
            continue
        if accuracy[i] < 0 or accuracy[i] > max_accuracy:
            continue
        if last < 0 or segment[i] != segment[last]:
            last = i
            continue
        northing = math.sin((north - latitude[last]) * RADIANS / 2)
        easting = math.sin((east - longitude[last]) * RADIANS / 2)
        cosines = math.cos(latitude[last] * RADIANS) * math.cos(north * RADIANS)
        h = northing * northing + cosines * easting * easting
        moved = 2 * RADIUS * math.asin(min(math.sqrt(h), 1.0))
        seconds = (milliseconds[i] - milliseconds[last]) / 1000
        if seconds > 0 and moved / seconds > max_speed:
            continue
        if moved < min_move:
            continue
        distance += moved
        counted += 1
        last = i
    return distance, counted


def measure(
    milliseconds, latitude, longitude, segment, accuracy, max_accuracy, max_speed, min_move
):
    """Metres and counted fixes of one run; each fix's cosine is taken once.

    NaN is an accuracy that is unknown, and kept.
    """
    distance, counted = 0.0, 0
    last, last_cosine = -1, 0.0
    for i in range(len(latitude)):
        if accuracy[i] < 0 or accuracy[i] > max_accuracy:
            continue
        north, east = latitude[i], longitude[i]
        if not (abs(north) <= 90 and abs(east) <= 180) or (north == 0 and east == 0):
            continue
        cosine = math.cos(north * RADIANS)
        if last < 0 or segment[i] != segment[last]:
            last, last_cosine = i, cosine
            continue
        northing = math.sin((north - latitude[last]) * (RADIANS / 2))
        easting = math.sin((east - longitude[last]) * (RADIANS / 2))
        h = northing * northing + last_cosine * cosine * (easting * easting)
        moved = 2 * RADIUS * math.asin(min(math.sqrt(h), 1.0))
        seconds = (milliseconds[i] - milliseconds[last]) / 1000
        if seconds > 0 and moved > max_speed * seconds:
            continue
        if moved < min_move:
            continue
        distance += moved
        counted += 1
        last, last_cosine = i, cosine
    return distance, counted


compiled = numba.njit(fastmath=FAST, nogil=True)(measure)


def over_sets(function, parallel=False):
    """One run under each row of `limits`; on all cores, the sets are shared out among them."""

    @numba.njit(fastmath=FAST, parallel=parallel)
    def measure_sets(milliseconds, latitude, longitude, segment, accuracy, limits, metres):
        for number in numba.prange(len(limits)):
            metres[number] = function(
                milliseconds,
                latitude,
                longitude,
                segment,
                accuracy,
                limits[number, 0],
                limits[number, 1],
                limits[number, 2],
            )[0]

    return measure_sets


@numba.njit(fastmath=FAST, parallel=True)
def measure_runs(starts, milliseconds, latitude, longitude, segment, accuracy, limits):
    """Metres and counted fixes of many runs that lie in a row, shared out among the cores.

    Run `i` is from `starts[i]` up to `starts[i + 1]`.
    """
    count = len(starts) - 1
    metres, counted = np.empty(count), np.empty(count, np.int64)
    for run in numba.prange(count):
        run_fixes = slice(starts[run], starts[run + 1])
        metres[run], counted[run] = compiled(
            milliseconds[run_fixes],
            latitude[run_fixes],
            longitude[run_fixes],
            segment[run_fixes],
            accuracy[run_fixes],
            limits[0],
            limits[1],
            limits[2],
        )
    return metres, counted


def grid_over_runs(parallel=False):
    """Many runs that lie in a row, each under every row of `limits`; on all cores, the runs are shared out."""

    @numba.njit(fastmath=FAST, parallel=parallel)
    def measure_grid(
        starts, milliseconds, latitude, longitude, segment, accuracy, limits, metres, counted
    ):
        for run in numba.prange(len(starts) - 1):
            run_fixes = slice(starts[run], starts[run + 1])
            for number in range(len(limits)):
                metres[run, number], counted[run, number] = compiled(
                    milliseconds[run_fixes],
                    latitude[run_fixes],
                    longitude[run_fixes],
                    segment[run_fixes],
                    accuracy[run_fixes],
                    limits[number, 0],
                    limits[number, 1],
                    limits[number, 2],
                )

    return measure_grid
