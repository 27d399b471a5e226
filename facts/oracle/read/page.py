"""The text of one card as it is read: the values of the card, and the state between its paragraphs."""

from __future__ import annotations

from dataclasses import dataclass, field

from facts.effects import Entering
from facts.effects.form import Ability, Condition
from facts.oracle.read.ability_body import Body, Outcome
from facts.oracle.read.parts import Who
from facts.oracle.read.scene import Scene


@dataclass(frozen=True)
class CardContext:
    """The facts about a card that its text needs to be read.

    Attributes:
        name: The name of the card or face.
        type_line: Its type line.
    """

    name: str
    type_line: str = ""

    @property
    def is_spell(self) -> bool:
        """True if the card is an instant or a sorcery: its text takes effect as it resolves."""
        return "Instant" in self.type_line or "Sorcery" in self.type_line


@dataclass(frozen=True)
class ReadSentence:
    """One sentence of an ability, or of one that it grants.

    Attributes:
        text: The sentence in today's wording, with ``~`` for the card and ``⟦0⟧`` for a quoted ability.
        outcome: Its result.
    """

    text: str
    outcome: Outcome


@dataclass(frozen=True)
class ReadAbility:
    """One ability as read.

    Attributes:
        text: Its text without reminder text.
        form: What it says, in the effect form; None where nothing of it is modelled.
        modelled: Whether all it says of characteristics is in the form, or it says nothing of them.
        unread: Sentences that were not read and could touch characteristics.
        sentences: Its sentences, with those of abilities that it grants.
        entering: What it says of counters with which something enters; None where it speaks of none.
        goes_on_with: The place of the ability that this paragraph is a part of. That ability's form has the effects
            of both: an instant or sorcery follows its paragraphs in order (608.2c).
    """

    text: str
    form: Ability | None
    modelled: bool
    unread: tuple[str, ...] = ()
    sentences: tuple[ReadSentence, ...] = ()
    goes_on_with: int | None = None
    entering: Entering | None = None


@dataclass
class Page:
    """The state that carries over from one paragraph of a card to the next.

    Attributes:
        card: The card.
        chosen: The choices that the card makes.
        modes: The kind of the ability whose modes follow; None outside of modes.
        mode_antecedent: The object that "it" stands for in them.
        mode_x: Whether X is known in them.
        mode_sentence: The beginning of a sentence that each mode completes; empty if modes are sentences.
        before: The context of the sentences of the paragraph before.
        level: The condition of the level that follows.
        unread: The unread part of the paragraph.
        told: The results of its sentences.
        at: The place of the paragraph.
        spell: The effects of a spell's paragraphs so far.
        spell_at: The place of the first of them that does something.
        spell_text: Those of them that do something.
        spell_form: Their effects, if the paragraph added to them.
        alone: The spell has no other paragraph that could do something.
    """

    card: CardContext
    chosen: frozenset[str] = frozenset()
    modes: str | None = None
    mode_antecedent: Who | None = None
    mode_x: bool = False
    mode_sentence: str = ""
    before: Scene | None = None
    level: Condition | None = None
    depth: int = 0
    unread: list[str] = field(default_factory=list)
    told: list[ReadSentence] = field(default_factory=list)
    at: int = 0
    spell: Body | None = None
    spell_at: int | None = None
    spell_text: str = ""
    spell_form: Ability | None = None
    alone: bool = True
