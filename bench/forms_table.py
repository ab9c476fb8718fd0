"""Tables 4.2, 4.4, 4.5 and 5.1 to 5.5 of Larsson's thesis: smaller states and hash tables, with our figures above the published
ones. Zones are normalised by maximal constants, as in the thesis (--abstraction extra-m). Only the reduction in per cent can
be compared, because models and machines differ. In tables 4.4 and 4.5 ours has two parts: first each state has a zone of its
own, as in the thesis, and then states share zones, as they do in zonda.

Tables 5.1 to 5.5 show chains in a hash table of 17,609 entries, as in the thesis. zonda has only one hash function (`--stats`
prints its probes), so instead of times the tables show how many states have to be looked at to find one."""

import measuring

# The number of constraints of a state: reduced, unreduced.
CONSTRAINTS = {"fischer4": (10.3, 25), "fischer5": (15.8, 36), "fischer6": (22.2, 49), "brp": (11.9, 25), "engine": (14.0, 36)}
# Seconds and megabytes: reduced, unreduced.
REDUCED = {"fischer4": ((0.7, 0.6), (1.2, 1.2)), "fischer5": ((21.6, 18.6), (8.2, 8.9)), "fischer6": ((1906, 1496), (138, 151)),
           "brp": ((1.3, 1.1), (1.6, 1.5)), "engine": ((6.3, 4.7), (0.9, 0.9))}
COMPACT = {"fischer4": ((0.6, 0.6), (1.2, 1.2)), "fischer5": ((16.3, 17.6), (8.4, 8.9)), "fischer6": ((1260, 1472), (144, 151)),
           "brp": ((1.3, 1.1), (1.5, 1.5)), "engine": ((5.4, 4.8), (0.9, 0.9))}
# Empty entries, longest and shortest chain.
CHAINS = {
    "by_locations": {"fischer4": (17496, 192, 6), "fischer5": (17286, 1920, 18), "fischer6": (16688, 23040, 60),
                     "brp": (17598, 1120, 6), "engine": (17320, 9, 1)},
    "by_all": {"fischer4": (17389, 48, 2), "fischer5": (16882, 384, 6), "fischer6": (15320, 3840, 18),
               "brp": (17149, 21, 1), "engine": (17228, 3, 1)},
    "by_probing": {"fischer4": (17389, 48, 2), "fischer5": (16882, 384, 6), "fischer6": (15320, 3840, 18),
                   "brp": (17144, 21, 1), "engine": (17224, 3, 1)},
}
# Seconds with the hash functions h1 and h2; then with probing and without.
FUNCTIONS = {"fischer4": (0.6, 0.6), "fischer5": (24.0, 18.5), "fischer6": (2800, 1580), "brp": (2.6, 1.1), "engine": (4.6, 4.8)}
PROBING = {"fischer4": (0.6, 0.6), "fischer5": (18.0, 18.5), "fischer6": (1586, 1566), "brp": (1.1, 1.1), "engine": (4.8, 4.8)}


def less(new, old):
    """By how much less the new figure is, in per cent."""
    return f"{100 * (1 - new / old):.1f} %" if old else ""


def explore(options, model, *more):
    return measuring.explore(options.zonda, model, ["--order", "bfs", "--abstraction", "extra-m", "--stats", *more],
                             options.limit)


def quickest(options, model, *more):
    return measuring.best([explore(options, model, *more) for _ in range(3)], "seconds")


def a_state(stats):
    return stats["store_bytes"] / max(1, stats["stored"])


def constraints(options, models):
    header = ["model", "states", "reduced", "unreduced", "reduction"]
    rows = []
    for name, model, sample in models:
        stats = explore(options, model, "--zones", "minimal")
        found = stats["constraints"]
        rows.append([name, stats["stored"], f"{found['a_state']:.1f}", f"{found['of']:.1f}",
                     less(found["a_state"], found["of"])])
        if sample:
            rows.append(["  published", "", *CONSTRAINTS[sample], less(*CONSTRAINTS[sample])])
    return header, rows


