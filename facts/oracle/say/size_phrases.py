"""Power and toughness in words: ``base power and toughness 1/1``, ``gets +1/+1 for each other Elf``."""

from __future__ import annotations

from collections.abc import Mapping

from facts.oracle.say.amount_phrases import Amount, amount_phrase, short_amount
from facts.oracle.say.english import Form
from facts.oracle.say.filter_phrases import filter_phrase
from facts.oracle.say.type_line_phrases import Voice


def set_stats(effect: Form, voice: Voice) -> str:
    """Return the new power and toughness, as an object of ``has`` or ``with``; empty if the effect sets neither."""
    power, toughness = effect.get("set_power"), effect.get("set_toughness")
    base = "base " if voice.base else ""
    if power is None and toughness is None:
        return ""
    if power is None or toughness is None:
        label, value = ("toughness", toughness) if power is None else ("power", power)
        return f"{base}{label} {_equal(value, voice)}"
    if slashed(effect):
        return f"{base}power and toughness {slashed(effect)}"
    if power == toughness:
        return f"{base}power and toughness each {_equal(power, voice)}"
    return f"{base}power {_equal(power, voice)} and {base}toughness {_equal(toughness, voice)}"


def slashed(effect: Form) -> str:
    """``4/4``, where power and toughness are both set to something that short."""
    power, toughness = short_amount(effect.get("set_power")), short_amount(effect.get("set_toughness"))
    return f"{power}/{toughness}" if power is not None and toughness is not None else ""


def _equal(amount: Amount | None, voice: Voice) -> str:
    short = short_amount(amount)
    if short is not None or amount is None:
        return short or ""
    return f"equal to {amount_phrase(amount, voice.scene, voice.its)}"


def defining_sentence(effect: Form, whose: str, voice: Voice) -> str:
    """A characteristic-defining ability about power and toughness alone."""
    power, toughness = effect.get("set_power"), effect.get("set_toughness")
    if slashed(effect):
        return f"{whose} power and toughness are {slashed(effect)}"
    if power == toughness:
        return f"{whose} power and toughness are each {_equal(power, voice)}"
    if isinstance(power, Mapping) and isinstance(toughness, Mapping):
        rest = _of_that_number(power, toughness)
        if rest:
            return f"{whose} power is {_equal(power, voice)} and its toughness is equal to {rest}"
    said = [
        f"{label} is {_equal(value, voice)}"
        for label, value in (("power", power), ("toughness", toughness))
        if value is not None
    ]
    return f"{whose} {' and its '.join(said)}"


def _of_that_number(power: Form, toughness: Form) -> str:
    """Say the toughness by the power: ``that number plus 1``, ``7 minus that number``; empty if it is no such sum."""
    rest = {key: value for key, value in toughness.items() if key != "plus"}
    plus = toughness.get("plus", 0)
    if rest == power and plus > 0:
        return f"that number plus {plus}"
    return f"{plus} minus that number" if rest == {**power, "times": -1} and "plus" not in power and plus > 0 else ""


def bonus(effect: Form, voice: Voice) -> tuple[str, str]:
    """``gets +1/+1`` with the words at the end of the sentence (``where X is ...``)."""
    if "add_power" not in effect and "add_toughness" not in effect:
        return "", ""
    power, toughness = effect.get("add_power", 0), effect.get("add_toughness", 0)
    gets = voice.verb("gets")
    each = _for_each(power, toughness, voice)
    if each:
        return f"{gets} {each}", ""
    texts, where = _variables(power, toughness, voice)
    return f"{gets} {'/'.join(_signed(texts))}", where


def _for_each(power: Amount, toughness: Amount, voice: Voice) -> str:
    """``+1/+1 for each other Elf``: both parts count the same things, or one counts and the other is 0."""
    counted = [part for part in (power, toughness) if isinstance(part, Mapping)]
    plain = [part for part in (power, toughness) if not isinstance(part, Mapping)]
    if not counted or any(plain) or any(set(part) - {"count", "times"} for part in counted):
        return ""
    if any(part["count"] != counted[0]["count"] for part in counted):
        return ""
    numbers = [part.get("times", 1) if isinstance(part, Mapping) else 0 for part in (power, toughness)]
    thing = filter_phrase(counted[0]["count"], False, voice.scene)
    return f"{'/'.join(_signed([str(number) for number in numbers]))} for each {thing}"


def _variables(power: Amount, toughness: Amount, voice: Voice) -> tuple[list[str], str]:
    """The parts of a bonus, with X (and Y) for amounts that are too long to stand there."""
    letters: list[tuple[Amount, str]] = []
    texts = []
    for part in (power, toughness):
        short, sign = short_amount(part), ""
        if short is None:
            counted, sign = (_reversed(part), "-") if _is_negative(part) else (part, "")
            known = [letter for amount, letter in letters if amount == counted]
            short = known[0] if known else "XY"[len(letters)]
            if not known:
                letters.append((counted, short))
        texts.append(sign + short)
    said = [f"{letter} is {amount_phrase(amount, voice.scene, voice.its)}" for amount, letter in letters]
    return texts, f", where {' and '.join(said)}" if said else ""


def _is_negative(amount: Amount) -> bool:
    return isinstance(amount, Mapping) and amount.get("times", 1) < 0


def _reversed(amount: Amount) -> Amount:
    """Return so much of a negative amount as is taken away."""
    if not isinstance(amount, Mapping):
        return amount
    turned = {**amount, "times": -amount["times"], **({"plus": -amount["plus"]} if "plus" in amount else {})}
    return {key: value for key, value in turned.items() if key != "times" or value != 1}


def _signed(texts: list[str]) -> list[str]:
    """Numbers with their signs; a zero takes the sign of its neighbour (``-2/-0``)."""
    negative = any(text.startswith("-") for text in texts)
    return [_sign(text, negative) for text in texts]


def _sign(text: str, negative: bool) -> str:
    if text.startswith("-"):
        return text
    return f"-{text}" if text == "0" and negative else f"+{text}"
