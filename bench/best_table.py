"""The storing strategy that stores the fewest states, found by trying, for five models: which share of all states it
stores, and what that costs."""

import tempfile

import measuring

# Model, sizes, and the best order and strategy: of bfs, dfs and let-go with all strategies, and distances from 10 to
# 80, the combination that stores least and visits less than 2.5 times as many states.
BEST = [
    ("event-tasks.xta", {}, "bfs", "distance:40"),
    ("brp.xta", {"N": 40, "MAX": 8}, "let-go", "distance:18"),
    ("collision-detection.xml", {"N": 3}, "bfs", "distance:25"),
    ("gear-controller.xta", {}, "let-go", "entry"),
    ("scheduler.xta", {}, "bfs", "combination:5"),
]


def best(options):
    header = ["model", "states", "order", "keep", "stored at most", "share", "visited", "times"]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, sizes, order, keep in BEST:
            if options.only not in name:
                continue
            model = measuring.bundled(name, sizes, folder)
            whole = measuring.explore(options.zonda, model, ["--keep", "all", "--order", "bfs"], options.limit)
            less = measuring.explore(options.zonda, model, ["--keep", keep, "--order", order], options.limit)
            label = " ".join([name.split(".")[0], *(f"{k}={v}" for k, v in sizes.items())])
            rows.append([label, whole["stored"], order, keep, less["peak_stored"],
                         f"{100 * less['peak_stored'] / whole['stored']:.1f} %", less["visited"],
                         f"{less['visited'] / whole['stored']:.2f}"])
    return header, rows
