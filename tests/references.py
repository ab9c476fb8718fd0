#!/usr/bin/env python3
"""Checks that what comments and documents cite is there.

  tags      A word such as 'T4' or 'O12' in a comment or document is defined in docs/references.md, once.
  rules     'soundness rule 3' is a heading of docs/soundness.md. Its rules are numbered 1, 2, 3, …, all at level 3.
  tests     Each test and each planted fault that docs/soundness.md names exists.
  files     A path that is cited is in the tree: relative to the root, to src/, include/ or docs/, or to the citing
            file. 'search/limits/memory' stands for its header and source, '*' and NAME for anything. The bare name of
            a source or of a document must belong to some file.
  others    Nothing cites documents that are not part of the project.

What stands between quotes or back-quotes in a comment, or in a code block of a document, is an example and no tag.

references.py ROOT          check a checkout
references.py --self-test   check that planted faults are found
"""

import ast
import io
import pathlib
import re
import sys
import tempfile
import tokenize

FOLDERS = ("src", "include", "tests", "docs", "bench", "tools", "cmake", "examples", "models")
SKIPPED = ("tests/golden/", "tests/fuzz/corpus/", "docs/tables/")
CPP = {".cpp", ".hpp", ".h", ".def"}
MODELS = {".xta", ".q"}
HASH = {".cmake", ".sh"}
# The bare name of such a file is a citation; names of models and of outputs are usually examples.
CITED_ALONE = (".hpp", ".cpp", ".md", ".py")

TAG = re.compile(r"(?<![\w.#/-])([TSPROAU])(\d{1,2})(?![\w:.(\[]*\w)")
QUOTED = re.compile(r"(?<!\w)'[^'\n]*'(?!\w)|(?<!\w)\"[^\"\n]*\"|`[^`\n]*`")
RULE = re.compile(r"\bsoundness(?:\.md)?,? rules? (\d+)(?:(?:, | and | to )(\d+))*", re.IGNORECASE)
OUTSIDE = re.compile(r"\bdesign(?:\.md\b|:|, )|\(design\b|\blandscape\b|\bshared/", re.IGNORECASE)
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
PATH = re.compile(r"(?<![\w/.$}>~:*-])(?:\.\./|\./)?[A-Za-z_][\w.*-]*(?:/[\w.*-]+)*/?(?![\w<…])")
FENCE = re.compile(r"^\s*```")


def cpp_comments(text):
    """(line number, text) of every comment; strings and character literals are skipped."""
    pattern = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|//([^\n]*)|/\*(.*?)\*/', re.DOTALL)
    for found in pattern.finditer(text):
        comment = found.group(2) if found.group(2) is not None else found.group(3)
        if comment is None:
            continue
        line = text.count("\n", 0, found.start()) + 1
        for offset, part in enumerate(comment.split("\n")):
            yield line + offset, part


def python_comments(text):
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string[1:]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
                for offset, line in enumerate(first.value.value.split("\n")):
                    yield first.lineno + offset, line


def hash_comments(text):
    for number, line in enumerate(text.splitlines(), 1):
        found = re.search(r"(?:^|\s)#(?!!)(.*)$", line)
        if found:
            yield number, found.group(1)


def markdown_lines(text):
    is_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if FENCE.match(line):
            is_code = not is_code
        elif not is_code:
            yield number, line


def lines_of(path, text):
    """The lines in which a file may cite something, or None if it has no comments that are known here."""
    if path.suffix == ".md":
        return markdown_lines(text)
    if path.suffix in CPP or path.suffix in MODELS:
        return cpp_comments(text)
    if path.suffix == ".py" or re.match(r"#!.*python", text):
        return python_comments(text)
    if path.suffix in HASH or path.name == "CMakeLists.txt" or re.match(r"#!.*sh\b", text):
        return hash_comments(text)
    return None


def all_files(root):
    for path in sorted(path for path in root.iterdir() if path.is_file()):
        yield path
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


class Tree:
    def __init__(self, root):
        self.root = root
        self.files = list(all_files(root))
        self.names = {path.name for path in self.files}
        self.bases = [root, root / "src", root / "include", root / "docs"]
        tops = [path.name for path in root.iterdir() if path.is_dir()]
        layers = [path.name for path in (root / "src").iterdir() if path.is_dir()] if (root / "src").is_dir() else []
        self.folders = {name for name in tops + layers if name != "build" and not name.startswith(".")}

    def has(self, cited, file):
        """Whether the path is there, as a file, a folder, or the stem of some files."""
        cited = cited.rstrip("/")
        for base in [*self.bases, file.parent]:
            cited = cited.replace("NAME", "*")
            if "*" in cited:
                if not cited.startswith("..") and next(base.glob(cited), None):
                    return True
            elif (base / cited).exists() or next((base / cited).parent.glob((base / cited).name + ".?pp"), None):
                return True
        return False

    def looks_cited(self, word):
        """Whether a word is meant as a path."""
        if "/" not in word:
            return word.endswith(CITED_ALONE) and len(word) > 4
        first = word.split("/")[0]
        return first in ("..", ".") or first in self.folders


