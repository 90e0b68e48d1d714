"""Runs a command and prints, as JSON, what it took.

A program of its own, since a child's peak memory counts from that of the process which starts it.
"""

import json
import os
import subprocess
import sys
import time

start = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
seconds = time.perf_counter() - start
process.returncode = os.waitstatus_to_exitcode(status)
if process.returncode != 0:
    sys.exit(f"{' '.join(sys.argv[1:])} ended with {process.returncode}")
print(json.dumps({"seconds": seconds, "peak_megabytes": usage.ru_maxrss * 1024 / 1e6}))
