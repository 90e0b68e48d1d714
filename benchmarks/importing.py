"""Times the import of a folder of GPX beside other programs, by turns, and prints ratios.

Run by `benchmarks/importing`. Every side is a whole process; processor time is what it and the kernel
spent for it. The sides written in Python take one file of every twenty, as they would take minutes, and
are compared a fix.

With `--peer NAME FILE...` this is one of those sides.
"""

import json
import os
import pathlib
import sqlite3
import statistics
import subprocess
import sys
import time

# One file of so many for the slow sides.
SHARE = 20


def parsed_by_gpxpy(paths):
    import gpxpy

    for path in paths:
        with open(path, encoding="utf-8") as file:
            gpxpy.parse(file)


def imported_as_fittrackee_does(paths):
    """FitTrackee's steps for a GPX, restated from its service for such files, without its server, its maps
    and weather: gpxpy reads the file and sums up each segment; then for each point the distance from the one
    before, a speed and a dictionary, kept as JSON in the segment's row. The row goes to SQLite here, and to
    PostgreSQL there.
    """
    import gpxpy

    with sqlite3.connect(":memory:") as database:
        database.execute("CREATE TABLE workout (id INTEGER PRIMARY KEY, distance REAL, moving REAL)")
        database.execute(
            "CREATE TABLE segment (workout INTEGER, number INTEGER, distance REAL, points TEXT,"
            " geometry TEXT)")
        for path in paths:
            with open(path, encoding="utf-8") as file:
                gpx = gpxpy.parse(file)
            for track in gpx.tracks:
                whole = track.get_moving_data(stopped_speed_threshold=1)
                key = database.execute(
                    "INSERT INTO workout (distance, moving) VALUES (?, ?)",
                    (whole.moving_distance + whole.stopped_distance, whole.moving_time)).lastrowid
                for number, segment in enumerate(track.segments):
                    database.execute(
                        "INSERT INTO segment VALUES (?, ?, ?, ?, ?)",
                        (key, number, *segment_row(segment)))
            database.commit()


def segment_row(segment):
    summary = segment.get_moving_data(stopped_speed_threshold=1)
    first = previous = None
    distance = 0.0
    points, places = [], []
    for number, point in enumerate(segment.points):
        first = first or point
        speed = segment.get_speed(number) or 0.0 if number else 0.0
        distance += (point.distance_2d(previous) or 0.0) if previous else 0.0
        points.append({
            "distance": distance, "duration": int(point.time_difference(first) or 0),
            "elevation": point.elevation, "latitude": point.latitude,
            "longitude": point.longitude, "speed": round(speed * 3.6, 2), "time": str(point.time)})
        places.append([point.longitude, point.latitude])
        previous = point
    total = summary.moving_distance + summary.stopped_distance if summary else 0
    return total, json.dumps(points), json.dumps(places)


PEERS = {"gpxpy": parsed_by_gpxpy, "fittrackee": imported_as_fittrackee_does}


def run(command):
    """Wall time, processor time and peak memory (MB) of a process."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    # 1: some file holds no run, which may be in a folder of one's own.
    if process.returncode not in (0, 1):
        sys.exit(f"{command[0]} ended with {process.returncode}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def fix_count(remeasure, paths, work):
    line = subprocess.run(
        [remeasure, "import", *paths, "--library", str(work / "counted.sqlite"), "--json"],
        check=False, capture_output=True, text=True).stdout
    return json.loads(line)["fixes"]


def main(turns, remeasure, baseline, folder, work):
    files = sorted(str(path) for path in folder.rglob("*.gpx"))
    few = files[::SHARE]
    counts = {True: fix_count(remeasure, files, work)}
    (work / "counted.sqlite").unlink()
    counts[False] = fix_count(remeasure, few, work)

    def importing(jobs):
        def side():
            for path in work.glob("library.sqlite*"):
                path.unlink()
            return run([
                remeasure, "import", str(folder), "--library", str(work / "library.sqlite"),
                "--quiet", "--jobs", str(jobs)])
        return side

    inputs = [word for path in files for word in ("-f", path)]
    # Each with whether it takes all files.
    sides = {
        "bare SAX pass and SHA-256": (lambda: run([baseline, "--once", *files]), True),
        "remeasure import --jobs 1": (importing(1), True),
        "remeasure import --jobs 2": (importing(2), True),
        "gpsbabel to unicsv": (
            lambda: run(["gpsbabel", "-t", "-i", "gpx", *inputs, "-o", "unicsv", "-F", "/dev/null"]),
            True),
        "gpxpy, parsing alone": (
            lambda: run([sys.executable, __file__, "--peer", "gpxpy", *few]), False),
        "FitTrackee's way, restated": (
            lambda: run([sys.executable, __file__, "--peer", "fittrackee", *few]), False),
    }
    times = {name: [] for name in sides}
    for turn in range(turns):
        for name, (side, _) in sides.items():
            # The slow ones once: they differ by orders of magnitude.
            if turn == 0 or times[name][0][0] < 5:
                times[name].append(side())
    bytes_ = sum(pathlib.Path(path).stat().st_size for path in files)
    print(f"{len(files)} files, {counts[True]} fixes, {bytes_ / 1e6:.0f} MB; {turns} turns, medians")
    bare = times["bare SAX pass and SHA-256"]
    for name, (_, takes_all) in sides.items():
        share = counts[True] / counts[takes_all]
        ratios = [
            share * other[1] / own[1] for other, own in zip(times[name], bare)]
        wall, processor, memory = (
            statistics.median(column) for column in zip(*times[name]))
        print(
            f"{name:<28} {share * wall:8.2f} s {share * processor:8.2f} s of processor"
            f" {memory:6.0f} MB   {statistics.median(ratios):7.2f} times the bare pass's")
    one, two = (times[f"remeasure import --jobs {jobs}"] for jobs in (1, 2))
    speeds = [other[1] / own[1] for other, own in zip(bare, one)]
    gains = [single[0] / double[0] for single, double in zip(one, two)]
    print(
        f"importing on one core: {statistics.median(speeds):.2f} ({min(speeds):.2f} to"
        f" {max(speeds):.2f}) of the bare pass's speed; on two {statistics.median(gains):.2f}"
        f" ({min(gains):.2f} to {max(gains):.2f}) times as fast as on one")


if sys.argv[1] == "--peer":
    PEERS[sys.argv[2]](sys.argv[3:])
else:
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3], *map(pathlib.Path, sys.argv[4:]))
