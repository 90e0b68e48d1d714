"""A power cut: the library's file and its log as a disk may hold them at a moment of a running import.

Copied: the file, then the log, while both are being written; the log also cut at random lengths. Rebuilt: from a
record of every write and synchronisation, of which those since the last synchronisation of a file may be on the
disk, not at all, or in part, in any order.
"""

import os
import pathlib
import pty
import random
import shutil
import subprocess
import time

import failing_calls
import lab


def run(moments=60, seed=1):
    chance = random.Random(seed)
    with lab.Lab() as bench:
        folder = bench.simulate(520, 3)
        base, after = bench.path("base"), bench.path("after")
        bench.do("import", *sorted(folder.glob("*.fit"))[:40], library=base)
        bench.copy(base, after)
        begin = time.monotonic()
        bench.do("import", folder, library=after)
        expected, seconds = lab.content(after), time.monotonic() - begin
        copied(bench, folder, base, expected, seconds, moments, chance)
        rebuilt(bench, folder, base, expected, moments, chance)
        return bench.finish("")


def copied(bench, folder, base, expected, seconds, moments, chance):
    library, copy = bench.path("library.sqlite"), bench.path("copy.sqlite")
    taken = middle = cut = 0
    lost = 0
    for _ in range(moments * 3):
        if taken == moments:
            break
        bench.copy(base, library)
        process = bench.start(["import", folder], library)
        time.sleep(chance.uniform(0.1, 1) * seconds)
        is_taken = process.poll() is None and take(library, copy)
        process.wait()
        if not is_taken:
            continue
        taken += 1
        where = f"copy {taken}"
        log = pathlib.Path(f"{copy}-wal")
        size = log.stat().st_size if log.exists() else 0
        if taken % 2 == 0 and size:
            os.truncate(log, chance.randrange(size))
            cut += 1
            least = 0
        else:
            least = is_taken.sources
        bench.check(where, copy)
        found = lab.count(copy, "source")
        if 40 < found < len(expected["source"]):
            middle += 1
        if found < max(40, least):
            bench.complain(where, f"{least} sources were committed, {found} are there")
        complete(bench, folder, copy, expected, where)
    print(f"copied: {taken} moments of an import of {seconds:.1f} s, {middle} with a part of it, "
          f"{cut} with the log cut", flush=True)


class Taken:
    def __init__(self, sources):
        self.sources = sources


def take(library, copy):
    """Copies the file and then the log; nothing where the log was begun anew meanwhile, as no disk is ever so."""
    lab.remove_library(copy)
    log = f"{library}-wal"
    try:
        # With what other connection would be asked, the log's end would wait for it.
        sources = lab.count(library, "source")
        with open(log, "rb") as file:
            head = file.read(32)
        shutil.copyfile(library, copy)
        shutil.copyfile(log, f"{copy}-wal")
        with open(f"{copy}-wal", "rb") as file:
            is_same = file.read(32) == head
        if not is_same or not os.path.exists(log):
            return None
    except FileNotFoundError:
        return None
    return Taken(sources)


def complete(bench, folder, library, expected, where):
    again = bench.run(["import", folder], library)
    if again.status != 0:
        return bench.complain(where, "again:", again)
    differs = lab.difference(lab.content(library), expected)
    if differs:
        bench.complain(where, "again, and not as undisturbed:", differs)


# A record of what was written

class Step:
    def __init__(self, kind, path, offset, data):
        self.kind, self.path, self.offset, self.data = kind, path, offset, data


