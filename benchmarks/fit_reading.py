"""Times readers of FIT over a folder of files, by turns, and prints records a second and ratios.

Run by `benchmarks/fit_reading`. Decoding is timed inside each process, without its start; what is
committed is timed as a whole process, with reading, measuring, packing and storing. gpsbabel is a
whole process a file too: it has no other way.
"""

import json
import pathlib
import statistics
import subprocess
import sys
import time

TURNS = 5


def fix_count(remeasure, folder, work):
    line = subprocess.run(
        [remeasure, "import", str(folder), "--library", str(work / "counted.sqlite"), "--json"],
        check=False, capture_output=True, text=True).stdout
    return json.loads(line)["fixes"]


def by_remeasure(remeasure, folder, count):
    line = subprocess.run(
        [remeasure, "bench", "--reading", str(folder), "--runs", "3", "--json"],
        check=True, capture_output=True, text=True).stdout
    return json.loads(line)["read.fit"]["median"] * 1e-9 * count


def by_import(remeasure, folder, work, jobs):
    library = work / "library.sqlite"
    for path in work.glob("library.sqlite*"):
        path.unlink()
    begin = time.perf_counter()
    subprocess.run(
        [remeasure, "import", str(folder), "--library", str(library), "--quiet", *jobs],
        check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begin


def by_gpsbabel(files):
    begin = time.perf_counter()
    for path in files:
        subprocess.run(
            ["gpsbabel", "-t", "-i", "garmin_fit", "-f", str(path), "-o", "unicsv", "-F",
             "/dev/null"], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begin


def timed(read, files):
    begin = time.perf_counter()
    for path in files:
        read(path)
    return time.perf_counter() - begin


def python_readers():
    """Each installed reader as a function that decodes every message of a file."""
    readers = {}
    try:
        import garmin_fit_sdk
        readers["garmin-fit-sdk"] = lambda path: garmin_fit_sdk.Decoder(
            garmin_fit_sdk.Stream.from_file(str(path))).read()
    except ImportError:
        pass
    try:
        import fitdecode

        def read_fitdecode(path):
            with fitdecode.FitReader(str(path), error_handling=fitdecode.ErrorHandling.WARN) as fit:
                for _ in fit:
                    pass
        readers["fitdecode"] = read_fitdecode
    except ImportError:
        pass
    try:
        import fitfast
        readers["fitfast (rustyfit)"] = lambda path: fitfast.records(str(path))
    except ImportError:
        pass
    return readers


def main():
    remeasure, folder, work = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    count = fix_count(remeasure, folder, work)
    sides = {
        "remeasure, decoded": lambda: by_remeasure(remeasure, folder, count),
        "remeasure, committed, 1 job": lambda: by_import(remeasure, folder, work, ["--jobs", "1"]),
        "remeasure, committed": lambda: by_import(remeasure, folder, work, []),
        "gpsbabel": lambda: by_gpsbabel(files),
    }
    for name, read in python_readers().items():
        sides[name] = lambda read=read: timed(read, files)
    times = {name: [] for name in sides}
    for turn in range(TURNS):
        for name, side in sides.items():
            # The slow ones once: they take minutes and differ by orders of magnitude.
            if turn == 0 or times[name][0] < 5:
                times[name].append(side())
    ours = times["remeasure, decoded"]
    print(f"{len(files)} files, {count} fixes")
    for name, all_times in times.items():
        ratios = [other / own for other, own in zip(all_times, ours)]
        print(
            f"{name:<28} {count / statistics.median(all_times) / 1e6:8.3f} M fixes/s"
            f"   {statistics.median(ratios):8.2f} times as long")


main()
