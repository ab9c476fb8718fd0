#!/usr/bin/env python3
"""The manual's commands print what the manual says.

In the pages given, a block

  ```console
  $ zonda check crossing.xta
  output
  ```

is run: lines that begin with '$ ' are commands, what follows is their output, standard error included. '…' in it stands
for anything, a line of its own for any number of lines. A block '```xta file=crossing.xta' is that file. All blocks of a
page share a folder, in which 'models' is the one of the checkout. './run' is the program too.

manual.py --zonda PROGRAM [--bless] PAGE…      --bless puts the real output into blocks that differ
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import golden

ROOT = pathlib.Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```(.*)$")


def blocks(lines):
    """(info, first line, last line) of every fenced block, the fences not counted."""
    start = None
    for number, line in enumerate(lines):
        found = FENCE.match(line)
        if not found:
            continue
        if start is None:
            start = (found.group(1).strip(), number + 1)
        else:
            yield start[0], start[1], number
            start = None


def commands(lines):
    """(command, expected output lines)"""
    result = []
    for line in lines:
        if line.startswith("$ "):
            result.append((line[2:], []))
        elif result:
            result[-1][1].append(line)
    return result


def run(parts, folder, zonda):
    """Outputs of the commands, one shell for all of them."""
    script = "last=0\n"
    for number, (command, _) in enumerate(parts):
        script += f'echo "@@{number}@@"; (exit $last); {command}\nlast=$?\n'
    tools = pathlib.Path(folder) / ".bin"
    tools.mkdir(exist_ok=True)
    for name in ("zonda", "verifyta"):
        link = tools / name
        if not link.is_symlink():
            link.symlink_to(zonda)
    env = {"PATH": f"{tools}:{os.environ['PATH']}", "LC_ALL": "C", "HOME": folder}
    for name, value in os.environ.items():
        if name.endswith("SAN_OPTIONS"):
            env[name] = value
    done = subprocess.run(["bash", "-c", script.replace("./run ", "zonda ")], cwd=folder, env=env,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    pieces = re.split(r"@@\d+@@\n", done.stdout.decode("utf-8", "backslashreplace"))
    return [piece.splitlines() for piece in pieces[1:]]


def fits(expected, actual):
    """Whether the lines are the same, '…' being a wildcard."""
    pattern = ""
    for line in expected:
        if line.strip() == "…":
            pattern += r"(.*\n)*?"
        else:
            pattern += ".*?".join(re.escape(piece) for piece in line.rstrip().split("…")) + r"[ ]*\n"
    return re.fullmatch(pattern, "".join(line.rstrip() + "\n" for line in actual)) is not None


def check_page(page, zonda, bless):
    lines = page.read_text(encoding="utf-8").splitlines()
    version = golden.zonda_version()
    changes = []
    wrong = 0
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "models").symlink_to(ROOT / "models")
        for info, first, last in blocks(lines):
            words = info.split()
            named = [word[5:] for word in words if word.startswith("file=")]
            if named:
                (pathlib.Path(folder) / named[0]).write_text("\n".join(lines[first:last]) + "\n", encoding="utf-8")
            if "console" not in words:
                continue
            parts = commands(lines[first:last])
            outputs = run(parts, folder, zonda)
            count += len(parts)
            real = []
            is_same = len(outputs) == len(parts)
            for (command, expected), output in zip(parts, outputs):
                want = [golden.normalise(line, folder, version) for line in expected]
                have = [golden.normalise(line, folder, version) for line in output]
                real += [f"$ {command}", *(expected if fits(want, have) else output)]
                if not fits(want, have):
                    is_same = False
                    print(f"{page.name}:{first + 1}: $ {command}\n  expected:")
                    print("\n".join("    " + line for line in want))
                    print("  printed:\n" + "\n".join("    " + line for line in have))
            if not is_same:
                wrong += 1
                changes.append((first, last, real))
    if bless and changes:
        for first, last, real in reversed(changes):
            lines[first:last] = real
        page.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"manual: {page.name}: {count} commands, {wrong} blocks {'changed' if bless else 'differ'}")
    return wrong == 0 or bless


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zonda", required=True)
    parser.add_argument("--bless", action="store_true")
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    good = [check_page(page, os.path.abspath(options.zonda), options.bless) for page in options.pages]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
