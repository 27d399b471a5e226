"""Conditions: ``as long as you control a Plains``, ``if it's a creature``."""

from __future__ import annotations

from typing import Any

from facts.effects import listed
from facts.oracle.read.amount_forms import filter_of
from facts.oracle.read.condition_joining import COUNTED, any_of, counted
from facts.oracle.read.filter_clauses import (
    EVERYWHERE_ELSE,
    ITS_CONTROLLER,
    Noun,
    none_of,
    noun_clauses,
    one_or_list,
    so_colored,
    what_it_is,
)
from facts.oracle.read.parts import IT, Form, NotRead, Who
from facts.oracle.read.tree_words import number, stat_key, values
from facts.words import CHOSEN, NUMBERS


class Pronoun(str):
    """The key `IT`, with the pronoun that it stands for.

    Attributes:
        word: The pronoun.
    """

    word: str = ""

    @classmethod
    def of(cls, word: str) -> Pronoun:
        """Return `IT` for a pronoun.

        Args:
            word: The pronoun.
        """
        found = cls(IT)
        found.word = word
        return found


def _of_one_player(some: Form) -> Form:
    """Return a condition about so many objects that one player controls: two players together do not count.

    Args:
        some: The condition about so many objects.

    Raises:
        NotRead: It asks for no more than so many.
    """
    if set(some) != {"count", "at_least"}:
        raise NotRead("one player controls so few, or exactly so many")
    return {"count_kinds": {"of": "one_player", "among": some["count"]}, "at_least": some["at_least"]}


def _about(holder: str, clause: Any) -> Form:
    return {holder: clause}


_ALL_OPPONENTS = ("your opponents control", "opponents control")
"""Words for all opponents together. "Each opponent" and "an opponent" have another meaning."""


