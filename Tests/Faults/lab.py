"""What all fault runs share: the tool, what a library holds, and what must be true of it after any fault."""

import json
import os
import pathlib
import pty
import re
import select
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = os.environ.get("REMEASURE_TOOL", str(ROOT / ".build/release/remeasure"))

# All that a library holds, without what tells imports and moments apart, in a fixed order.
CONTENT = {
    "run": """SELECT run_id, state, sport, name, device, started_at, ended_at, segment_count, fix_count, next_seq,
        version, hex(points_digest), supersedes, primary_run FROM run ORDER BY run_id""",
    "run_version": """SELECT run_id, version, hex(points_digest), run_version.reader_version, file, member
        FROM run_version LEFT JOIN source USING (source_id) ORDER BY run_id, version""",
    "point_chunk": """SELECT run_id, version, first_seq, fix_count, hex(core_seal), hex(extra_seal), length(core)
        FROM point_chunk ORDER BY run_id, version, first_seq""",
    "result": """SELECT run_id, set_name, set_version, hex(points_digest), distance_m, raw_distance_m, counted,
        distance_after_accuracy_m, distance_after_speed_m, across_gaps_m
        FROM result ORDER BY run_id, set_name, set_version, points_digest""",
    "run_source": "SELECT run_id, file, member FROM run_source JOIN source USING (source_id) ORDER BY 1, 2, 3",
    # A source that was met again by a later import keeps one row.
    "source": """SELECT DISTINCT file, member, hex(sha256), state, reason_code, run_count
        FROM source WHERE reader_version IS NOT NULL ORDER BY file, member, sha256, state""",
    "run_pair": "SELECT run_id, other_id, relation, reason FROM run_pair ORDER BY run_id, other_id",
    "parameter_set": "SELECT name, version, hex(digest) FROM parameter_set ORDER BY name, version",
    "current_set": "SELECT sport, set_name, set_version FROM current_set ORDER BY sport",
    "tombstone": "SELECT run_id FROM tombstone ORDER BY run_id",
    "truth": "SELECT run_id, kind, lower_m, upper_m, source FROM truth ORDER BY run_id, kind",
}


class Outcome:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    @property
    def is_trap(self):
        return self.status < 0

    def __str__(self):
        return f"status {self.status}: {self.out.strip()[-300:]} {self.err.strip()[-500:]}"


