"""Mutations of MLIR text: small ones, so that much of what comes out still parses."""

import re

TOKEN = re.compile(
    r"""
    (?P<value>%[\w#:]+)             | (?P<symbol>@[\w$.-]+)
  | (?P<string>"[^"\n]*")           | (?P<attribute>\#[\w.]+(?:<[^<>\n]*>)?)
  | (?P<type>(?:tensor|memref|vector)<[^<>\n]*(?:<[^<>\n]*>[^<>\n]*)*>)
  | (?P<float>-?\d+\.\d*(?:[eE][+-]?\d+)?|0x[0-9A-Fa-f]+)
  | (?P<integer>-?\b\d+\b)
  | (?P<element>\b(?:f64|f32|f16|bf16|f8E\w+|tf32|index|[us]?i\d+|none|complex<\w+>)\b)
  | (?P<word>[A-Za-z_][\w.$]*)      | (?P<mark>[^\s\w])
    """,
    re.VERBOSE,
)

INTEGERS = ["0", "1", "-1", "2", "3", "7", "8", "16", "31", "32", "33", "64", "100", "1024", "4096", "65536", "1048577",
            "2147483647", "2147483648", "4294967296", "-9223372036854775808", "9223372036854775807", "18446744073709551615"]  # fmt: skip
FLOATS = ["0.0", "-0.0", "1.0", "-1.0", "0.5", "2.0", "1.0e-6", "1.0e-45", "1.0e39", "1.0e308", "0x7FC00000", "0x7F800000", "0x7FF0000000000000", "0x7FF8000000000000"]
ELEMENTS = ["f64", "f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f4E2M1FN", "tf32", "f80", "f128", "index", "i1", "i4", "i8", "i32", "i64", "i128", "si8", "ui8", "none", "complex<f32>"]
SIZES = ["?", "0", "1", "2", "3", "5", "8", "17", "64", "96", "100", "1000", "4096", "65537", "1048576", "9223372036854775807"]


def tokens(text):
    """(kind, start, end) of each token outside of comments."""
    text = re.sub(r"//[^\n]*", lambda m: " " * len(m.group()), text)
    return [(m.lastgroup, m.start(), m.end()) for m in TOKEN.finditer(text)]


class Mutator:
    """Changes a module's text. `random` decides; `corpus` is where foreign tokens and lines come from."""

    def __init__(self, random, corpus):
        self.random = random
        self.corpus = corpus

    def mutate(self, text):
        steps = [self.token, self.token, self.everywhere, self.everywhere, self.everywhere, self.swap_tokens, self.sizes, self.sizes, self.line, self.line, self.characters]
        for _ in range(self.random.choice([1, 1, 1, 2, 2, 3, 5])):
            text = self.random.choice(steps)(text)
        return text

    def foreign(self, kind):
        """A token of this kind of another module."""
        other = self.random.choice(self.corpus)
        found = [other[a:b] for k, a, b in tokens(other) if k == kind]
        return self.random.choice(found) if found else ""

    def other(self, kind, token):
        """What may stand for `token`."""
        r = self.random
        if kind == "integer":
            return r.choice(INTEGERS + [str(int(token) + 1), str(int(token) - 1), str(int(token) * 2)])
        if kind == "float":
            return r.choice(FLOATS)
        if kind == "element":
            return r.choice(ELEMENTS)
        if kind == "type" and r.random() < 0.7:
            return self.reshape(token)
        return self.foreign(kind)

    def reshape(self, type):
        """A type with another size, rank or element type."""
        r = self.random
        open, _, inside = type.partition("<")
        dims = re.match(r"(?:\[?[\d?]+\]?x)*", inside).group().split("x")[:-1]
        rest = inside[sum(len(d) + 1 for d in dims) :]
        how = r.randrange(6)
        if how == 0 and dims:
            del dims[r.randrange(len(dims))]
        elif how == 1:
            dims.insert(r.randint(0, len(dims)), r.choice(SIZES))
        elif how == 2:
            rest = re.sub(r"^\w+", r.choice(ELEMENTS), rest)
        elif how == 3 and r.random() < 0.3:
            dims = ["*"] if open != "vector" else dims
        elif dims:
            dims[r.randrange(len(dims))] = r.choice(SIZES)
        return f"{open}<{''.join(d + 'x' for d in dims)}{rest}"

    def token(self, text):
        found = tokens(text)
        if not found:
            return text
        kind, a, b = self.random.choice(found)
        return text[:a] + self.other(kind, text[a:b]) + text[b:]

    def everywhere(self, text):
        """The same change wherever the token stands, so that types still fit together."""
        found = [t for t in tokens(text) if t[0] in ("type", "element", "float", "integer", "attribute", "word")]
        if not found:
            return text
        kind, a, b = self.random.choice(found)
        old = text[a:b]
        return re.sub(rf"(?<![\w.%@]){re.escape(old)}(?![\w.])", lambda m, new=self.other(kind, old): new, text)

    def sizes(self, text):
        """Another size for one size wherever a type has it."""
        found = re.findall(r"(?<=[<x])(?:\d+|\?)(?=x)", text)
        if not found:
            return text
        old, new = self.random.choice(found), self.random.choice(SIZES)
        return re.sub(rf"(?<=[<x]){re.escape(old)}(?=x)", new, text)

    def swap_tokens(self, text):
        found = tokens(text)
        if not found:
            return text
        kind, a, b = self.random.choice(found)
        same = [t for t in found if t[0] == kind and abs(t[1] - a) < 400]
        _, c, d = self.random.choice(same)
        if c < a:
            a, b, c, d = c, d, a, b
        return text if c < b else text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]

    def line(self, text):
        r = self.random
        lines = text.split("\n")
        i, j = r.randrange(len(lines)), r.randrange(len(lines))
        how = r.randrange(5)
        if how == 0:
            del lines[i]
        elif how == 1:
            lines[i], lines[j] = lines[j], lines[i]
        elif how == 2:
            lines.insert(j, lines[i])
        elif how == 3:
            # Again, with results of its own, which something later uses.
            copy, name = lines[i], r.choice(re.findall(r"^\s*(%\w+)", lines[i]) or [""])
            lines.insert(i + 1, copy)
            if name:
                lines[i + 1] = copy.replace(name, name + "_again", 1)
                rest = "\n".join(lines[i + 2 :]).replace(name, name + "_again", r.choice([1, 2, -1]))
                lines[i + 2 :] = rest.split("\n")
        else:
            lines.insert(j, r.choice(r.choice(self.corpus).split("\n")))
        return "\n".join(lines)

    def characters(self, text):
        r = self.random
        a = r.randrange(len(text) + 1)
        b = min(len(text), a + r.choice([0, 0, 1, 1, 2, 5, 40]))
        return text[:a] + r.choice(["", "", "(", ")", "<", ">", ",", "-", "?", "x", '"', "%", "#", "\\", "{", "}", ":", "\0", "é"]) + text[b:]

    def options(self, flag):
        """A flag with other options; seldom another flag."""
        r = self.random
        name, sign, text = flag.partition("=") if r.random() < 0.97 else ("", "", flag)
        for _ in range(r.choice([0, 0, 1, 1, 2])):
            found = [t for t in tokens(text) if t[0] in ("integer", "word")]
            if not found or r.random() < 0.2:
                text = self.characters(text)
                continue
            kind, a, b = r.choice(found)
            text = text[:a] + (r.choice(INTEGERS) if kind == "integer" else r.choice(["", "x", text[a : b - 1], "true", "false", "7"])) + text[b:]
        return name + sign + text.replace("\0", "").replace("\n", " ")
