"""Makes small inputs for the fuzzers to begin with: make_seeds.py READER FOLDER

Every kind of message, element or container that a reader knows occurs once, as right and as wrong as
devices write it. Standard library only.
"""

import gzip
import hashlib
import io
import json
import pathlib
import sqlite3
import struct
import sys
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


# FIT: message number and fields as (number, base type, value); the size follows from the type.

FIT_TYPES = {
    "enum": (0x00, "B"), "sint8": (0x01, "b"), "uint8": (0x02, "B"), "sint16": (0x83, "h"),
    "uint16": (0x84, "H"), "sint32": (0x85, "i"), "uint32": (0x86, "I"), "float32": (0x88, "f"),
    "float64": (0x89, "d"), "uint8z": (0x0A, "B"), "uint32z": (0x8C, "I"), "uint64": (0x8F, "Q"),
}


def fit_bytes(kind, value, order):
    if isinstance(value, bytes):
        return (0x07 if kind == "string" else 0x0D), value
    code, letter = FIT_TYPES[kind]
    return code, struct.pack(order + letter, value)


def fit_definition(local, message, fields, developer=(), order="<"):
    head = bytes([0x40 | local | (0x20 if developer else 0), 0, 0 if order == "<" else 1])
    result = head + struct.pack(order + "H", message) + bytes([len(fields)])
    for number, kind, value in fields:
        code, content = fit_bytes(kind, value, order)
        result += bytes([number, len(content), code])
    if developer:
        result += bytes([len(developer)])
        for number, application, kind, value in developer:
            result += bytes([number, len(fit_bytes(kind, value, order)[1]), application])
    return result


def fit_data(header, fields, developer=(), order="<"):
    content = [fit_bytes(kind, value, order)[1] for _, kind, value in fields]
    content += [fit_bytes(kind, value, order)[1] for _, _, kind, value in developer]
    return bytes([header]) + b"".join(content)


def fit_message(local, message, fields, developer=(), order="<"):
    return fit_definition(local, message, fields, developer, order) + fit_data(
        local, fields, developer, order)


def fit_checksum(content):
    table = [0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401,
             0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01, 0x8801, 0x4400]
    checksum = 0
    for byte in content:
        for half in (byte & 15, byte >> 4):
            checksum = (checksum >> 4) ^ table[checksum & 15] ^ table[half]
    return checksum


def fit_file(records, header=14, size=None):
    start = struct.pack("<BBHI4s", header, 0x20, 2132, len(records) if size is None else size, b".FIT")
    if header == 14:
        start += struct.pack("<H", fit_checksum(start))
    whole = start + records
    return whole + struct.pack("<H", fit_checksum(whole))


