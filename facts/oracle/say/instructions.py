"""Effects that a card words as an instruction: "switch its power and toughness", "double its power and toughness"."""

from __future__ import annotations

from facts.effects.form import AmountOf, Condition, Effect, Filter
from facts.oracle.say.english import Scene, article, join
from facts.oracle.say.operation_phrases import OPERATIONS, kinds_of_words
from facts.oracle.say.type_line_phrases import Voice


def instruction(effect: Effect, subject: str, voice: Voice) -> str:
    """Return the effect as an instruction: "switch its power and toughness".

    Args:
        effect: The effect.
        subject: The affected objects.
        voice: How they are spoken of.

    Returns:
        The instruction; empty if cards use none.
    """
    whose = "their" if subject == "they" else "its" if subject == "it" else f"{subject}'s"
    own = "this" if effect.affects == "this" else "affected"
    done = {key: value for key, value in effect.given().items() if key in OPERATIONS}
    if done == _doubled(own):
        plain = voice.many and subject != "they"
        return f"double the power and toughness of {subject}" if plain else f"double {whose} power and toughness"
    if done == {"set_power": AmountOf(power="target"), "set_toughness": AmountOf(toughness="target")}:
        return f"change {whose} base power and toughness to that creature's power and toughness"
    if len(done) != 1 and done.keys() != {"turn", "face_down_values"}:
        return ""
    if effect.switch and voice.many and subject != "they":
        return f"switch the power and toughness of {subject}"
    if effect.switch:
        return f"switch {whose} power and toughness"
    if effect.change_words is not None:
        whom = {"it": "it", "they": "them"}.get(subject, subject)
        pairs = join((f"one {kind} with another" for kind in kinds_of_words(effect.change_words)), "or")
        return f"change the text of {whom} by replacing all instances of {pairs}"
    if effect.suspect:
        return f"suspect { {'it': 'it', 'they': 'them'}.get(subject, subject) }"
    if effect.turn == "face_down":
        return f"turn { {'it': 'it', 'they': 'them'}.get(subject, subject) } face down"
    if effect.turn == "over" and voice.many and subject != "they":
        return f"transform all {subject.removeprefix('all ')}"
    return ""


def _doubled(whose: str) -> dict[str, AmountOf]:
    return {"add_power": AmountOf(power=whose), "add_toughness": AmountOf(toughness=whose)}


def beside_the_first(effect: Effect, voice: Voice) -> tuple[str, ...]:
    """Return the operations that a sentence of their own says: after one about control, or about a doubled size.

    Args:
        effect: The effect.
        voice: How its subject is spoken of.
    """
    if not voice.becomes or effect.lasts is not None:
        return ()
    given = effect.given()
    first: tuple[str, ...] = ("gain_control",) if effect.gain_control == "you" else ()
    if {key: given.get(key) for key in ("add_power", "add_toughness")} == _doubled("affected"):
        first = ("add_power", "add_toughness")
    return tuple(key for key in given if key in OPERATIONS and key not in first) if first else ()


def like_the_exiled_card(effect: Effect, scene: Scene) -> str:
    """Say that the source is like the card exiled last with it.

    Args:
        effect: The effect.
        scene: The names of the objects.

    Returns:
        The sentence without its full stop and its capital letter; empty for any other effect.
    """
    model = effect.creature_types_of
    kind = model.type if isinstance(model, Filter) else None
    if not isinstance(kind, str) or model != Filter(type=kind, zone="exile", exiled_with="last"):
        return ""
    like = Effect(
        affects="this",
        as_long_as=Condition(count=Filter(type=kind, zone="exile", exiled_with="this")),
        creature_types_of=model,
        set_power=AmountOf(greatest="power", among=model),
        set_toughness=AmountOf(greatest="toughness", among=model),
        add_subtypes=effect.add_subtypes,
    )
    if effect.given() != like.given():
        return ""
    one, own = f"{kind.lower()} card", " ".join(str(word) for word in effect.add_subtypes or ())
    still = f" It's still {article(own)}." if own else ""
    return (
        f"as long as a card exiled with {scene.name} is {article(one)}, {scene.name} has the power, toughness, and "
        f"creature types of the last {one} exiled with {scene.name}.{still}"
    )
