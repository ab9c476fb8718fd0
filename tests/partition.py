#!/usr/bin/env python3
"""zonda partition as users and machines treat it: workers that are killed, runs that are stopped and taken up again,
tasks that are done by somebody else, damaged files. Whatever happens, the answer stays the same.

partition.py --zonda PROGRAM [--rounds N] [--seed N]
"""

import argparse
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODELS = ROOT / "models"


def command(zonda, model, query, more):
    return [zonda, "partition", str(MODELS / model), "-q", query, "--json", "--no-warn", "all"] + more


def run(arguments):
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def expect(what, condition, *details):
    if not condition:
        print("FAILED:", what, *details, sep="\n", file=sys.stderr)
        sys.exit(1)


def verdict_of(output):
    return json.loads(output)["queries"][0]["verdict"]


# Model, query, p-points, depth; with what should come out.
CASES = [("event-tasks.xta", "A[] (sum (i : id_t) Task(i).Busy) <= 1", "marked", 3, "satisfied", 0),
         ("event-tasks.xta", "A[] not Task(2).Done", "marked", 2, "not satisfied", 1),
         ("fischer.xta", "A[] (sum (i : pid_t) P(i).cs) <= 1", "P.wait", 3, "satisfied", 0),
         ("tie-breaker.xta", "A[] not deadlock", "", 4, "satisfied", 0)]


