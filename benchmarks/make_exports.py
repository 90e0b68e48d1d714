"""Builds what services export, from simulated runs, as archives of any size:

    make_exports.py strava RUNS TARGET.zip COUNT [FURTHER]
    make_exports.py apple RUNS TARGET.zip GIGABYTES ROUTES

RUNS is a folder of `remeasure simulate --format F --output RUNS/F`, one for each of gpx, tcx and fit;
the second form reads RUNS/gpx alone. COUNT activities are taken in turn from the formats, every third
one gzipped; FURTHER adds as many to the same ones. Nothing but Python's own library is needed, and
what is written is never held in memory.
"""

import csv
import gzip
import io
import pathlib
import re
import sys
import zipfile

STRAVA_HEADER = (
    "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,"
    "Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,"
    "Athlete Weight,Bike Weight,Elapsed Time,Moving Time,Distance,Max Speed,Average Speed"
).split(",")

# One date for all members, so that the same content has the same bytes whenever it is built.
MEMBER_DATE = (2024, 5, 1, 10, 0, 0)


def member(name, compression=zipfile.ZIP_DEFLATED):
    info = zipfile.ZipInfo(name, MEMBER_DATE)
    info.compress_type = compression
    return info


def strava(runs, target, count, further=0):
    """Mixed uploads as they were, with `activities.csv`, as in Strava's bulk export."""
    files = {kind: sorted((runs / kind).glob(f"*.{kind}"), key=seed) for kind in ("gpx", "tcx", "fit")}
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(STRAVA_HEADER)
    with zipfile.ZipFile(target, "w") as archive:
        for index in range(count + further):
            kind = ("gpx", "tcx", "fit")[index % 3]
            source = files[kind][index // 3]
            content = source.read_bytes()
            name = f"activities/{1_000_000 + index}.{kind}"
            if index % 2 == 1:
                content, name = gzip.compress(content, 6, mtime=0), name + ".gz"
            packing = zipfile.ZIP_STORED if name.endswith(".gz") else zipfile.ZIP_DEFLATED
            archive.writestr(member(name, packing), content)
            metres = 5_000 + index % 9_000
            rows.writerow(
                [2_000_000 + index, "Sep 12, 2018, 3:02:23 PM", f"Activity {index}", "Run",
                 "It was fine,\nuntil it was not." if index % 5 == 0 else "", 3600,
                 f"{metres / 1000:.2f}", "", "", "false", "", "", name, "", "", 3600.0, 3500.0,
                 float(metres), 4.2, 2.9])
        archive.writestr(member("activities.csv"), table.getvalue())


def seed(path):
    return int(re.sub(r"\D", "", path.stem))


HEALTH_START = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 12 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
<!ELEMENT ExportDate EMPTY>
]>
<HealthData locale="en_GB">
 <ExportDate value="2024-06-01 09:00:00 +0100"/>
 <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-01-01"/>
"""

RECORD = (
    ' <Record type="HKQuantityTypeIdentifier{kind}" sourceName="Somebody\u2019s Apple\u00a0Watch"'
    ' sourceVersion="9.4" device="&lt;&lt;HKDevice: 0x28{device:07x}&gt;, name:Apple Watch,'
    ' manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:9.4&gt;" unit="{unit}"'
    ' creationDate="2023-{month:02}-{day:02} {hour:02}:{minute:02}:41 +0100"'
    ' startDate="2023-{month:02}-{day:02} {hour:02}:{minute:02}:11 +0100"'
    ' endDate="2023-{month:02}-{day:02} {hour:02}:{minute:02}:36 +0100" value="{value}"{end}\n'
)

HEART_RATE_END = ('>\n  <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="0"/>\n </Record>')


def record(number):
    kinds = (("HeartRate", "count/min"), ("ActiveEnergyBurned", "kcal"), ("StepCount", "count"))
    kind, unit = kinds[number % 3]
    return RECORD.format(
        kind=kind, unit=unit, device=number * 7919 % 0xFFFFFFF, month=1 + number // 40_000 % 12,
        day=1 + number // 1_440 % 28, hour=number // 60 % 24, minute=number % 60,
        value=60 + number * 31 % 97, end=HEART_RATE_END if number % 3 == 0 else "/>")


def workout(route, number):
    text = route.read_text()
    times = re.findall(r"<time>(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)", text)
    start, end, pause = (" ".join(times[at]) + " +0000" for at in (0, -1, len(times) // 2))
    resumed = " ".join(times[len(times) // 2 + 1]) + " +0000"
    return (
        f' <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="33.1"'
        f' durationUnit="min" sourceName="Watch" creationDate="{end}" startDate="{start}"'
        f' endDate="{end}">\n'
        f'  <WorkoutEvent type="HKWorkoutEventTypePause" date="{pause}"/>\n'
        f'  <WorkoutEvent type="HKWorkoutEventTypeResume" date="{resumed}"/>\n'
        f'  <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning"'
        f' startDate="{start}" endDate="{end}" sum="{5 + number % 9}.25" unit="km"/>\n'
        f'  <WorkoutRoute sourceName="Watch"><FileReference path="/workout-routes/{route.name}"/>'
        f"</WorkoutRoute>\n </Workout>\n")


def apple(runs, target, gigabytes, count):
    """One XML file of health data, with a workout for each route beside it, as iOS 16 writes it."""
    routes = sorted((runs / "gpx").glob("*.gpx"), key=seed)[:count]
    size = int(gigabytes * 1e9)
    # As varied as the real thing for a window of 32 KB, and quickly made.
    block = "".join(record(number) for number in range(40_000)).encode()
    with zipfile.ZipFile(target, "w", allowZip64=True) as archive:
        with archive.open(member("apple_health_export/export.xml"), "w", force_zip64=True) as export:
            written = export.write(HEALTH_START.encode())
            each = max(1, size // len(routes))
            for number, route in enumerate(routes):
                while written < each * number:
                    written += export.write(block)
                written += export.write(workout(route, number).encode())
            while written < size:
                written += export.write(block)
            export.write(b"</HealthData>\n")
        for route in routes:
            archive.write(route, f"apple_health_export/workout-routes/{route.name}", zipfile.ZIP_DEFLATED)


def main(words):
    kind, runs, target = words[0], pathlib.Path(words[1]), words[2]
    if kind == "strava":
        strava(runs, target, *(int(word) for word in words[3:]))
    else:
        apple(runs, target, float(words[3]), int(words[4]))


if __name__ == "__main__":
    main(sys.argv[1:])
