"""Trees of explanations in other formats: a terminal tree, Mermaid, DOT, and a page that stands alone."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from itertools import pairwise

from facts.runtime import pattern
from solver.answer import width, wrapped
from solver.ask.explain.proof import View
from solver.ask.explain.wording import phrases as words

_ENTITIES = {letter: f"#{ord(letter)};" for letter in '"#&<>`\\'}
"""Characters with a meaning in the label of a Mermaid chart."""
_ATOM = pattern(r"[a-z_]+\(")
"""The beginning of the text of a bookkeeping node: its atom."""
_LEAST = 12
"""The least width in columns of a text in a tree, at any depth."""


def tree_text(title: str, roots: Sequence[View]) -> str:
    """Draw trees for a terminal.

    Args:
        title: The text above them.
        roots: The trees.

    Returns:
        Lines no wider than the terminal.
    """
    size = width()
    lines = _fitted(title, size, "", "")
    for place, root in enumerate(roots, 1):
        lines += _drawn(root, size, "", last=place == len(roots))
    return "\n".join(lines)


def _drawn(shown: View, size: int, above: str, *, last: bool) -> Iterator[str]:
    """Draw a branch of a tree.

    Args:
        shown: Its root.
        size: The width to draw in.
        above: The guides of the branches that it stands in.
        last: Whether nothing follows it in the branch that it stands in.
    """
    below = above + ("    " if last else "│   ")
    yield from _fitted(shown.line, size, above + ("└── " if last else "├── "), below)
    for place, child in enumerate(shown.children, 1):
        yield from _drawn(child, size, below, last=place == len(shown.children))


def _fitted(text: str, size: int, first: str, further: str) -> list[str]:
    """Break a text, and put guides before its lines; of guides that leave too little room, only the last are shown."""
    room = max(size - len(first), _LEAST)
    if len(first) > size - room:
        first, further = (f"…{guides[room + 1 - size :]}" for guides in (first, further))
    lines = [part for line in text.split("\n") for part in wrapped(line, room) or [""]]
    return [f"{first if place == 0 else further}{line}".rstrip() for place, line in enumerate(lines)]


def mermaid(title: str, roots: Sequence[View], *, ordered: bool = False) -> str:
    """Write trees as a Mermaid flowchart.

    Args:
        title: The text above them.
        roots: The trees.
        ordered: Whether each comes after the one before it, as layers do: thick arrows lead from one to the next.
    """
    lines = ["---", f"title: {json.dumps(_one_line(title), ensure_ascii=False)}", "---", "flowchart TD"]
    nodes, edges, first = _graph(roots)
    for name, shown in nodes.items():
        text = "".join(_ENTITIES.get(letter, letter) for letter in _one_line(shown.line))
        lines.append(f'  {name}["{text}"]')
    if ordered:
        lines += [f"  {name} ==> {after}" for name, after in pairwise(first)]
    lines += [f"  {name} --> {child}" for name, child in edges]
    return "\n".join(lines)


def dot(title: str, roots: Sequence[View], *, ordered: bool = False) -> str:
    """Write trees in the language of Graphviz.

    Args:
        title: The text above them.
        roots: The trees.
        ordered: Whether each comes after the one before it, as layers do: they stand below each other, and what
            happens in each to its right.
    """
    lines = ["digraph explanation {", f'  label="{_in_quotes(title)}"; labelloc=t;', "  node [shape=box];"]
    lines.append("  rankdir=LR; ordering=out;")  # trees are wide: below each other their leaves would fill a line
    nodes, edges, first = _graph(roots)
    for name, shown in nodes.items():
        text = "\\n".join(_in_quotes(line) for line in textwrap.wrap(shown.line, 48))
        style = "" if shown.rule else ", style=dashed"
        lines.append(f'  {name} [label="{text}"{style}];')
    if ordered and len(first) > 1:
        lines.append(f"  {{ rank=same; {' -> '.join(first)} [style=bold, weight=100]; }}")
    lines += [f"  {name} -> {child};" for name, child in edges]
    return "\n".join([*lines, "}"])


def _graph(roots: Sequence[View]) -> tuple[dict[str, View], list[tuple[str, str]], list[str]]:
    """Return the nodes of trees by names, the reasons of each, and the roots; a repeated part is one node."""
    names: dict[tuple[int, int, str, str], str] = {}
    nodes: dict[str, View] = {}

    def name_of(tree: int, shown: View) -> str:
        key = (tree, shown.number, shown.rule, shown.text)
        if key not in names:
            names[key] = f"n{len(names)}"
            nodes[names[key]] = shown
        return names[key]

    edges = [
        (name_of(tree, shown), name_of(tree, child))
        for tree, root in enumerate(roots)
        for shown in root.all()
        for child in ((shown,) if not shown.children and shown is root else shown.children)
    ]
    first = [name_of(tree, root) for tree, root in enumerate(roots)]
    return nodes, list(dict.fromkeys(edge for edge in edges if edge[0] != edge[1])), first


def page(title: str, roots: Sequence[View], whole: Sequence[View] = ()) -> str:
    """Write trees as a page of HTML that needs nothing else.

    Args:
        title: Its title.
        roots: The trees.
        whole: The same trees with all their nodes: the page has them below, folded, and opens the others to the leaves.
    """
    import html

    body = "\n".join(f'<ul class="tree">{_item(root, 100 if whole else 1)}</ul>' for root in roots)
    if whole:
        inside = "".join(_item(root, 0) for root in whole)
        body += (
            f'\n<details class="whole"><summary>{html.escape(words.WHOLE_PROOF)}</summary><ul>{inside}</ul></details>'
        )
    return _PAGE.format(title=html.escape(title), body=body)


def _item(shown: View, opened: int) -> str:
    """Write a tree with a number of open levels."""
    import html

    said = "atom" if _ATOM.match(shown.text) else "said"
    rule = f'<span class="rule">{html.escape(shown.rule)}</span> ' if shown.rule else ""
    note = html.escape(shown.line.removeprefix(f"{shown.rule}: " if shown.rule else "").removeprefix(shown.text))
    note = note.replace(words.DEEPER, words.MORE_BELOW) if opened > 1 else note
    text = f'{rule}<span class="{said}">{html.escape(shown.text)}</span><span class="note">{note}</span>'
    if not shown.children:
        return f'<li class="leaf">{text}</li>'
    inside = "".join(_item(child, opened - 1) for child in shown.children)
    attribute = " open" if opened > 0 else ""
    return f"<li><details{attribute}><summary>{text}</summary><ul>{inside}</ul></details></li>"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _in_quotes(text: str) -> str:
    return _one_line(text).replace("\\", "\\\\").replace('"', '\\"')


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark;
  --line: #b9b4a8; --rule: #7a4b12; --back: #fbfaf7; --text: #22201c; --dim: #6d685e; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --line: #57534a; --rule: #e2ae6c; --back: #1c1b19; --text: #ece8df; --dim: #a49d90; }}
}}
body {{ margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 3rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }}
h1 {{ font-size: 1.3rem; font-weight: 600; overflow-wrap: anywhere; }}
ul {{ list-style: none; margin: 0; padding-left: clamp(.6rem, 2.5vw, 1.4rem); border-left: 1px solid var(--line); }}
ul.tree {{ border: 0; padding: 0; }}
li {{ margin: .3rem 0; overflow-wrap: anywhere; }}
li.leaf {{ padding-left: 1.1rem; }}
summary {{ cursor: pointer; }}
.rule {{ color: var(--rule); font-variant-numeric: tabular-nums; font-weight: 600; white-space: nowrap; }}
.note {{ color: var(--dim); }}
.atom {{ color: var(--dim); font: .85em ui-monospace, monospace; }}
.whole {{ margin-top: 1.5rem; }} .whole > summary {{ font-weight: 600; }}
footer {{ margin-top: 2rem; color: var(--dim); font-size: .85rem; }}
</style>
</head>
<body>
<h1>{title}</h1>
{body}
<footer>Numbers are those of the Comprehensive Rules. Made with typeline, unofficial fan software.</footer>
</body>
</html>"""
