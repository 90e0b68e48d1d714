"""Files and folders that cannot be read or written, or are not there: the message names the file, and nothing is lost."""

import os
import shutil
import sqlite3

import lab

NOBODY = 65534


def run(_=1, seed=1):
    with lab.Lab() as bench:
        as_user = user(bench)
        if as_user is None:
            print("skipped: no other user can be become here, and root may do anything")
            return 0
        folder = bench.simulate(12, 2)
        restore(folder)
        base = bench.path("base")
        bench.do("import", *sorted(folder.glob("*.fit"))[:6], library=base)
        cases = 0
        for case in CASES:
            home = bench.path("home")
            shutil.rmtree(home, ignore_errors=True)
            home.mkdir()
            library = home / "library.sqlite"
            shutil.copyfile(base, library)
            own(home)
            cases += try_case(bench, case, home, library, folder, as_user)
            restore(home)
        return bench.finish(f"{cases} commands in {len(CASES)} cases")


def user(bench):
    """How to run something as somebody who may be refused; nothing where that cannot be done."""
    if os.getuid() != 0:
        return ()
    words = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
    try:
        tried = bench.run(["--version"], bench.path("none"), before=words)
    except OSError:
        return None
    return words if tried.status == 0 else None


def own(path):
    if os.getuid() == 0:
        for item in [path, *path.rglob("*")]:
            os.chown(item, NOBODY, NOBODY, follow_symlinks=False)


def restore(path):
    path.chmod(0o755)
    for item in path.rglob("*"):
        if not item.is_symlink():
            item.chmod(0o755 if item.is_dir() else 0o644)


def leave_log(library):
    """A library as a killed process leaves it: its last commit stands in the log alone."""
    elsewhere = library.with_name("elsewhere.sqlite")
    os.rename(library, elsewhere)
    database = sqlite3.connect(elsewhere)
    database.execute("UPDATE import SET ended_at = ended_at")
    database.commit()
    for suffix in ["", "-wal", "-shm"]:
        shutil.copyfile(f"{elsewhere}{suffix}", f"{library}{suffix}")
    database.close()
    lab.remove_library(elsewhere)


def rights(name, mode):
    return lambda bench, home, library, folder: os.chmod(home / name, mode)


def with_log(name, mode):
    def act(bench, home, library, folder):
        leave_log(library)
        own(home)
        target = home / name
        if target.exists():
            target.chmod(mode)
    return act


def instead(make):
    def act(bench, home, library, folder):
        library.unlink()
        make(home, library)
        own(home)
    return act


def both(*acts):
    def act(*arguments):
        for each in acts:
            each(*arguments)
    return act


