"""One long run, in columns and as a file."""

import datetime
import json
import pathlib
from typing import NamedTuple

import numpy as np

from . import tool


class Track(NamedTuple):
    """Columns of a run, as `filters.measure` takes them."""

    milliseconds: np.ndarray
    latitude: np.ndarray
    longitude: np.ndarray
    segment: np.ndarray
    accuracy: np.ndarray


def runner(count: int) -> Track:
    """Wanders at some 3 m/s, a fix a second, now and then with a poor accuracy, as in `bench`."""
    random = np.random.default_rng(1)
    return Track(
        milliseconds=np.arange(count, dtype=np.int64) * 1000,
        latitude=45 + np.cumsum(random.uniform(-2e-5, 4e-5, count)),
        longitude=7 + np.cumsum(random.uniform(-4e-5, 4e-5, count)),
        segment=np.zeros(count, np.int32),
        accuracy=random.uniform(3, 52, count),
    )


def imported(track: Track, folder: pathlib.Path) -> tool.Library:
    """A library that holds the track and nothing else."""
    file, library = folder / "track.gpx", tool.Library(folder / "track.sqlite")
    for old in folder.glob("track.sqlite*"):
        old.unlink()
    file.write_text(gpx(track))
    library("import", file)
    return library


def gpx(track: Track) -> str:
    """The track to the last bit."""
    start = datetime.datetime(2020, 1, 1)
    points = (
        f'<trkpt lat="{latitude!r}" lon="{longitude!r}">'
        f"<time>{(start + datetime.timedelta(milliseconds=time)).isoformat()}Z</time>"
        f"<extensions><hAcc>{accuracy!r}</hAcc></extensions></trkpt>"
        for time, latitude, longitude, _, accuracy in zip(*(column.tolist() for column in track))
    )
    return f'<gpx version="1.1"><trk><trkseg>{"".join(points)}</trkseg></trk></gpx>'


def our_steps(library: tool.Library) -> np.ndarray:
    """Metres from each fix of the only run to the next, as remeasure measures them."""
    off = dict.fromkeys(("max-accuracy", "max-speed", "min-move"), "off")
    rules = library.add_rules("steps", off)
    ledger = library("replay", "latest", "--params", rules, "--format", "ndjson")
    return np.array([json.loads(line)["moved_m"] for line in ledger.splitlines()[1:]])


def our_result(library: tool.Library, limits: dict) -> tuple[float, int]:
    """Metres and counted fixes of the only run under such limits."""
    rules = library.add_rules("limits", limits)
    report = json.loads(library("report", "latest", "--params", rules, "--json"))
    return report["distance_m"], report["verdicts"]["counted"]
