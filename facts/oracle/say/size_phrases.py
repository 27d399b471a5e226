"""Power and toughness in words: ``base power and toughness 1/1``, ``gets +1/+1 for each other Elf``."""

from __future__ import annotations

from facts.effects.form import Amount, AmountOf, Operations
from facts.oracle.say.amount_phrases import amount_phrase, short_amount
from facts.oracle.say.filter_phrases import filter_phrase
from facts.oracle.say.type_line_phrases import Voice


def set_stats(effect: Operations, voice: Voice) -> str:
    """Return the new power and toughness, as an object of ``has`` or ``with``; empty if the effect sets neither."""
    power, toughness = effect.set_power, effect.set_toughness
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
    if (power, toughness) == (AmountOf(power="this"), AmountOf(toughness="this")):
        return f"{base}power and toughness equal to {voice.scene.name}'s power and toughness"
    return f"{base}power {_equal(power, voice)} and {base}toughness {_equal(toughness, voice)}"


def slashed(effect: Operations) -> str:
    """``4/4``, where power and toughness are both set to something that short."""
    power, toughness = short_amount(effect.set_power), short_amount(effect.set_toughness)
    return f"{power}/{toughness}" if power is not None and toughness is not None else ""


def _equal(amount: Amount | None, voice: Voice) -> str:
    short = short_amount(amount)
    if short is not None or amount is None:
        return short or ""
    return f"equal to {amount_phrase(amount, voice.scene, voice.its)}"


def defining_sentence(effect: Operations, whose: str, voice: Voice) -> str:
    """A characteristic-defining ability about power and toughness alone."""
    power, toughness = effect.set_power, effect.set_toughness
    if slashed(effect):
        return f"{whose} power and toughness are {slashed(effect)}"
    if power == toughness:
        return f"{whose} power and toughness are each {_equal(power, voice)}"
    if isinstance(power, AmountOf) and isinstance(toughness, AmountOf):
        rest, other = _of_that_number(power, toughness), _of_that_number(toughness, power)
        if rest:
            return f"{whose} power is {_equal(power, voice)} and its toughness is equal to {rest}"
        if other:
            return f"{whose} toughness is {_equal(toughness, voice)} and its power is equal to {other}"
    said = [
        f"{label} is {_equal(value, voice)}"
        for label, value in (("power", power), ("toughness", toughness))
        if value is not None
    ]
    return f"{whose} {' and its '.join(said)}"


def _of_that_number(power: AmountOf, toughness: AmountOf) -> str:
    """Say the toughness by the power: ``that number plus 1``, ``7 minus that number``; empty if it is no such sum."""
    rest, plus = toughness.changed(plus=None), toughness.plus or 0
    if rest == power and plus > 0:
        return f"that number plus {plus}"
    return f"{plus} minus that number" if rest == power.changed(times=-1) and power.plus is None and plus > 0 else ""


def bonus(effect: Operations, voice: Voice) -> tuple[str, str]:
    """``gets +1/+1`` with the words at the end of the sentence (``where X is ...``)."""
    if effect.add_power is None and effect.add_toughness is None:
        return "", ""
    power, toughness = effect.add_power or 0, effect.add_toughness or 0
    gets = voice.verb("gets")
    each = _for_each(power, toughness, voice)
    if each:
        return f"{gets} {each}", ""
    texts, where = _variables(power, toughness, voice)
    return f"{gets} {'/'.join(_signed(texts))}", where


def _for_each(power: Amount, toughness: Amount, voice: Voice) -> str:
    """``+1/+1 for each other Elf``: both parts count the same things, or one counts and the other is 0."""
    counted = [part for part in (power, toughness) if isinstance(part, AmountOf)]
    of_types = _for_each_creature_type(power, toughness)
    if of_types:
        return of_types
    plain = [part for part in (power, toughness) if isinstance(part, int)]
    what = counted[0].count if counted else None
    if what is None or any(plain) or any(part != AmountOf(count=what, times=part.times) for part in counted):
        return ""
    numbers = [0 if isinstance(part, int) else 1 if part.times is None else part.times for part in (power, toughness)]
    thing = filter_phrase(what, False, voice.scene)
    return f"{'/'.join(_signed([str(number) for number in numbers]))} for each {thing}"


def _for_each_creature_type(power: Amount, toughness: Amount) -> str:
    """``+1/+1 for each of its creature types, to a maximum of 10``."""
    if not isinstance(power, AmountOf) or power != toughness or power.at_most is None:
        return ""
    if power != AmountOf(creature_types="affected", at_most=power.at_most, times=power.times):
        return ""
    each = power.times or 1
    return f"{each:+d}/{each:+d} for each of its creature types, to a maximum of {power.at_most}"


def _variables(power: Amount, toughness: Amount, voice: Voice) -> tuple[list[str], str]:
    """The parts of a bonus, with X (and Y) for amounts that are too long to stand there."""
    letters: list[tuple[Amount, str]] = []
    texts = []
    for part in (power, toughness):
        short, sign = short_amount(part), ""
        if short is None:
            counted, sign = (_reversed(part), "-") if _is_negative(part) else (part, "")
            known = [letter for amount, letter in letters if amount == counted]
            plain = _times_x(counted)
            short = plain or (known[0] if known else "XY"[len(letters)])
            if not plain and not known:
                letters.append((counted, short))
        texts.append(sign + short)
    said = [f"{letter} is {amount_phrase(amount, voice.scene, voice.its)}" for amount, letter in letters]
    return texts, f", where {' and '.join(said)}" if said else ""


def _times_x(amount: Amount) -> str:
    """Return ``X``, or ``2X``, for an amount that only the board knows; empty for any other."""
    if not isinstance(amount, AmountOf) or amount != AmountOf(x=True, times=amount.times):
        return ""
    return f"{amount.times or ''}X"


def _is_negative(amount: Amount) -> bool:
    return isinstance(amount, AmountOf) and amount.times is not None and amount.times < 0


def _reversed(amount: Amount) -> Amount:
    """Return a negative amount without its sign: what is taken away."""
    if isinstance(amount, int) or amount.times is None:
        return amount
    times = None if amount.times == -1 else -amount.times
    return amount.changed(times=times, plus=None if amount.plus is None else -amount.plus)


def _signed(texts: list[str]) -> list[str]:
    """Numbers with their signs; a zero takes the sign of its neighbour (``-2/-0``)."""
    negative = any(text.startswith("-") for text in texts)
    return [_sign(text, negative) for text in texts]


def _sign(text: str, negative: bool) -> str:
    if text.startswith("-"):
        return text
    return f"-{text}" if text == "0" and negative else f"+{text}"