def defined_tags(text):
    return re.findall(r"^\| ([TSPROAU]\d{1,2}) \|", text, re.MULTILINE)


def defined_rules(text):
    return set(re.findall(r"^#+ (\d+)\. ", text, re.MULTILINE))


def rule_faults(text):
    """Rules of docs/soundness.md that are not at level 3, or not numbered 1, 2, 3, …"""
    expected = 1
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r"(#+) (\d+)\. ", line)
        if not found:
            continue
        if found.group(1) != "###":
            yield f"docs/soundness.md:{number}: rule {found.group(2)} is at level {len(found.group(1))}, not 3"
        if int(found.group(2)) != expected:
            yield f"docs/soundness.md:{number}: rule {found.group(2)} comes where rule {expected} should"
        expected = int(found.group(2)) + 1


def file_faults(path, place, tree, tags, rules):
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return
    lines = lines_of(path, text)
    if lines is None:
        return
    for number, line in lines:
        plain = QUOTED.sub(" ", line)
        for letter, digits in TAG.findall(plain):
            if letter + digits not in tags:
                yield f"{place}:{number}: docs/references.md does not define {letter}{digits}"
        for found in RULE.finditer(line):
            for rule in re.findall(r"\d+", found.group(0)):
                if rule not in rules:
                    yield f"{place}:{number}: docs/soundness.md has no rule {rule}"
        if OUTSIDE.search(plain):
            yield f"{place}:{number}: this cites a document that is not part of the project"
            continue
        cited = set()
        if path.suffix == ".md":
            cited |= {target for target in LINK.findall(line) if "://" not in target}
        for found in PATH.finditer(re.sub(r"\w+://\S+", " ", line)):
            word = found.group(0).rstrip(".")
            if tree.looks_cited(word):
                cited.add(word)
        for word in sorted(cited):
            is_there = tree.has(word, path) if "/" in word else word in tree.names or tree.has(word, path)
            if not is_there and not ("*" in word and "/" not in word):
                yield f"{place}:{number}: there is no {word}"


def known_tests(tree):
    """Names that docs/soundness.md may use: of unit tests, models, golden cases, faults and other tests."""
    names = set()
    for path in tree.files:
        place = path.relative_to(tree.root).as_posix()
        if place.startswith("tests/unit/") and path.suffix == ".cpp":
            text = path.read_text(encoding="utf-8")
            names |= {".".join(pair) for pair in re.findall(r"\b(?:TEST|TEST_F|TEST_P|TYPED_TEST|RC_GTEST_PROP|"
                                                            r"RC_GTEST_FIXTURE_PROP)\(\s*(\w+),\s*(\w+)", text)}
        elif place.startswith("tests/golden/"):
            names.add("golden." + path.parent.name)
        elif place == "tests/mutation/faults.txt":
            names |= {"fault " + name for name in re.findall(r"^== (\S+)$", path.read_text(encoding="utf-8"), re.MULTILINE)}
        elif path.name == "CMakeLists.txt":
            names |= set(re.findall(r"add_test\(NAME ([\w.-]+)$", path.read_text(encoding="utf-8"), re.MULTILINE))
            names |= set(re.findall(r"add_test\(NAME ([\w.-]+) ", path.read_text(encoding="utf-8")))
    return names


def soundness_faults(tree, text):
    """Back-quoted names behind 'Tests:' and 'Faults:' in docs/soundness.md."""
    names = known_tests(tree)
    for number, line in enumerate(text.splitlines(), 1):
        cells = re.findall(r"`([^`]+)`", line)
        for name in cells:
            if re.fullmatch(r"[A-Z]\w+\.[A-Z]\w+", name) and name not in names:
                yield f"docs/soundness.md:{number}: there is no test {name}"
            elif name.startswith("fault ") and name not in names:
                yield f"docs/soundness.md:{number}: tests/mutation/faults.txt has no {name}"
            elif name.startswith("golden.") and name not in names:
                yield f"docs/soundness.md:{number}: there is no test {name}"
            elif name.startswith("ctest ") and name.split()[1] not in names:
                yield f"docs/soundness.md:{number}: there is no test {name.split()[1]}"
            elif name.endswith((".xta", ".tck")) and name.split("/")[-1] not in tree.names:
                yield f"docs/soundness.md:{number}: there is no model {name}"