def children_of(pid):
    """Processes that this one started."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(entry.name))
    return found


def kill_workers(process):
    """Some of them, at random, until the process ends."""
    while process.poll() is None:
        time.sleep(random.uniform(0.001, 0.02))
        workers = children_of(process.pid)
        if workers and random.random() < 0.3:
            try:
                os.kill(random.choice(workers), signal.SIGKILL)
            except ProcessLookupError:
                pass


def test_killed_workers(zonda, rounds):
    deaths = 0
    for i in range(20 * rounds):
        if i >= rounds and deaths > 0:
            break
        model, query, points, depth, verdict, status = CASES[i % len(CASES)]
        arguments = command(zonda, model, query, ["--p-points", points, "--depth", str(depth), "--jobs", "2"])
        with tempfile.TemporaryFile("w+") as written:  # a pipe would fill up
            process = subprocess.Popen(arguments, stdout=written, stderr=subprocess.DEVNULL)
            kill_workers(process)
            written.seek(0)
            out = written.read()
        result = json.loads(out)
        deaths += result["partition"]["failures"]
        # A worker that is killed over and over is given up in the end; nothing else may change.
        is_given_up = result["partition"]["given_up"] > 0
        expect("the verdict with killed workers", verdict_of(out) == ("unknown" if is_given_up else verdict), out)
        expect("the exit status", process.returncode == (3 if is_given_up else status), out)
    expect("some worker died", deaths > 0)
    return deaths


def test_stopped_runs(zonda, folder):
    for number, (model, query, points, depth, verdict, status) in enumerate(CASES):
        work = ["--work", str(folder / f"stopped-{number}")]
        arguments = command(zonda, model, query, ["--p-points", points, "--depth", str(depth)] + work)
        for wait in (0.02, 0.05, 0.1):
            process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(wait)
            process.send_signal(random.choice([signal.SIGINT, signal.SIGTERM, signal.SIGKILL]))
            process.wait()
        code, out, err = run(arguments)
        expect("the verdict of a run that was stopped", code == status and verdict_of(out) == verdict, out, err)
        again = json.loads(run(arguments)[1])
        expect("a run that is done is done", again["queries"][0]["verdict"] == verdict)


def test_other_workers(zonda, folder):
    """As a batch system would do it: files out, files in."""
    model, query, points, depth, verdict, status = CASES[0]
    arguments = command(zonda, model, query, ["--p-points", points, "--depth", str(depth), "--jobs", "0",
                                              "--work", str(folder / "batch")])
    for _ in range(1000):
        code, out, err = run(arguments)
        waiting = json.loads(out)["partition"]["waiting"]
        if not waiting:
            break
        expect("tasks wait: undecided", code == 3, out, err)
        for task in waiting:
            elsewhere = folder / "elsewhere.json"
            pathlib.Path(task).rename(elsewhere)
            result = folder / "batch" / "results" / pathlib.Path(task).name
            done = run([zonda, "partition", "--worker", str(elsewhere), str(result)])
            expect("a worker", done[0] == 0, done)
    expect("the verdict by other workers", code == status and verdict_of(out) == verdict, out, err)


def test_damaged_files(zonda, folder):
    model, query, points, depth, verdict, _ = CASES[0]
    work = folder / "damaged"
    arguments = command(zonda, model, query, ["--p-points", points, "--depth", str(depth), "--work", str(work)])
    run(arguments)
    results = sorted((work / "results").iterdir())
    good = results[0].read_text()
    for bad, message in [(good.replace('"done"', '"found"', 1), "checksum"), (good[: len(good) // 2], "not JSON"),
                         ("{}", "is not a partition result"), (results[1].read_text(), "another task"), ("", "not JSON")]:
        results[0].write_text(bad)
        code, out, err = run(arguments)
        expect("a damaged result is refused", code == 2 and message in err and not out, code, out, err)
    results[0].unlink()
    code, out, err = run(arguments)
    expect("without it the task is done again", verdict_of(out) == verdict, out, err)
    code, out, err = run(arguments + ["--memory", "1GiB"])
    expect("another run's folder is refused", code == 2 and "another run" in err, code, err)
    (work / "run.json").write_text("garbage")
    code, out, err = run(arguments)
    expect("a damaged run is refused", code == 2 and "damaged" in err, code, err)
    code, out, err = run([zonda, "partition", "--worker", str(MODELS / "fischer.xta"), str(folder / "x")])
    expect("a model is no task", code == 2 and "damaged" in err, code, err)
    code, out, err = run([zonda, "partition", "--worker", str(folder / "nothing"), str(folder / "x")])
    expect("no task", code == 2 and "cannot open" in err, code, err)


def larger(folder):
    """More tasks and values: 650,000 states, 16 MiB."""
    text = (MODELS / "event-tasks.xta").read_text()
    for old, new in [("const int N = 3;", "const int N = 4;"), ("const int VALUES = 2;", "const int VALUES = 3;")]:
        expect("the model has its constants", old in text)
        text = text.replace(old, new)
    path = folder / "larger.xta"
    path.write_text(text)
    return path


def peak_of(arguments):
    """What the system says of a process that is started for this: the kernel's own count, in bytes."""
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    expect("a worker", status == 0, arguments)
    return usage.ru_maxrss * 1024


SLACK = 1 << 20  # for what the program needs to write the result


def test_memory(zonda, folder):
    """What does not fit is split, and workers stay within the limit, as the system counts."""
    model = larger(folder)
    peaks = []
    for mebibytes in (10, 15):
        limit = mebibytes << 20
        work = folder / f"memory-{mebibytes}"
        code, out, err = run(command(zonda, model, "A[] !is_late", ["--memory", f"{mebibytes}MiB", "--jobs", "2",
                                                                  "--work", str(work)]))
        result = json.loads(out)
        expect("a verdict within the limit", code == 0 and verdict_of(out) == "satisfied", out, err)
        expect("something is split", result["partition"]["split"] > 0, out)
        expect("workers stay within the limit", result["partition"]["peak_bytes"] <= limit + SLACK, out)
        peaks.append(result["partition"]["peak_bytes"])
        if mebibytes != 15:
            continue
        # One that fails, with the kernel as a witness; it counts what this process takes as well.
        code, out, err = run(command(zonda, model, "A[] !is_late", ["--memory", f"{mebibytes}MiB", "--jobs", "0",
                                                                  "--work", str(folder / "memory-one")]))
        task = json.loads(out)["partition"]["waiting"][0]
        expect("it is the same for the system", peak_of([zonda, "partition", "--worker", task, str(folder / "x.json")])
               <= limit + SLACK)
    expect("more memory is used where there is more", peaks[0] < peaks[1], peaks)
    # Looking far ahead takes no more.
    code, out, err = run([zonda, "partition", str(model), "--list", "--json", "--no-warn", "all", "--memory", "15MiB"])
    p = json.loads(out)["partition"]
    expect("all orders within the limit", code == 0 and p["complete"] and p["count"] == 181, out, err)
    expect("workers stay within the limit", p["peak_bytes"] <= (15 << 20) + SLACK, out)


