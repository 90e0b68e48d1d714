"""Runs remeasure as a user would."""

import json
import pathlib
import subprocess
import sys
from typing import NamedTuple

from . import turns

REMEASURE = ".build/release/remeasure"


class Ended(NamedTuple):
    """A process that ended well."""

    #: Wall time.
    seconds: float
    peak_megabytes: float


def remeasure(*words) -> str:
    """What it prints."""
    command = [REMEASURE, *map(str, words)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}")
    return done.stdout


def run(command: list) -> Ended:
    """A whole process, from its start to its end."""
    program = pathlib.Path(__file__).with_name("measured_process.py")
    words = [sys.executable, "-ISs", program, *map(str, command)]
    done = subprocess.run(words, stdout=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return Ended(**json.loads(done.stdout))


class Bench:
    """`remeasure bench` of one subject: one call a turn gives the times of several sides."""

    def __init__(self, subject: str, runs: int):
        self.words = ("bench", subject, "--json", "--runs", str(runs))
        self.figures = {}
        self.taken = set()

    def shortest(self, name: str) -> float:
        """The shortest time of this turn for what has this name in the JSON."""
        if not self.figures or name in self.taken:
            self.figures, self.taken = json.loads(remeasure(*self.words)), set()
        self.taken.add(name)
        return self.figures[name]["min"]

    def sides(self, names: dict) -> list[turns.Side]:
        """Ours: by what they are called here, their names in the JSON."""
        command = " ".join(("remeasure", *self.words))
        return [
            turns.Side(side, lambda name=name: self.shortest(name), (), f"{command}: {name}")
            for side, name in names.items()
        ]


class Library:
    """A library in a folder of its own."""

    def __init__(self, path: pathlib.Path):
        self.path = path

    def __call__(self, *words) -> str:
        return remeasure(*words, "--library", self.path, "--quiet")

    def add_rules(self, name: str, limits: dict) -> str:
        """A new version of a parameter set, as `NAME@VERSION`. A limit may be "off"."""
        words = [word for limit, value in limits.items() for word in (f"--{limit}", value)]
        added = json.loads(self("params", "add", name, *words, "--json"))
        return f"{added['name']}@{added['version']}"
