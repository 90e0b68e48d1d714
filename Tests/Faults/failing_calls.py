"""The n-th call that writes, synchronises, reads, cuts or renames fails, or is the process's last, for n over all of
them: EIO, a full disk, an end before the call, an end after half of a write."""

import os
import pathlib
import random
import subprocess

import lab

SOURCE = pathlib.Path(__file__).with_name("failing_calls.c")
GROUPS = {
    "writes": ("write,pwrite", ["EIO", "ENOSPC", "KILL", "TORN"]),
    "syncs": ("fsync,fdatasync", ["EIO", "KILL"]),
    "reads": ("read,pread", ["EIO"]),
    "names and sizes": ("ftruncate,rename,link,unlink,mkdir", ["EIO", "KILL"]),
}


def preloaded(bench):
    """The library that makes calls fail, built for this machine."""
    built = bench.path("failing_calls.so")
    subprocess.run(
        [os.environ.get("CC", "cc"), "-shared", "-fPIC", "-O1", "-o", built, SOURCE, "-ldl", "-lpthread"], check=True)
    return str(built)


class Work:
    def __init__(self, name, words, base, again=(0,), output=None, input_folder=None, kept=False):
        self.name, self.words, self.base, self.again, self.output = name, words, base, again, output
        self.input_folder = input_folder
        # What there is under the name that the output is to get: it stays, or the new one is there, whole.
        self.kept = kept


def works(bench, faulty):
    folder = bench.simulate(30, 2)
    some, full = bench.path("some"), bench.path("full")
    bench.do("import", *sorted(folder.glob("*.fit"))[:10], library=some)
    bench.copy(some, full)
    bench.do("import", folder, library=full)
    bench.do("params", "add", "run", "--min-move", 10, library=full)
    runs = [row[0] for row in lab.content(full)["run"]]
    out = faulty / "output"
    return [
        Work("import into a new library", ["import", folder], None),
        Work("import", ["import", folder], some),
        Work("recompute", ["recompute", "--params", "run@2"], full),
        Work("delete", ["delete", "--yes", *runs[::3]], full, again=(0, 2)),
        Work("undo", ["undo", 2, "--yes"], full, again=(0, 2)),
        Work("backup", ["backup", out], full, output=out),
        Work("report", ["report", "--all", "--format", "csv", "--output", out], full, output=out, kept=True),
        Work("report to a folder", ["report", "--all", "--format", "html", "--output", out], some, output=out,
             kept=True),
        Work("export", ["export", "--all", "--format", "sqlite", "--output", out], full, output=out),
        Work("reading what is imported", ["import", folder], some, again=(0,), input_folder=folder),
    ]


def shape(path):
    """What an output holds, but for bytes that a clock or SQLite chooses."""
    if path is None:
        return None
    if path.is_dir():
        return sorted(lab.files(path))
    return path.exists()


def run(most=40, seed=1):
    chance = random.Random(seed)
    with lab.Lab() as bench:
        library_code = preloaded(bench)
        faulty = bench.path("faulty")
        faulty.mkdir()
        # A folder that is to be made, too.
        library = faulty / "new/library.sqlite"
        total = 0
        for work in works(bench, faulty):
            for group, (calls, errors) in GROUPS.items():
                if work.input_folder and group != "reads":
                    continue
                total += series(bench, work, library, faulty, library_code, group, calls, errors, most, chance)
        return bench.finish(f"all: {total} calls failed")


def prepare(bench, work, library):
    if work.base is None:
        lab.remove(library.parent)
    else:
        library.parent.mkdir(exist_ok=True)
        bench.copy(work.base, library)
    if work.output:
        lab.remove(work.output)


def series(bench, work, library, faulty, library_code, group, calls, errors, most, chance):
    counter = bench.path("count")
    counter.unlink(missing_ok=True)
    setting = dict(LD_PRELOAD=library_code, FAULT_FOLDER=str(work.input_folder or faulty), FAULT_CALLS=calls)
    prepare(bench, work, library)
    bench.run(work.words, library, FAULT_NTH="0", FAULT_COUNT=str(counter), **setting)
    work.after, work.shape = lab.content(library), shape(work.output)
    count = counter.stat().st_size if counter.exists() else 0
    numbers = range(1, count + 1)
    if count > most:
        numbers = sorted({1, 2, 3, count - 1, count, *chance.sample(numbers, most)})
    statuses = {}
    for index, number in enumerate(numbers):
        error = errors[index % len(errors)]
        lasts = chance.random() < 0.5 and error in ("EIO", "ENOSPC")
        where = f"{work.name}, {group}, {error}{' from' if lasts else ' at'} call {number} of {count}"
        prepare(bench, work, library)
        is_there = work.kept and chance.random() < 0.5
        if is_there:
            bench.run(work.words, library)
        outcome = bench.run(
            work.words, library, FAULT_NTH=str(number), FAULT_ERROR=error, FAULT_LASTS=str(int(lasts)), **setting)
        statuses[outcome.status] = statuses.get(outcome.status, 0) + 1
        judge(bench, work, library, faulty, where, error, outcome, is_there)
    told = ", ".join(f"{count} with status {status}" for status, count in sorted(statuses.items()))
    print(f"{work.name}, {group}: {len(numbers)} of {count} calls failed: {told or 'none'}", flush=True)
    return len(numbers)


def judge(bench, work, library, faulty, where, error, outcome, is_there):
    if error in ("KILL", "TORN"):
        if outcome.status not in (-9, 0, 74):
            bench.complain(where, outcome)
    elif work.input_folder:
        # A file that cannot be read costs itself, and is told; a folder that cannot be listed, too.
        if outcome.status not in (0, 1, 2, 74):
            bench.complain(where, outcome)
        if outcome.status in (1, 74) and str(work.input_folder) not in outcome.err:
            bench.complain(where, "the message names no file:", outcome)
    elif outcome.status not in (0, 74):
        bench.complain(where, outcome)
    elif outcome.status == 74 and str(faulty) not in outcome.err:
        bench.complain(where, "the message names no file:", outcome)
    elif error == "ENOSPC" and outcome.status == 74 and not any(
            words in outcome.err for words in ("full", "No space")):
        bench.complain(where, "the message does not say that the disk is full:", outcome)
    if outcome.status == 0:
        differs = lab.difference(lab.content(library), work.after)
        if differs:
            bench.complain(where, "status 0, and not done:", differs)
        if work.output and shape(work.output) != work.shape:
            bench.complain(where, "status 0, and not written")
    bench.check(where, library, may_be_absent=work.base is None)
    if work.output:
        there = shape(work.output)
        if is_there and not there and not list(faulty.glob("output.old-*")):
            bench.complain(where, "the report that was there is gone")
        if there and there != work.shape:
            bench.complain(where, "half an output")
        left = [item for item in faulty.iterdir() if ".part-" in item.name or ".old-" in item.name]
        if left and error in ("EIO", "ENOSPC") and "unlink" not in where and "names" not in where:
            bench.complain(where, "left behind:", left)
        if there and not work.kept:
            lab.remove(work.output)
    again = bench.run(work.words, library)
    if again.status not in work.again:
        return bench.complain(where, "again:", again)
    differs = lab.difference(lab.content(library), work.after)
    if differs:
        bench.complain(where, "again, and not as undisturbed:", differs)
    if work.output and shape(work.output) != work.shape:
        bench.complain(where, "again, and another output")
