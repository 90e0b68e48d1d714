"""A library of simulated runs of about an hour, and what it holds as columns."""

import pathlib
import shutil
import subprocess
from typing import NamedTuple

import numpy as np
import pyarrow
import pyarrow.csv

from . import tool

#: Moving; pauses make it some 3 600 fixes a run.
MINUTES = 57
#: Files that lie on disk at a time.
BATCH = 2000


class Columns(NamedTuple):
    """All fixes of a library, run behind run."""

    #: 32 hexadecimal digits, in ascending order.
    ids: list[str]
    #: Where each run begins, and where the last one ends.
    starts: np.ndarray
    milliseconds: np.ndarray
    latitude: np.ndarray
    longitude: np.ndarray
    segment: np.ndarray
    #: NaN where unknown.
    accuracy: np.ndarray

    @property
    def fixes(self) -> tuple[np.ndarray, ...]:
        """As `filters` takes them."""
        return self[2:]


def of_runs(count: int, folder: pathlib.Path) -> tool.Library:
    """The library of so many runs in the folder, grown from a smaller one where it is new."""
    path = folder / f"runs-{count}.sqlite"
    if not path.exists():
        known = {int(p.stem.removeprefix("runs-")): p for p in folder.glob("runs-*.sqlite")}
        present = max((number for number in known if number < count), default=0)
        growing = folder / "growing.sqlite"
        for old in folder.glob("growing.sqlite*"):
            old.unlink()
        if present:
            shutil.copyfile(known[present], growing)
        for first in range(present, count, BATCH):
            grow(tool.Library(growing), first, min(BATCH, count - first), folder / "growing")
        growing.rename(path)
        for left in folder.glob("growing.sqlite*"):
            left.unlink()
    return tool.Library(path)


def copy_of_runs(count: int, folder: pathlib.Path, work: pathlib.Path) -> tool.Library:
    """For what adds parameter sets and results."""
    copy = work / f"copy-{count}.sqlite"
    shutil.copyfile(of_runs(count, folder).path, copy)
    return tool.Library(copy)


def grow(library: tool.Library, first: int, count: int, files: pathlib.Path):
    """Adds the runs of so many seeds."""
    sizes = ("--runs", count, "--minutes", MINUTES, "--seed", first + 1)
    tool.remeasure("simulate", *sizes, "--format", "fit", "--quiet", "--output", files)
    (files / "truth.csv").unlink()
    library("import", files)
    shutil.rmtree(files)


def columns(library: tool.Library) -> Columns:
    """What `remeasure sql` gives out."""
    runs = table(library, "SELECT run_id, fix_count FROM run ORDER BY run_id")
    points = table(
        library,
        "SELECT segment, t, lat, lon, accuracy FROM track_point ORDER BY run_id, seq",
        {
            "segment": pyarrow.int32(),
            "t": pyarrow.int64(),
            "lat": pyarrow.float64(),
            "lon": pyarrow.float64(),
            "accuracy": pyarrow.float64(),
        },
    )
    starts = np.concatenate([[0], np.cumsum(runs["fix_count"].to_numpy())])
    if starts[-1] != points.num_rows:
        raise SystemExit(f"the runs say {starts[-1]} fixes, and {points.num_rows} were given out")
    segment, milliseconds, latitude, longitude, accuracy = (
        column.to_numpy() for column in points.itercolumns()
    )
    return Columns(
        runs["run_id"].to_pylist(), starts, milliseconds, latitude, longitude, segment, accuracy
    )


def table(library: tool.Library, query: str, types: dict | None = None) -> pyarrow.Table:
    """The rows of a query."""
    command = [tool.REMEASURE, "sql", query, "--format", "csv", "--library", str(library.path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        rows = pyarrow.csv.read_csv(
            process.stdout,
            read_options=pyarrow.csv.ReadOptions(block_size=1 << 24),
            convert_options=pyarrow.csv.ConvertOptions(column_types=types),
        )
    if process.returncode != 0:
        raise SystemExit(f"remeasure sql ended with {process.returncode}")
    return rows
