#!/usr/bin/env python3
"""Tests of the command line against stored output.

tests/golden/<case>/
  cmd       shell command line, run in this folder. $ZONDA is the program, $ROOT the checkout,
            $OUT an empty temporary folder for files it writes.
  status    the exit status expected
  stdout    the output expected; no file: none
  stderr    likewise

What differs from run to run is put in general terms before comparing: the version (VERSION), the
folders (ROOT, OUT), and times ('0.123 s' and '"seconds": 0.123' become 'N s' and '"seconds": N').

golden.py --zonda PROGRAM [--bless] [CASE…]     --bless stores the output as expected
"""

import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "golden"


def normalise(text, out, version):
    text = text.replace(out, "OUT").replace(str(ROOT), "ROOT")
    if version:
        text = re.sub(rf"(?<![\d.]){re.escape(version)}(?![\d.])", "VERSION", text)
    text = re.sub(r'("[a-z_]*seconds": )[-+.e\d]+', r"\1N", text)
    return re.sub(r"\b\d+(\.\d+)? ?(s|ms)\b", r"N \2", text)


def zonda_version():
    found = re.search(r"^project\(zonda VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M)
    return found.group(1) if found else None


def run(case, zonda):
    """The case's output, as a dictionary from file name to text."""
    with tempfile.TemporaryDirectory() as out:
        env = {"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": out, "ZONDA": zonda,
               "ROOT": str(ROOT), "OUT": out}
        for name, value in os.environ.items():  # sanitizers take their settings from here
            if name.endswith("SAN_OPTIONS"):
                env[name] = value
        done = subprocess.run(["bash", "cmd"], cwd=case, env=env, stdin=subprocess.DEVNULL,
                              capture_output=True, start_new_session=True)
        version = zonda_version()
        text = [normalise(data.decode("utf-8", "backslashreplace"), out, version)
                for data in (done.stdout, done.stderr)]
    return {"stdout": text[0], "stderr": text[1], "status": f"{done.returncode}\n"}


def stored(path):
    return path.read_text(encoding="utf-8") if path.exists() else ""


def compare(case, actual):
    """A unified diff from what is stored to what came; empty if they are the same."""
    lines = []
    for name, text in actual.items():
        expected = stored(case / name)
        place = f"tests/golden/{case.name}/{name}"
        diff = list(difflib.unified_diff(expected.splitlines(), text.splitlines(),
                                         f"{place} (expected)", f"{place} (now)", lineterm=""))
        if not diff and expected != text:
            diff = [f"{place}: line breaks differ"]
        lines += diff
    return "\n".join(lines)


def bless(case, actual):
    for name, text in actual.items():
        if text:
            (case / name).write_text(text, encoding="utf-8")
        else:
            (case / name).unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zonda", required=True)
    parser.add_argument("--bless", action="store_true")
    parser.add_argument("cases", nargs="*", metavar="CASE")
    options = parser.parse_args()

    names = options.cases or sorted(path.parent.name for path in CASES.glob("*/cmd"))
    different = 0
    for name in names:
        case = CASES / name
        if not (case / "cmd").exists():
            sys.exit(f"golden: no file {case / 'cmd'}")
        actual = run(case, os.path.abspath(options.zonda))
        diff = compare(case, actual)
        if diff:
            different += 1
            print(diff)
            if options.bless:
                bless(case, actual)
    print(f"golden: {len(names)} cases, {different} {'changed' if options.bless else 'different'}")
    if different and not options.bless:
        print(f"golden: if the new output is right: tools/bless {' '.join(options.cases)}")
    return 1 if different and not options.bless else 0


if __name__ == "__main__":
    sys.exit(main())
