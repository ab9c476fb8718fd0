#!/usr/bin/env python3
"""Checks the direction of #include between the layers of src/.

docs/architecture.md holds the lines this script reads:

  layers: cli … util        from top to bottom; a layer may include itself and those to its right
  never: model>zone …       pairs that stay strangers all the same
  rooms search: reach …     the same within one layer, for its folders; files beside them may be used by all, and use none

The public headers, include/zonda/, depend on nothing in src/; every layer may include them.

layers.py ROOT          check a checkout
layers.py --self-test   check that planted violations are found
"""

import pathlib
import re
import sys
import tempfile

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
SUFFIXES = {".cpp", ".hpp", ".h", ".def"}
PUBLIC = "zonda"


def read_rules(root):
    text = (root / "docs" / "architecture.md").read_text(encoding="utf-8")

    def words(key):
        found = re.search(rf"^{key}: (.*)$", text, re.MULTILINE)
        return found.group(1).split() if found else []

    rooms = {layer: names.split() for layer, names in re.findall(r"^rooms (\w+): (.*)$", text, re.MULTILINE)}
    return words("layers"), {tuple(pair.split(">")) for pair in words("never")}, rooms


def sources(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)


def includes(path):
    """Yields (line number, is quoted, what is included)."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        found = INCLUDE.match(line)
        if found:
            yield number, found.group(1) == '"', found.group(2)


def fault(user, used, layers, never):
    """What is wrong with layer `user` including a header of `used`; None if nothing is."""
    if used in (user, PUBLIC):
        return None
    if used not in layers:
        return f"'{used}' is not a layer"
    if user == PUBLIC:
        return f"public headers must not include '{used}'"
    if layers.index(used) < layers.index(user):
        return f"'{user}' must not include '{used}', a layer above it"
    if (user, used) in never:
        return f"'{user}' must know nothing of '{used}'"
    return None


def room_of(parts):
    """The room of a path below src/ ('search/runs/liveness.hpp'); '' for a file beside the rooms."""
    return parts[1] if len(parts) > 2 else ""


def room_fault(user_parts, used_parts, rooms):
    """What is wrong with one file of a layer with rooms including another; None if nothing is."""
    names = rooms.get(user_parts[0])
    if names is None or used_parts[0] != user_parts[0]:
        return None
    user, used = room_of(user_parts), room_of(used_parts)
    for name in (user, used):
        if name and name not in names:
            return f"'{name}' is not a room of '{user_parts[0]}'"
    if used in ("", user):
        return None
    if not user:
        return f"a file beside the rooms of '{user_parts[0]}' must not include '{used}'"
    if names.index(used) < names.index(user):
        return f"room '{user}' must not include '{used}', a room above it"
    return None


def check(root):
    """All violations, as text."""
    layers, never, rooms = read_rules(root)
    if not layers:
        return ["docs/architecture.md: no line 'layers: …'"]
    faults = [f"docs/architecture.md: never: '{name}' is not a layer"
              for pair in never for name in pair if name not in layers]
    for base in ("src", "include"):
        for path in sources(root / base):
            place = path.relative_to(root)
            user = place.parts[1]
            if len(place.parts) < 3 or user not in (layers if base == "src" else [PUBLIC]):
                faults.append(f"{place}: '{user}' is not a layer of docs/architecture.md")
                continue
            for number, quoted, header in includes(path):
                used, slash, _ = header.partition("/")
                if ".." in header.split("/"):
                    problem = "write the path from src/, without '..'"
                elif slash and (quoted or used in layers):
                    problem = fault(user, used, layers, never) or room_fault(place.parts[1:], header.split("/"), rooms)
                else:
                    problem = None
                if problem:
                    faults.append(f"{place}:{number}: {problem}")
    return faults


def self_test():
    rules = "layers: cli model lang zone util\nnever: lang>zone\nrooms model: attic hall\n"
    cases = [  # file, its text, a part of the expected complaint (None: no complaint)
        ("src/cli/main.cpp", '#include "util/a.hpp"\n#include "zonda/api.hpp"\n', None),
        ("src/model/a.hpp", '#include "model/b.hpp"\n#include <sys/types.h>\n', None),
        ("src/model/a.hpp", '#include "neighbour.hpp"\n', None),
        ("src/util/a.cpp", '// why\n#include "model/a.hpp"\n', "a.cpp:2: 'util' must not include 'model'"),
        ("src/util/a.cpp", "#  include <lang/a.hpp>\n", "'util' must not include 'lang'"),
        ("src/lang/a.cpp", '#include "zone/a.hpp"\n', "'lang' must know nothing of 'zone'"),
        ("src/lang/sub/a.cpp", '#include "cli/a.hpp"\n', "'lang' must not include 'cli'"),
        ("src/lang/a.cpp", '#include "attic/a.hpp"\n', "'attic' is not a layer"),
        ("src/lang/a.cpp", '#include "../model/a.hpp"\n', "without '..'"),
        ("src/attic/a.cpp", "", "'attic' is not a layer"),
        ("src/stray.cpp", "", "'stray.cpp' is not a layer"),
        ("src/model/attic/a.cpp", '#include "model/hall/a.hpp"\n#include "model/b.hpp"\n', None),
        ("src/model/hall/a.cpp", '#include "model/attic/a.hpp"\n', "room 'hall' must not include 'attic'"),
        ("src/model/a.cpp", '#include "model/hall/a.hpp"\n', "a file beside the rooms of 'model'"),
        ("src/model/yard/a.cpp", '#include "model/b.hpp"\n', "'yard' is not a room of 'model'"),
        ("include/zonda/api.hpp", '#include "model/a.hpp"\n', "public headers"),
        ("include/other/api.hpp", "", "'other' is not a layer"),
    ]
    for file, text, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, content in (("docs/architecture.md", rules), (file, text)):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(content, encoding="utf-8")
            faults = check(root)
        as_expected = not faults if expected is None else len(faults) == 1 and expected in faults[0]
        if not as_expected:
            yield f"self-test: {file} with {text!r}: expected {expected!r}, got {faults}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    argument = sys.argv[1]
    faults = list(self_test()) if argument == "--self-test" else check(pathlib.Path(argument))
    print("\n".join(faults) if faults else "layers: fine")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
