"""Times remeasure beside other programs, by turns; run by `benchmarks/peers`."""

import argparse
import dataclasses
import json
import pathlib
import tempfile

from . import filter, haversine, machine, recompute, scaling, tune

SUBJECTS = {
    "haversine": haversine,
    "filter": filter,
    "recompute": recompute,
    "scaling": scaling,
    "tune": tune,
}
RESULTS = pathlib.Path("benchmarks/results")


@dataclasses.dataclass(frozen=True)
class Size:
    """How much is timed."""

    turns: int
    bench_runs: int
    #: Of the library; some 3 600 fixes each.
    runs: int
    #: Those of known length, to tune by; and how many of them numba measures in memory.
    tuned_runs: int
    compared_runs: int
    #: Where it is kept; None for as long as the program runs.
    folder: pathlib.Path | None = None


FULL = Size(turns=7, bench_runs=10, runs=10_000, tuned_runs=1000, compared_runs=24)
SMALL = Size(turns=3, bench_runs=3, runs=500, tuned_runs=100, compared_runs=6)


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="benchmarks/peers", description=__doc__.split(";")[0])
    parser.add_argument("subjects", nargs="*", help=f"{', '.join(SUBJECTS)}; all if not said")
    parser.add_argument("--small", action="store_true", help="minutes less, in smaller sizes")
    parser.add_argument("--runs", type=int, help="of about an hour, in the library; 10 000")
    parser.add_argument("--folder", type=pathlib.Path, help="where the library stays for next time")
    parser.add_argument(
        "--results",
        type=pathlib.Path,
        help=f"folder for a JSON file a subject; {RESULTS} if not said, and none for --small",
    )
    options = parser.parse_args()
    for subject in options.subjects:
        if subject not in SUBJECTS:
            parser.error(f"there is no subject {subject!r}")
    return options


def command(options: argparse.Namespace, subject: str) -> str:
    """What gives these figures again; where files lie does not matter."""
    words = ["--small"] * options.small
    if options.runs:
        words += ["--runs", str(options.runs)]
    return " ".join(["benchmarks/peers", *words, subject])


def main():
    """Each subject's tables, printed and written as they come."""
    options = arguments()
    size = SMALL if options.small else FULL
    size = dataclasses.replace(size, runs=options.runs or size.runs, folder=options.folder)
    if options.folder:
        options.folder.mkdir(parents=True, exist_ok=True)
    results = options.results or (None if options.small else RESULTS)
    facts, versions = machine.facts(), machine.versions()
    print(", ".join(f"{key} {value}" for key, value in (facts | versions).items()))
    with tempfile.TemporaryDirectory() as temporary:
        for subject in options.subjects or SUBJECTS:
            begun = machine.now()
            tables = []
            for table in SUBJECTS[subject].tables(size, pathlib.Path(temporary)):
                print("\n" + "\n".join(table.lines()), flush=True)
                tables.append(table.document())
            if results:
                document = {
                    "subject": subject,
                    "command": command(options, subject),
                    "date": begun,
                    "machine": facts,
                    "versions": versions,
                    "tables": tables,
                }
                results.mkdir(parents=True, exist_ok=True)
                (results / f"{subject}.json").write_text(json.dumps(document, indent=1) + "\n")


main()
