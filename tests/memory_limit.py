#!/usr/bin/env python3
"""Does --memory hold? Runs zonda with random limits on models that need more.

tests/memory_limit.py --zonda PROGRAM [--runs N] [--seed N] [--most MIB]

Each run must end by itself with the verdict 'unknown, memory limit reached', exit status 3 and statistics, and its
resident set must never have passed the limit by more than 32 MiB.
"""

import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MIB = 1 << 20
SLACK = 32 * MIB

# Bundled models, how many processes make them large, and the query: false everywhere, so that nothing is found early.
MODELS = [("fischer.xta", 12), ("csma-cd.xta", 16), ("train-gate.xml", 10), ("critical-region.xta", 7), ("lynch.xta", 13)]


def enlarged(name, count, folder):
    text = (ROOT / "models" / name).read_text()
    larger, changes = re.subn(r"const int N = \d+;", f"const int N = {count};", text, count=1)
    if changes != 1:
        raise SystemExit(f"memory_limit: {name} has no 'const int N'")
    path = folder / name
    path.write_text(larger)
    return path


def run(zonda, model, limit, options):
    command = [zonda, "check", "--json", "--no-warn", "all", "--memory", str(limit), "--time", "300s", *options,
               str(model), "-q", "E<> false"]
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
    return child.returncode, usage.ru_maxrss * 1024, text


def problem(status, peak, text, limit):
    """What is wrong with a run, or nothing."""
    if status != 3:
        return f"exit status {status}"
    try:
        query = json.loads(text)["queries"][0]
    except (ValueError, KeyError, IndexError):
        return "no result"
    if query["verdict"] != "unknown" or "memory limit" not in query["reason"]:
        return f"{query['verdict']}: {query.get('reason')}"
    if query["stats"]["visited"] == 0:
        return "nothing was visited"
    if peak > limit + SLACK:
        return f"{(peak - limit) / MIB:.1f} MiB over the limit"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zonda", required=True)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=160, metavar="MIB", help="the largest limit")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    failures = 0
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        models = [enlarged(name, count, pathlib.Path(folder)) for name, count in MODELS]
        for _ in range(options.runs):
            model = dice.choice(models)
            limit = dice.randint(24, options.most) * MIB + dice.randint(0, MIB)
            more = dice.choice([[], ["--order", "dfs"], ["--abstraction", "extra-m"], ["--order", "random"]])
            status, peak, text = run(options.zonda, model, limit, more)
            wrong = problem(status, peak, text, limit)
            worst = max(worst, peak - limit)
            print(f"{model.name} {' '.join(more)} limit {limit / MIB:.1f} MiB, peak {peak / MIB:.1f} MiB: {wrong or 'ok'}")
            failures += wrong is not None
    print(f"memory_limit: {options.runs} runs, {failures} wrong; at most {worst / MIB:.1f} MiB over the limit")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
