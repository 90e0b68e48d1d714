"""Compares the TCX and FIT files of a folder with the GPX files of the same names, as readers that are
not ours read them: written_files.py FOLDER. What a run really holds is taken from the GPX with Python's
own XML parser, digit by digit; GPX itself is held against it as gpxpy and gpsbabel read it."""

import datetime
import math
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field

import fitdecode
import garmin_fit_sdk
import gpxpy
import tcxreader.tcxreader

UTC = datetime.timezone.utc
SEMICIRCLE = 180 / 2**31


@dataclass
class Recording:
    """Fixes as dictionaries; the segment of each, and the device's total, where the reader has them."""
    fixes: list
    segments: list | None = None
    distance: float | None = None
    problems: list = field(default_factory=list)


@dataclass
class Reader:
    name: str
    suffix: str
    read: object
    # By field, how far off its values may be: how the format rounds, and the reader's own output.
    precision: dict
    shows_segments: bool = True
    shows_distance: bool = True


def local(element):
    return element.tag.rpartition("}")[2]


def instant(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


# --- GPX

ELEMENTS = {
    "ele": "elevation", "hAcc": "accuracy", "power": "power", "distance": "distance", "atemp": "temperature",
    "hr": "heart_rate", "cad": "cadence", "speed": "speed",
}


def gpx_by_elements(path):
    """Any GPX, gpsbabel's too."""
    fixes, segments, distance = [], [], None
    number = -1
    for element in ElementTree.parse(path).iter():
        if local(element) == "trkseg":
            number += 1
        elif local(element) == "Distance":
            distance = float(element.text)
        elif local(element) == "trkpt":
            fix = {"latitude": float(element.get("lat")), "longitude": float(element.get("lon"))}
            for child in element.iter():
                if local(child) == "time":
                    fix["time"] = instant(child.text)
                elif local(child) in ELEMENTS:
                    fix[ELEMENTS[local(child)]] = float(child.text)
            fixes.append(fix)
            segments.append(number)
    return Recording(fixes, segments, distance)


def gpx_by_gpxpy(path):
    with open(path) as file:
        gpx = gpxpy.parse(file)
    fixes, segments = [], []
    for number, segment in enumerate(segment for track in gpx.tracks for segment in track.segments):
        for point in segment.points:
            fixes.append({
                "time": point.time.timestamp(), "latitude": point.latitude, "longitude": point.longitude,
                "elevation": point.elevation})
            segments.append(number)
    return Recording(fixes, segments)


def by_gpsbabel(name):
    def read(path):
        result = subprocess.run(
            ["gpsbabel", "-t", "-i", name, "-f", path, "-o", "gpx,gpxver=1.0", "-F", path + ".babel"],
            capture_output=True, text=True)
        if result.returncode != 0 or result.stderr.strip():
            return Recording([], problems=[" ".join(result.stderr.split()) or "gpsbabel failed"])
        return gpx_by_elements(path + ".babel")
    return read


# --- TCX

def tcx_by_tcxreader(path):
    exercise = tcxreader.tcxreader.TCXReader().read(str(path))
    fixes = []
    for point in exercise.trackpoints:
        fixes.append({
            "time": point.time.replace(tzinfo=UTC).timestamp(), "latitude": point.latitude,
            "longitude": point.longitude, "elevation": point.elevation, "distance": point.distance,
            "heart_rate": point.hr_value, "speed": point.tpx_ext.get("Speed"),
            "cadence": point.tpx_ext.get("RunCadence", point.cadence), "power": point.tpx_ext.get("Watts")})
    return Recording(fixes, distance=exercise.distance or None)


# --- FIT

FIELDS = {
    "enhanced_altitude": "elevation", "gps_accuracy": "accuracy", "power": "power", "distance": "distance",
    "temperature": "temperature", "heart_rate": "heart_rate", "cadence": "cadence",
    "enhanced_speed": "speed",
}


def fit_recording(messages, problems):
    """From (name, fields) in the order of the file."""
    fixes, segments, distance, number = [], [], None, -1
    seen = set()
    for name, fields in messages:
        seen.add(name)
        if name == "event" and (fields["event"], fields["event_type"]) == ("timer", "start"):
            number += 1
        elif name == "session":
            distance = fields.get("total_distance")
            if fields["start_time"].timestamp() != math.floor(fixes[0]["time"]):
                problems.append("the session starts elsewhere")
            end = fields["start_time"].timestamp() + fields["total_elapsed_time"]
            if abs(end - fixes[-1]["time"]) > 1 / 256 + 0.0005:
                problems.append("the session ends elsewhere")
        elif name == "record":
            fix = {
                "time": fields["timestamp"].timestamp() + (fields.get("time128") or 0),
                "latitude": fields["position_lat"] * SEMICIRCLE,
                "longitude": fields["position_long"] * SEMICIRCLE}
            fix |= {ours: fields.get(theirs) for theirs, ours in FIELDS.items()}
            fixes.append(fix)
            segments.append(number)
    for name in {"file_id", "device_info", "sport", "event", "record", "lap", "session", "activity"} - seen:
        problems.append(f"no {name} message")
    return Recording(fixes, segments, distance, problems)


def fit_by_garmin(path):
    problems = []
    if not garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(path)).check_integrity():
        problems.append("check_integrity fails")
    messages = []

    def listen(number, message):
        messages.append((garmin_fit_sdk.Profile["messages"][number]["name"], message))

    decoder = garmin_fit_sdk.Decoder(garmin_fit_sdk.Stream.from_file(path))
    _, errors = decoder.read(mesg_listener=listen)
    return fit_recording(messages, problems + [str(error) for error in errors])