def fit_seeds():
    start = 1_100_000_000
    identity = [(0, "enum", 4), (1, "uint16", 1), (2, "uint16", 3113), (3, "uint32z", 12345),
                (8, "string", b"Watch\0")]
    device = [(0, "uint8", 0), (2, "uint16", 1), (3, "uint32z", 9), (4, "uint16", 7),
              (27, "string", b"Pod\0")]

    def point(number):
        return [(253, "uint32", start + number), (0, "sint32", 500_000_000 + 300 * number),
                (1, "sint32", 80_000_000), (5, "uint32", 300 * number), (3, "uint8", 140)]

    def summary(message, local, first, distance, order="<"):
        return fit_message(
            local, message,
            [(253, "uint32", first + 60), (2, "uint32", first), (8, "uint32", 60_000),
             (9, "uint32", distance), (5 if message == 18 else 25, "enum", 1),
             (6 if message == 18 else 39, "enum", 58), (110, "string", b"Run\0")], order=order)

    def event(kind, second):
        return fit_message(
            4, 21, [(253, "uint32", start + second), (0, "enum", 0), (1, "enum", kind)])

    def points(numbers):
        numbers = list(numbers)
        return fit_definition(1, 20, point(0)) + b"".join(
            fit_data(1, point(number)) for number in numbers)

    ends = summary(19, 5, start, 9000) + summary(18, 6, start, 9000)
    plain = (fit_message(0, 0, identity) + fit_message(2, 23, device) + event(0, 0) + points(range(5))
             + event(4, 5) + event(0, 9) + points(range(9, 14)) + event(4, 14) + ends
             + fit_message(7, 34, [(253, "uint32", start), (5, "uint32", start + 7200)]))
    yield "plain", fit_file(plain)
    yield "short-header", fit_file(plain, header=12)
    yield "no-size", fit_file(plain, size=0)
    yield "too-long", fit_file(plain, size=len(plain) + 50)
    yield "cut", fit_file(plain)[:-40]
    yield "chained", fit_file(plain) + fit_file(fit_message(0, 0, identity) + points(range(3)))
    yield "junk-behind", fit_file(plain) + b"junk that is no FIT file"
    yield "two-sessions", fit_file(
        fit_message(0, 0, identity) + points(range(10)) + summary(18, 6, start, 100)
        + summary(18, 6, start + 5, 200) + summary(19, 5, start + 5, 200))
    everything = point(0) + [
        (2, "uint16", 2600), (4, "uint8", 80), (6, "uint16", 3000), (7, "uint16", 250),
        (8, "byte", b"\x2c\x31\x01"), (13, "sint8", -5), (31, "uint8", 4), (48, "uint8", 64),
        (53, "uint8", 64), (73, "uint32", 3100), (78, "uint32", 13000)]
    yield "all-fields", fit_file(fit_message(0, 0, identity) + fit_message(1, 20, everything) * 2)
    yield "big-endian", fit_file(
        fit_message(0, 0, identity, order=">") + fit_message(1, 20, everything, order=">")
        + summary(18, 6, start, 9000, order=">"))
    fields = [(253, "uint32", start), (0, "sint32", 1 << 29), (1, "sint32", 1 << 28)]
    short = fields[1:]
    yield "compressed-times", fit_file(
        fit_message(0, 0, identity) + fit_message(1, 20, fields) + fit_definition(2, 20, short)
        + b"".join(fit_data(0x80 | 2 << 5 | second, short) for second in (1, 3, 30, 2)))
    description = [(0, "uint8", 0), (1, "uint8", 3), (2, "uint8", 0x88), (3, "string", b"acc\0"),
                   (6, "uint8", 1), (7, "sint8", 0), (8, "string", b"m\0"), (14, "uint16", 20),
                   (15, "uint8", 31)]
    yield "developer-fields", fit_file(
        fit_message(0, 0, identity) + fit_message(3, 206, description)
        + fit_message(1, 20, fields, developer=[(3, 0, "float32", 4.5)]) * 3)
    camera = [(253, "uint32", start), (1, "sint32", 1 << 29), (2, "sint32", 1 << 28),
              (3, "uint32", 13000), (4, "uint32", 3000)]
    yield "camera", fit_file(fit_message(0, 0, identity) + fit_message(1, 160, camera) * 3)
    yield "relative-times", fit_file(
        fit_message(0, 0, identity)
        + fit_message(1, 20, [(253, "uint32", 50), (0, "sint32", 1 << 29), (1, "sint32", 5)])
        + fit_message(2, 162, [(253, "uint32", start), (1, "uint32", 40)]))
    apart = [(253, "uint32", start), (3, "uint8", 120)]
    yield "position-apart", fit_file(
        fit_message(0, 0, identity) + (fit_message(1, 20, fields) + fit_message(2, 20, apart)) * 2)
    yield "course", fit_file(fit_message(0, 0, [(0, "enum", 6)]) + points(range(3)))
    odd = [(0, "float64", 1e300), (1, "uint64", 1 << 60), (3, "float32", float("nan")),
           (5, "sint16", -1), (2, "uint8z", 0)]
    yield "odd-types", fit_file(fit_message(0, 0, identity) + fit_message(1, 20, odd) * 2)


