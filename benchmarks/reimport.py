"""Packs simulated runs as two exports, the second with more of them, and times their imports."""

import json
import os
import shutil
import subprocess
import sys
import time
import zipfile


def pack(archive, folder, names):
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in names:
            packed.write(os.path.join(folder, name), "activities/" + name)


def timed(tool, library, archive):
    """Seconds, peak memory in MB, and what the import said, in a process of its own."""
    start = time.monotonic()
    process = subprocess.Popen(
        [tool, "import", archive, "--library", library, "--json", "--quiet"],
        stdout=subprocess.PIPE)
    said = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - start
    if status != 0:
        sys.exit(f"{archive}: the import ended with {os.waitstatus_to_exitcode(status)}")
    return seconds, usage.ru_maxrss / 1024, json.loads(said)


def main():
    tool, work, runs, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    folder = os.path.join(work, "runs")
    subprocess.run(
        [tool, "simulate", "--runs", str(runs + 50), "--seed", "100", "--output", folder],
        check=True, stdout=subprocess.DEVNULL)
    names = sorted(name for name in os.listdir(folder) if name.endswith(".gpx"))
    january, february = os.path.join(work, "january.zip"), os.path.join(work, "february.zip")
    pack(january, folder, names[:runs])
    pack(february, folder, names)
    shutil.rmtree(folder)

    figures = []
    for number in range(rounds):
        library = os.path.join(work, f"library-{number}.sqlite")
        first, again, more = (timed(tool, library, archive)
                              for archive in (january, january, february))
        if (first[2]["runs"], again[2]["runs"], more[2]["runs"]) != (runs, 0, 50):
            sys.exit(f"unexpected runs: {first[2]}, {again[2]}, {more[2]}")
        figures.append((first, again, more))
    # The shortest: what else the machine does only adds.
    best = [min(column, key=lambda figure: figure[0]) for column in zip(*figures)]
    labels = [f"first import, {runs} runs, {os.path.getsize(january) >> 20} MB zip",
              "the same zip again", f"a new zip of the same and 50 more"]
    for label, (seconds, memory, _) in zip(labels, best):
        ratio = best[0][0] / seconds
        print(f"{label:44} {seconds:7.3f} s {ratio:7.1f}x {memory:6.0f} MB")


main()
