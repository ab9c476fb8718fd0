"""Table 2 of Behrmann, Larsen, Pelánek, To Store or Not To Store (2003): storing strategies; and table 1: covering sets and
what they cost."""

import json
import subprocess
import sys
import tempfile

import measuring

# The published name, our model, its sizes, and the published row: states, then memory in % and overhead by strategy.
MODELS = [
    ("Fischer", "fischer.xta", {"N": 5}, 3077,
     [(27.1, 1.00), (42.1, 1.66), (47.9, 1.00), (53.7, 4.51), (67.6, 2.76), (56.9, 6.57)]),
    ("BRP", "brp.xta", {"N": 8, "MAX": 3}, 6060,
     [(70.5, 1.01), (16.5, 1.20), (19.8, 1.03), (18.3, 1.78), (15.8, 1.34), (7.6, 1.68)]),
    ("Token ring", "fddi.xta", {"N": 7}, 15103,
     [(33.0, 1.16), (10.3, 1.46), (20.7, 1.03), (17.2, 1.63), (17.5, 1.43), (16.8, 7.40)]),
    ("Train-gate", "train-gate.xml", {"N": 6}, 16666,
     [(71.1, 1.22), (27.4, 1.55), (24.2, 1.68), (31.8, 2.90), (24.2, 2.11), (19.8, 5.08)]),
    ("CSMA/CD", "csma-cd.xta", {"N": 6}, 47857,
     [(94.0, 1.06), (75.9, 2.62), (81.2, 1.40), (105.9, 7.66), (114.9, 2.83), (120.3, 6.82)]),
    ("Collision detection", "collision-detection.xml", {}, 203557,
     [(25.2, 1.00), (22.5, 1.01), (6.5, 1.08), (10.2, 1.02), (9.3, 1.01), (4.5, 1.09)]),
]
STRATEGIES = ["entry", "cover", "successors", "random:0.1", "distance:10", "combination:3"]
MORE = ["committed", "every:10", "discard:10"]


def explore(options, model, keep, *more):
    return measuring.explore(options.zonda, model, ["--keep", keep, *more], options.limit)


def cover_rows(options, model):
    """For each heuristic its name, the edges of its covering set and the sum of their frequencies. The set that is used
    comes last."""
    command = [str(options.zonda), "info", "--no-warn", "all", "--cover", "--json", str(model)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise measuring.Failure(done.stderr.strip()[:200])
    found = json.loads(done.stdout)
    return [(s["heuristic"], s["edges"], s["frequency"]) for s in found["sets"]] + \
        [("used", found["used"]["edges"], found["used"]["frequency"])]


def strategies(options):
    header = ["model", "states"] + STRATEGIES + MORE
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, file, sizes, published_states, published in MODELS:
            if options.only not in name:
                continue
            model = measuring.bundled(file, sizes, folder)
            whole = explore(options, model, "all")
            states = whole["stored"]
            peaks, overheads = [], []
            for keep in STRATEGIES + MORE:
                s = explore(options, model, keep)
                peaks.append(f"{100 * s['peak_stored'] / states:.1f} %")
                overheads.append(f"{s['visited'] / whole['visited']:.2f}")
            rows.append([name, states, *peaks])
            rows.append(["  overhead", "", *overheads])
            rows.append(["  published", published_states, *(f"{m} %" for m, _ in published), *[""] * len(MORE)])
            rows.append(["", "", *(f"{o:.2f}" for _, o in published), *[""] * len(MORE)])
            print(name, file=sys.stderr, flush=True)
    return header, rows


def covers(options):
    header = ["model", "heuristic", "edges", "frequency", "memory", "overhead"]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, file, sizes, _, _ in MODELS:
            if options.only not in name:
                continue
            model = measuring.bundled(file, sizes, folder)
            whole = explore(options, model, "all")
            for i, (heuristic, edges, frequency) in enumerate(cover_rows(options, model)):
                own = tempfile.NamedTemporaryFile("w", suffix=".cover", dir=folder, delete=False)
                own.write("\n".join(sorted(set(edges))) + "\n")
                own.close()
                s = explore(options, model, "cover", "--cover-edges", own.name)
                rows.append([name if i == 0 else "", heuristic, len(edges), f"{frequency:.3f}",
                             f"{100 * s['peak_stored'] / whole['stored']:.1f} %",
                             f"{s['visited'] / whole['visited']:.2f}"])
            print(name, file=sys.stderr, flush=True)
    return header, rows
