"""Two processes on one library at once: both end well, or one says politely that it has to wait; nothing is lost."""

import random

import lab


def run(times=6, seed=1):
    with lab.Lab() as bench:
        folder = bench.simulate(400, 3)
        files = sorted(folder.glob("*.fit"))
        base = bench.path("base")
        bench.do("import", *files[:200], library=base)
        bench.do("params", "add", "run", "--min-move", 10, library=base)
        runs = [row[0] for row in lab.content(base)["run"]]
        out = bench.path("output")
        rest = ["import", *files[200:]]
        pairs = {
            "import and import": (rest, ["import", *files[150:300]]),
            "import and the same import": (rest, rest),
            "import into a new library, twice": (["import", folder], ["import", folder]),
            "import and recompute": (rest, ["recompute", "--params", "run@2"]),
            "import and delete": (rest, ["delete", "--yes", *runs[:60]]),
            "import and undo": (rest, ["undo", "1", "--yes"]),
            "import and backup": (rest, ["backup", out]),
            "import and verify": (rest, ["verify"]),
            "import and report": (rest, ["report", "--all", "--json"]),
            "import and edit": (rest, ["edit", runs[0], "--name", "Renamed"]),
            "recompute and recompute": (["recompute", "--params", "run@2"], ["recompute", "--params", "run@2"]),
            "recompute and delete": (["recompute", "--params", "run@2"], ["delete", "--yes", *runs[:60]]),
            "delete and delete": (["delete", "--yes", *runs[:60]], ["delete", "--yes", *runs[:60]]),
        }
        for name, (first, second) in pairs.items():
            start = None if "new" in name else base
            pair(bench, name, start, first, second, times, out)
        readers(bench, base, rest, times)
        return bench.finish("")


def is_polite(outcome):
    return outcome.status == 74 and ("another import" in outcome.err or "busy" in outcome.err
                                     or "locked" in outcome.err or "using" in outcome.err)


def is_beaten(outcome):
    """What the other has taken away can no longer be named."""
    return outcome.status == 2


def ended(process):
    out, err = process.communicate(timeout=600)
    return lab.Outcome(process.returncode, out.decode(errors="replace"), err.decode(errors="replace"))


def pair(bench, name, base, first, second, times, out):
    library = bench.path("library.sqlite")
    # One after the other, in both orders: whichever comes first.
    results = []
    for words in ((first, second), (second, first)):
        bench.copy(base, library)
        lab.remove(out)
        for each in words:
            bench.do(*each, library=library, statuses=(0, 2))
        results.append(lab.content(library))
    refused = beaten = 0
    for turn in range(times):
        where = f"{name}, {turn + 1}"
        bench.copy(base, library)
        lab.remove(out)
        processes = [(words, bench.start(words, library)) for words in (first, second)]
        outcomes = [(words, ended(process)) for words, process in processes]
        waiting = []
        for words, outcome in outcomes:
            if is_polite(outcome):
                refused += 1
                waiting.append(words)
            elif is_beaten(outcome) and words[0] in ("delete", "undo"):
                beaten += 1
            elif outcome.status != 0:
                bench.complain(where, words[0], outcome)
        if len(waiting) == 2:
            bench.complain(where, "each waits for the other")
        if out.exists():
            bench.check(f"{where}, the copy", out)
            lab.remove_library(out)
        bench.check(where, library)
        for words in waiting:
            bench.do(*words, library=library, statuses=(0, 2))
        # What one had not seen of the other's runs is measured by whoever comes next.
        for words in (first, second):
            if words[0] == "recompute":
                bench.do(*words, library=library)
        found = lab.content(library)
        differences = [lab.difference(found, result) for result in results]
        if all(differences) and not any(each[0] == "recompute" for each in (first, second)):
            bench.complain(where, "as in neither order:", *differences)
        if all(differences) and not any(
                lab.difference(without_results(found), without_results(result)) is None for result in results):
            bench.complain(where, "as in neither order:", *differences)
    print(f"{name}: {times} times, {refused} refused politely, {beaten} with nothing left to do", flush=True)


def without_results(content):
    return {name: rows for name, rows in content.items() if name != "result"}


def readers(bench, base, words, times):
    """Whoever reads during an import sees whole commits, more with time."""
    library = bench.path("library.sqlite")
    seen = partial = 0
    for turn in range(times):
        where = f"reader, {turn + 1}"
        bench.copy(base, library)
        process = bench.start(words, library)
        last = 200
        while process.poll() is None:
            outcome = bench.run(
                ["sql", "SELECT count(*), sum(n) FROM (SELECT run_id, count(*) AS n FROM track_point GROUP BY run_id)"
                 " UNION ALL SELECT count(*), sum(fix_count) FROM run", "--format", "csv"], library)
            lines = outcome.out.split()[1:]
            if outcome.status != 0 or len(lines) != 2:
                bench.complain(where, outcome)
                continue
            seen += 1
            runs = int(lines[0].split(",")[0])
            partial += last < runs < 400
            if lines[0] != lines[1] or runs < last:
                bench.complain(where, "half a commit is seen:", lines, last)
            last = runs
        outcome = ended(process)
        if outcome.status != 0:
            bench.complain(where, outcome)
        bench.check(where, library)
    print(f"a reader during an import: {times} imports, read {seen} times, {partial} with a further part", flush=True)
