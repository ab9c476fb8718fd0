"""Tables 5.6 to 5.13 of Larsson, Efficient Implementation of Model-Checkers for Networks of Timed Automata (2000), with our
figures above the published ones. Fischer, the bounded retransmission protocol and the gear controller ("engine") occur in
both, but models and machines differ; only the ratio to the plain search can be compared. Our saved states are the most that
were stored at any moment, including those that wait; the published ones are passed states."""

import json
import tempfile

import forms_table
import measuring

# The name, our model, its sizes, and the name of the sample in the thesis.
MODELS = [
    ("Fischer 4", "fischer.xta", {"N": 4}, "fischer4"),
    ("Fischer 5", "fischer.xta", {"N": 5}, "fischer5"),
    ("Fischer 6", "fischer.xta", {"N": 6}, "fischer6"),
    ("BRP", "brp.xta", {}, "brp"),
    ("Gear controller", "gear-controller.xta", {}, "engine"),
    ("Train-gate 6", "train-gate.xml", {"N": 6}, None),
    ("FDDI 7", "fddi.xta", {"N": 7}, None),
    ("CSMA/CD 6", "csma-cd.xta", {"N": 6}, None),
    ("Collision detection", "collision-detection.xml", {}, None),
]
PATTERNS = [2, 3, 4, 5, 10]

# Generated and saved states, each for n = all, 2, 3, 4, 5, 10.
DISCARD = {
    "fischer4": ([5049, 7373, 6177, 5837, 5709, 5317], [2273, 1540, 1756, 1883, 1973, 2115]),
    "fischer5": ([78466, 116623, 97706, 90926, 88114, 82826], [30081, 20551, 23392, 24845, 25869, 27929]),
    "fischer6": ([1421041, 2131333, 1778864, 1657224, 1599110, 1498141],
                 [474505, 323752, 368890, 392324, 407879, 439651]),
    "brp": ([8293, 9026, 8558, 8471, 8379, 8345], [3419, 1879, 2374, 2638, 2784, 3111]),
    "engine": ([1065, 1260, 1169, 1105, 1096, 1070], [489, 294, 361, 390, 412, 447]),
}
EVERY = {
    "fischer4": ([5049, 7487, 9554, 11621, 14263, 25219], [2273, 1564, 1320, 1204, 1191, 1060]),
    "fischer5": ([78466, 116115, 151957, 189665, 222812, 394727], [30081, 20437, 17709, 16549, 15622, 13929]),
    "fischer6": ([1421041, 2130833, 2823752], [474505, 323606, 283854]),
    "brp": ([8293, 8989, 10139, 11162, 11764, 17175], [3419, 1871, 1400, 1147, 971, 706]),
    "engine": ([1065, 1229, 1431, 1597, 1739, 3092], [489, 290, 221, 190, 163, 146]),
}
# Generated states, saved states and seconds, each as (entry, standard).
ENTRY = {
    "fischer4": ((5049, 5049), (885, 2273), (0.5, 0.6)),
    "fischer5": ((78466, 78466), (11571, 30081), (13.8, 18.6)),
    "fischer6": ((1421041, 1421041), (181723, 474505), (963, 1496)),
    "brp": ((8462, 8293), (2476, 3419), (1.1, 1.1)),
    "engine": ((2999, 1065), (67, 489), (12.6, 4.7)),
}
# Seconds and megabytes: with hulls, without.
HULL = {
    "fischer4": ((0.1, 0.6), (0.9, 1.2)), "fischer5": ((0.4, 18.3), (1.0, 8.9)), "fischer6": ((2.0, 1496), (1.7, 151)),
    "brp": ((0.3, 1.1), (0.9, 1.5)), "engine": ((4.2, 4.8), (0.9, 0.9)),
}
# Seconds: re-use, standard.
REUSE = {"fischer4": (0.6, 0.6), "fischer5": (18.2, 18.2), "fischer6": (1496, 1496), "brp": (1.1, 1.1),
         "engine": (0.6, 4.8)}


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else ""


def chosen(options, folder):
    for name, file, sizes, sample in MODELS:
        if options.only in name:
            yield name, measuring.bundled(file, sizes, folder), sample


