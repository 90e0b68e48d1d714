#!/usr/bin/env python3
"""Prints Tests/RunFormatsTests/Reference/fit_runs.csv: what an independent reader finds in FIT files.

The messages come from fitdecode; what a run, a segment and a fix are is decided here, by code that
shares nothing with the product. Of a file that breaks off everything before the fault counts, and a
data size of 0 with data behind it is put right before fitdecode sees it. Set it up and run it as
    python3 -m venv /tmp/fit && /tmp/fit/bin/pip install fitdecode==0.11.0
    /tmp/fit/bin/python benchmarks/reference_fit.py FOLDER > \
        Tests/RunFormatsTests/Reference/fit_runs.csv
FOLDER is searched for FIT files, also in zip and gzip files. A line is a run, in the order in which
their file has them; a file is known by the SHA-256 of its unpacked bytes. Lines without a run are
files that hold none: the column `fixes` is 0 there.
"""

import csv
import gzip
import hashlib
import io
import math
import struct
import sys
import warnings
import zipfile
from pathlib import Path

import fitdecode

EARTH_RADIUS = 6_371_000.0
EPOCH = 631_065_600  # 1989-12-31T00:00:00Z
FIRST_ABSOLUTE = 0x10000000  # smaller times count from power-up
FILE_ID, SESSION, LAP, RECORD, EVENT, CAMERA, CORRELATION = 0, 18, 19, 20, 21, 160, 162
TIMESTAMP = 253


def fit_files(folder):
    """Every FIT file below the folder, unpacked."""
    for path in sorted(Path(folder).rglob("*")):
        if not path.is_file():
            continue
        data = path.read_bytes()
        if data[:2] == b"\x1f\x8b":
            data = gzip.decompress(data)
        members = [data]
        if data[:4] == b"PK\x03\x04":
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                members = [archive.read(name) for name in archive.namelist()]
        yield from (member for member in members if member[8:12] == b".FIT")


def chained(data):
    """The FIT files that stand one behind the other, with a data size where the header has none."""
    start = 0
    while data[start + 8 : start + 12] == b".FIT":
        header, size = data[start], struct.unpack_from("<I", data, start + 4)[0]
        body = start + header
        if size == 0 and len(data) - body > 2 and data[body + 10 : body + 14] != b".FIT":
            size = len(data) - body - 2
        end = body + size + 2
        yield data[start : start + 4] + struct.pack("<I", size) + data[start + 8 : end]
        start = end


def first(value):
    """The first element of an array, or the value itself."""
    return value[0] if isinstance(value, tuple) else value


def number(field):
    """The field's number; None for an app's, and for what fitdecode works out from others."""
    if field.field_def is None:
        return TIMESTAMP if field.field.def_num == TIMESTAMP else None
    return None if field.field_def.is_dev else field.field_def.def_num


class Message:
    def __init__(self, frame):
        self.number = frame.global_mesg_num
        self.raw = {}
        for field in frame.fields:
            own, value = number(field), first(field.raw_value)
            if own is not None and value is not None:
                self.raw.setdefault(own, value)

    def __getitem__(self, field):
        return self.raw.get(field)


def messages(data):
    """The messages of one FIT file, and whether it breaks off."""
    found = []
    reader = fitdecode.FitReader(
        io.BytesIO(data),
        processor=None,
        check_crc=fitdecode.CrcCheck.DISABLED,
        error_handling=fitdecode.ErrorHandling.IGNORE,
    )
    ended = False
    try:
        for frame in reader:
            if isinstance(frame, fitdecode.FitDataMessage):
                found.append(Message(frame))
            if not isinstance(frame, fitdecode.FitHeader):
                ended = reader._body_bytes_left == 0
    except (fitdecode.FitError, AssertionError, ValueError, struct.error, ArithmeticError):
        pass
    return found, not ended


def milliseconds(time, correlation):
    if time < FIRST_ABSOLUTE and correlation is not None:
        time += correlation
    return (time + EPOCH) * 1000


def resumptions(events):
    """The starts that end a pause, which began at the first stop before them."""
    starts, stopped = [], None
    for time, kind in sorted(events, key=lambda event: event[0]):
        if kind != 0:
            stopped = time if stopped is None else stopped
        elif stopped is not None:
            if time > stopped:
                starts.append(time)
            stopped = None
    return starts


def positions(found, number, correlation):
    """(milliseconds or None, latitude, longitude) of each message that has both coordinates."""
    fields = (0, 1) if number == RECORD else (1, 2)
    places = []
    for message in found:
        latitude, longitude = (message[field] for field in fields)
        if message.number != number or latitude is None or longitude is None:
            continue
        time = message[TIMESTAMP]
        if time is not None:
            time = milliseconds(time, correlation)
            if number == RECORD and message[48] is not None and message[48] < 128:
                time += round(message[48] * 1000 / 128)
        distance = message[5] if number == RECORD else None
        places.append((time, latitude * 180 / 2**31, longitude * 180 / 2**31, distance))
    return places