# One move passes two p-points, and another one is alone.
TOGETHER = """
broadcast chan tick; bool late;
process Clock() { state off, on, broken; init off; trans off -> on { sync tick!; }, off -> broken { }; }
process Lamp(const int[0, 1] me) {
  state dark, light, gone; init dark;
  trans dark -> light { sync tick?; }, light -> gone { assign late = true; };
}
system Clock, Lamp;
"""
# A value goes from one update of a move to the next through a meta variable.
PASSED_ON = """
meta int[0, 3] note; int[0, 3] mine; int[0, 3] yours; chan hand; bool late;
process Giver() { state a, b, c; init a; trans a -> b { assign mine = 0; }, a -> b { assign mine = 3; },
  b -> c { sync hand!; assign note = mine; }; }
process Taker() { state a, b, c, d; init a; trans a -> b { sync hand?; assign yours = note; },
  b -> c { guard yours == 0; }, b -> d { guard yours == 3; assign late = true; }; }
system Giver, Taker;
"""


def test_lost_partitions(zonda, folder):
    """Whatever the p-points and the depth, a partition that is there is found."""
    for name, text, all_points in (("together", TOGETHER, ["Lamp.light, Clock.broken", "Lamp.light", "*:dark->light"]),
                                   ("passed-on", PASSED_ON, ["Taker.c, Taker.d", "chan hand, Taker.d"])):
        model = folder / f"{name}.xta"
        model.write_text(text)
        for points in all_points:
            for depth in range(4):
                for query, verdict in (("A[] !late", "not satisfied"), ("E<> late", "satisfied")):
                    more = ["--p-points", points, "--depth", str(depth)]
                    code, out, err = run(command(zonda, model, query, more))
                    expect(f"{query} of {name} with {more}", code < 2 and verdict_of(out) == verdict, out, err)
    listed = run([zonda, "partition", str(folder / "together.xta"), "--json", "--no-warn", "all", "--list",
                  "--p-points", "Lamp.light, Clock.broken"])
    paths = json.loads(listed[1])["partition"]["paths"]
    expect("all p-paths are listed: both lamps, or none", len(paths) == 2, listed)


def test_base_line(zonda):
    """One by one or all at once: the same p-paths."""
    base = [zonda, "partition", str(MODELS / "event-tasks.xta"), "--json", "--no-warn", "all", "--p-points", "Task.Busy"]
    _, listed, _ = run(base + ["--list"])
    _, found, _ = run(base + ["--base-line", "forall (i : id_t) Task(i).Done"])
    paths = [json.loads(text)["partition"]["paths"] for text in (listed, found)]
    expect("the base line finds the p-paths of the list", len(paths[0]) > 1 and paths[0] == paths[1], listed, found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--zonda", required=True)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    for case in CASES:
        model, query, points, depth, verdict, status = case
        code, out, err = run(command(options.zonda, model, query, ["--p-points", points, "--depth", str(depth)]))
        expect(f"the verdict of {case}", code == status and verdict_of(out) == verdict, out, err)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        test_stopped_runs(options.zonda, folder)
        test_other_workers(options.zonda, folder)
        test_damaged_files(options.zonda, folder)
        test_memory(options.zonda, folder)
        test_base_line(options.zonda)
        test_lost_partitions(options.zonda, folder)
    print(f"{test_killed_workers(options.zonda, options.rounds)} workers died, and nothing changed")


if __name__ == "__main__":
    main()
