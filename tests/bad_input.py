#!/usr/bin/env python3
"""Input made to break a reader: each must end soon, in little memory, with an exit status that says what happened.

bad_input.py --zonda PROGRAM [--seconds N]

Every case is made here, so that megabytes of brackets need not be stored.
"""

import argparse
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

SECONDS = 10  # for each, on a busy machine; alone, an optimised program takes well under one
MEMORY = 2 << 30
END = "process P() { state a; init a; } system P;"


def cases():
    """name, content, expected exit status (0: fine, 2: refused)."""
    deep = 200_000

    def model(text):
        return text + END

    yield "a million processes.xta", "process P(const int[0,999999] i) { state a; init a; } system P;", 2
    yield "two million processes.xta", (
        "process P(const int[0,9999] i, const int[0,9999] j) { int v; state a; init a; } system P;"), 2
    yield "array of 2^31.xta", model("int a[2147483647];"), 2
    yield "array of 2^32.xta", model("int a[65536][65536];"), 2
    yield "array over all integers.xta", model("int a[int[-2147483648,2147483647]];"), 2
    yield "negative size.xta", model("const int N = -3; int a[N];"), 2
    yield "recursive type.xta", model("typedef T T; typedef struct { S s; } S;"), 2
    yield "recursive function.xta", model("int f(int a) { return f(a); }"), 2
    yield "functions that call each other.xta", model("int f(int a) { return g(a); } int g(int a) { return f(a); }"), 2
    yield "endless constant.xta", model("int f() { while (true) { } return 1; } const int x = f();"), 2
    yield "endless size.xta", model("int f() { int i = 0; while (i >= 0) { i = 1 - i; } return 1; } int a[f()];"), 2
    yield "parentheses.xta", model("int x = " + "(" * deep + "1" + ")" * deep + ";"), 2
    yield "unary minus.xta", model("const int x = " + "-" * deep + "1;"), 2
    yield "negations.xta", model("const int x = " + "!" * deep + "1;"), 2
    yield "long sum.xta", model("const int x = " + "+".join(["1"] * deep) + ";"), 2
    yield "long conjunction.xta", model("const bool x = " + " && ".join(["true"] * deep) + ";"), 0
    yield "braces.xta", model("void f() " + "{" * deep + "}" * deep), 2
    yield "ifs.xta", model("void f() { " + "if (true) " * deep + "; }"), 2
    yield "indices.xta", model("int a[2]; int b = a" + "[0]" * deep + ";"), 2
    yield "nested initialiser.xta", model("int a[2] = " + "{" * deep + "}" * deep + ";"), 2
    yield "nested structs.xta", model("typedef " + "struct { " * deep + " int a; " + "} b; " * deep + " T;"), 2
    yield "dimensions.xta", model("int a" + "[1]" * deep + ";"), 2
    yield "chain of array types.xta", model(
        "typedef int T0;" + "".join(f"typedef T{i} T{i + 1}[1];" for i in range(2000)) + "T2000 x;"), 2
    yield "struct that doubles.xta", model("typedef int T0;" + "".join(
        f"typedef struct {{ T{i} a[2]; T{i} b[2]; }} T{i + 1};" for i in range(40)) + "T40 x;"), 2
    yield "quantifiers.xta", model("const bool b = " + "forall (i : int[0,1]) " * deep + "true;"), 2
    yield "quantifier over 10^12.xta", model("const bool b = " + "".join(
        f"forall (i{k} : int[0,9]) " for k in range(12)) + "true;"), 2
    yield "clock conditions, 10^9 of them.xta", (
        "clock x[10]; process P() { state a; init a; trans a -> a { guard " +
        "".join(f"forall (i{k} : int[0,9]) " for k in range(9)) + "x[0] > 1; }; } system P;"), 2
    yield "select over all integers.xta", (
        "process P() { state a; init a; trans a -> a { select i : int[-2147483648,2147483647]; }; } system P;"), 2
    yield "long name.xta", model("int " + "x" * 1_000_000 + ";"), 2
    yield "long number.xta", model("int x = " + "9" * 1_000_000 + ";"), 2
    yield "unclosed comment.xta", "/* never closed " + "x" * 1_000_000, 2
    yield "calls that double.xta", model("int[0,1] f0() { return 1; } " + "".join(
        f"int[0,1] f{i}() {{ return f{i - 1}() * f{i - 1}(); }} " for i in range(1, 60)) + "const int x = f59();"), 0
    yield "chain of 10,000 calls.xta", model("int f0() { return 1; } " + "".join(
        f"int f{i}() {{ return f{i - 1}(); }} " for i in range(1, 10_000)) + "const int x = f9999();"), 0
    yield "calls under deep sums.xta", model("int f0() { return 1; } " + "".join(
        f"int f{i}() {{ return f{i - 1}()" + " + 0" * 1400 + "; } " for i in range(1, 200)) + "const int x = f199();"), 0
    yield "calls in types of one another.xta", model("int f0() { return 1; } " + "".join(
        f"typedef int[0,f{i - 1}()" + " + 0" * 1400 + f"] t{i}; t{i} f{i}() {{ return 1; }} " for i in range(1, 300))
        + "t299 x;"), 2
    yield "many misspelt names.xta", model("".join(f"int variable_{i};" for i in range(15_000)) + "void f() { " + "".join(
        f"varable_{i} = 1;" for i in range(15_000)) + "}"), 2
    yield "five million nested loops.xta", model("void f() { " + "do " * 5_000_000 + "}"), 2
    yield "a million nested ifs.xta", model("void f() { " + "if (true) " * 1_000_000 + "; }"), 2
    yield "chain of instances.xta", (
        "process P(int &a) { state s; init s; } int v; Q0(int &a) = P(a);" +
        "".join(f"Q{i + 1}(int &a) = Q{i}(a);" for i in range(5000)) + "R = Q5000(v); system R;"), 0
    yield "junk.xta", bytes(range(1, 256)) * 4000, 2
    yield "zeros.xml", b"\0" * 100_000, 2
    yield "junk.xml", b'<?xml version="1.0"?><nta>' + bytes(range(1, 256)) * 4000, 2
    yield "nesting.xml", "<nta>" + "<a>" * 1_000_000, 2
    yield "attributes.xml", "<nta " + " ".join(f'a{i}="1"' for i in range(100_000)) + "/>", 2
    yield "entity bomb.xml", "<!DOCTYPE nta [<!ENTITY a0 \"aaaaaaaaaa\">" + "".join(
        f"<!ENTITY a{i + 1} \"" + f"&a{i};" * 10 + "\">" for i in range(12)) + (
        "]><nta><declaration>&a12;</declaration></nta>"), 2
    yield "truncated.xml", "<nta><declaration>int a;</declaration><template><name>P</na", 2
    yield "empty.xml", "", 2
    yield "latin-1 under utf-8.xml", b'<?xml version="1.0" encoding="utf-8"?><nta><declaration>// \xe9</declaration></nta>', 2
    yield "unknown encoding.xml", b'<?xml version="1.0" encoding="klingon"?><nta/>', 2

    tck = "system:s\nevent:a\nint:2:0:5:0:n\nclock:1:x\nprocess:P\nlocation:P:l{initial:}\n"
    edge = tck + "edge:P:l:l:a"
    yield "truncated attributes.tck", edge + "{provided: n[0] > 1 : do", 2
    yield "missing brace.tck", edge + "{provided: n[0] > 1\n" + "edge:P:l:l:a{}\n" * 10_000, 2
    yield "unknown names.tck", tck + "edge:P:l:k:b{provided: m > 1}\nlocation:Q:l{}\n" * 10_000, 2
    yield "many misspelt names.tck", tck + "".join(f"event:event_{i}\n" for i in range(15_000)) + "".join(
        f"edge:P:l:l:evnt_{i}\n" for i in range(15_000)), 2
    yield "huge array.tck", tck + "int:2147483647:0:1:0:v\n", 2
    yield "many large arrays.tck", tck + "".join(f"int:1048576:0:1:0:v{i}\n" for i in range(200)), 2
    yield "range over all integers.tck", tck + "int:1:-2147483648:2147483647:0:v\n", 0
    yield "parentheses.tck", edge + "{provided: " + "(" * deep + "1" + ")" * deep + "}\n", 2
    yield "minus signs.tck", edge + "{provided: " + "-" * deep + "1 > 0}\n", 2
    yield "negations.tck", edge + "{provided: " + "!" * deep + "n[0]}\n", 2
    yield "nested conditionals.tck", edge + "{provided: " + "(if n[0] then " * deep + "1" + " else 0)" * deep + "}\n", 2
    yield "nested ifs.tck", edge + "{do: " + "if n[0] then " * deep + "nop" + " end" * deep + "}\n", 2
    yield "nested indices.tck", edge + "{do: " + "n[" * deep + "0" + "]" * deep + " = 1}\n", 2
    yield "long conjunction.tck", edge + "{provided: " + " && ".join(["n[0] > 1"] * 20_000) + "}\n", 0
    yield "many statements.tck", edge + "{do: " + "; ".join(["n[0] = 1"] * 20_000) + "}\n", 0
    yield "huge local array.tck", edge + "{do: local t[2147483647]; t[0] = 1}\n", 2
    yield "zeros.tck", tck.encode() + b"\0" * 100_000, 2
    yield "zeros in attributes.tck", (edge + "{provided: ").encode() + b"\0" * 100_000 + b"}\n", 2
    yield "junk.tck", tck.encode() + bytes(range(1, 256)) * 4000, 2
    yield "a million edges.tck", edge + "{provided: n[0] > 1}\n" + "edge:P:l:l:a\n" * 1_000_000, 2
    yield "wrong parts.tck", tck + "".join(f"sync:{p}\n" for p in [
        "P@a:P@a", "P", "P@", "@a", "Q@a", "P@b", "P@a??", "P@a:", ":P@a"] * 1000), 2
    yield "wide synchronisation.tck", "system:s\nevent:a\n" + "".join(
        f"process:P{i}\nlocation:P{i}:l{{initial:}}\n" for i in range(3000)) + "sync" + "".join(
        f":P{i}@a" for i in range(3000)) + "\n", 0


def run(zonda, path, seconds):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    start = time.monotonic()
    try:
        done = subprocess.run([zonda, "info", "--no-warn", "all", path], capture_output=True, timeout=seconds,
                              preexec_fn=limit)
    except subprocess.TimeoutExpired:
        return None, "", seconds
    return done.returncode, done.stderr.decode("utf-8"), time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zonda", required=True)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    options = parser.parse_args()
    failures = 0
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, content, expected in cases():
            path = pathlib.Path(folder) / name
            path.write_bytes(content.encode() if isinstance(content, str) else content)
            status, messages, seconds = run(options.zonda, path, options.seconds)
            is_right = status == expected and (expected == 0 or "error:" in messages) and len(messages) < 100_000
            count += 1
            failures += not is_right
            print(f"{'ok  ' if is_right else 'FAIL'} {seconds:5.2f} s  {name}: {status}"
                  + ("" if is_right else f", expected {expected}\n{messages[:500]}"))
            path.unlink()
    print(f"{count - failures} passed, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