GPX_POINT = (
    '<trkpt lat="45.00{n}" lon="-7.5"><ele>12.5</ele><time>2026-10-16T08:00:0{n}Z</time><hdop>3</hdop>'
    "<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>140</gpxtpx:hr><gpxtpx:cad>80</gpxtpx:cad>"
    "<gpxtpx:atemp>5</gpxtpx:atemp><gpxtpx:speed>3.1</gpxtpx:speed></gpxtpx:TrackPointExtension>"
    "<hAcc>8</hAcc><power>250</power><gpxdata:distance>3{n}</gpxdata:distance></extensions></trkpt>")


def gpx_seeds():
    def document(content, root=' version="1.1" creator="OsmAnd"', before='<?xml version="1.0"?>'):
        return f"{before}<gpx{root}>{content}</gpx>"

    def segment(*numbers):
        return "<trkseg>" + "".join(GPX_POINT.format(n=n) for n in numbers) + "</trkseg>"

    whole = document(
        "<metadata><name>a&amp;b</name><time>2026-10-16T08:00:00Z</time></metadata><trk><name>"
        "<![CDATA[x]]>&#65;&ntilde;</name><type>running</type><extensions><Distance>500</Distance>"
        f"<TimerTime>60.5</TimerTime></extensions>{segment(0, 1, 2)}{segment(3, 4)}</trk><trk>"
        f"<type>cycling</type>{segment(5, 6)}</trk>")
    yield "whole", whole.encode()
    yield "undeclared", whole.replace("gpxdata:", "x:").encode()
    yield "byte-order-mark", b"\xef\xbb\xbf \n" + whole.encode()
    yield "utf-16", whole.encode("utf-16")
    yield "utf-32", document("<trk>" + segment(1) + "</trk>").encode("utf-32")
    yield "latin-1", document(
        "<trk><name>\u00fc</name>" + segment(1) + "</trk>",
        before='<?xml version="1.0" encoding="ISO-8859-1"?>').encode("latin-1")
    yield "false-encoding", document(
        "<trk>" + segment(1) + "</trk>", before='<?xml version="1.0" encoding="x-odd"?>').encode()
    yield "cut", whole[:-150].encode()
    yield "control-bytes", whole.replace("running", "run\x00\x07\x1b").encode() + b"\xff\xc3"
    yield "junk-behind", (whole + "<more/>text").encode()
    yield "comments", document(
        "<!-- a --><?pi b?><trk>" + segment(1) + "</trk>",
        before="<!-- c --><?pi x?><!DOCTYPE gpx SYSTEM 'x'>").encode()
    yield "entities", document(
        "&a;", before="<!DOCTYPE gpx [<!ENTITY a 'b'><!ATTLIST trkpt lat CDATA '1'>]>").encode()
    yield "route", document(
        '<rte><rtept lat="1" lon="2"><ele>3</ele></rtept></rte><wpt lat="1" lon="2"/>').encode()
    yield "odd-values", document(
        '<trk><trkseg><trkpt lat="1e1" lon="+.5"/><trkpt lat="0" lon="0"/><trkpt lat="91" lon="-181">'
        "<time>2026-10-16 08:00:60.123456+0530</time><speed>-1</speed><ele>1e400</ele></trkpt>"
        '<trkpt lat="1,5" lon="1"/><trkpt lon="1"><time>20261016</time></trkpt></trkseg></trk>'
    ).encode()
    yield "single-quotes", document("<trk><trkseg><trkpt lat='1' lon='2'/></trkseg></trk>", "").encode()


