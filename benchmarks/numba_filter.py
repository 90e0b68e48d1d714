#!/usr/bin/env python3
"""The reference rules as a loop that numba compiles, for the distance alone: what a quick script would be.

  benchmarks/numba_filter.py [--fixes N] [--sets N] [--runs N]

needs PyPI's numba and numpy, and prints JSON: nanoseconds a fix (and set), on one core. `measure` takes
columns and is what other scripts use.
"""

import argparse
import json
import math
import statistics
import time

import numba
import numpy as np

RADIUS = 6_371_000.0
RADIANS = math.pi / 180


@numba.njit(fastmath=True, inline="always")
def haversine(latitude1, longitude1, latitude2, longitude2):
    northing = math.sin((latitude2 - latitude1) * RADIANS / 2)
    easting = math.sin((longitude2 - longitude1) * RADIANS / 2)
    cosines = math.cos(latitude1 * RADIANS) * math.cos(latitude2 * RADIANS)
    h = northing * northing + cosines * easting * easting
    return 2 * RADIUS * math.asin(min(math.sqrt(h), 1.0))


@numba.njit(fastmath={"nsz", "arcp", "contract", "afn", "reassoc"})
def measure(milliseconds, latitude, longitude, segment, accuracy, max_accuracy, max_speed, min_move):
    """Metres of one run: NaN is an accuracy that is unknown, and kept."""
    distance = 0.0
    last = -1
    for i in range(len(latitude)):
        north, east = latitude[i], longitude[i]
        if not (abs(north) <= 90 and abs(east) <= 180) or (north == 0 and east == 0):
            continue
        if accuracy[i] < 0 or accuracy[i] > max_accuracy:
            continue
        if last < 0 or segment[i] != segment[last]:
            last = i
            continue
        moved = haversine(latitude[last], longitude[last], north, east)
        seconds = (milliseconds[i] - milliseconds[last]) / 1000
        if seconds > 0 and moved / seconds > max_speed:
            continue
        if moved < min_move:
            continue
        distance += moved
        last = i
    return distance


def track(count):
    """A runner who wanders at some 3 m/s, a fix a second, now and then with a poor accuracy."""
    random = np.random.default_rng(1)
    latitude = 45 + np.cumsum(random.uniform(-2e-5, 4e-5, count))
    longitude = 7 + np.cumsum(random.uniform(-4e-5, 4e-5, count))
    milliseconds = np.arange(count, dtype=np.int64) * 1000
    return (milliseconds, latitude, longitude, np.zeros(count, np.int32),
            random.uniform(3, 52, count))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fixes", type=int, default=1 << 14)
    parser.add_argument("--sets", type=int, default=1)
    parser.add_argument("--runs", type=int, default=30)
    options = parser.parse_args()
    columns = track(options.fixes)
    limits = [(50.0, 12.0, 5.0 + 0.1 * number) for number in range(options.sets)]
    passes = max(1, (1 << 18) // (options.fixes * options.sets))
    times = []
    for _ in range(options.runs + options.runs // 4):
        start = time.process_time_ns()
        for _ in range(passes):
            for limit in limits:
                measure(*columns, *limit)
        spent = time.process_time_ns() - start
        times.append(spent / (passes * options.fixes * options.sets))
    times = times[options.runs // 4:]
    print(json.dumps({
        "name": "numba.filter", "unit": "ns/fix", "count": options.fixes, "sets": options.sets,
        "median": statistics.median(times), "min": min(times), "max": max(times),
        "distance": measure(*columns, *limits[0]), "numba": numba.__version__}))


if __name__ == "__main__":
    main()