OK, NONE, USAGE, DATA, IO = 0, 2, 64, 65, 74
# What is done, and what then each command answers: statuses, and a part of the path that the message is to name.
CASES = [
    ("the file may only be read", rights("library.sqlite", 0o400),
     {"import": (IO, "library.sqlite"), "runs": (OK,), "report": (OK,), "verify": (OK,), "delete": (IO, "library.sqlite"),
      "recompute": (IO, "library.sqlite"), "backup": (OK,)}),
    ("file and folder may only be read", both(rights("library.sqlite", 0o400), rights(".", 0o500)),
     {"import": (IO, "library.sqlite"), "runs": (OK,), "report": (OK,), "verify": (OK,), "delete": (IO, "library.sqlite"),
      "backup": (IO, "backup")}),
    ("the folder may only be read", rights(".", 0o500),
     {"import": (IO, "library.sqlite"), "runs": (OK,), "verify": (OK,), "delete": (IO, "library.sqlite"),
      "undo": (IO, "library.sqlite"), "output": (IO, "report"), "export": (IO, "export")}),
    ("the folder may only be read, and there is a log", both(with_log(".", 0o500)),
     {"import": (IO, "library.sqlite"), "runs": ((OK, IO), "library.sqlite"), "verify": ((OK, IO), "library.sqlite")}),
    ("the file may not be read", rights("library.sqlite", 0),
     {"import": (IO, "library.sqlite"), "runs": (IO, "library.sqlite"), "verify": (IO, "library.sqlite"),
      "delete": (IO, "library.sqlite"), "backup": (IO, "library.sqlite")}),
    ("the folder may not be entered", rights(".", 0),
     {"import": (IO, "library.sqlite"), "runs": (IO, "library.sqlite"), "verify": (IO, "library.sqlite"),
      "backup": (IO, "library.sqlite")}),
    ("the log may not be read", with_log("library.sqlite-wal", 0),
     {"import": (IO, "library.sqlite"), "runs": (IO, "library.sqlite"), "verify": (IO, "library.sqlite")}),
    ("the log may only be read", with_log("library.sqlite-wal", 0o400),
     {"import": ((OK, IO), "library.sqlite"), "runs": ((OK, IO), "library.sqlite")}),
    ("the log's index may not be read", with_log("library.sqlite-shm", 0),
     {"import": (IO, "library.sqlite"), "runs": (IO, "library.sqlite")}),
    ("the log's index may only be read", with_log("library.sqlite-shm", 0o400),
     {"import": ((OK, IO), "library.sqlite"), "runs": ((OK, IO), "library.sqlite")}),
    ("the lock may not be taken", both(
        lambda bench, home, library, folder: (home / "library.sqlite-import-lock").touch(),
        lambda bench, home, library, folder: own(home), rights("library.sqlite-import-lock", 0)),
     {"import": (IO, "import-lock"), "runs": (OK,), "imports": (OK,), "undo": (IO, "import-lock")}),
    ("there is no library", instead(lambda home, library: None),
     {"runs": (NONE, "library.sqlite"), "delete": (NONE,), "import": (OK,)}),
    ("there is no library, and none can be made", both(
        instead(lambda home, library: None), rights(".", 0o500)),
     {"import": (IO, "library.sqlite"), "runs": (NONE, "library.sqlite")}),
    ("the library's name is a folder's", instead(lambda home, library: library.mkdir()),
     {"import": (IO, "library.sqlite"), "runs": (IO, "library.sqlite"), "verify": (IO, "library.sqlite")}),
    ("the library's name is a pipe's", instead(lambda home, library: os.mkfifo(library)),
     {"import": (IO, "library.sqlite"), "runs": (IO, "library.sqlite"), "verify": (IO, "library.sqlite")}),
    ("the library's name is a link to nothing", instead(lambda home, library: library.symlink_to("nothing/here")),
     {"import": (IO, "library.sqlite"), "runs": (NONE, "library.sqlite")}),
    ("a file of the input may not be read", lambda bench, home, library, folder: hide(home, folder, 0),
     {"import of a part": (1, "hidden.fit")}),
    ("a folder of the input may not be read", lambda bench, home, library, folder: hide_folder(home, folder),
     {"import of a part": (1, "inner")}),
]


def hide(home, folder, mode):
    inner = home / "in"
    shutil.copytree(folder, inner)
    shutil.copyfile(next(folder.glob("*.fit")), inner / "hidden.fit")
    own(home)
    (inner / "hidden.fit").chmod(mode)


def hide_folder(home, folder):
    shutil.copytree(folder, home / "in/inner")
    shutil.copyfile(next(folder.glob("*.fit")), home / "in/open.fit")
    own(home)
    (home / "in/inner").chmod(0)


def words_of(name, home, folder, some):
    return {
        "import": ["import", folder], "import of a part": ["import", home / "in"], "runs": ["runs"],
        "imports": ["imports"], "report": ["report", "--all", "--json"], "verify": ["verify"],
        "delete": ["delete", "--yes", some], "undo": ["undo", "1", "--yes"],
        "recompute": ["recompute", "--params", "hike"], "backup": ["backup", home / "backup"],
        "output": ["report", "--all", "--format", "csv", "--output", home / "report"],
        "export": ["export", "--all", "--format", "csv", "--output", home / "export"],
    }[name]


def try_case(bench, case, home, library, folder, as_user):
    what, act, commands = case
    some = lab.content(bench.path("base"))["run"][0][0]
    act(bench, home, library, folder)
    for name, (statuses, *named) in commands.items():
        where = f"{what}: {name}"
        outcome = bench.run(words_of(name, home, folder, some), library, before=as_user)
        statuses = statuses if isinstance(statuses, tuple) else (statuses,)
        if outcome.status not in statuses:
            bench.complain(where, f"not {statuses}:", outcome)
        elif outcome.status != 0 and named and named[0] not in outcome.err:
            bench.complain(where, "the message names no file:", outcome)
    # Once it may be read again, nothing is lost and everything goes on.
    restore(home)
    if library.is_file():
        bench.check(what, library)
        own(home)
        again = bench.run(["import", folder], library, before=as_user)
        if again.status != 0:
            bench.complain(what, "again:", again)
        if lab.count(library, "run") < 12:
            bench.complain(what, "again, and not all runs are there")
    print(f"{what}: {len(commands)} commands", flush=True)
    return len(commands)
