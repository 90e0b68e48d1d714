"""What the figures were taken on and with."""

import datetime
import importlib.metadata
import os
import pathlib
import platform
import re
import sqlite3
import subprocess

from . import tool

PACKAGES = ("numpy", "numba", "haversine", "numkong", "duckdb", "pyarrow")


def facts() -> dict:
    """The machine; neither its name nor any path."""
    cpu = pathlib.Path("/proc/cpuinfo").read_text()
    flags = set(re.search(r"^(?:flags|Features)\s*: (.*)$", cpu, re.M)[1].split())
    model = re.search(r"^model name\s*: (.*)$", cpu, re.M)
    memory = re.search(r"MemTotal:\s+(\d+)", pathlib.Path("/proc/meminfo").read_text())[1]
    levels = [("avx512f", "AVX-512"), ("avx2", "AVX2"), ("asimd", "NEON")]
    return {
        "cpu": model[1] if model else platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "vectors": next((name for flag, name in levels if flag in flags), "SSE2"),
        "level_2_cache_kib": level_2_cache(),
        "memory_gib": round(int(memory) / (1 << 20), 1),
        "kernel": platform.release(),
        "load_before": round(os.getloadavg()[0], 2),
    }


def level_2_cache() -> int | None:
    """KiB that one core has; None where the kernel does not tell."""
    for cache in pathlib.Path("/sys/devices/system/cpu/cpu0/cache").glob("index*"):
        if (cache / "level").read_text().strip() == "2":
            return int((cache / "size").read_text().strip().removesuffix("K"))
    return None


def versions() -> dict:
    """Of all programs that take part."""
    return {
        "remeasure": first_line([tool.REMEASURE, "--version"]).split(",")[0].split()[-1],
        "commit": first_line(["git", "describe", "--always", "--dirty"]),
        "python": platform.python_version(),
        **{package: importlib.metadata.version(package) for package in PACKAGES},
        "gcc": first_line(["gcc", "-dumpfullversion"]),
        "libc": " ".join(platform.libc_ver()),
        "sqlite": sqlite3.sqlite_version,
    }


def first_line(command: list[str]) -> str:
    """Of what a program prints."""
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")[0]


def now() -> str:
    """The present time, to the second."""
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
