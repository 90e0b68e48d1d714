"""kill -9 at random moments, spread over the whole of each command and a little beyond."""

import random
import statistics

import lab

RUNS = 520
# How often each kind of work is killed, out of a hundred.
SHARES = {
    "import of a folder": 28, "import of a zip": 16, "recompute": 14, "delete": 8, "undo": 8, "tune --write": 6,
    "backup": 4, "simulate": 4, "report to a folder": 6, "export to a folder": 3, "export to a database": 3}


class Work:
    """A command, where it starts from, and what is to be held against it."""

    def __init__(self, name, words, base, again=(0,), progress=None, output=None):
        self.name, self.words, self.base, self.again = name, words, base, again
        # The progress line's word and the table whose rows it counts; None where it is all or nothing.
        self.progress = progress
        self.output = output
        # Of the input, how much is there already.
        self.known = len(lab.content(base)["source"]) if base and words[0] == "import" else 0
        self.after = self.files = None
        self.durations = []


def works(bench, library):
    """The kinds of work with the libraries that they start from."""
    folder = bench.simulate(RUNS, 3)
    archive = bench.zip(folder, "in.zip")
    # Some of it is there already, in an import of its own.
    some = sorted(folder.glob("*.fit"))[:40]
    bench.do("import", *some, library=bench.path("some"))
    bench.copy(bench.path("some"), bench.path("full"))
    bench.do("import", folder, library=bench.path("full"))
    sets = [2, 3, 4, 5, 6, 7]
    for version in sets:
        bench.do("params", "add", "run", "--min-move", version, library=bench.path("full"))
    runs = [row[0] for row in lab.content(bench.path("full"))["run"]]

    known = bench.path("known")
    bench.do("simulate", "--runs", 24, "--routes", 6, "--environment", "mixed", "--seed", 9, "--output",
             bench.path("known-in"), library=known)
    bench.do("import", bench.path("known-in"), library=known)
    bench.do("truth", "import", bench.path("known-in/truth.csv"), library=known)

    out = bench.path("output")
    full, committed = bench.path("full"), ("committed", "source")
    return [
        Work("import of a folder", ["import", folder], bench.path("some"), progress=committed),
        Work("import of a zip", ["import", archive], None, progress=committed),
        Work("recompute", ["recompute", *(f"--params=run@{version}" for version in sets)], full, progress=("measured", "result")),
        # What is gone already cannot be named again.
        Work("delete", ["delete", "--yes", *runs[::3]], full, again=(0, 2)),
        Work("undo", ["undo", 2, "--yes"], full, again=(0, 2)),
        Work("tune --write", ["tune", "--write", "--even-in-doubt"], known),
        Work("backup", ["backup", out], full, output=out),
        Work("simulate", ["simulate", "--runs", 60, "--seed", 5, "--minutes", 10, "--output", out], None, output=out),
        Work("report to a folder", ["report", "--all", "--format", "html", "--output", out], bench.path("some"),
             output=out),
        Work("export to a folder", ["export", "--all", "--format", "gpx", "--output", out], full, output=out),
        Work("export to a database", ["export", "--all", "--format", "sqlite", "--output", out], full, output=out),
    ]


def undisturbed(bench, work, library):
    """Does it to the end, three times, to know how long that takes and what comes of it."""
    for _ in range(3):
        bench.copy(work.base, library)
        if work.output:
            lab.remove(work.output)
        outcome, took = bench.run_and_kill(work.words, library, 600)
        if outcome.status != 0:
            return bench.complain(work.name, "undisturbed:", outcome)
        work.durations.append(took)
    work.after = lab.content(library)
    work.before = lab.content(work.base) if work.base else {}
    work.files = output(work)


def output(work):
    if not work.output:
        return None
    if work.output.is_dir():
        return {name: None if work.name.startswith("report") else content for name, content in
                lab.files(work.output).items() if ".part-" not in name}
    return {"": None} if work.output.exists() else None


def old_report(work):
    found = list(work.output.parent.glob(f"{work.output.name}.old-*"))
    return dict.fromkeys(lab.files(found[0])) if found else None


