"""The page: a board, the last action, the answer, and the reasons. A process of the pool makes it.

One form holds all of it, and each button of it asks for the page anew: so it works without scripts. Scripts only put
the new page in the place of the old one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from facts.board import Board, board_text
from facts.cards import DEFAULT_EDITION, EDITIONS, CardSource
from facts.text import Document, InputError, printable, read_document
from facts.version import VERSION
from solver.answer import ObjectAnswer
from solver.ask import derive
from solver.ask.explain import Walk, explain
from solver.draft import Draft, editing
from solver.serve.comparing import WAYS, Comparing, Difference, differences
from solver.serve.examples import examples
from solver.serve.mana_symbols import symbols
from solver.serve.messages import HTML, MOST_BYTES, Reply
from solver.serve.openapi import openapi_text
from solver.serve.shown import Shown, line_of, shown
from solver.serve.shown_reasons import Reason, reason
from solver.serve.step_rows import Row, rows_of
from solver.serve.texts import texts
from solver.serve.walked import Layer, Picture, layers_of, pictures_of

BOARD = "<board>"
MOST_SHOWN = 200
"""The most objects on a page; the API has them all."""
_MOST_FACTS = 40
"""The most facts offered to a user who writes one."""
_MOST_FIELDS = 4000
MOST_WALKED = 300
"""The most objects of a board for which a page shows the walk, which takes several times as long."""


class Form:
    """The fields of a form that was sent."""

    def __init__(self, body: bytes) -> None:
        """Read the fields.

        Args:
            body: The body, as forms are sent.

        Raises:
            InputError: It is no form.
        """
        try:
            pairs = parse_qsl(
                body.decode("ascii"), keep_blank_values=True, max_num_fields=_MOST_FIELDS, errors="strict"
            )
        except ValueError as error:
            raise InputError("this is no form that can be read") from error
        self._fields: dict[str, list[str]] = {}
        for key, value in pairs:
            self._fields.setdefault(key, []).append(value.replace("\r\n", "\n"))

    def get(self, key: str) -> str:
        """Return the value of a field; empty where it is not there.

        Args:
            key: The name of the field.
        """
        return self._fields.get(key, [""])[0]

    def within(self, prefix: str) -> dict[str, list[str]]:
        """Return the fields whose names begin with a prefix, by the rest of the name.

        Args:
            prefix: The prefix.
        """
        return {key.removeprefix(prefix): values for key, values in self._fields.items() if key.startswith(prefix)}


@dataclass
class Page:
    """A page to show."""

    text: str = ""
    edition: str = DEFAULT_EDITION
    opened: int | None = None
    rows: list[Row] = field(default_factory=list)
    more_rows: int = 0
    steps: list[tuple[int, str]] = field(default_factory=list)
    told: list[Any] = field(default_factory=list)
    error: str = ""
    error_line: int | None = None
    error_of: str = ""
    objects: list[Shown] = field(default_factory=list)
    more: int = 0
    warnings: Sequence[str] = ()
    layers: list[Layer] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    is_walked: bool = True
    reason: Reason | None = None
    reason_at: int | None = None
    compared: str = ""
    differences: list[Difference] | None = None
    compared_at: int | None = None
    as_text: str = ""
    facts: list[str] = field(default_factory=list)
    if_step: int = -1
    if_when: str = ""
    asked: str = ""
    fact: str = ""
    pasted: str = ""

    @property
    def derived(self) -> bool:
        """True if there is an answer."""
        return bool(self.objects)

    @property
    def hint(self) -> str:
        """A short fact about this board, as one may type it."""
        shortest = min(self.facts, key=len, default="")
        return re.sub(r'^"([a-z][a-z0-9_]*)"', r"\1", shortest)

    @property
    def is_start(self) -> bool:
        """True if the board is still empty."""
        return not self.rows and not self.text.strip()


def page(body: bytes, cards: CardSource | None) -> Reply:
    """Answer the page's form.

    Args:
        body: The form.
        cards: The user's own cards.

    Returns:
        The page; with the status 400 where the board on it is wrong.
    """
    form = Form(body)
    return _rendered(_Maker(form, cards).made())


def start_page() -> Reply:
    """Return the page without a board."""
    return _rendered(Page())


def example_page(name: str, cards: CardSource | None) -> Reply | None:
    """Return the page with an example.

    Args:
        name: Its name.
        cards: The user's own cards.

    Returns:
        The page; None where there is no such example.
    """
    found = next((one for one in examples() if one.name == name), None)
    if found is None:
        return None
    maker = _Maker(Form(b""), cards)
    maker.page.text = found.text
    return _rendered(maker.made())


def api_page() -> Reply:
    """Return the page that describes the API."""
    template = _templates().get_template("api.html")
    body = template.render(t=texts(), asset=asset, paths=json.loads(openapi_text())["paths"])
    return Reply(200, HTML, body.encode())


class _Maker:
    """Makes one page."""

    def __init__(self, form: Form, cards: CardSource | None) -> None:
        self._form = form
        self._cards = cards
        edition = form.get("edition")
        self.page = Page(form.get("board"), edition if edition in EDITIONS else DEFAULT_EDITION)
        self._do, _, self._what = form.get("do").partition(":")

    def made(self) -> Page:
        """Return the content of the page."""
        page = self.page
        draft = self._read()
        if draft is None:
            return page
        text = page.text
        try:
            self._act(draft)
        except InputError as error:
            self._wrong(error, of="made_up" if error.source == "<card>" else "board")
        if self._is_edited:
            page.text = board_text(draft.data)
        page.opened, page.told = draft.opened, draft.told
        page.rows = rows_of(draft, MOST_SHOWN, page.edition)
        page.more_rows = len(draft.steps) - len(page.rows)
        if self._is_edited or text.strip():
            self._answer(draft)
        return page

    # ---- the board

    def _read(self) -> Draft | None:
        """Return the board that the form has, to be worked on; None where its text cannot be read."""
        page = self.page
        try:
            document = read_document(page.text, BOARD, limit=MOST_BYTES) if page.text.strip() else None
        except InputError as error:
            self._wrong(error)
            return None
        data = {"timeline": []} if document is None else document.data
        if not isinstance(data, dict):
            self._answer_of(document)
            return None
        if not isinstance(data.get("timeline"), list) and self._is_edited:
            data = {**data, "timeline": []}
        opened = self._form.get("opened")
        draft = Draft(
            {**data, **({"timeline": list(data["timeline"])} if isinstance(data.get("timeline"), list) else {})},
            self._cards,
        )
        if opened.isdigit() and int(opened) < len(draft.steps):
            draft.opened = int(opened)
        return draft

    @property
    def _is_edited(self) -> bool:
        return self._do in _EDITS

    def _act(self, draft: Draft) -> None:
        """Carry out the action of a button."""
        do, form = self._do, self._form
        if do == "add" and not self._what and not form.get("card").strip():
            # In every field, the key Enter presses the first button of the form.
            self._do = "ask" if form.get("fact").strip() else "set" if draft.opened is not None else ""
            self._what = str(draft.opened) if self._do == "set" else ""
            do = self._do
        if do == "add":
            editing.add(draft, self._what or form.get("card"))
        elif do == "paste":
            self.page.pasted = form.get("pasted")
            editing.paste(draft, form.get("pasted"), texts()["made_up_wrong"])
            self.page.pasted = ""
        elif do == "clear":
            draft.data, draft.opened = {"timeline": []}, None
        elif do == "open":
            place = self._place(draft)
            draft.opened = None if place == draft.opened else place
        elif do in _OF_STEPS:
            at = self._place(draft)
            if at is not None:
                _OF_STEPS[do](draft, at, self._what.partition(":")[2], form)

    def _place(self, draft: Draft) -> int | None:
        number = self._what.partition(":")[0]
        return int(number) if number.isdigit() and int(number) < len(draft.steps) else None

    # ---- the answer

    def _answer_of(self, document: Document | None) -> None:
        """Note the error of a text that is no board."""
        try:
            if document is not None:
                Board(document, cards=self._cards)
        except InputError as error:
            self._wrong(error)

    def _answer(self, draft: Draft) -> None:
        page = self.page
        try:
            board = Board.read(page.text, BOARD, cards=self._cards)
            found = _found(board, page.edition, draft)
        except InputError as error:
            self._wrong(error)
            return
        several = len({one.controller for one in found.objects.values()}) > 1
        page.objects = [shown(one, found.names, several=several) for one in islice(found.objects.values(), MOST_SHOWN)]
        page.facts = _facts(page.objects)
        page.more = len(found.objects) - len(page.objects)
        page.warnings = [printable(one) for one in found.warnings]
        page.steps = [(row.at, " ".join((row.name, *row.said[:1]))) for row in page.rows]
        page.is_walked = found.walk is not None
        if found.walk is not None:
            page.layers = layers_of(found.walk)
            page.pictures = pictures_of(found.walk, texts()["walk_picture"])
        page.as_text = _as_text(page.rows, found)
        try:
            self._ask(found)
        except InputError as error:
            self._wrong(error, of="ask")

    def _ask(self, found: _Found) -> None:
        """Answer the questions other than the plain answer."""
        page, do = self.page, self._do
        number, _, rest = self._what.partition(":")
        at = int(number) if number.isdigit() and int(number) < len(page.objects) else None
        if do in ("why", "whynot"):
            page.reason, page.reason_at = reason(found.board, rest, page.edition, negative=do == "whynot"), at
        elif do in ("ask", "asknot"):
            page.fact = self._form.get("fact")[:1000]
            if page.fact.strip():
                page.reason = reason(found.board, page.fact, page.edition, negative=do == "asknot")
                rest = page.fact
        elif do == "if" and at is not None and rest in WAYS:
            label = page.objects[at].label
            page.compared = texts()[f"compared_{rest}"].format(name=page.objects[at].name)
            then = Comparing(found.board, page.edition).if_object(label, rest)
            now = {key: one for key, one in found.objects.items() if rest != "without" or key != label}
            page.differences, page.compared_at = differences(now, then), at
        elif do == "ifstep":
            self._ask_of_step(found, *(self._what or self._fields_of_step()).split(":")[:2])
        elif do == "ifedition" and self._what in EDITIONS:
            page.compared = texts()["compared_edition"].format(edition=self._what)
            page.differences = differences(found.objects, Comparing(found.board, page.edition).if_edition(self._what))
        if do in ("ask", "asknot"):
            asked = f"{do.replace('ask', 'why')}:-:{rest}"
        else:
            asked = f"{do}:{self._what or self._fields_of_step()}"
        if page.reason is not None or page.differences is not None:
            page.asked = asked

    def _fields_of_step(self) -> str:
        return f"{self._form.get('if_step')}:{self._form.get('if_when')}"

    def _ask_of_step(self, found: _Found, step: str, when: str = "") -> None:
        """Compare the board with one on which a step is missing, or comes at another time."""
        page, names = self.page, dict(self.page.steps)
        at = int(step) if step.isdigit() else -1
        page.if_step, page.if_when = at, when
        if at not in names or not (when == "without" or (when.isdigit() and int(when) in (0, *(k + 1 for k in names)))):
            return
        name = names[at]
        if when == "without":
            page.compared = texts()["compared_without"].format(name=name)
        elif when == "0":
            page.compared = texts()["compared_first"].format(name=name)
        else:
            page.compared = texts()["compared_after"].format(name=name, other=names[int(when) - 1])
        then = Comparing(found.board, page.edition).if_step(at, None if when == "without" else int(when))
        gone = {label for label in found.objects if label not in then} if when == "without" else set()
        page.differences = differences({k: one for k, one in found.objects.items() if k not in gone}, then)

    def _wrong(self, error: InputError, of: str = "board") -> None:
        page = self.page
        page.error, page.error_of = str(error), of
        if error.source == BOARD:
            page.error_line = error.line
            mark = error.path.removeprefix("timeline[").partition("]")[0]
            if error.path.startswith("timeline[") and mark.isdigit():
                for row in page.rows:
                    row.wrong = row.wrong or row.at == int(mark)


_OfStep = Callable[[Draft, int, str, Form], None]
_OF_STEPS: Mapping[str, _OfStep] = {
    "up": lambda draft, at, rest, form: editing.move(draft, at, at - 1),
    "down": lambda draft, at, rest, form: editing.move(draft, at, at + 1),
    "move": lambda draft, at, rest, form: editing.move(draft, at, int(rest) if rest.isdigit() else at),
    "drop": lambda draft, at, rest, form: editing.remove(draft, at),
    "set": lambda draft, at, rest, form: editing.set_options(draft, at, form.within("o.")),
    "then": lambda draft, at, rest, form: editing.then(draft, at, rest),
}
_EDITS = ("add", "paste", "clear", *_OF_STEPS)
"""Actions that change the board: its text is then written anew."""


def _facts(objects: Sequence[Shown]) -> list[str]:
    """Return facts worth asking about: first those that no longer hold."""
    parts = [part for one in objects for part in (*one.types, *one.subtypes, *one.colors, *one.abilities)]
    parts.sort(key=lambda part: part.mark != "lost")
    return list(dict.fromkeys(part.fact for part in parts if part.fact))[:_MOST_FACTS]


class _Found(NamedTuple):
    """A board with its answer, and the walk that led to it.

    Attributes:
        board: The board.
        objects: The answer for each object, by label.
        names: The name of each object, by label.
        warnings: The parts of the board that the answer does not take into account.
        walk: The walk; None for a board with many objects.
    """

    board: Board
    objects: Mapping[str, ObjectAnswer]
    names: Mapping[str, str]
    warnings: Sequence[str]
    walk: Walk | None


def _found(board: Board, edition: str, draft: Draft) -> _Found:
    if len(board.timeline.things) > MOST_WALKED:
        answer = derive(board, edition=edition)
        return _Found(board, answer.objects, draft.names(draft.labels()), answer.warnings, None)
    walk = explain(board, edition=edition)
    return _Found(board, walk.objects, walk.names, walk.warnings, walk)


def _as_text(rows: Sequence[Row], found: _Found) -> str:
    """Return a board and its answer as text, for a chat."""
    said = [f" ({'; '.join(row.said)})" if row.said else "" for row in rows]
    steps = [f"{number}. {row.name}{more}" for number, (row, more) in enumerate(zip(rows, said, strict=True), 1)]
    objects = [
        f"{printable(found.names.get(label, label))}: {line_of(one)}"
        for label, one in islice(found.objects.items(), MOST_SHOWN)
    ]
    return "\n".join([*steps, "", *objects])


# ---- writing it


def _rendered(page: Page) -> Reply:
    template = _templates().get_template("page.html")
    told = texts()
    for_scripts = {
        key: told[key] for key in ("copied_link", "copied_text", "not_copied", "busy", "offline", "bad_link")
    }
    body = template.render(
        page=page, t=told, version=VERSION, editions=EDITIONS, default_edition=DEFAULT_EDITION, examples=examples(),
        ways=WAYS, most_walked=MOST_WALKED, most_shown=MOST_SHOWN, asset=asset,
        scripts=json.dumps(for_scripts, ensure_ascii=False),
    )  # fmt: skip
    return Reply(400 if page.error else 200, HTML, body.encode("utf-8", "replace"))


@lru_cache(maxsize=1)
def _templates() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    found = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters["symbols"] = symbols
    return found


def asset(name: str) -> str:
    """Return the address of a file that pages load: it changes when the file does, so browsers may keep it.

    Args:
        name: The name of the file.
    """
    from solver.serve.assets import assets

    return f"/static/{name}?{assets()[name].mark}"
