#!/usr/bin/env python3
"""Names of options, statistics, search orders, storing strategies, abstractions, reductions, forms of zones and kinds of
traces are typed once: in the tables include/zonda/options.def and statistics.def, and in the registries listed below. Code
that needs one asks the table (flag_of, json_name, label_of) or uses a constant of the registry. A name that is typed
elsewhere in src/ or include/ is a fault.

names.py ROOT          check a checkout
names.py --self-test   check that planted faults are found
"""

import pathlib
import re
import sys
import tempfile

OPTIONS = "include/zonda/options.def"
STATISTICS = "include/zonda/statistics.def"
# Where each kind of names is registered; the first file is the one to look for.
REGISTRIES = {
    "a search order": ["src/order/orders.cpp", "src/order/names.hpp"],
    "a storing strategy": ["src/keep/keep.cpp"],
    "an abstraction": ["src/check/abstractions.cpp"],
    "a reduction": ["src/reduce/reductions.cpp", "src/reduce/reductions.hpp"],
    "a form of zones": ["src/store/zone_forms.cpp"],
    "a kind of trace": ["include/zonda/options.hpp"],
}
# Where a table is turned into what it is for.
OWN = {
    "src/check/option_table.cpp": "the words that options take",
    "src/report/statistics.cpp": "the keys inside of statistics that are objects",
    "include/zonda/store_stats.hpp": "the kinds of bytes, which are a table of their own",
}
# Words that mean something else as well.
ORDINARY = {"all", "auto", "none"}
# Folders in which other languages are spoken; there only the flags of options are looked for.
FOREIGN = ("src/lang/",)
# The same text, but not the name: (file, text): why.
ALLOWED = {
    ("src/api/texts.cpp", "memory"): "a resource that a query file speaks of",
    ("src/api/texts.cpp", "time"): "a resource that a query file speaks of",
    ("src/cli/simulator.cpp", "random"): "a command of the simulator",
    ("src/cli/simulator.cpp", "trace"): "a command of the simulator",
    ("src/cli/verifyta_options.cpp", "seed"): "an option of verifyta",
    ("src/model/code.cpp", "store"): "an instruction",
    ("src/partition/task.cpp", "checkpoint"): "a kind of refusal",
    ("src/partition/task.cpp", "patient"): "how a task is done",
    ("src/report/check_json.cpp", "trace"): "the trace itself",
    ("src/report/diagnose_json.cpp", "trace"): "the trace itself",
    ("src/report/document_json.cpp", "committed"): "a kind of location",
    ("src/report/intermediate.cpp", "committed"): "a kind of location",
    ("src/report/partition.cpp", "waiting"): "tasks that wait",
    ("src/report/trace_json.cpp", "time"): "that passes in a trace",
    ("src/trace/saved.cpp", "trace"): "the trace itself",
}

LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
REGISTERED = re.compile(r'(?:\.name = |Named\w+\{|string_view k\w+ = )"([^"]+)"')


def without_comments(text):
    return re.sub(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?\*/', lambda m: m.group(1) or re.sub(r"[^\n]", "", m.group(0)),
                  text, flags=re.S)


def columns(row):
    """The arguments of a macro, of which strings and parentheses may hold commas."""
    result, depth, start, quoted = [], 0, 0, False
    for i, c in enumerate(row):
        if c == '"' and row[i - 1] != "\\":
            quoted = not quoted
        elif not quoted and c in "({":
            depth += 1
        elif not quoted and c in ")}":
            depth -= 1
        elif not quoted and depth == 0 and c == ",":
            result.append(row[start:i].strip())
            start = i + 1
    return [*result, row[start:].strip()]