def kill_once(bench, work, library, chance, tally):
    where = f"{work.name}, kill {tally['kills'] + 1}"
    bench.copy(work.base, library)
    if work.output:
        lab.remove(work.output)
    replaces = work.name.startswith("report") and chance.random() < 0.5
    if replaces:
        bench.run(work.words, library)
    moment = chance.uniform(0, 1.03 * statistics.median(work.durations[-9:]))
    begun = lab.count(library, work.progress[1]) if work.progress else 0
    outcome, took = bench.run_and_kill(work.words, library, moment)
    tally["kills"] += 1
    if outcome.status != -9:
        # It was over before the moment came.
        work.durations.append(took)
        tally["late"] += 1
    if outcome.status not in (0, -9):
        bench.complain(where, outcome)
    bench.check(where, library, may_be_absent=work.base is None)
    found = lab.content(library)
    if work.progress:
        done, all_of_it = lab.count(library, work.progress[1]) - begun, len(work.after[work.progress[1]])
        # What was there already is told as committed with the rest.
        said = lab.reported(outcome.err, work.progress[0]) - work.known
        if said > 0:
            tally["said"] += 1
        if done < said:
            bench.complain(where, f"{said} were said to be {work.progress[0]}, {done} are there")
        if outcome.status == -9 and 0 < done < all_of_it - begun:
            tally["middle"] += 1
    else:
        is_before = lab.difference(found, work.before) is None
        is_after = lab.difference(found, work.after) is None
        if not is_before and not is_after:
            bench.complain(where, "neither all nor nothing:", lab.difference(found, work.after))
        if outcome.out and not is_after:
            bench.complain(where, "said to be done, and is not:", outcome.out[:80])
        if outcome.status == -9 and not outcome.out:
            tally["middle"] += 1
    if work.output and not work.name.startswith("simulate"):
        there = output(work)
        if there is None and replaces:
            # Two names cannot be changed at once: between them the old report has one of its own.
            there = old_report(work)
            if there is None:
                bench.complain(where, "the report that was there is gone")
        if there is not None and there.keys() != work.files.keys():
            bench.complain(where, f"half an output: {len(there)} of {len(work.files)} files")
    complete(bench, work, library, where, may_remain=work.name.startswith(("backup", "export")))


def complete(bench, work, library, where, may_remain):
    """The same command goes on to the end, and what comes of it is what an undisturbed one gives."""
    if may_remain and output(work) is not None:
        # It was finished, and would not be replaced.
        lab.remove(work.output)
    again = bench.run(work.words, library)
    if again.status not in work.again:
        return bench.complain(where, "again:", again)
    differs = lab.difference(lab.content(library), work.after)
    if differs:
        bench.complain(where, "again, and not as undisturbed:", differs)
    if work.output and output(work) != work.files:
        bench.complain(where, "again, and other files than undisturbed")
    if lab.count(library, "import WHERE state = 'running'"):
        bench.complain(where, "an import still calls itself running")


def run(kills=200, seed=1):
    chance = random.Random(seed)
    with lab.Lab() as bench:
        library = bench.path("library.sqlite")
        lines = []
        for work in works(bench, library):
            undisturbed(bench, work, library)
            if work.after is None:
                continue
            tally = dict(kills=0, middle=0, late=0, said=0)
            for _ in range(max(1, round(kills * SHARES[work.name] / 100))):
                kill_once(bench, work, library, chance, tally)
            if work.output:
                lab.remove(work.output)
            lines.append((work, tally))
            print(line(work.name, tally, statistics.median(work.durations)), flush=True)
        total = {key: sum(tally[key] for _, tally in lines) for key in ["kills", "middle", "late", "said"]}
        return bench.finish(line("all", total))


def line(name, tally, seconds=None):
    text = (f"{name}: {tally['kills']} kills, {tally['kills'] - tally['late']} while it ran, "
            f"{tally['middle']} before its end was told, with a part committed where it commits in parts")
    if tally["said"]:
        text += f", {tally['said']} when progress had been told"
    return text + (f"; {seconds:.2f} s undisturbed" if seconds else "")
