#!/usr/bin/env python3
"""Plants faults in a copy of the sources, each of which a number switches on, to see which of them tests find.

    plant.py SEED COPY      plants candidates, drawn by SEED, in COPY/Sources, and lists them in COPY/planted.txt
    plant.py --drop COPY    takes out those that the compiler refuses, by its messages on standard input

FLICK_PLANTED=N switches number N on. Candidates that run are added to the file
that FLICK_PLANTED_HITS names, so that the first forty that run are the ones to try.
"""
import os
import random
import re
import subprocess
import sys

FOLDERS = ["App", "Base", "Features", "Feeds/FeedSources", "Files", "Media", "Records", "Screen", "Settings"]
CANDIDATES = 600

# What stands in each file that has a fault: whether a number is on, and the file of those that run.
HELPER = """
// MARK: planted
nonisolated(unsafe) private var plantedHits = Set<Int>()
private let plantedNumber = getenv("FLICK_PLANTED").flatMap { Int(String(cString: $0)) } ?? 0
private let plantedLog: String? = getenv("FLICK_PLANTED_HITS").map { String(cString: $0) }
private func planted(_ number: Int) -> Bool {
  if let plantedLog, plantedHits.insert(number).inserted, let file = fopen(plantedLog, "a") {
    fputs("\\(number)\\n", file)
    fclose(file)
  }
  return number == plantedNumber
}
private func plantedOne<Number: ExpressibleByIntegerLiteral>(_ number: Int) -> Number {
  planted(number) ? 0 : 1
}
"""

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
STATEMENT = re.compile(r"^(\s+)([a-z][\w.?!]*(\(.*\))?( [-+]?= [^{}]*)?)$")
KEYWORDS = ("return", "let", "var", "case", "default", "break", "continue", "defer", "throw", "try", "if", "guard",
            "for", "while", "switch", "else", "func", "self.init", "super", "import", "await", "precondition",
            "assert", "init", "private", "package", "static", "init")


def is_statement(line):
    found = STATEMENT.match(line)
    if not found or not (found[3] or found[4]):
        return None
    text = found[2]
    if re.match(r"(%s)\b" % "|".join(KEYWORDS), text) or text.count("(") != text.count(")"):
        return None
    return found


def candidates(lines):
    """Yields operator, first line, count of lines, and a function from number to the new lines."""
    for at, line in enumerate(lines):
        code = line.split(" //")[0]
        if '"' in code or code.lstrip().startswith(("//", "@", "#", "case ", "static ", "package ", "private ")):
            continue
        found = re.match(r"^(\s*)(if|guard|while) ([^{}]*?)( else)? \{(.*)$", code)
        if found:
            indent, word, condition, other, rest = found.groups()
            plain = not re.search(r"\b(let|var|case|is|try|await|as)\b|#|,|=>", condition)
            operators = re.findall(r" (<|<=|>|>=|==|!=) ", condition)
            if plain and len(operators) == 1 and "&&" not in condition and "||" not in condition:
                turned = re.sub(r" (<|<=|>|>=|==|!=) ", lambda m: f" {COMPARISONS[m[1]]} ", condition)
                yield "comparison", at, 1, lambda n, i=indent, w=word, c=condition, t=turned, o=other, r=rest: [
                    f"{i}{w} (planted({n}) ? ({t}) : ({c})){o or ''} {{{r}"]
            if plain and word == "guard" and other:
                yield "guard", at, 1, lambda n, i=indent, c=condition, r=rest: [
                    f"{i}guard planted({n}) || ({c}) else {{{r}"]
        else:
            for one in re.finditer(r"(?<=[\w)\]]) ([-+]) 1(?![\w.])", code):
                yield "one", at, 1, lambda n, c=code, o=one: [
                    f"{c[:o.start()]} {o[1]} plantedOne({n}){c[o.end():]}"]
        cancel = re.search(r"\.cancel\(id: [\w.]+\)", code)
        if cancel:
            yield "cancel", at, 1, lambda n, c=code, o=cancel: [
                f"{c[:o.start()]}(planted({n}) ? .none : {o[0]}){c[o.end():]}"]
        first = is_statement(code)
        if not first:
            continue
        if re.search(r"\.(cancel|stop|signal|removeAll)\(", code) and not first[4]:
            yield "cancel", at, 1, lambda n, f=first: [f"{f[1]}if !planted({n}) {{ {f[2]} }}"]
        second = is_statement(lines[at + 1]) if at + 1 < len(lines) else None
        # Two assignments of plain values have no order.
        if second and second[1] == first[1] and not (first[4] and second[4]):
            before = lines[at - 1].rstrip()
            if before.endswith(("{", "}", ")")) or is_statement(before):
                yield "order", at, 2, lambda n, f=first, s=second: [
                    f"{f[1]}if planted({n}) {{", f[1] + s[2], f[1] + f[2], f"{f[1]}}} else {{", f[1] + f[2],
                    f[1] + s[2], f[1] + "}"]