def tcx_seeds():
    def point(n):
        return (
            f"<Trackpoint><Time>2026-10-16T08:00:0{n}Z</Time><Position><LatitudeDegrees>45.00{n}"
            "</LatitudeDegrees><LongitudeDegrees>-7.5</LongitudeDegrees></Position><AltitudeMeters>12.5"
            f"</AltitudeMeters><DistanceMeters>3{n}</DistanceMeters><HeartRateBpm><Value>140</Value>"
            '</HeartRateBpm><Cadence>80</Cadence><SensorState>Present</SensorState><Extensions><TPX '
            'xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Speed>3.1</Speed>'
            "<RunCadence>80</RunCadence><Watts>250</Watts></TPX></Extensions></Trackpoint>")

    def lap(*tracks):
        return (
            '<Lap StartTime="2026-10-16T08:00:00Z"><TotalTimeSeconds>60.5</TotalTimeSeconds>'
            "<DistanceMeters>500</DistanceMeters><MaximumSpeed>4</MaximumSpeed><Calories>9</Calories>"
            "<AverageHeartRateBpm><Value>140</Value></AverageHeartRateBpm><Intensity>Active</Intensity>"
            "<TriggerMethod>Manual</TriggerMethod>"
            + "".join("<Track>" + "".join(map(point, track)) + "</Track>" for track in tracks)
            + "<Extensions><LX><AvgSpeed>3</AvgSpeed></LX></Extensions></Lap>")

    def document(content, before='<?xml version="1.0" encoding="UTF-8"?>'):
        return (
            before + "<TrainingCenterDatabase xmlns="
            '"http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" '
            f'xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">{content}'
            "</TrainingCenterDatabase>")

    def activity(*laps, sport="Running"):
        return (
            f'<Activity Sport="{sport}"><Id>2026-10-16T08:00:00Z</Id>' + "".join(laps)
            + "<Notes>a&amp;b</Notes><Creator><Name>Watch</Name><UnitId>12</UnitId><ProductID>7"
            "</ProductID><Version><VersionMajor>1</VersionMajor></Version></Creator></Activity>")

    whole = document("<Activities>" + activity(lap((0, 1, 2), (3, 4)), lap((5, 6))) + "</Activities>")
    yield "whole", whole.encode()
    yield "cut", whole[:-400].encode()
    yield "utf-16", whole.encode("utf-16")
    yield "blanks-before", b"\n  " + whole.encode()
    yield "sports", document(
        "<Activities><MultiSportSession><Id>2026-10-16T08:00:00Z</Id><FirstSport>"
        + activity(lap((0, 1)), sport="Biking") + "</FirstSport><NextSport>"
        + activity(lap((2, 3)), sport="Other") + "</NextSport></MultiSportSession></Activities>"
    ).encode()
    yield "course", document(
        "<Courses><Course><Name>c</Name><Track>" + point(0) + point(1) + "</Track></Course></Courses>"
    ).encode()
    yield "no-places", whole.replace("Position>", "Elsewhere>").encode()
    yield "entities", document("&a;", before="<!DOCTYPE x [<!ENTITY a 'b'>]>").encode()


def zip_bytes(members, **options):
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", options.pop("method", zipfile.ZIP_DEFLATED)) as archive:
        for name, content in members:
            entry = zipfile.ZipInfo(name, (2026, 10, 16, 8, 0, 0))
            entry.compress_type = archive.compression
            entry.extra = options.get("extra", b"")
            entry.create_system = 3
            entry.external_attr = options.get("mode", 0o100644) << 16
            with archive.open(entry, "w", force_zip64=options.get("large", False)) as member:
                member.write(content)
        archive.comment = options.get("comment", b"")
    return output.getvalue()


def tar_bytes(members, format=tarfile.USTAR_FORMAT):
    output = io.BytesIO()
    with tarfile.open(fileobj=output, mode="w", format=format) as archive:
        for name, content in members:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            entry.mtime = 1_792_137_600.5 if format == tarfile.PAX_FORMAT else 1_792_137_600
            archive.addfile(entry, io.BytesIO(content))
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, members[0][0]
        archive.addfile(link)
    return output.getvalue()


