#!/usr/bin/env python3
"""Does --memory hold? Runs zonda with random limits on models that need more.

tests/memory_limit.py --zonda PROGRAM [--runs N] [--seed N] [--least MIB] [--most MIB] [--seconds N]

Each run must end by itself, with the right verdict or with 'unknown', because it is out of memory or after some
seconds, and with statistics; and its resident set must never have passed the limit by more than 12 MiB
(queues of waiting states double unasked).
"""

import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MIB = 1 << 20
SLACK = 12 * MIB

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


def choices(zonda, folder):
    """Options to try: each value of each option that says how to search, as the program lists them, and some others."""
    script = subprocess.run([zonda, "completion", "bash"], capture_output=True, text=True, check=True).stdout
    listed = {flag: words.split() for flag, words in re.findall(r"check,(--\S+)\) _zonda_values '([^']*)'", script)}
    result = [[], ["--spill", str(folder)]]
    for flag in ("--order", "--abstraction", "--keep", "--zones", "--reduce", "--trace"):
        # A storing strategy with a number is listed with a colon; without it, the usual number is taken.
        result += [[flag, word.rstrip(":")] for word in listed[flag]]
    return result


def run(zonda, model, limit, seconds, options):
    command = [zonda, "check", "--json", "--no-warn", "all", "--memory", str(limit), "--time", f"{seconds}s", *options,
               str(model), "-q", "E<> false"]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        return done.returncode, json.loads(done.stdout)["queries"][0]
    except (ValueError, KeyError, IndexError):
        return done.returncode, None


def problem(status, query, limit):
    """What is wrong with a run, or nothing."""
    if query is None:
        return f"no result, exit status {status}"
    if (status, query["verdict"]) not in ((1, "not satisfied"), (3, "unknown")):
        return f"{query['verdict']}: {query.get('reason')}"
    if status == 3 and "memory limit" not in query["reason"] and "time limit" not in query["reason"]:
        return query["reason"]
    if query["stats"]["visited"] == 0:
        return "nothing was visited"
    over = query["stats"]["peak_bytes"] - limit
    if over > SLACK:
        return f"{over / MIB:.1f} MiB over the limit"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zonda", required=True)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=int, default=8, metavar="MIB", help="the smallest limit")
    parser.add_argument("--most", type=int, default=160, metavar="MIB", help="the largest limit")
    parser.add_argument("--seconds", type=float, default=30)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    failures = 0
    worst = 0
    with tempfile.TemporaryDirectory() as folder:
        models = [enlarged(name, count, pathlib.Path(folder)) for name, count in MODELS]
        ways = choices(options.zonda, folder)
        for _ in range(options.runs):
            model = dice.choice(models)
            limit = dice.randint(options.least, options.most) * MIB + dice.randint(0, MIB)
            more = dice.choice(ways)
            status, query = run(options.zonda, model, limit, options.seconds, more)
            wrong = problem(status, query, limit)
            peak = query["stats"]["peak_bytes"] if query else 0
            worst = max(worst, peak - limit)
            print(f"{model.name} {' '.join(more)} limit {limit / MIB:.1f} MiB, peak {peak / MIB:.1f} MiB: "
                  f"{query['verdict'] if query else '?'}, {wrong or 'ok'}", flush=True)
            failures += wrong is not None
    print(f"memory_limit: {options.runs} runs, {failures} wrong; at most {worst / MIB:.1f} MiB over the limit")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