def fit_by_fitdecode(path):
    with fitdecode.FitReader(
        path, check_crc=fitdecode.CrcCheck.RAISE, error_handling=fitdecode.ErrorHandling.RAISE
    ) as reader:
        messages = [
            (frame.name, {each.name: each.value for each in frame.fields})
            for frame in reader if frame.frame_type == fitdecode.FIT_FRAME_DATA]
    return fit_recording(messages, [])


# --- How near each has to come

EXACT = {"time": 0, "latitude": 0, "longitude": 0, "elevation": 0}
# gpsbabel writes nine decimals of a degree, three of a metre, six of a speed, milliseconds.
BABEL = {"time": 0, "latitude": 5.1e-10, "longitude": 5.1e-10, "elevation": 0.00051}
FIT = {
    "time": 1 / 256, "latitude": SEMICIRCLE / 2, "longitude": SEMICIRCLE / 2, "elevation": 0.1, "accuracy": 0,
    "speed": 0.0005, "distance": 0.005, "heart_rate": 0, "cadence": 0, "power": 0, "temperature": 0}
READERS = [
    Reader("gpxpy", "gpx", gpx_by_gpxpy, EXACT, shows_distance=False),
    Reader("gpsbabel", "gpx", by_gpsbabel("gpx"), BABEL, shows_distance=False),
    Reader(
        "tcxreader", "tcx", tcx_by_tcxreader,
        EXACT | {"distance": 0, "speed": 0, "heart_rate": 0, "cadence": 0, "power": 0}, shows_segments=False),
    Reader("gpsbabel", "tcx", by_gpsbabel("gtrnctr"), BABEL, shows_segments=False, shows_distance=False),
    Reader("garmin-fit-sdk", "fit", fit_by_garmin, FIT),
    Reader("fitdecode", "fit", fit_by_fitdecode, FIT),
    # gpsbabel knows whole seconds of FIT alone.
    Reader(
        "gpsbabel", "fit", by_gpsbabel("garmin_fit"),
        {key: FIT[key] + BABEL.get(key, 1e-6) for key in ["latitude", "longitude", "elevation", "speed"]}
        | {"time": 1}, shows_distance=False),
]


def expected(truth, suffix, key):
    """A value of the run as the format promises to hold it, before rounding."""
    value = truth.get(key)
    if suffix == "fit" and key == "accuracy" and value is not None:
        return 254 if value < 0 else min(254, math.ceil(value))
    return value


def compare(truth, found, reader):
    """What differs, and by how many degrees places are off at most."""
    problems = list(found.problems)
    if len(truth.fixes) != len(found.fixes):
        return problems + [f"{len(found.fixes)} fixes instead of {len(truth.fixes)}"], math.nan
    if reader.shows_segments and truth.segments != found.segments:
        problems.append("other segments")
    if reader.shows_distance and truth.distance is not None:
        if found.distance is None or abs(truth.distance - found.distance) > 0.005:
            problems.append(f"distance {found.distance} instead of {truth.distance}")
    elif reader.shows_distance and found.distance is not None:
        problems.append("a distance that nobody claimed")
    furthest = 0
    for key, precision in reader.precision.items():
        off = []
        for seq, (fix, other) in enumerate(zip(truth.fixes, found.fixes)):
            want, got = expected(fix, reader.suffix, key), other.get(key)
            if want is None and got is None:
                continue
            # Doubles hold decimal places of such values to 1e-9 and times to 1e-6.
            slack = 0 if precision == 0 else 1e-6 if key == "time" else 1e-12 if "tude" in key else 1e-9
            if want is None or got is None or not abs(want - got) <= precision + slack:
                off.append(seq)
            elif key in ("latitude", "longitude"):
                furthest = max(furthest, abs(want - got))
        if off:
            problems.append(f"{key} of {len(off)} fixes, first {off[0]}")
    return problems, furthest


def main(folder):
    failures = 0
    row = "{:<22} {:<4} {:<15} {:>7} {:>9} {:>12}  {}"
    print(row.format("run", "file", "read by", "fixes", "segments", "places off", "differs"))
    for path in sorted(pathlib.Path(folder).glob("*.gpx")):
        truth = gpx_by_elements(path)
        for reader in READERS:
            try:
                found = reader.read(str(path.with_suffix("." + reader.suffix)))
                problems, furthest = compare(truth, found, reader)
            except Exception as error:
                found, problems, furthest = Recording([]), [f"{type(error).__name__}: {error}"], math.nan
            failures += bool(problems)
            segments = len(set(found.segments or [])) if reader.shows_segments else "-"
            print(row.format(
                path.stem, reader.suffix, reader.name, len(found.fixes), segments, f"{furthest:.2g}°",
                "; ".join(problems) or "nothing"))
    print(f"{failures} of these differ" if failures else "All readers read what was written.")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