def explore(options, model, *more):
    return measuring.explore(options.zonda, model, ["--order", "bfs", *more], options.limit)


def patterns(options, folder, keep, published):
    """Tables 5.6 to 5.9: expanded and saved states, as shares of those of the plain search."""
    header = ["model", "states", *(f"{keep}:{n}" for n in PATTERNS), *(f"saved {n}" for n in PATTERNS)]
    rows = []
    for name, model, sample in chosen(options, folder):
        whole = explore(options, model)
        runs = [explore(options, model, "--keep", f"{keep}:{n}") for n in PATTERNS]
        rows.append([name, whole["stored"], *(percent(r["visited"], whole["visited"]) for r in runs),
                     *(percent(r["peak_stored"], whole["stored"]) for r in runs)])
        if sample:
            made, saved = published[sample]
            fill = [""] * (len(PATTERNS) + 1 - len(made))
            rows.append(["  published", saved[0], *(percent(m, made[0]) for m in made[1:]), *fill,
                         *(percent(s, saved[0]) for s in saved[1:]), *fill])
    return header, rows


def entries(options, folder):
    """Tables 5.10 and 5.11: only states where a loop is entered are saved."""
    header = ["model", "states", "expanded", "saved", "seconds"]
    rows = []
    for name, model, sample in chosen(options, folder):
        whole, entry = explore(options, model), explore(options, model, "--keep", "entry")
        rows.append([name, whole["stored"], percent(entry["visited"], whole["visited"]),
                     percent(entry["peak_stored"], whole["stored"]), percent(entry["seconds"], whole["seconds"])])
        if sample:
            rows.append(["  published", ENTRY[sample][1][1], *(percent(a, b) for a, b in ENTRY[sample])])
    return header, rows


def hulls(options, folder):
    """Table 5.12: convex hulls."""
    header = ["model", "states", "stored", "seconds", "bytes of store"]
    rows = []
    for name, model, sample in chosen(options, folder):
        whole, hull = explore(options, model), explore(options, model, "--hull")
        rows.append([name, whole["stored"], percent(hull["stored"], whole["stored"]),
                     percent(hull["seconds"], whole["seconds"]), percent(hull["store_bytes"], whole["store_bytes"])])
        if sample:
            rows.append(["  published", "", "", *(percent(a, b) for a, b in HULL[sample])])
    return header, rows


def sharing(options, folder):
    """Table 5.13: the wall-clock time for all queries of a model, with one exploration for several queries and without."""
    header = ["model", "queries", "shared", "seconds", "alone", "share"]
    rows = []
    for name, model, sample in chosen(options, folder):
        file = measuring.ROOT / "models" / next(f for n, f, _, _ in MODELS if n == name)
        queries = file.with_suffix(".q")
        command = [str(options.zonda), "check", "--no-warn", "all", str(model), *([str(queries)] if queries.exists() else []),
                   "--json"]
        runs = {}
        for extra in ([], ["--no-share"]):
            runs[bool(extra)] = measuring.best(
                [dict(zip(("text", "wall"), measuring.run(command + extra, options.limit))) for _ in range(3)])
        results = json.loads(runs[False]["text"])["queries"]
        rows.append([name, len(results), sum("shared_with" in r for r in results), f"{runs[False]['wall']:.3f}",
                     f"{runs[True]['wall']:.3f}", percent(runs[False]["wall"], runs[True]["wall"])])
        if sample:
            rows.append(["  published", "", "", *REUSE[sample], percent(*REUSE[sample])])
    return header, rows


def tables(options, chart):
    """The title, header and rows of each table. Also fills `chart` with the bytes of a state, by the form of its zone."""
    with tempfile.TemporaryDirectory() as folder:
        yield from forms_table.tables(options, list(chosen(options, folder)), chart)
        yield ("5.6 and 5.7: not saving every nth state", *patterns(options, folder, "discard", DISCARD))
        yield ("5.8 and 5.9: saving every nth state", *patterns(options, folder, "every", EVERY))
        yield ("5.10 and 5.11: saving loop-entry states", *entries(options, folder))
        yield ("5.12: convex hulls", *hulls(options, folder))
        yield ("5.13: one exploration for several queries", *sharing(options, folder))