def archives_seeds():
    gpx = dict(gpx_seeds())
    members = [("a/one.gpx", gpx["whole"]), ("a/\u00fc.gpx", gpx["cut"]), ("a/", b"")]
    time = b"UT\x05\x00\x01" + struct.pack("<I", 1_792_137_600)
    packed = gzip.compress(gpx["whole"], mtime=0)
    plain = zip_bytes(members, extra=time, comment=b"a comment")
    yield "deflated", plain
    yield "stored", zip_bytes(members, method=zipfile.ZIP_STORED)
    yield "bzip2", zip_bytes(members[:1], method=zipfile.ZIP_BZIP2)
    yield "zip64", zip_bytes(members[:1], large=True)
    yield "links", zip_bytes(members[:1], mode=0o120777)
    yield "empty", zip_bytes([])
    yield "prefixed", b"#!/bin/sh\nexit\n" + plain
    yield "cut", plain[:-30]
    yield "gzip", packed
    yield "gzips", packed + packed + b"\0\0"
    yield "gzip-cut", packed[:-20]
    yield "gzip-named", b"\x1f\x8b\x08\x1c" + packed[4:10] + b"\x02\0ab" + b"n\0c\0" + packed[10:]
    yield "gzip-in-zip", zip_bytes([("one.gpx.gz", packed)])
    yield "zip-in-zip", zip_bytes([("one.zip", zip_bytes(members[:1]))])
    yield "zip-in-zip-stored", zip_bytes([("one.zip", plain)], method=zipfile.ZIP_STORED)
    yield "bomb", zip_bytes([("zeros", bytes(900_000))])
    yield "bomb-gzip", gzip.compress(gzip.compress(bytes(3_000_000), mtime=0), mtime=0)
    long = [("l" * 90 + "/" + "n" * 120 + ".gpx", gpx["cut"]), ("two.gpx", gpx["route"])]
    yield "ustar", tar_bytes(members[:2])
    yield "pax", tar_bytes(long, tarfile.PAX_FORMAT)
    yield "gnu", tar_bytes(long, tarfile.GNU_FORMAT)
    yield "tar-gzip", gzip.compress(tar_bytes(members[:2]), mtime=0)
    yield "tar-in-zip", zip_bytes([("one.tar", tar_bytes(members[:2]))])
    yield "zip-in-tar", tar_bytes([("one.zip", plain)])


def bodies_seeds():
    golden = ROOT / "Tests/PointCodecTests/Golden"
    for core in sorted(golden.glob("*.core")):
        extra = core.with_suffix(".extra")
        core_bytes = core.read_bytes()
        yield core.stem, (
            struct.pack("<I", len(core_bytes)) + core_bytes
            + (extra.read_bytes() if extra.exists() else b""))


def polar_seeds():
    waypoints = [
        {"latitude": 45.5 + index * 1e-4, "longitude": 7.25, "altitude": 300.5,
         "elapsedMillis": index * 1000} for index in range(3)]
    exercise = {
        "startTime": "2026-10-16T12:00:00.000", "timezoneOffsetMinutes": 120,
        "distanceMeters": 44.25, "sport": {"id": "27"},
        "routes": {"route": {"startTime": "2026-10-16T12:00:01.000", "wayPoints": waypoints}},
        "samples": {"samples": [
            {"type": kind, "intervalMillis": 1000, "values": [0.0, 9.5, 18]}
            for kind in ("HEART_RATE", "SPEED", "DISTANCE", "ALTITUDE", "CADENCE", "TEMPERATURE")]},
        "pauseTimes": [{"startTime": "2026-10-16T12:00:02.000", "durationMillis": 500},
                       {"startTime": "2026-10-16T12:00:02.000", "endTime": "2026-10-16T12:00:03Z"}]}
    session = {
        "identifier": {"id": "7001"}, "startTime": "2026-10-16T12:00:00.000", "name": "n",
        "timezoneOffsetMinutes": 120, "sport": {"id": 1}, "exercises": [exercise]}
    yield "one", json.dumps(session).encode()
    yield "two", json.dumps({**session, "exercises": [exercise, exercise]}).encode()
    yield "indoors", json.dumps({**session, "exercises": [{"sport": {"id": "17"}}]}).encode()
    yield "bare", json.dumps(session).replace("300.5", "NaN").replace("18]", "-Infinity]").encode()


