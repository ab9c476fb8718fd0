"""What the benchmark commands share: measuring the time and memory of a program, and writing tables, CSV files and charts."""

import csv
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
ZONDA = ROOT / "build/release/zonda"


class Failure(Exception):
    pass


def run(command, limit):
    """Runs a command. Returns its standard output and the seconds of wall-clock time that it took."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.perf_counter()
        try:
            process = subprocess.Popen(command, stdout=out, stderr=err)
        except OSError as problem:
            raise Failure(f"{command[0]}: {problem.strerror}") from None
        # wait() with a timeout would poll, and find the end of the process late; so a timer ends it at the limit.
        timer = threading.Timer(limit, process.kill)
        timer.start()
        process.wait()
        seconds = time.perf_counter() - start
        timer.cancel()
        if seconds >= limit:
            raise Failure(f"took more than {limit:g} s")
        out.seek(0)
        err.seek(0)
        if process.returncode < 0 or process.returncode > 1:
            raise Failure(f"exit status {process.returncode}: {err.read().decode(errors='replace').strip()[:200]}")
        return out.read().decode(errors="replace"), seconds


def explore(program, model, options, limit):
    """Explores all states of a model. Returns zonda's own statistics, with the wall-clock seconds and the peak memory of the
    process."""
    command = [str(program), "check", "--no-warn", "all", *options, str(model), "-q", "E<> false", "--json"]
    text, seconds = run(command, limit)
    try:
        stats = json.loads(text)["queries"][0]["stats"]
    except (ValueError, KeyError, IndexError):
        raise Failure("gives no statistics") from None
    return dict(stats, wall=seconds, memory=stats["peak_bytes"])


def best(results, key="wall"):
    """The quickest of several runs. Other work on the machine can only make a run slower."""
    return min(results, key=lambda r: r[key])


def geometric_mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values))


def scaled(path, sizes, folder):
    """A copy of a model with other constants: {'N': 9} sets `const int N`."""
    text = path.read_text()
    for name, value in sizes.items():
        text, count = re.subn(rf"(const\s+int\s+{name}\s*=\s*)\d+", rf"\g<1>{value}", text, count=1)
        if count != 1:
            raise Failure(f"{path.name}: has no constant {name}")
    suffix = "-".join(str(v) for v in sizes.values())
    target = pathlib.Path(folder) / f"{path.stem}-{suffix}{path.suffix}"
    target.write_text(text)
    return target


def bundled(name, sizes, folder):
    """A model of models/, with other constants if there are any."""
    path = ROOT / "models" / name
    return scaled(path, sizes, folder) if sizes else path


def print_table(header, rows):
    """Prints a table with the first column aligned to the left, the others to the right."""
    texts = [[str(cell) for cell in row] for row in [header, *rows]]
    widths = [max(len(row[i]) for row in texts) for i in range(len(header))]
    for row in texts:
        print("  ".join(cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths))),
              flush=True)


def write_csv(path, header, rows):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(rows)


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def svg_head(width, height, title):
    """The first lines of an SVG file."""
    return [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            'font-family="sans-serif" font-size="12">',
            '<rect width="100%" height="100%" fill="white"/>',
            f'<text x="10" y="22" font-size="15">{escape(title)}</text>']


def bar_chart(path, title, bars, unit, marks=()):
    """Draws horizontal bars on a logarithmic scale. `bars` are (label, value), `marks` are (value, text)."""
    row, left, width = 22, 230, 520
    high = max([v for _, v in bars] + [m for m, _ in marks]) * 1.2
    low = min([v for _, v in bars] + [m for m, _ in marks] + [1.0])
    scale = lambda v: width * math.log(v / low) / math.log(high / low)
    height = 50 + row * len(bars) + 30
    lines = svg_head(left + width + 90, height, title)
    for value, text in marks:
        x = left + scale(value)
        lines.append(f'<line x1="{x:.1f}" y1="38" x2="{x:.1f}" y2="{height - 28}" stroke="#b33" stroke-dasharray="4 3"/>')
        lines.append(f'<text x="{x:.1f}" y="{height - 12}" text-anchor="middle" fill="#b33">{escape(text)}</text>')
    for i, (label, value) in enumerate(bars):
        y = 42 + row * i
        lines.append(f'<text x="{left - 8}" y="{y + 14}" text-anchor="end">{escape(label)}</text>')
        lines.append(f'<rect x="{left}" y="{y + 2}" width="{max(1, scale(value)):.1f}" height="{row - 6}" fill="#4477aa"/>')
        lines.append(f'<text x="{left + scale(value) + 5:.1f}" y="{y + 14}">{value:.3g}{unit}</text>')
    lines.append("</svg>")
    pathlib.Path(path).write_text("\n".join(lines) + "\n")


def group_chart(path, title, names, groups, is_linear=False):
    """Draws groups of horizontal bars, on a logarithmic scale that begins at 0 or on a linear one. `groups` are
    (label, {name: value})."""
    a_line = 5  # how many names a line of the legend has
    row, left, width, top = 9, 150, 520, 60 + 16 * ((len(names) - 1) // a_line)
    high = max(v for _, values in groups for v in values.values()) + 1
    scale = lambda v: width * (v / high if is_linear else math.log(v + 1) / math.log(high + 1))
    colours = dict(zip(names, ["#999999", "#cc6677", "#4477aa", "#228833", "#aa7700", "#66ccee", "#aa3377", "#bbbb44",
                               "#332288", "#ee8866", "#44aa99", "#000000"]))
    height = top + (row * len(names) + 8) * len(groups) + 20
    lines = svg_head(left + width + 90, height, title)
    for i, name in enumerate(names):
        x, y = left + 110 * (i % a_line), 34 + 16 * (i // a_line)
        lines.append(f'<rect x="{x}" y="{y}" width="12" height="12" fill="{colours[name]}"/>')
        lines.append(f'<text x="{x + 18}" y="{y + 11}">{escape(name)}</text>')
    y = top
    for label, values in groups:
        lines.append(f'<text x="{left - 8}" y="{y + row * len(names) / 2 + 4}" text-anchor="end">{escape(label)}</text>')
        for name in names:
            length = max(1.5, scale(values[name]))
            lines.append(f'<rect x="{left}" y="{y}" width="{length:.1f}" height="{row - 1}" fill="{colours[name]}"/>')
            lines.append(f'<text x="{left + length + 4:.1f}" y="{y + row - 1}" font-size="9">{values[name]}</text>')
            y += row
        y += 8
    lines.append("</svg>")
    pathlib.Path(path).write_text("\n".join(lines) + "\n")


def line_chart(path, title, x_label, y_label, series):
    """Draws curves over a logarithmic x axis. `series` maps a name to a list of (x, y)."""
    left, top, width, height = 70, 40, 520, 260
    xs = [x for points in series.values() for x, _ in points]
    ys = [y for points in series.values() for _, y in points]
    low, high, top_value = math.log10(min(xs)), math.log10(max(xs)), max(ys) * 1.1
    at = lambda x, y: (left + width * (math.log10(x) - low) / ((high - low) or 1), top + height * (1 - y / top_value))
    colours = ["#4477aa", "#cc6677", "#228833", "#aa7700", "#66ccee", "#aa3377"]
    lines = svg_head(left + width + 190, top + height + 60, title)
    lines += [f'<text x="{left + width / 2}" y="{top + height + 45}" text-anchor="middle">{escape(x_label)}</text>',
              f'<text x="15" y="{top + height / 2}" text-anchor="middle" transform="rotate(-90 15 {top + height / 2})">'
              f'{escape(y_label)}</text>',
              f'<path d="M{left} {top} V{top + height} H{left + width}" fill="none" stroke="black"/>']
    for power in range(math.ceil(low), math.floor(high) + 1):
        x, _ = at(10 ** power, 0)
        lines.append(f'<text x="{x:.1f}" y="{top + height + 18}" text-anchor="middle">10^{power}</text>')
        lines.append(f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{top + height}" stroke="#ddd"/>')
    for step in range(1, 5):
        value = top_value * step / 5
        _, y = at(10 ** low, value)
        lines.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.0f}</text>')
        lines.append(f'<line x1="{left}" y1="{y:.1f}" x2="{left + width}" y2="{y:.1f}" stroke="#eee"/>')
    for i, (name, points) in enumerate(series.items()):
        colour = colours[i % len(colours)]
        where = [at(x, y) for x, y in points]
        lines.append(f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in where)}" fill="none" '
                     f'stroke="{colour}" stroke-width="2"/>')
        lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in where]
        lines.append(f'<text x="{left + width + 12}" y="{top + 16 + 18 * i}" fill="{colour}">{escape(name)}</text>')
    lines.append("</svg>")
    pathlib.Path(path).write_text("\n".join(lines) + "\n")


def fail(message):
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {message}")
