#!/usr/bin/env python3
"""Planted faults that `zonda diagnose` must find, and sound models about which it must say nothing.

tests/diagnose/faults.txt has the faults. diagnose.py --zonda PROGRAM [--show] [NAME…]
--show prints what is found instead of comparing it.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODELS = ROOT / "models"
TIMEOUT = 120  # seconds for one model

# Nothing is odd about these.
SOUND = ["fddi.xta", "fischer.xta", "peterson.xta", "sensors.xml", "traffic-light.xta", "train-gate.xml", "vending.xml"]


def faults():
    text = (ROOT / "tests/diagnose/faults.txt").read_text()
    for block in re.split(r"^== ", text, flags=re.M)[1:]:
        head, _, rest = block.partition("<<<\n")
        edits = []
        for piece in ("<<<\n" + rest).split("<<<\n")[1:]:
            old, new = piece.split("===\n", 1)
            edits.append((old.rstrip("\n"), new.split(">>>", 1)[0].rstrip("\n")))
        lines = head.splitlines()
        fields = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
        yield {"name": lines[0].strip(), "edits": edits, **fields}


def diagnose(zonda, path):
    done = subprocess.run([zonda, "diagnose", str(path), "--json", "--trace", "all", "--no-warn", "all"],
                          capture_output=True, text=True, check=False, timeout=TIMEOUT)
    if done.returncode not in (0, 1):
        raise AssertionError(f"status {done.returncode}: {done.stderr}")
    found = json.loads(done.stdout)
    if (done.returncode == 1) != bool(found["findings"]):
        raise AssertionError("the exit status does not fit the findings")
    return found


def check(fault, zonda, show):
    source = MODELS / fault["model"]
    text = source.read_text()
    for old, new in fault["edits"]:
        if text.count(old) != 1:
            return f"the text is found {text.count(old)} times: {old}"
        text = text.replace(old, new)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / fault["model"]
        path.write_text(text)
        queries = source.with_suffix(".q")
        if queries.exists():
            path.with_suffix(".q").write_text(queries.read_text())
        found = diagnose(zonda, path)["findings"]
        for f in found:
            if not re.fullmatch(re.escape(str(path)) + r":\d+:\d+", f["position"]):
                return f"no place in the model: {f}"
            if f["kind"] in ("deadlock", "live-lock", "zeno-loop", "committed-cycle") and "trace" not in f:
                return f"no trace: {f}"
    kinds = sorted(f["kind"] for f in found)
    if show:
        print(fault["name"], ":", " ".join(kinds))
        for f in found:
            print("   ", f["kind"], "|", f["text"])
        return None
    if kinds != sorted(fault["kinds"].split()):
        return f"found: {' '.join(kinds)}\n    expected: {fault['kinds']}"
    if not any(fault["says"] in f["text"] for f in found):
        return "nothing says '" + fault["says"] + "' but\n    " + "\n    ".join(f["text"] for f in found)
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--zonda", required=True)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    failures = 0
    count = 0
    for fault in faults():
        if arguments.names and fault["name"] not in arguments.names:
            continue
        count += 1
        try:
            problem = check(fault, arguments.zonda, arguments.show)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            problem = str(error)
        if problem:
            failures += 1
            print(f"{fault['name']}: {problem}")
    if not arguments.names:
        for name in SOUND:
            found = diagnose(arguments.zonda, MODELS / name)
            if found["findings"] or not found["complete"]:
                failures += 1
                print(f"{name} is sound, but: " + "; ".join(f["text"] for f in found["findings"]))
    print(f"{count} faults, {failures} failures")
    return 1 if failures else 0


sys.exit(main())