def uploads_seeds():
    points = [{"seq": index, "segment": index // 2, "t": 1_792_137_600_000 + index * 1000,
               "lat": 45.5 + index * 1e-4, "lon": 7.25, "acc": None if index else 4.5}
              for index in range(4)]
    yield "chunk", json.dumps({"points": points}).encode()
    yield "chunk-odd", b'{"points":[{"seq":1.0,"lat":"x","lon":NaN},null,3,{"seq":-1}]}'
    yield "chunk-empty", b'{"points":[]}'
    yield "end", (b'{"chunkCount": 2, "startedAt": 1792137600000, "endedAt": 1792137603000,'
                  b' "distanceM": 33.5}')


RECORDER_TABLES = """
    CREATE TABLE run (run_id TEXT PRIMARY KEY NOT NULL, state TEXT NOT NULL, started_at INTEGER,
      ended_at INTEGER, segment INTEGER, next_seq INTEGER, distance_m REAL, chunks_sent INTEGER);
    CREATE TABLE track_point (run_id TEXT NOT NULL, seq INTEGER NOT NULL, segment INTEGER, t INTEGER,
      lat REAL, lon REAL, accuracy REAL, speed REAL, PRIMARY KEY (run_id, seq));
"""


def recorder_database(tables=RECORDER_TABLES, runs=2, points=6, more=""):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "a.db"
        database = sqlite3.connect(path)
        database.executescript("PRAGMA page_size = 512;" + tables)
        for run in range(runs):
            database.execute("INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (
                f"r{run}", ["finished", "RECORDING"][run % 2], 1_792_137_600_000, None, 1, points,
                33.5, 0))
            database.executemany("INSERT INTO track_point VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (
                (f"r{run}", seq, seq // 3, 1_792_137_600_000 + 1000 * seq, 45.5 + seq * 1e-4, 7.25,
                 4.5, 2.5) for seq in range(points)))
        database.executescript(more)
        database.commit()
        database.close()
        return path.read_bytes()


def recorder_seeds():
    yield "plain", recorder_database()
    yield "without-keys", recorder_database(
        RECORDER_TABLES.replace(" PRIMARY KEY NOT NULL", "").replace(
            ", PRIMARY KEY (run_id, seq)", ""))
    yield "without-rowid", recorder_database(
        RECORDER_TABLES.replace("(run_id, seq));", "(run_id, seq)) WITHOUT ROWID;"))
    yield "points-alone", recorder_database(more="DELETE FROM run WHERE run_id = 'r0';")
    yield "odd", recorder_database(
        more="UPDATE track_point SET lat = 'x', t = 1e300, seq = seq - 3; UPDATE run SET state = 1;")
    yield "hostile", recorder_database(more="""
        CREATE VIEW v AS SELECT * FROM run; CREATE TRIGGER g AFTER INSERT ON run BEGIN SELECT 1; END;
        CREATE INDEX i ON track_point (abs(lat)) WHERE lat > 0;""")


STRAVA = '''Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,\
Distance,Max Heart Rate,Relative Effort,Commute,Activity Gear,Filename,Athlete Weight,Bike Weight,\
Elapsed Time,Moving Time,Distance
1,"16 Oct 2026, 08:00:00","a, ""b""",Run,"x\ny",60,0.05,,,false,,activities/1.gpx,,,60.0,60.0,50.0
2,"16 Oct 2026, 08:00:00",c,Ride,,60,"0,05",,,false,,,,,60.0,60.0,50.0
3,"16 Oct 2026, 08:00:00",d,Run,,60,0.05,,,false,,#error#,,,60.0,60.0,50.0
'''

