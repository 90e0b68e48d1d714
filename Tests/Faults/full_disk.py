"""A disk that is full: a small file system in memory, of many sizes, each made larger afterwards."""

import contextlib
import os
import subprocess

import lab


class Disk:
    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(exist_ok=True)

    @contextlib.contextmanager
    def mounted(self, kilobytes):
        """Gives whether it could be mounted; it is unmounted again, whatever happens."""
        done = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k,mode=755", "tmpfs", self.folder],
            stderr=subprocess.DEVNULL)
        try:
            yield done.returncode == 0
        finally:
            if done.returncode == 0:
                subprocess.run(["umount", self.folder], check=True)

    def enlarge(self):
        subprocess.run(["mount", "-o", f"remount,size={ROOMY}k", self.folder], check=True)


# Kilobytes that are enough for anything here.
ROOMY = 1 << 20


def run(sizes=24, seed=1):
    if os.getuid() != 0:
        print("skipped: only root can mount a small file system")
        return 0
    with lab.Lab() as bench:
        disk = Disk(bench.path("disk"))
        with disk.mounted(1024) as is_mounted:
            if not is_mounted:
                print("skipped: no file system can be mounted here")
                return 0
        folder = bench.simulate(400, 3)
        full = bench.path("full")
        bench.do("import", *sorted(folder.glob("*.fit"))[:200], library=full)
        bench.do("params", "add", "run", "--min-move", 10, library=full)
        runs = [row[0] for row in lab.content(full)["run"]]
        out = disk.folder / "output"
        works = [
            ("import into a new library", ["import", folder], None, (0,), None),
            ("import", ["import", folder], full, (0,), None),
            ("recompute", ["recompute", "--params", "run@2"], full, (0,), None),
            ("delete", ["delete", "--yes", *runs[::2]], full, (0, 2), None),
            ("undo", ["undo", "1", "--yes"], full, (0, 2), None),
            ("backup", ["backup", out], full, (0,), out),
            ("report to a folder", ["report", "--all", "--format", "html", "--output", out], full, (0,), out),
            ("export", ["export", "--all", "--format", "csv", "--output", out], full, (0,), out),
        ]
        for work in works:
            series(bench, disk, sizes, *work)
        return bench.finish("")


def series(bench, disk, sizes, name, words, base, again, output):
    with disk.mounted(ROOMY):
        library = disk.folder / "library.sqlite"
        bench.copy(base, library)
        bench.do(*words, library=library)
        after = lab.content(library)
        kept = os.statvfs(disk.folder)
        # The log of a command that is one transaction may be as large as the library.
        needed = 2 * (kept.f_blocks - kept.f_bavail) * kept.f_frsize // 1024
    least = os.path.getsize(base) // 1024 + 16 if base else 4
    most = max(least + 64, needed)
    full = 0
    for index in range(sizes):
        # Closer together where it is tight.
        size = least + (most - least) * index * index // (sizes * sizes)
        with disk.mounted(size):
            full += one_size(bench, disk, f"{name}, a disk of {size} KB", library, words, base, again, output, after)
    print(f"{name}: {sizes} disks of {least} to {most} KB, {full} of them too small", flush=True)


def one_size(bench, disk, where, library, words, base, again, output, after):
    """True where the disk was too small."""
    try:
        bench.copy(base, library)
    except OSError:
        return True
    outcome = bench.run(words, library)
    if outcome.status == 74:
        if str(disk.folder) not in outcome.err or not any(w in outcome.err for w in ("full", "No space")):
            bench.complain(where, "not told so:", outcome)
    elif outcome.status != 0:
        bench.complain(where, outcome)
    if output:
        left = [item.name for item in disk.folder.iterdir() if ".part-" in item.name]
        if left or outcome.status == 74 and output.exists():
            bench.complain(where, "left behind:", left or output.name)
    # Read while the disk is full, too, as far as that can be done without writing.
    read = bench.run(["runs"], library)
    if read.status not in (0, 2, 74):
        bench.complain(where, "runs:", read)
    disk.enlarge()
    bench.check(where, library, may_be_absent=base is None)
    if output and output.exists():
        lab.remove(output)
    repeated = bench.run(words, library)
    if repeated.status not in again:
        bench.complain(where, "again:", repeated)
    differs = lab.difference(lab.content(library), after)
    if differs:
        bench.complain(where, "again, and not as undisturbed:", differs)
    return outcome.status == 74
