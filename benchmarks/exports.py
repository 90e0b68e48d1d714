"""Imports large exports and tells time, peak memory and what the second import costs of the first:

    exports.py REMEASURE WORK ACTIVITIES GIGABYTES
"""

import json
import os
import pathlib
import subprocess
import sys
import time

MAKER = pathlib.Path(__file__).with_name("make_exports.py")
FURTHER = 50
ROUTES = 200


def measured(tool, library, *words):
    """Seconds by the clock, peak memory in MB, and what the tool printed."""
    start = time.monotonic()
    with subprocess.Popen([tool, *words, "--library", library], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL) as process:
        printed = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"{' '.join(words)} ended with {process.returncode}")
    return time.monotonic() - start, usage.ru_maxrss / 1024, json.loads(printed)


def imported(tool, library, label, archive, first=None):
    seconds, memory, counts = measured(tool, library, "import", archive, "--json")
    ratio = f", {first / seconds:.1f} times as fast as the first" if first else ""
    print(f"{label}: {seconds:.2f} s, {memory:.0f} MB, {counts['runs']} new runs, "
          f"{counts['fixes']} fixes{ratio}", flush=True)
    return seconds


def make(*words):
    # Not in this process: what it grows to would count as the peak of those it starts.
    subprocess.run([sys.executable, str(MAKER), *(str(word) for word in words)], check=True)


def simulate(tool, folder, runs):
    for kind in ("gpx", "tcx", "fit"):
        subprocess.run(
            [tool, "simulate", "--quiet", "--runs", str(runs), "--seed", "1", "--format", kind,
             "--output", str(folder / kind)], check=True, stdout=subprocess.DEVNULL)


def main(tool, work, activities, gigabytes):
    work = pathlib.Path(work)
    simulate(tool, work / "runs", (activities + FURTHER) // 3 + 1)
    later = str(work / "later.zip")
    strava = str(work / "strava.zip")
    make("strava", work / "runs", strava, activities)
    make("strava", work / "runs", later, activities, FURTHER)
    library = str(work / "strava.sqlite")
    size = os.path.getsize(strava) / 1e6
    first = imported(tool, library, f"Strava, {activities} activities, {size:.0f} MB", strava)
    imported(tool, library, "the same again", strava, first)
    imported(tool, library, f"the same and {FURTHER} more", later, first)

    apple = str(work / "apple.zip")
    make("apple", work / "runs", apple, gigabytes, ROUTES)
    library = str(work / "apple.sqlite")
    first = imported(tool, library, f"Apple Health, {gigabytes} GB, {ROUTES} routes", apple)
    imported(tool, library, "the same again", apple, first)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))
