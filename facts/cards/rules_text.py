"""The rules text of a card, compiled into the effect form: one entry an ability, as plain data that a store can keep.

Compiling takes milliseconds a card and the parser's tables a while to load, so both happen only where a card comes
with rules text that was not compiled before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from facts.oracle.read import TextPart


class Compiled(TypedDict, total=False):
    """One ability of a face.

    Attributes:
        text: Its text without reminder text.
        form: The ability in the effect form; missing where there is nothing to say in it.
        lines: The paragraphs that it is made of, where these are several.
        unread: Sentences that were not read and could give a characteristic; missing where there are none.
        entering: What it says of counters with which something enters; missing where it speaks of none.
    """

    text: str
    lines: list[str]
    form: dict[str, Any]
    unread: list[str]
    entering: dict[str, Any]


def compile_card(card: Mapping[str, Any]) -> list[list[Compiled]]:
    """Compile the rules text of a card.

    Args:
        card: The card in Scryfall's shape.

    Returns:
        One list a face, in the order of ``card_faces``: its abilities in printed order. A card without faces is
        its own only face.
    """
    faces = card.get("card_faces") if card.get("layout") != "meld" else None
    return [compile_face(face, card) for face in faces or (card,)]


def compile_face(face: Mapping[str, Any], card: Mapping[str, Any]) -> list[Compiled]:
    """Compile the rules text of a face.

    Args:
        face: The face, or a card without faces, in Scryfall's shape.
        card: The card that it is of.

    Returns:
        Its abilities, in printed order.
    """
    text = str(face.get("oracle_text") or "")
    if not text:
        return []
    from facts.oracle import CardContext, read_text
    from facts.oracle.read import TextPart, folded, in_lines

    context = CardContext(str(face.get("name") or ""), str(face.get("type_line") or card.get("type_line") or ""))
    found: list[TextPart] = []
    entries: list[TextPart] = []
    for ability in read_text(in_lines(text, face.get("power"), face.get("toughness")), context):
        if ability.goes_on_with is not None:
            whole = entries[ability.goes_on_with]
            whole.lines = [*(whole.lines or [whole.text]), ability.text]
            whole.text += f"\n{ability.text}"
            entries.append(whole)
            continue
        entry = TextPart(ability.text, ability.form, unread=list(ability.unread), entering=ability.entering)
        found.append(entry)
        entries.append(entry)
    return [_compiled(one) for one in folded(found)]


def _compiled(part: TextPart) -> Compiled:
    """Return an ability as plain data."""
    found: Compiled = {"text": part.text}
    if part.lines:
        found["lines"] = part.lines
    if part.form is not None:
        found["form"] = part.form.to_data()
    if part.unread:
        found["unread"] = part.unread
    if part.entering is not None:
        found["entering"] = part.entering.to_data()
    return found
