"""However a text is put together, reading it takes no more work than its length allows.

Work is counted and not timed: the characters that are parsed, and those that are looked through for words that matter.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from facts.oracle import CardContext, read_effects, read_exception, read_text
from facts.oracle.read import relevance, sentences
from facts.oracle.read.antecedents import all_of, target_who
from facts.oracle.read.clauses import clauses
from tests.facts.oracle.test_oracle import CASES
from tests.profiles import SLOW

THING = CardContext("Test Card", "Enchantment")
DEED = CardContext("Test Card", "Instant")


class _Parser:
    """A parser that counts the characters it is given."""

    def __init__(self, parser: Any, work: list[int]) -> None:
        self.parser, self.work = parser, work

    def parse(self, text: str, start: str) -> Any:
        self.work.append(len(text))
        return self.parser.parse(text, start=start)


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The work done: one number for each text that is parsed or looked through."""
    done: list[int] = []
    parser, says = _Parser(sentences.parser(), done), relevance._says

    def looked_through(sentence: str) -> bool:
        done.append(len(sentence))
        return says(sentence)

    monkeypatch.setattr(sentences, "parser", lambda: parser)
    monkeypatch.setattr(relevance, "_says", looked_through)
    forget()
    yield done
    forget()


def forget() -> None:
    """Drop all kept results of earlier texts."""
    for function in (clauses, target_who, all_of):
        function.forget()


def allowed(text: str) -> int:
    """How much work a text may take: a little for each of its characters, whatever they are."""
    return 40 * len(text) + 20_000


def again(words: str, length: int = 2_000) -> str:
    return words * (length // len(words))


LONG = [
    " and ".join(["enters"] * 20) + " creatures you get +1/+1.",
    " and ".join(["enters"] * 200) + " creatures you get +1/+1.",
    "Whenever a creature enters, " * 20 + "it gains flying.",
    "Whenever a creature enters, " * 70 + "it gains flying.",
    again("If you control a land, as long as you control a creature, ") + "it has flying.",
    again("If you gained life this turn, ") + "it has flying.",
    "Lands you control have flying " + again("as long as you control a land, ") + "if you control a creature.",
    again("Until end of turn, ") + "target creature gains flying.",
    "Target creature becomes a copy of it" + again(", except it has flying") + ".",
    "Target creature gains flying" + again(", then it gains haste") + ".",
    "Target creature" + again(" gains haste and") + " gets +1/+1 until end of turn.",
    again("you gain life this turn and ") + "lands gain haste.",
    again("For each creature, ") + "it gains flying.",
    "Lands get +X/+X" + again(", where X is the number of Goats") + ".",
    "Lands, " * 100 + 'and Elves have "' + again("Lands get +1/+1 and gain flying. ") + '"',
    again("Lands have \"Elves have 'Lands get +1/+1.'\" "),
    again("Target creature gains haste. "),
    again("Target creature gains haste.\n"),
    again("Zest {1} (It gets +1/+1.)\n"),
    again("x-"),
]


@pytest.mark.parametrize("card", [THING, DEED], ids=["static", "spell"])
@pytest.mark.parametrize("text", LONG, ids=[f"{text[:30]}-{len(text)}" for text in LONG])
def test_a_long_text_takes_no_more_work_than_its_length_allows(text: str, card: CardContext, work: list[int]) -> None:
    read_text(text, card)
    assert sum(work) <= allowed(text)


@pytest.mark.parametrize("text", LONG, ids=[f"{text[:30]}-{len(text)}" for text in LONG])
def test_so_do_the_words_of_a_step_of_a_board(text: str, work: list[int]) -> None:
    read_effects(text)
    read_exception(text, THING)
    assert sum(work) <= 2 * allowed(text)


@pytest.mark.parametrize("text", LONG[:2], ids=["20", "200"])
def test_a_text_with_too_much_work_is_unread_and_the_rest_is_read(text: str) -> None:
    after = "Goats have flying."
    found = read_text(f"{text}\n{after}", THING)
    assert [one.unread for one in found] == [(text,), ()]
    assert found[1].form is not None


def test_a_form_does_not_depend_on_texts_read_before() -> None:
    def forms() -> list[Any]:
        found = (read_text(text, card) for text in LONG[::3] for card in (THING, DEED))
        return [(one.form, one.unread) for abilities in found for one in abilities]

    forget()
    first = forms()
    assert forms() == first


# ------------------------------------------------------------------------------------------ made-up texts


PARTS = [part for case in CASES for part in re.split(r"(?<=[,.]) |\n", case.values[0]["text"]) if part]
BETWEEN = (
    " ", ", ", " and ", ", and ", ", then ", ". ", "; ", "\n", " or ", " if ", " as long as ", " until ", ", except ",
    " for each ", ", where X is ", " unless ", " with ", " named ", ' "', '"', " '", "' ", " — ", ": ", "• ", "(", ") ",
)  # fmt: skip
BEFORE = (
    "If you control a creature, ", "as long as you control a land, ", "until end of turn, ", "during your turn, ",
    "Whenever a creature enters, ", "when you do, ", "for each creature you control, ", "As a creature enters, ",
    "you may ", "then ",
)  # fmt: skip


def made_up(chance: random.Random) -> str:
    """Make a text of up to 2,000 characters from parts of others, some of them again and again."""
    length = chance.randint(100, 2_000)
    parts = [chance.choice(PARTS) for _ in range(chance.randint(1, 3))]
    if chance.random() < 0.3:  # a part of a part
        words = parts[0].split(" ")
        at = chance.randrange(len(words))
        parts[0] = " ".join(words[at : at + chance.randint(1, 4)])
    opening = [chance.choice(BEFORE) for _ in range(chance.choice((0, 0, 1, 2)))]
    between = [chance.choice(BETWEEN) for _ in range(chance.randint(1, 2))]
    text = chance.choice(("", chance.choice(PARTS) + " "))
    while len(text) < length:
        text += chance.choice(opening) if opening and chance.random() < 0.5 else chance.choice(parts)
        text += chance.choice(between) if chance.random() < 0.9 else ""
    return text[:length] + chance.choice((".", ", it gains flying.", " and Goats get +1/+1.", ""))


def test_no_made_up_text_takes_more_work_than_its_length_allows(work: list[int]) -> None:
    chance = random.Random(None if SLOW else 22)
    for _ in range(20_000 if SLOW else 60):
        text, card = made_up(chance), chance.choice((THING, DEED))
        work.clear()
        read_text(text, card)
        assert sum(work) <= allowed(text), text
        if SLOW and chance.random() < 0.01:
            forget()