def in_segments(places, events):
    starts, number, passed, fixes = resumptions(events), 0, 0, []
    for place in places:
        before = passed
        while passed < len(starts) and place[0] is not None and starts[passed] <= place[0]:
            passed += 1
        number += passed > before and bool(fixes)
        fixes.append((number,) + place)
    return fixes


def legs(sessions, correlation):
    """Session messages by start; of those that are saved twice the later one."""
    by_start = {}
    for session in sessions:
        if session[2] is not None:
            by_start[milliseconds(session[2], correlation)] = session
    return sorted(by_start.items())


def leg_at(time, starts):
    return max(0, sum(start <= time for start in starts) - 1)


def distance_of(session, laps, fixes, is_broken):
    if session is not None and session[9] is not None:
        return session[9] / 100
    known = [lap[9] / 100 for lap in laps if lap[9] is not None]
    recorded = [fix[4] / 100 for fix in fixes if fix[4] is not None]
    if is_broken and recorded and (session is None or not known):
        return recorded[-1]
    return sum(known) if known else None


def runs(found, is_broken):
    file_ids = [message for message in found if message.number == FILE_ID]
    kind = file_ids[0][0] if file_ids else None
    links = [m for m in found if m.number == CORRELATION and m[1] is not None and m[TIMESTAMP]]
    correlation = links[-1][TIMESTAMP] - links[-1][1] if links else None
    places = positions(found, RECORD, correlation) or positions(found, CAMERA, correlation)
    if not places or kind not in (4, None):
        return []
    events = [
        (milliseconds(m[TIMESTAMP], correlation), m[1])
        for m in found
        if m.number == EVENT and m[0] == 0 and m[1] in (0, 1, 4, 8, 9) and m[TIMESTAMP] is not None
    ]
    fixes = in_segments(places, events)
    sessions = [message for message in found if message.number == SESSION]
    laps = [message for message in found if message.number == LAP]
    parts = legs(sessions, correlation)
    if len(parts) < 2:
        session = sessions[-1] if sessions else None
        return [(fixes, distance_of(session, laps, fixes, is_broken))]
    starts = [start for start, _ in parts]
    split, current = {}, 0
    for fix in fixes:
        current = current if fix[1] is None else leg_at(fix[1], starts)
        split.setdefault(current, []).append(fix)
    laps_of = {}
    for lap in laps:
        if lap[2] is not None:
            leg = leg_at(milliseconds(lap[2], correlation), starts)
            laps_of.setdefault(leg, []).append(lap)
    return [
        (part, distance_of(parts[leg][1], laps_of.get(leg, []), part, is_broken))
        for leg, part in sorted(split.items())
    ]


def is_place(latitude, longitude):
    return (latitude, longitude) != (0, 0) and abs(latitude) <= 90 and abs(longitude) <= 180


def haversine(start, end):
    north, east, to_north, to_east = map(math.radians, start + end)
    a = math.sin((to_north - north) / 2) ** 2
    a += math.cos(north) * math.cos(to_north) * math.sin((to_east - east) / 2) ** 2
    return 2 * EARTH_RADIUS * math.asin(min(1, math.sqrt(a)))


def raw_distance(fixes):
    """Every step inside each segment; what is no place is joined across."""
    total, last = 0.0, None
    for segment, _, latitude, longitude, _ in fixes:
        if not is_place(latitude, longitude):
            continue
        if last is not None and last[0] == segment:
            total += haversine(last[1], (latitude, longitude))
        last = (segment, (latitude, longitude))
    return total


def row(digest, ordinal, fixes, distance):
    segments = len({fix[0] for fix in fixes})
    times = [fix[1] for fix in fixes if fix[1] is not None]
    ends = (times[0], times[-1]) if times else ("", "")
    total = "" if distance is None else repr(distance)
    return [digest, ordinal, len(fixes), segments, *ends, f"{raw_distance(fixes):.6f}", total]


def main():
    warnings.simplefilter("ignore")
    table = {}
    for data in fit_files(sys.argv[1]):
        digest = hashlib.sha256(data).hexdigest()
        if digest in table:
            continue
        found = [run for part in chained(data) for run in runs(*messages(part))]
        rows = [row(digest, ordinal, *run) for ordinal, run in enumerate(found)]
        table[digest] = rows or [[digest, 0, 0, 0, "", "", "0.000000", ""]]
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow("sha256 run fixes segments first_ms last_ms raw_m device_distance_m".split())
    for digest in sorted(table):
        out.writerows(table[digest])


if __name__ == "__main__":
    main()
