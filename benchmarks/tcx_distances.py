#!/usr/bin/env python3
"""What a TCX file holds by another reader than Remeasure's: Python's expat, and nothing shared.

    benchmarks/tcx_distances.py FILE...

Prints for each file: its fixes, its segments, and the raw sum of all steps inside segments in
metres (haversine, R = 6 371 000 m). TCXCorpusTests holds what it printed for real files.

An activity is a run. A segment ends where a lap's second or later Track begins, and where track
points that hold a time and nothing else stand between two with a position, unless all of them
share their second with one of the two.
"""
import gzip
import math
import re
import sys
from datetime import datetime
from xml.parsers import expat


def events(data):
    """('lap',), ('track',), ('activity',) and ('point', {path: text}) in document order."""
    found, path, point = [], [], None

    def start(name, _):
        nonlocal point
        path.append(name.split(":")[-1])
        if path[-1] == "Trackpoint":
            point = {}
        elif path[-1] in ("Activity", "Lap", "Track"):
            found.append((path[-1].lower(),))

    def text(characters):
        if point is not None:
            key = "/".join(path[path.index("Trackpoint") + 1:])
            point[key] = point.get(key, "") + characters

    def end(_):
        nonlocal point
        if path.pop() == "Trackpoint":
            values = {key: value.strip() for key, value in point.items() if value.strip()}
            if "Activity" in path:
                found.append(("point", values))
            point = None

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = text
    parser.Parse(data, True)
    return found


def position(point):
    try:
        return (float(point["Position/LatitudeDegrees"]), float(point["Position/LongitudeDegrees"]))
    except (KeyError, ValueError):
        return None


def second(point):
    text = re.sub(r"\.\d+", "", point.get("Time", "")).replace("Z", "+00:00")
    return datetime.fromisoformat(text).timestamp() if text else None


def runs(found):
    """Lists of (position, segment), one list an activity."""
    all_runs, between, last = [], [], None
    for event in found:
        if event[0] == "activity":
            all_runs.append([])
            between, last, segment, tracks = [], None, 0, 0
        elif event[0] == "lap":
            tracks = 0
        elif event[0] == "track":
            tracks += 1
            between.append("track" if tracks > 1 else None)
        elif (place := position(event[1])) is not None:
            here = second(event[1])
            empty = {item for item in between if isinstance(item, float)}
            is_pause = empty and empty != {here} and empty != {last}
            if all_runs[-1] and ("track" in between or is_pause):
                segment += 1
            all_runs[-1].append((place, segment))
            between, last = [], here
        elif set(event[1]) - {"SensorState"} == {"Time"}:
            between.append(second(event[1]))
    return [run for run in all_runs if run]


def metres(one, other):
    (lat1, lon1), (lat2, lon2) = [[math.radians(value) for value in place] for place in (one, other)]
    chord = (math.sin((lat2 - lat1) / 2) ** 2
             + math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2)
    return 2 * 6_371_000 * math.asin(min(1, math.sqrt(chord)))


for name in sys.argv[1:]:
    data = (gzip.open if name.endswith(".gz") else open)(name, "rb").read().lstrip()
    try:
        found = runs(events(data))
    except expat.ExpatError as error:
        print(f"{name}: {error}")
        continue
    total = sum(metres(one[0], other[0]) for run in found for one, other in zip(run, run[1:])
                if one[1] == other[1])
    print(f"{name}: {len(found)} runs, {sum(map(len, found))} fixes, "
          f"{sum(run[-1][1] + 1 for run in found)} segments, {total:.3f} m")