def rows(path, macro):
    """The columns of every line that begins with the macro."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(macro + "(") and line.endswith(")"):
            yield columns(line[len(macro) + 1:-1])


def text_of(column):
    return column.strip('"')


def read_names(root):
    """(flags of options, {name: what it is the name of})."""
    flags, names = set(), {}
    for row in rows(root / OPTIONS, "ZONDA_OPTION"):
        flags.add(text_of(row[3]))
        names[text_of(row[9])] = "an option in JSON"
    for row in rows(root / OPTIONS, "ZONDA_PROGRAM_OPTION"):
        flags.add(text_of(row[3]))
    for macro, json, label in (("ZONDA_STATISTIC", 3, 6), ("ZONDA_PART_OF_STATISTIC", 1, 4)):
        for row in rows(root / STATISTICS, macro):
            for column in (json, label):
                for name in {text_of(row[column]), text_of(row[column]).split(".")[0]} - {""}:
                    names[name] = "a statistic"
    for kind, files in REGISTRIES.items():
        for file in files:
            if (root / file).exists():
                for name in REGISTERED.findall(without_comments((root / file).read_text(encoding="utf-8"))):
                    names[name] = kind
    for word in ORDINARY:
        names.pop(word, None)
    return {flag for flag in flags if flag.startswith("--")}, names


def check(root):
    """All faults, as text."""
    flags, names = read_names(root)
    if not flags or not names:
        return [f"{OPTIONS}, {STATISTICS}: no names found"]
    own = {*OWN, *(file for files in REGISTRIES.values() for file in files)}
    flag = re.compile(r"(?<![\w-])(" + "|".join(sorted(map(re.escape, flags), key=len, reverse=True)) + r")(?![\w-])")
    faults, used = [], set()
    paths = [p for base in ("src", "include") for p in sorted((root / base).rglob("*")) if p.suffix in (".cpp", ".hpp")]
    for path in paths:
        place = str(path.relative_to(root))
        for number, line in enumerate(without_comments(path.read_text(encoding="utf-8")).splitlines(), 1):
            if line.lstrip().startswith("#"):
                continue
            for literal in LITERAL.findall(line):
                found = [(f, "an option") for f in flag.findall(literal)]
                if literal in names and place not in own and not place.startswith(FOREIGN):
                    found.append((literal, names[literal]))
                for name, kind in found:
                    used.add((place, name))
                    if (place, name) not in ALLOWED:
                        faults.append(f"{place}:{number}: '{name}' is the name of {kind}; ask the table or the registry for it")
    faults += [f"tests/names.py: {place} does not have '{name}' any more" for place, name in ALLOWED
               if (root / place).exists() and (place, name) not in used]
    return faults


def self_test():
    tables = {
        OPTIONS: 'ZONDA_OPTION(order, Word, "auto", "--order", "Search", Everyday, kCheck, kReach, words(orders, "order"), '
                 '"order_json", Always, "{}, as (a, b)")\n'
                 'ZONDA_PROGRAM_OPTION(json, Flag, false, "--json", "Output", Everyday, kCheck, any, "Print it")\n',
        STATISTICS: 'ZONDA_STATISTIC(visited, Count, Work, "visited", Always, true, "seen", count(s.visited, 2), "states", "so")\n'
                    'ZONDA_PART_OF_STATISTIC(s.a, "group.longest", If, true, "", none, "states", "so")\n',
        "src/order/orders.cpp": 'NamedOrder{.name = "bfs", .what = "breadth-first"}, NamedOrder{.name = kRandom}\n',
        "src/order/names.hpp": 'inline constexpr std::string_view kRandom = "random";\n',
        "include/zonda/options.hpp": 'inline constexpr std::string_view kShortestTrace = "shortest";\n',
    }
    cases = [  # a line of src/cli/main.cpp, a part of the expected complaint (None: no complaint)
        ('f(flag_of(&CheckOptions::order)); // --order "bfs"', None),
        ('f("--orders", "--no-order", "border", "a visited state", "all");', None),
        ('#include "visited"', None),
        ('f("use --order to choose");', "'--order' is the name of an option"),
        ('f("\\"--json\\" prints");', "'--json' is the name of an option"),
        ('f["order_json"] = 1;', "'order_json' is the name of an option in JSON"),
        ('f("visited", 1);', "'visited' is the name of a statistic"),
        ('f("seen");', "'seen' is the name of a statistic"),
        ('f("group.longest");', "'group.longest' is the name of a statistic"),
        ('f["group"]["longest"];', "'group' is the name of a statistic"),
        ('if (order == "bfs") f();', "'bfs' is the name of a search order"),
        ('if (trace == "shortest") f();', "'shortest' is the name of a kind of trace"),
        ('if (order == "random") f();', "'random' is the name of a search order"),
    ]
    for text, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, content in {**tables, "src/cli/main.cpp": text + "\n"}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(content, encoding="utf-8")
            faults = check(root)
        as_expected = not faults if expected is None else len(faults) == 1 and expected in faults[0]
        if not as_expected:
            yield f"self-test: {text!r}: expected {expected!r}, got {faults}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    argument = sys.argv[1]
    faults = list(self_test()) if argument == "--self-test" else check(pathlib.Path(argument))
    print("\n".join(faults) if faults else "names: fine")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