class Lab:
    """A temporary folder, and the tool in it."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="remeasure-faults-"))
        # A user of another id is to come in, for what only root may not be refused.
        self.folder.chmod(0o755)
        self.complaints = []

    def __enter__(self):
        if not os.access(TOOL, os.X_OK):
            sys.exit(f"{TOOL} is not there. Build it: swift build -c release --product remeasure")
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name):
        return self.folder / name

    def environment(self, library, **more):
        return {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "TMPDIR": str(self.folder), "COLUMNS": "80",
            "TZ": "UTC", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", "TERM": "xterm",
            "REMEASURE_LIBRARY": str(library), **more}

    def run(self, words, library, before=(), folder=None, **more):
        """Runs the tool to its end."""
        done = subprocess.run(
            [*before, TOOL, *map(str, words)], cwd=folder or self.folder, env=self.environment(library, **more),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
        return Outcome(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))

    def do(self, *words, library, statuses=(0,)):
        """Runs what is to succeed before any fault."""
        outcome = self.run(words, library)
        if outcome.status not in statuses:
            sys.exit(f"{' '.join(map(str, words))} cannot be prepared: {outcome}")
        return outcome

    def start(self, words, library, **more):
        """A process that is running; whoever starts it waits for it."""
        return subprocess.Popen(
            [TOOL, *map(str, words)], cwd=self.folder, env=self.environment(library, **more),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run_and_kill(self, words, library, after):
        """Runs the tool, its errors on a terminal, and ends it by SIGKILL after so many seconds, if it still runs.

        Returns what it had said by then, and how long it took.
        """
        leader, follower = pty.openpty()
        out = tempfile.TemporaryFile(dir=self.folder)
        begin = time.monotonic()
        process = subprocess.Popen(
            [TOOL, *map(str, words)], cwd=self.folder, env=self.environment(library), stdin=subprocess.DEVNULL,
            stdout=out, stderr=follower)
        os.close(follower)
        said, is_killed = b"", False
        while True:
            left = begin + after - time.monotonic()
            if left <= 0 and not is_killed:
                process.kill()
                is_killed = True
            ready, _, _ = select.select([leader], [], [], None if is_killed else left)
            if not ready:
                continue
            try:
                part = os.read(leader, 65536)
            except OSError:
                break  # Nobody holds the other end any more.
            if not part:
                break
            said += part
        os.close(leader)
        process.wait()
        took = time.monotonic() - begin
        out.seek(0)
        return Outcome(process.returncode, out.read().decode(errors="replace"), said.decode(errors="replace")), took

    def complain(self, where, *what):
        text = f"{where}: {' '.join(str(part) for part in what)}"
        self.complaints.append(text)
        print("FAULT " + text, flush=True)

    def finish(self, figures):
        """Prints the figures; the exit status says whether anything was wrong."""
        print(figures, flush=True)
        if self.complaints:
            print(f"{len(self.complaints)} faults found.")
            return 1
        return 0

    # Input

    def simulate(self, runs, minutes, into="in", seed=100, form="fit"):
        self.do("simulate", "--runs", runs, "--seed", seed, "--minutes", minutes, "--format", form, "--output",
                self.path(into), library=self.path("none"))
        return self.path(into)

    def zip(self, folder, name):
        with zipfile.ZipFile(self.path(name), "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(pathlib.Path(folder).iterdir()):
                archive.write(file, file.name)
        return self.path(name)

    # Libraries

    def copy(self, base, library):
        """Puts a library in the place of another; base may be None, for none at all."""
        remove_library(library)
        if base is not None:
            shutil.copyfile(base, library)
            os.chmod(library, 0o600)

    def check(self, where, library, may_be_absent=False):
        """What must be true after any fault: the tool opens the library, SQLite finds nothing, every run's points can
        be read, are those that were stored, and give the results that are stored."""
        verified = self.run(["verify", "--all-results"], library)
        if verified.status == 2 and may_be_absent:
            return
        if verified.status != 0:
            return self.complain(where, "verify:", verified)
        reported = self.run(["report", "--all", "--json"], library)
        lines = [json.loads(line) for line in reported.out.splitlines()]
        with connection(library) as database:
            expected = one(database, "SELECT count(*) FROM run WHERE primary_run IS NULL")
            if one(database, "PRAGMA integrity_check") != "ok":
                self.complain(where, "integrity_check:", one(database, "PRAGMA integrity_check"))
            if database.execute("PRAGMA foreign_key_check").fetchone():
                self.complain(where, "foreign_key_check")
        if reported.status not in ([0] if expected else [0, 2]) or len(lines) != expected:
            self.complain(where, f"report --all --json gives {len(lines)} of {expected} runs:", reported.err)


class connection:
    """A library opened for reading by something that is not the tool."""

    def __init__(self, library):
        self.library = library

    def __enter__(self):
        self.database = sqlite3.connect(f"file:{self.library}?mode=ro", uri=True, timeout=60)
        return self.database

    def __exit__(self, *_):
        self.database.close()


def one(database, query):
    row = database.execute(query).fetchone()
    return row[0] if row else None


def count(library, table):
    """Rows of a table as committed now; 0 where there is no library yet."""
    try:
        with connection(library) as database:
            return one(database, f"SELECT count(*) FROM {table}")
    except sqlite3.OperationalError:
        return 0


def content(library):
    """What a library holds, table by table; nothing where there is none."""
    if not os.path.exists(library) or os.path.getsize(library) == 0:
        return {}
    with connection(library) as database:
        if not database.execute("SELECT 1 FROM sqlite_schema").fetchone():
            return {}
        return {name: database.execute(query).fetchall() for name, query in CONTENT.items()}


def difference(found, expected):
    """The first thing that differs, without what could tell a place; nothing where nothing does."""
    for name in CONTENT:
        mine, other = found.get(name, []), expected.get(name, [])
        if mine != other:
            extra = [row[:3] for row in mine if row not in other][:2]
            lacking = [row[:3] for row in other if row not in mine][:2]
            return f"{name}: {len(mine)} rows for {len(other)}, more {extra}, less {lacking}"
    return None


def reported(text, what):
    """The greatest number that the progress line has shown as done."""
    found = re.findall(r"\] ([\d \u00a0\u202f]+)/[\d \u00a0\u202f]+ " + what, text)
    return max((int(re.sub(r"\D", "", number)) for number in found), default=0)


def remove_library(library):
    for suffix in ["", "-wal", "-shm", "-journal", "-import-lock"]:
        pathlib.Path(f"{library}{suffix}").unlink(missing_ok=True)


def remove(path):
    path = pathlib.Path(path)
    for other in [path, *path.parent.glob(f"{path.name}.part-*"), *path.parent.glob(f"{path.name}.old-*")]:
        if other.is_dir() and not other.is_symlink():
            shutil.rmtree(other)
        else:
            other.unlink(missing_ok=True)


def files(folder):
    """Every file below a folder with its bytes; None where there is no such folder."""
    folder = pathlib.Path(folder)
    if not folder.is_dir():
        return None
    return {str(file.relative_to(folder)): file.read_bytes() for file in sorted(folder.rglob("*")) if file.is_file()}