class ConditionMaker:
    """The part of the transformer for conditions. Methods are named as in the grammar."""

    def condition(self, parts: list[Any]) -> Form:  # noqa: D102
        cases = [part for part in parts if isinstance(part, dict)]
        if len(cases) == 1:
            return cases[0]
        if any(str(value) != "and" and str(value) != "," for value in values(parts, "CASESEP")):
            return any_of(cases)
        found: Form = {}
        if all(set(case) <= COUNTED for case in cases) and sum("turn" not in case for case in cases) > 1:
            return {"all": cases}
        for case in cases:
            bounds = {"at_least", "at_most", "exactly"}
            if set(case) & set(found) or (bounds & set(case) and bounds & set(found)):
                raise NotRead("two conditions of one kind")
            if (
                len(cases) > 1
                and sum(key in one for one in cases for key in ("count", "count_types", "devotion", "counters")) > 1
            ):
                raise NotRead("two counts")
            found.update(case)
        return found

    def some(self, parts: list[Any]) -> Form:  # noqa: D102
        return self._some(parts[0], {})

    def at_least_of(self, parts: list[Any]) -> Form:  # noqa: D102
        return self._some(parts[-1], {"at_least": number(parts[0])})

    def at_most_of(self, parts: list[Any]) -> Form:  # noqa: D102
        return self._some(parts[-1], {"at_most": number(parts[0])})

    def fewer_than(self, parts: list[Any]) -> Form:  # noqa: D102
        return self._some(parts[-1], {"at_most": number(parts[0]) - 1})

    def exactly_of(self, parts: list[Any]) -> Form:  # noqa: D102
        return self._some(parts[-1], {"exactly": number(parts[0])})

    def _some(self, who: Who, bound: Form) -> Form:
        if who.kind == "attached" and not bound:
            return {"clauses": [], "bound": bound, "attached": True}
        filter_of(who)
        if len(who.clauses) == 1 and isinstance(who.clauses[0].get("name"), list):
            if bound:
                raise NotRead("so many of each name")
            each = [[{**who.clauses[0], "name": name}] for name in who.clauses[0]["name"]]
            return {"each": each, "bound": {}, "clauses": who.clauses}
        if who.word == "each":
            if bound:
                raise NotRead("so many of each")
            return {"each": [one.clauses for one in who.several], "bound": {}, "clauses": who.clauses}
        return {"clauses": who.clauses, "bound": bound}

    def you_control(self, parts: list[Any]) -> Form:  # noqa: D102
        if "attached" in parts[-1]:
            return _about("attached", {"controller": "you"})
        return counted(parts[-1], {"controller": "you"})

    def you_control_none(self, parts: list[Any]) -> Form:  # noqa: D102
        return counted({"clauses": parts[-1].clauses, "bound": {"at_most": 0}}, {"controller": "you"})

    def noun_list_none(self, parts: list[Any]) -> Who:  # noqa: D102
        filter_of(parts[-1])
        who: Who = parts[-1]
        return who

    def you_do_not_control(self, parts: list[Any]) -> Form:  # noqa: D102
        filter_of(parts[-1])
        return counted({"clauses": parts[-1].clauses, "bound": {"at_most": 0}}, {"controller": "you"})

    def no_opponent_controls(self, parts: list[Any]) -> Form:  # noqa: D102
        filter_of(parts[-1])
        if any(word not in _ALL_OPPONENTS for word in values(parts, "OPPONENTS")):
            raise NotRead("one opponent controls none")
        return counted({"clauses": parts[-1].clauses, "bound": {"at_most": 0}}, {"controller": "opponent"})

    def an_opponent_controls(self, parts: list[Any]) -> Form:  # noqa: D102
        some = parts[-1]
        word = values(parts, "OPPONENTS")[0]
        if "attached" in some:
            return _about("attached", {"controller": "opponent"})
        if some["bound"] and word == "an opponent controls":
            return _of_one_player(counted(some, {"controller": "opponent"}))
        if (some["bound"] and word not in _ALL_OPPONENTS) or word == "each opponent controls":
            raise NotRead("one opponent controls that many, or each of them some")
        return counted(some, {"controller": "opponent"})

    def any_player_controls(self, parts: list[Any]) -> Form:  # noqa: D102
        some = counted(parts[-1], {})
        return _of_one_player(some) if parts[-1]["bound"] else some

    def you_lead(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"count_kinds": {"of": "your_lead", "among": filter_of(parts[-1])}, "at_least": 1}

    def one_player_leads(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"count_kinds": {"of": "lead", "among": filter_of(parts[-1])}, "at_least": 1}

    def you_own(self, parts: list[Any]) -> Form:  # noqa: D102
        return counted(parts[-1], {"owner": "you"})

    def an_opponent_owns(self, parts: list[Any]) -> Form:  # noqa: D102
        if parts[-1]["bound"]:
            raise NotRead("one opponent owns that many")
        return counted(parts[-1], {"owner": "opponent"})

    def there_are(self, parts: list[Any]) -> Form:  # noqa: D102
        return counted(parts[-1], {})

    def chosen_player_controls(self, parts: list[Any]) -> Form:  # noqa: D102
        return counted(parts[-1], {"controller": {"chosen": "player"}})

    def its_controller_controls(self, parts: list[Any]) -> Form:  # noqa: D102
        return counted(parts[-1], {"controller": ITS_CONTROLLER})

    def its_controller_controls_none(self, parts: list[Any]) -> Form:  # noqa: D102
        return counted(self._some(parts[-1], {"at_most": 0}), {"controller": ITS_CONTROLLER})

    def many_on_the_battlefield(self, parts: list[Any]) -> Form:  # noqa: D102
        who = next(part for part in parts if isinstance(part, Who))
        return counted(self._some(who, {"at_least": number(parts[0])}), {})

    def your_commander(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"count": {"is": "commander", "owner": "you", "controller": "you"}}

    def described(self, parts: list[Any]) -> Noun:  # noqa: D102
        noun: Noun = self.noun(parts)  # type: ignore[attr-defined]
        return noun

    def one_in_graveyard(self, parts: list[Any]) -> Form:  # noqa: D102
        noun = parts[0]
        yours = bool(values(parts, "IN_YOUR_GRAVEYARD"))
        noun.after.append(("in_your_graveyard" if yours else "in_graveyards", None))
        return {"count": one_or_list(noun_clauses(noun))}

    def one_has_counter(self, parts: list[Any]) -> Form:  # noqa: D102
        noun = parts[0]
        noun.after.append(("with_counter", values(parts, "COUNTER")[0].value))
        return {"count": one_or_list(noun_clauses(noun))}

    def one_is(self, parts: list[Any]) -> Form:  # noqa: D102
        noun = parts[0]
        noun.words.insert(0, ("status", values(parts, "STATUS")))
        return {"count": one_or_list(noun_clauses(noun))}

    def one_attached(self, parts: list[Any]) -> Form:  # noqa: D102
        noun = parts[0]
        noun.after.append(("attached_to", parts[-1]))
        return {"count": one_or_list(noun_clauses(noun))}

    def many_attached(self, parts: list[Any]) -> Form:  # noqa: D102
        who = next(part for part in parts if isinstance(part, Who))
        return counted(self._some(who, {"at_least": number(parts[0])}), {"attached_to": parts[-1]})

    def enchanted_by(self, parts: list[Any]) -> Form:  # noqa: D102
        return counted(parts[-1], {"attached_to": parts[0]})

    def types_among(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"count_types": filter_of(parts[-1]), "at_least": int(values(parts, "NUMBER")[0].value)}

    def kinds_among(self, parts: list[Any]) -> Form:  # noqa: D102
        return {
            "count_kinds": {"of": "counters", "among": filter_of(parts[-1])},
            "at_least": int(values(parts, "NUMBER")[0].value),
        }

    def total_among(self, parts: list[Any]) -> Form:  # noqa: D102
        of = str(values(parts, "HAVE_TOTAL")[0]).removeprefix("have ").replace(" ", "_")
        among = filter_of(next(part for part in parts if isinstance(part, Who)))
        return {"count_kinds": {"of": of, "among": among}, "at_least": number(values(parts, "NUMBER")[0])}

    def full_party(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"count_party": {"type": "Creature", "controller": "you"}, "at_least": 4}

    def counters_among(self, parts: list[Any]) -> Form:  # noqa: D102
        kind = values(parts, "COUNTER")[0].value
        among = one_or_list(noun_clauses(parts[-1]))
        return {"counters": {"kind": kind, "among": among}, "at_least": int(values(parts, "NUMBER")[0].value)}

    def one_on_yours(self, parts: list[Any]) -> Form:  # noqa: D102
        noun = parts[0]
        noun.after.append(("attached_to_yours", str(parts[-1])))
        return {"count": one_or_list(noun_clauses(noun))}

    def holder_is_so_colored(self, parts: list[Any]) -> Form:  # noqa: D102
        return _about(parts[0], {"colors": so_colored(str(parts[-1]))})

    def mana_values_among(self, parts: list[Any]) -> Form:  # noqa: D102
        return {
            "count_kinds": {"of": "mana_values", "among": filter_of(parts[-1])},
            "at_least": int(values(parts, "NUMBER")[0].value),
        }

    def there_are_none(self, parts: list[Any]) -> Form:  # noqa: D102
        return counted({"clauses": parts[-1].clauses, "bound": {"at_most": 0}}, {})

    def your_turn(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"turn": "yours"}

    def not_your_turn(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"not": {"turn": "yours"}}

    def opponents_turn(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"turn": "opponents"}

    def colors_listed(self, parts: list[Any]) -> list[str]:  # noqa: D102
        return [word.value for word in values(parts, "COLOR")]

    def different_ones(self, parts: list[Any]) -> Form:  # noqa: D102
        return self._different(parts, {"controller": "you"})

    def different_ones_anywhere(self, parts: list[Any]) -> Form:  # noqa: D102
        return self._different(parts, {})

    def different_ones_among(self, parts: list[Any]) -> Form:  # noqa: D102
        asked, among = (listed(filter_of(part)) for part in parts if isinstance(part, Who))
        if len(asked) > 1 or set(asked[0]) != {"type"} or any(one.get("type") != asked[0]["type"] for one in among):
            raise NotRead("the objects among which they are counted may be others")
        return self._different([part for part in parts if not isinstance(part, Who)] + parts[-1:], {})

    def _different(self, parts: list[Any], more: Form) -> Form:
        who = next(part for part in parts if isinstance(part, Who))
        what = str(values(parts, "WITH_DIFFERENT")[0]).removeprefix("with different ").replace(" ", "_")
        some = counted({"clauses": listed(filter_of(who)), "bound": {}}, more)
        return {"count_kinds": {"of": what, "among": some["count"]}, "at_least": number(values(parts, "NUMBER")[0])}

    def all_share_color(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"all_share": "color"}

    def most_common_color(self, parts: list[Any]) -> Form:  # noqa: D102
        who = next(part for part in parts if isinstance(part, Who))
        return {"most_common_color": {"color": values(parts, "COLOR")[0].value, "among": filter_of(who)}}

    def devotion_below(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"devotion": parts[0], "at_most": number(parts[-1]) - 1}

    def devotion_of(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"devotion": parts[0], "at_least": int(values(parts, "NUMBER")[0].value)}

    # characteristics of the source, or of its host

    def holder_this(self, parts: list[Any]) -> str:  # noqa: D102
        return "this"

    def holder_attached(self, parts: list[Any]) -> str:  # noqa: D102
        return "attached"

    def holder_it(self, parts: list[Any]) -> str:  # noqa: D102
        return Pronoun.of(str(parts[0]).lower())

    def holder_is(self, parts: list[Any]) -> Form:  # noqa: D102
        return _about(parts[0], one_or_list(what_it_is(getattr(parts[0], "word", ""), parts[-1])))

    def holder_is_goaded(self, parts: list[Any]) -> Form:  # noqa: D102
        if str(parts[-1]).lower() not in ("is goaded", "are goaded"):
            raise NotRead("what it does is no condition")
        return _about(parts[0], {"is": "goaded"})

    def holder_is_not(self, parts: list[Any]) -> Form:  # noqa: D102
        return _about(parts[0], {"not": none_of(what_it_is(getattr(parts[0], "word", ""), parts[-1]))})

    def holder_has_counter(self, parts: list[Any]) -> Form:  # noqa: D102
        return _about(parts[0], {"counter": values(parts, "COUNTER")[0].value})

    def holder_has_no_counter(self, parts: list[Any]) -> Form:  # noqa: D102
        return _about(parts[0], {"not": {"counter": values(parts, "COUNTER")[0].value}})

    def holder_has_between(self, parts: list[Any]) -> Form:  # noqa: D102
        kind = values(parts, "COUNTER")[0].value
        least, most = (int(NUMBERS.get(word, word)) for word in str(values(parts, "BETWEEN")[0]).split()[1::2])
        if parts[0] not in ("this", IT):
            raise NotRead("counters are counted on the source alone")
        return {"counters": {"kind": kind}, "at_least": least, "at_most": most, "on": parts[0]}

    def class_level(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"class_level": "this", "at_least": int(values(parts, "NUMBER")[0].value)}

    def holder_has_counters(self, parts: list[Any]) -> Form:  # noqa: D102
        return self._counters(parts[0], parts)

    def counters_on_holder(self, parts: list[Any]) -> Form:  # noqa: D102
        return self._counters(parts[-1], parts)

    def _counters(self, holder: str, parts: list[Any]) -> Form:
        kind = values(parts, "COUNTER")[0].value
        if holder not in ("this", IT):
            if not values(parts, "MORE"):
                raise NotRead("counters are counted on the source alone")
            return _about(holder, {"counters": {kind: int(values(parts, "NUMBER")[0].value)}})
        return {"counters": {"kind": kind}, "at_least": int(values(parts, "NUMBER")[0].value), "on": holder}

    def counter_on_holder(self, parts: list[Any]) -> Form:  # noqa: D102
        return _about(parts[-1], {"counter": values(parts, "COUNTER")[0].value})

    def holder_has_any_counter(self, parts: list[Any]) -> Form:  # noqa: D102
        return _about(parts[0], {"counter": "any"})

    def holder_has_any_counters(self, parts: list[Any]) -> Form:  # noqa: D102
        if parts[0] not in ("this", IT):
            raise NotRead("counters are counted on the source alone")
        return {"counters": {"kind": "any"}, "at_least": int(values(parts, "NUMBER")[0].value), "on": parts[0]}

    def holder_has_no_counters(self, parts: list[Any]) -> Form:  # noqa: D102
        return _about(parts[0], {"not": {"counter": "any"}})

    def holder_has_exactly_so_many(self, parts: list[Any]) -> Form:  # noqa: D102
        found = self.holder_has_any_counters(parts)
        found["exactly"] = found.pop("at_least")
        return found

    def holder_has_few_counters(self, parts: list[Any]) -> Form:  # noqa: D102
        found = self._counters(parts[0], parts)
        found["at_most"] = found.pop("at_least")
        return found

    def holder_has_exactly(self, parts: list[Any]) -> Form:  # noqa: D102
        found = self._counters(parts[0], parts)
        found["exactly"] = found.pop("at_least")
        return found

    def exactly_on_holder(self, parts: list[Any]) -> Form:  # noqa: D102
        return self.holder_has_exactly([parts[-1], *parts])

    def no_counter_on_holder(self, parts: list[Any]) -> Form:  # noqa: D102
        return _about(parts[-1], {"not": {"counter": values(parts, "COUNTER")[0].value}})

    def holder_has_keyword(self, parts: list[Any]) -> Form:  # noqa: D102
        words = parts[-1]
        if isinstance(words, list) and words[0] == "and":
            raise NotRead("both keywords")
        return _about(parts[0], {"keyword": words})

    def holder_lacks_keyword(self, parts: list[Any]) -> Form:  # noqa: D102
        words = parts[-1]
        if isinstance(words, list) and words[0] == "and":
            raise NotRead("not both keywords")
        return _about(parts[0], {"not": {"keyword": words}})

    def one_has_keyword(self, parts: list[Any]) -> Form:  # noqa: D102
        noun = parts[0]
        noun.after.append(("having", parts[-1]))
        return {"count": one_or_list(noun_clauses(noun))}

    def holder_stat(self, parts: list[Any]) -> Form:  # noqa: D102
        return _about(parts[0], {stat_key(values(parts, "STAT")[0]): parts[-1]})

    def its_stat(self, parts: list[Any]) -> Form:  # noqa: D102
        return _about(IT, {stat_key(values(parts, "STAT")[0]): parts[-1]})

    def chosen_quality(self, parts: list[Any]) -> Form:
        """``the chosen color``."""
        kind = CHOSEN.get(str(parts[0]), "")
        if not kind:
            raise NotRead("one of several choices")
        key = {"color": "color", "card_type": "type"}.get(kind, "subtype")
        return {key: {"chosen": kind}}

    def nothing(self, parts: list[Any]) -> Form:  # noqa: D102
        if parts[0] == IT:
            return _about(IT, {"zone": "battlefield"})
        if parts[0] != "this":
            raise NotRead("on the battlefield")
        return {"functions": "battlefield"}

    def holder_elsewhere(self, parts: list[Any]) -> Form:  # noqa: D102
        if parts[0] != "this":
            raise NotRead("not on the battlefield")
        return {"functions": list(EVERYWHERE_ELSE)}

    def holder_on_stack(self, parts: list[Any]) -> Form:  # noqa: D102
        if parts[0] != "this":
            raise NotRead("on the stack")
        return {"functions": ["stack"]}

    def eminence(self, parts: list[Any]) -> Form:  # noqa: D102
        if parts[0] != "this":
            raise NotRead("in the command zone")
        return {"functions": ["battlefield", "command"]}

    def holder_in_graveyard(self, parts: list[Any]) -> Form:  # noqa: D102
        if parts[0] != "this":
            raise NotRead("in your graveyard")
        return {"functions": ["graveyard"]}

    def hellbent(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"count": {"owner": "you", "zone": "hand"}, "at_most": 0}

    def cards_in_hand(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"count": {"owner": "you", "zone": "hand"}, "at_least": number(parts[0])}

    def on_a_creature(self, parts: list[Any]) -> Form:  # noqa: D102
        if parts[0] != "this":
            raise NotRead("attached to a creature")
        return {"attached": {"type": "Creature"}}

    def on_no_creature(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"not": self.on_a_creature(parts)}

    def few_cards_in_hand(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"count": {"owner": "you", "zone": "hand"}, "at_most": number(parts[0])}

    def its_controllers_graveyard(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"count": {"owner": ITS_CONTROLLER, "zone": "graveyard"}, "at_least": number(parts[0])}

    def threshold(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"count": {"owner": "you", "zone": "graveyard"}, "at_least": number(parts[0])}

    def paired(self, parts: list[Any]) -> Form:  # noqa: D102
        if parts[0] != "this":
            raise NotRead("paired")
        return {"paired": True}

    def top_card_is(self, parts: list[Any]) -> Form:  # noqa: D102
        zone = str(values(parts, "TOP_CARD")[0]).rsplit(" ", 1)[1]
        clauses = [
            {**{key: value for key, value in one.items() if key != "card"}, "owner": "you", "zone": zone, "is": "top"}
            for one in parts[-1]
        ]
        return {"count": one_or_list(clauses)}

    def solved(self, parts: list[Any]) -> Form:  # noqa: D102
        if parts[0] != "this":
            raise NotRead("a Case that is another object")
        return {"status": "solved"}

    def was_cast(self, parts: list[Any]) -> Form:  # noqa: D102
        return {"status": "was_cast"}
