#!/usr/bin/env python3
"""Does --checkpoint hold? Kills runs at random moments, and damages files.

tests/checkpoint.py --zonda PROGRAM [--kills N] [--seed N] [--damages N] [--interval SECONDS]

Each run that was killed (kill -9) is started again with the same command until it ends. Then its verdict and the number
of states it visited must be those of a run that was left alone, and at no kill may the file have been older than one
interval (and the time to write it). Damaged, cut-off and foreign files must be refused, with a message, and stay as they
are.
"""

import argparse
import json
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Bundled models with a number of processes, a query, and options.
RUNS = [
    ("fischer.xta", 9, "E<> false", []),
    ("fischer.xta", 9, "A[] not (P(1).cs and P(2).cs)", ["--order", "random"]),
    ("fischer.xta", 8, "A[] not deadlock", ["--trace", "some"]),
    ("csma-cd.xta", 11, "E<> false", ["--order", "dfs"]),
    ("fischer.xta", 8, "E<> false", ["--keep", "entry"]),
    ("fischer.xta", 9, "E<> false", ["--memory", "9MiB"]),
    ("train-gate.xml", 7, "E<> false", ["--order", "ranking"]),
]
SLACK = 3  # seconds, for a busy machine


def enlarged(name, count, folder):
    text = (ROOT / "models" / name).read_text()
    path = folder / f"{count}-{name}"
    path.write_text(re.sub(r"const int N = \d+;", f"const int N = {count};", text, count=1))
    return path


def command(zonda, model, query, options):
    return [zonda, "check", str(model), "-q", query, "--no-warn", "all", "--json", *options]


def result_of(finished):
    if finished.returncode not in (0, 1):
        raise SystemExit(f"checkpoint: exit status {finished.returncode}: {finished.stdout} {finished.stderr}")
    return json.loads(finished.stdout)["queries"][0]


def run(words):
    return subprocess.run(words, capture_output=True, text=True, timeout=300)


class Tally:
    def __init__(self):
        self.kills = 0
        self.failures = 0
        self.oldest = 0.0

    def fail(self, text):
        print("wrong:", text)
        self.failures += 1


def check_kills(zonda, folder, wanted, interval, dice, tally):
    """Whole runs, each killed again and again, until there were so many kills."""
    turn = 0
    while tally.kills < wanted:
        name, count, query, options = RUNS[turn % len(RUNS)]
        turn += 1
        words = command(zonda, enlarged(name, count, folder), query, options)
        start = time.time()
        left_alone = result_of(run(words))
        seconds = time.time() - start
        saved = folder / "run.zonda-checkpoint"
        saved.unlink(missing_ok=True)
        words += ["--checkpoint", str(saved), "--checkpoint-interval", f"{interval}s"]
        most = 8  # so that it comes to an end
        while True:
            child = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            began = time.time()
            if most > 0 and tally.kills < wanted:
                try:
                    child.wait(dice.uniform(0.01, max(0.1, seconds / 3)))
                except subprocess.TimeoutExpired:
                    child.send_signal(signal.SIGKILL)
                    moment = time.time()
                    child.communicate()
                    tally.kills += 1
                    most -= 1
                    newest = max(began, saved.stat().st_mtime) if saved.exists() else began
                    tally.oldest = max(tally.oldest, moment - newest)
                    if moment - newest > interval + SLACK:
                        tally.fail(f"{name}: killed {moment - newest:.2f} s after the last checkpoint")
                    continue
            out, errors = child.communicate()
            break
        finished = result_of(subprocess.CompletedProcess(words, child.returncode, out, errors))
        for key in ("verdict",):
            if finished[key] != left_alone[key]:
                tally.fail(f"{name} {query} {options}: {finished[key]}, not {left_alone[key]}")
        same = finished["stats"]["visited"] == left_alone["stats"]["visited"]
        if not same and "--memory" not in options:
            tally.fail(f"{name} {query} {options}: {finished['stats']['visited']} states, not {left_alone['stats']['visited']}")
        if saved.exists():
            tally.fail("the file is still there although the query was answered")


def check_damages(zonda, folder, count, dice, tally):
    model = enlarged("fischer.xta", 7, folder)
    saved = folder / "damaged.zonda-checkpoint"
    words = command(zonda, model, "E<> false", []) + ["--checkpoint", str(saved), "--checkpoint-interval", "1ms"]
    stopped = run(words + ["--time", "0.005s"])
    if stopped.returncode != 3 or not saved.exists():
        tally.fail(f"no checkpoint was left: {stopped.stdout} {stopped.stderr}")
        return
    whole = saved.read_bytes()

    def refused(text, more=(), words=words, why="the checkpoint"):
        finished = run([*words, *more])
        if finished.returncode != 2 or why not in finished.stdout + finished.stderr:
            tally.fail(f"{text}: exit status {finished.returncode}, {finished.stdout} {finished.stderr}")

    for _ in range(count):
        at = dice.randrange(len(whole))
        damaged = bytearray(whole)
        damaged[at] ^= 1 << dice.randrange(8)
        saved.write_bytes(damaged)
        refused(f"byte {at} of {len(whole)} changed")
        if saved.read_bytes() != damaged:
            tally.fail("a damaged file was changed")
        size = dice.randrange(len(whole))
        saved.write_bytes(whole[:size])
        refused(f"cut off after {size} bytes of {len(whole)}")
    saved.write_bytes(b"")
    refused("an empty file")
    saved.write_text("process P() { state A; init A; }")
    refused("a model", why="is not a checkpoint")
    saved.write_bytes(whole)
    refused("another order", ["--order", "dfs"], why="other options")
    other = command(zonda, model, "E<> P(1).cs", []) + ["--checkpoint", str(saved)]
    refused("another query", words=other, why="another query")
    larger = enlarged("fischer.xta", 8, folder)
    other = command(zonda, larger, "E<> false", []) + ["--checkpoint", str(saved)]
    refused("another model", words=other, why="another model")
    if saved.read_bytes() != whole:
        tally.fail("a refused file was changed")
    if run(words).returncode != 1:
        tally.fail("the whole file is not taken up")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zonda", required=True)
    parser.add_argument("--kills", type=int, default=6)
    parser.add_argument("--damages", type=int, default=40)
    parser.add_argument("--interval", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        check_damages(options.zonda, pathlib.Path(folder), options.damages, dice, tally)
        check_kills(options.zonda, pathlib.Path(folder), options.kills, options.interval, dice, tally)
    print(f"checkpoint: {options.damages} damaged files, {tally.kills} kills, at most {tally.oldest:.2f} s after the last "
          f"checkpoint; {tally.failures} wrong")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