def read(path):
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def check(root):
    """All faults, as text."""
    tree = Tree(root)
    tags = defined_tags(read(root / "docs" / "references.md"))
    if not tags:
        return ["docs/references.md: no row '| T1 | …'"]
    faults = [f"docs/references.md: {tag} is defined twice" for tag in sorted(set(tags)) if tags.count(tag) > 1]
    soundness = read(root / "docs" / "soundness.md")
    rules = defined_rules(soundness)
    for path in tree.files:
        place = path.relative_to(root).as_posix()
        if not place.startswith(SKIPPED):
            faults += file_faults(path, place, tree, set(tags), rules)
    faults += rule_faults(soundness)
    faults += soundness_faults(tree, soundness)
    return faults


RULES = "### 1. Bounds\n### 2. Time\n### 3. Deadlock\n"  # docs/soundness.md of the self-test


def self_test():
    base = {"docs/references.md": "| T1 | a |\n| O2 | b |\n", "docs/soundness.md": RULES,
            "src/zone/dbm.hpp": "", "tests/unit/zone/a_test.cpp": "TEST(Zone, Works) {}\n",
            "tests/mutation/faults.txt": "== one\n", "tests/golden/help/cmd": ""}
    cases = [  # file, its text, a part of the expected complaint (None: no complaint)
        ("src/zone/a.cpp", "// As in T1; see O2.\nint T7 = 0;\n", None),
        ("src/zone/a.cpp", "// See (T7).\n", "a.cpp:1: docs/references.md does not define T7"),
        ("src/zone/a.cpp", "/* a\n   b T7 */\n", "a.cpp:2: docs/references.md does not define T7"),
        ("src/zone/a.cpp", "// 'T7: a -> b' is an edge.\n", None),
        ("src/zone/a.cpp", 'auto a = "// T7";\n', None),
        ("docs/a.md", "As O9 says.\n", "does not define O9"),
        ("docs/a.md", "`O9`\n```\nO9\n```\n", None),
        ("tools/a", "#!/usr/bin/env python3\n# O9\n", "does not define O9"),
        ("tools/a", "#!/usr/bin/env bash\necho  # O9\n", "does not define O9"),
        ("CMakeLists.txt", "# O9\n", "does not define O9"),
        ("docs/references.md", "| T1 | a |\n| T1 | b |\n", "T1 is defined twice"),
        ("src/zone/a.cpp", "// Soundness rule 3, soundness rules 3 and 4.\n", "has no rule 4"),
        ("src/zone/a.cpp", "// zone/dbm.hpp, dbm.hpp, zone/dbm, src/zone/, zone/*.hpp\n", None),
        ("src/zone/a.cpp", "// zone/attic.hpp\n", "there is no zone/attic.hpp"),
        ("src/zone/a.cpp", "// attic.hpp\n", "there is no attic.hpp"),
        ("src/zone/a.cpp", "// ../shared/a.txt\n", "not part of the project"),
        ("src/zone/a.cpp", "// zones are few (design, 5.4)\n", "not part of the project"),
        ("docs/a.md", "[a](attic.md)\n", "there is no attic.md"),
        ("docs/a.md", "[a](references.md#x) [b](https://example.org/x.md)\n", None),
        ("docs/a.md", "`tests/attic/`\n", "there is no tests/attic/"),
        ("docs/a.md", "`build/release/zonda`\n", None),
        ("docs/soundness.md", RULES + "`Zone.Works` `fault one` `golden.help`\n", None),
        ("docs/soundness.md", RULES + "`Zone.Fails`\n", "there is no test Zone.Fails"),
        ("docs/soundness.md", RULES + "`fault two`\n", "has no fault two"),
        ("docs/soundness.md", RULES + "`golden.attic`\n", "there is no test golden.attic"),
        ("docs/soundness.md", RULES + "`ctest attic`\n", "there is no test attic"),
        ("docs/soundness.md", RULES + "`attic.xta`\n", "there is no model attic.xta"),
        ("docs/soundness.md", RULES + "### 5. D\n", "md:4: rule 5 comes where rule 4 should"),
        ("docs/soundness.md", RULES + "### 3. D\n", "md:4: rule 3 comes where rule 4 should"),
        ("docs/soundness.md", RULES + "#### 4. D\n", "md:4: rule 4 is at level 4, not 3"),
        ("docs/soundness.md", RULES + "## Mistakes\n### Bounds\n", None),
    ]
    for file, text, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, content in {**base, file: text}.items():
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
    print("\n".join(faults) if faults else "references: fine")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
