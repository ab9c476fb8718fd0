#!/usr/bin/env python3
"""The example programs print what docs/library.md says.

examples.py --folder FOLDER [--prefix PREFIX] [--bless]     where the programs are, and how their names begin
"""

import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "library.md"
SESSION = re.compile(r"^```\n\$ (\w+) (.*)\n((?:.*\n)*?)```$", re.M)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--prefix", default="")
    parser.add_argument("--bless", action="store_true")
    options = parser.parse_args()

    text = PAGE.read_text(encoding="utf-8")
    sessions = SESSION.findall(text)
    wrong = 0
    for name, arguments, expected in sessions:
        program = options.folder / (options.prefix + name)
        done = subprocess.run(["bash", "-c", f"'{program}' {arguments}"], cwd=ROOT, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        printed = done.stdout.decode()
        if printed != expected:
            wrong += 1
            print(f"$ {name} {arguments}\nexpected:\n{expected}printed:\n{printed}")
            if options.bless:
                text = text.replace(f"$ {name} {arguments}\n{expected}```", f"$ {name} {arguments}\n{printed}```")
    if options.bless:
        PAGE.write_text(text, encoding="utf-8")
    print(f"examples: {len(sessions)} sessions, {wrong} {'changed' if options.bless else 'differ'}")
    return 1 if len(sessions) < 3 or (wrong and not options.bless) else 0


if __name__ == "__main__":
    sys.exit(main())