APPLE = """<?xml version="1.0"?><!DOCTYPE HealthData [ <!ELEMENT HealthData (Workout*)> ]><HealthData>
<Workout workoutActivityType="HKWorkoutActivityTypeRunning" totalDistance="5.5" totalDistanceUnit="km"
 startDate="2026-10-16 10:00:00 +0200" endDate="2026-10-16 10:40:00 +0200">
<WorkoutEvent type="HKWorkoutEventTypePause" date="2026-10-16 10:10:00 +0200"/>
<WorkoutEvent type="HKWorkoutEventTypeMotionResumed" date="2026-10-16 10:12:00 +0200"/>
<WorkoutActivity uuid="1"><WorkoutStatistics type="x" sum="1"/></WorkoutActivity>
<WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="3.5" unit="mi"/>
<WorkoutRoute><FileReference path="/workout-routes/&#x72;oute&amp;1.gpx"/><Location/></WorkoutRoute>
</Workout><Workout workoutActivityType='HKWorkoutActivityTypeYoga'/></HealthData>"""


def exports_seeds():
    yield "strava", STRAVA.encode()
    yield "strava-german", STRAVA.replace("Activity ID", "Aktivit\u00e4ts-ID").replace(
        "Filename", "Dateiname").encode()
    yield "strava-unknown", STRAVA.replace("Activity ID", "?").replace("Filename", "?").encode()
    yield "apple", APPLE.encode()
    yield "apple-cut", APPLE.encode()[:700]
    yield "garmin", json.dumps([{"summarizedActivitiesExport": [
        {"activityId": 1, "name": "a", "beginTimestamp": 1.7921376e12, "distance": 5000.0,
         "activityType": "running", "elapsedDuration": 60_000},
        {"activityId": 2, "parent": True, "startTimeGmt": 1_792_137_600_000, "duration": 1e300,
         "activityType": {"typeKey": "cycling"}}]}]).encode()
    yield "runkeeper", (
        b"Activity Id,Date,Type,Route Name,Distance (mi),GPX File\n"
        b'a,2026-10-16 10:00:00,Running,"Lake, ""east""",1.5,2026-10-16-100000.gpx\n'
        b"b,2026-10-16 10:00:00,Running,,1.5,\n")
    yield "takeout", b"2026-10-16T08_00_00Z_PT2M5.699S_Walking.tcx"


def truths_seeds():
    heading = b"run,kind,lower_m,upper_m,source\n"
    yield "sound", heading + (
        b'1a,certified_race,10000,,"x, ""y"""\n"b, c",foot_pod,5000.5,5010,\n'
        b"d,measured_course,5000,5000,\r\n")
    yield "faulty", heading + (
        b'a,gps,1,1,\nb,foot_pod,"5,5",6,\nc,foot_pod,5 km,6,\nd,foot_pod,9,1,\n,,,,,,\n"')
    yield "headless", b"run;kind;lower_m\n"


def parameters_seeds():
    def exported(name, limit):
        constants = {
            "engine": 1, "max_accuracy_m": limit, "max_speed_mps": 12.0, "min_move_m": 5.0,
            "max_gap_s": None, "missing_accuracy": "keep", "earth": "sphere"}
        words = "".join(
            f"{key} {'off' if value is None else value}\n" for key, value in constants.items())
        return {"name": name, "version": 1, "note": "n", **constants,
                "digest": hashlib.sha256(words.encode()).hexdigest()}
    yield "one", json.dumps(exported("a", 50.0)).encode()
    yield "two", json.dumps([exported("a", 50.0), exported("b", None)]).encode()
    yield "constants", b'{"max_accuracy_m": 30, "min_move_m": null, "earth": "wgs84"}'


SEEDS = {"fit": fit_seeds, "gpx": gpx_seeds, "tcx": tcx_seeds, "polar": polar_seeds,
         "uploads": uploads_seeds, "recorder": recorder_seeds, "exports": exports_seeds,
         "truths": truths_seeds, "parameters": parameters_seeds, "archives": archives_seeds,
         "bodies": bodies_seeds}

if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in SEEDS[sys.argv[1]]():
        (folder / name).write_bytes(content)