def sources(copy):
    for folder in FOLDERS:
        for path, _, names in sorted(os.walk(f"{copy}/Sources/{folder}")):
            for name in sorted(names):
                if name.endswith(".swift") and name != "main.swift":
                    yield os.path.join(path, name)


def plant(copy, seed, dropped=frozenset()):
    found = []
    originals = {}
    for path in sources(copy):
        with open(path) as file:
            originals[path] = file.read().split("\n")
        found += [(path, *candidate) for candidate in candidates(originals[path])]
    generator = random.Random(seed)
    generator.shuffle(found)
    # As many of each operator, as far as there are.
    kinds = {kind: [one for one in found if one[1] == kind] for kind in ("comparison", "one", "guard", "cancel", "order")}
    drawn = [one for group in zip(*(kinds[kind] + [None] * len(found) for kind in kinds)) for one in group if one]
    used, chosen = set(), []
    for path, kind, at, count, lines in drawn:
        if len(chosen) == CANDIDATES:
            break
        if any((path, line) in used for line in range(at, at + count)):
            continue
        used.update((path, line) for line in range(at, at + count))
        chosen.append((path, kind, at, count, lines))
    changed = {}
    with open(f"{copy}/planted.txt", "w") as table:
        for number, (path, kind, at, count, lines) in enumerate(chosen, 1):
            if number in dropped:
                continue
            changed.setdefault(path, []).append((at, count, lines(number)))
            text = " / ".join(line.strip() for line in originals[path][at:at + count])
            table.write(f"{number}\t{kind}\t{os.path.relpath(path, copy)}:{at + 1}\t{text}\n")
    for path, changes in changed.items():
        lines = originals[path][:]
        for at, count, new in sorted(changes, key=lambda change: -change[0]):
            lines[at:at + count] = new
        imports = next((i for i, line in enumerate(lines) if line.startswith("import ")), 0)
        lines.insert(imports, "import Glibc")
        with open(path, "w") as file:
            file.write("\n".join(lines) + HELPER)


def drop(copy, messages):
    dropped = set()
    for path, line in re.findall(r"(/\S+\.swift):(\d+):\d+: error", messages):
        with open(path) as file:
            lines = file.read().split("\n")
        # A statement that is refused may be a line or two below its condition.
        for text in reversed(lines[max(int(line) - 4, 0):int(line)]):
            if number := re.search(r"planted(?:One)?\((\d+)\)", text):
                dropped.add(int(number[1]))
                break
    return dropped


if __name__ == "__main__":
    if sys.argv[1] == "--drop":
        copy = sys.argv[2]
        dropped = drop(copy, sys.stdin.read())
        state = f"{copy}/dropped.txt"
        if os.path.exists(state):
            dropped |= {int(line) for line in open(state)}
        with open(state, "w") as file:
            file.write("".join(f"{number}\n" for number in sorted(dropped)))
        subprocess.run(["git", "-C", copy, "checkout", "--quiet", "--", "Sources"], check=True)
        plant(copy, open(f"{copy}/seed.txt").read(), dropped)
        print(f"{len(dropped)} dropped")
    else:
        seed, copy = sys.argv[1:]
        with open(f"{copy}/seed.txt", "w") as file:
            file.write(seed)
        plant(copy, seed)