def recorded(bench, words, library, code):
    """Everything that a command writes beside its library and says, in order."""
    record = bench.path("trace")
    record.unlink(missing_ok=True)
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [lab.TOOL, *map(str, words)], cwd=bench.folder, stdin=subprocess.DEVNULL, stdout=follower, stderr=follower,
        env=bench.environment(
            library, LD_PRELOAD=code, FAULT_FOLDER=str(library.parent), FAULT_TRACE=str(record)))
    os.close(follower)
    try:
        while os.read(leader, 65536):
            pass
    except OSError:
        pass
    os.close(leader)
    if process.wait() != 0:
        bench.complain("a recorded import", process.returncode)
    steps, data, place = [], record.read_bytes(), 0
    while place < len(data):
        end = data.index(b"\n", place)
        head, offset, length = data[place:end].decode().rsplit(" ", 2)
        kind, path = head.split(" ", 1)
        place = end + 1
        steps.append(Step(kind, path, int(offset), data[place:place + int(length)]))
        place += int(length)
    return steps


def disk_after(steps, start, chance):
    """The files as they may lie on the disk after so many steps: what was synchronised, and of the rest anything."""
    durable, loose = dict(start), {}
    for step in steps:
        if step.kind == "S":
            content = bytearray(durable.get(step.path, b""))
            for write in loose.pop(step.path, []):
                apply(content, write)
            durable[step.path] = bytes(content)
        elif step.kind in "WT":
            loose.setdefault(step.path, []).append(step)
        elif step.kind == "U":
            # The name is gone at once here; that it might stay is as though the next step had not been.
            durable.pop(step.path, None)
            loose.pop(step.path, None)
    for path, writes in loose.items():
        content = bytearray(durable.get(path, b""))
        kind = chance.choice(["none", "all", "any", "any", "first"])
        most = chance.randrange(len(writes) + 1)
        for index, write in enumerate(writes):
            if kind == "all" or kind == "first" and index < most or kind == "any" and chance.random() < 0.5:
                part = chance.randrange(0, len(write.data) + 1, 512) if chance.random() < 0.1 else None
                apply(content, write, part)
        durable[path] = bytes(content)
    return durable


def apply(content, step, part=None):
    if step.kind == "T":
        del content[step.offset:]
        content.extend(bytes(step.offset - len(content)))
        return
    data = step.data if part is None else step.data[:part]
    content.extend(bytes(max(0, step.offset - len(content))))
    content[step.offset:step.offset + len(data)] = data


def rebuilt(bench, folder, base, expected, moments, chance):
    code = failing_calls.preloaded(bench)
    home = bench.path("home")
    home.mkdir()
    library = home / "library.sqlite"
    middle = told = kept = 0
    # Into a new library, and into one that is there.
    for start in (None, base):
        bench.copy(start, library)
        before = {str(library): base.read_bytes()} if start else {}
        begun = lab.count(library, "source")
        steps = [step for step in recorded(bench, ["import", folder], library, code)
                 if not step.path.endswith(("-shm", "-import-lock"))]
        for _ in range(moments):
            moment = chance.randrange(len(steps) + 1)
            where = f"{'a' if start else 'a new'} library rebuilt as of step {moment} of {len(steps)}"
            said = b"".join(step.data for step in steps[:moment] if step.kind == "M").decode(errors="replace")
            lab.remove_library(library)
            for path, bytes_there in disk_after(steps[:moment], before, chance).items():
                pathlib.Path(path).write_bytes(bytes_there)
                os.chmod(path, 0o600)
            bench.check(where, library, may_be_absent=start is None)
            found = lab.count(library, "source") - begun if lab.content(library) else 0
            # What was there already is told as committed with the rest.
            promised = max(0, lab.reported(said, "committed") - begun)
            all_of_it = len(expected["source"]) - begun
            middle += 0 < found < all_of_it
            if promised:
                told += 1
                kept += found >= promised
                if found < promised:
                    bench.complain(where, f"{promised} were said to be committed, {found} are there")
            if "Take it back" in said and found < all_of_it:
                bench.complain(where, f"the import had said its end, {found} of {all_of_it} are there")
            complete(bench, folder, library, expected, where)
    print(f"rebuilt: {2 * moments} moments, {middle} with a part of the import; of {told} where progress had been "
          f"told, {kept} hold all of it", flush=True)