def forms(options, models, chart):
    """Table 4.4. Also fills `chart` with the bytes of a state, by the form of its zone."""
    header = ["model", "states", "seconds", "full", "reduction", "bytes a state", "full", "reduction", "packed",
              "shared: minimal", "full", "packed", "auto"]
    rows = []
    for name, model, sample in models:
        own = {form: quickest(options, model, "--no-shared-zones", "--zones", form) for form in ("minimal", "full", "packed")}
        shared = {form: explore(options, model, "--zones", form) for form in ("minimal", "full", "packed", "auto")}
        rows.append([name, own["full"]["stored"], f"{own['minimal']['seconds']:.3f}", f"{own['full']['seconds']:.3f}",
                     less(own["minimal"]["seconds"], own["full"]["seconds"]), f"{a_state(own['minimal']):.1f}",
                     f"{a_state(own['full']):.1f}", less(a_state(own["minimal"]), a_state(own["full"])),
                     f"{a_state(own['packed']):.1f}", *(f"{a_state(shared[f]):.1f}" for f in ("minimal", "full", "packed", "auto"))])
        chart.append((name, {"full": round(a_state(own["full"])), "minimal": round(a_state(own["minimal"])),
                             "packed": round(a_state(own["packed"])), "shared": round(a_state(shared["auto"]))}))
        if sample:
            times, sizes = REDUCED[sample]
            rows.append(["  published", "", *times, less(*times), *(f"{s} MB" for s in sizes), less(*sizes), "", "", "", "", ""])
    return header, rows


def packing(options, models):
    header = ["model", "states", "seconds", "unpacked", "reduction", "bytes a state", "unpacked", "reduction",
              "discrete part", "unpacked"]
    rows = []
    for name, model, sample in models:
        packed, plain = (quickest(options, model, "--no-shared-zones", *more) for more in ([], ["--no-packing"]))
        parts = [s["bytes"]["discrete"] / max(1, s["discrete_states"]) for s in (packed, plain)]
        rows.append([name, packed["stored"], f"{packed['seconds']:.3f}", f"{plain['seconds']:.3f}",
                     less(packed["seconds"], plain["seconds"]), f"{a_state(packed):.1f}", f"{a_state(plain):.1f}",
                     less(a_state(packed), a_state(plain)), *(f"{p:.1f}" for p in parts)])
        if sample:
            times, sizes = COMPACT[sample]
            rows.append(["  published", "", *times, less(*times), *(f"{s} MB" for s in sizes), less(*sizes), "", ""])
    return header, rows


def chains(options, models, kind):
    header = ["model", "states", "empty entries", "longest chain", "shortest chain"]
    rows = []
    for name, model, sample in models:
        stats = explore(options, model)
        found = stats["hash"].get(kind)
        rows.append([name, stats["stored"], *([found["entries"] - found["used"], found["longest"], found["shortest"]]
                                              if found else ["full", "", ""])])
        if sample:
            rows.append(["  published", "", *CHAINS[kind][sample]])
    return header, rows


def looks(options, models, old, new, published):
    """How many states are looked at to find one, with two kinds of tables; the published figures are seconds."""
    header = ["model", "states", old, new, "reduction"]
    rows = []
    for name, model, sample in models:
        stats = explore(options, model)
        before, after = (stats["hash"].get(kind, {}).get("mean", 0) for kind in (old, new))
        rows.append([name, stats["stored"], f"{before:.2f}", f"{after:.2f}" if after else "full", less(after, before) if after else ""])
        if sample:
            rows.append(["  published, seconds", "", *published[sample], less(published[sample][1], published[sample][0])])
    return header, rows


def tables(options, models, chart):
    """The title, header and rows of each table. `models` are (name, path, name of the sample in the thesis)."""
    yield ("4.2: constraints of reduced systems, a state", *constraints(options, models))
    yield ("4.4: reduced and full matrices", *forms(options, models, chart))
    yield ("4.5: packed discrete states", *packing(options, models))
    yield ("5.1: chains by locations (h1)", *chains(options, models, "by_locations"))
    yield ("5.2: chains by locations and variables (h2)", *chains(options, models, "by_all"))
    yield ("5.3: h1 and h2: states looked at", *looks(options, models, "by_locations", "by_all", FUNCTIONS))
    yield ("5.4: chains with probing", *chains(options, models, "by_probing"))
    yield ("5.5: with and without probing: states looked at",
           *looks(options, models, "by_all", "by_probing", {k: (b, a) for k, (a, b) in PROBING.items()}))
