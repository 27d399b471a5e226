"""The dialogue: reads a line, carries it out, shows the answer, writes the file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from facts.board import flow
from facts.cards import CardSource, find_card
from facts.text import InputError, printable, read_document, show
from solver.answer import Paint
from solver.board_dialogue.asking import Asker, Completed, Proposal, broken, of_list
from solver.board_dialogue.building import Builder, Dropped, Refused, matched
from solver.board_dialogue.commands import ENDS, FILLERS, OTHER_WORDS, STEPS, WORDS, Need, usage
from solver.board_dialogue.saving import save
from solver.board_dialogue.showing import Shown
from solver.board_dialogue.using import only_makes_copies, usable
from solver.board_dialogue.wording import HELP, printable_lines, rows_of
from solver.draft import Trials, is_spell, meant, shortened, with_value

_JUDGED = ("to", "onto", "copy_of")
"""Arguments of commands that the rules judge."""


class Session:
    """A dialogue about one board."""

    def __init__(
        self,
        data: dict[str, Any],
        asker: Asker,
        *,
        file: str | None = None,
        cards: CardSource | None = None,
        edition: str,
        paint: Paint | None = None,
    ) -> None:
        """Begin.

        Args:
            data: The board to begin with, as plain data.
            asker: Asks the user.
            file: The file to write.
            cards: The source of further cards.
            edition: The edition of the rules.
            paint: Colors the answers.
        """
        self._asker = asker
        self._file = file
        self._cards = cards
        self._builder = Builder(data, asker, cards, edition)
        self._shown = Shown(asker.say, paint)

    @property
    def data(self) -> Mapping[str, Any]:
        """The board as plain data."""
        return self._builder.draft.data

    @property
    def file(self) -> str | None:
        """The file that the board is written to."""
        return self._file

    def run(self) -> None:
        """Read lines until there are no more.

        Raises:
            InputError: A line is wrong, and the user cannot be asked again.
        """
        if self._builder.draft.steps:
            self._shown.changes(self._builder.check)
        while True:
            try:
                line = self._asker.ask(">", self._complete)
            except EOFError:
                return
            except KeyboardInterrupt:
                if not self._asker.patient:
                    raise
                self._asker.say("Ctrl-D or quit ends.")
                continue
            if line in ENDS:
                return
            try:
                self._do(line)
            except Dropped:
                self._asker.say("The step is dropped.")
            except EOFError:
                self._asker.say("The step is dropped.")
                return
            except KeyboardInterrupt:
                self._asker.say("Interrupted: the board is as before.")
            except (Refused, InputError) as error:
                self._refuse(error)

    def _refuse(self, error: Refused | InputError) -> None:
        said = str(InputError(error.problem, error.hint)) if isinstance(error, InputError) else str(error)
        if not self._asker.patient:
            raise InputError(said, line=self._asker.line, source="<stdin>") from None
        self._asker.say(broken(printable(said)))

    # ---- one line

    def _do(self, line: str) -> None:
        if not line or line.startswith("#"):
            return
        word, _, rest = ("help", "", "") if line == "?" else line.partition(" ")
        rest = rest.strip()
        word, rest = self._command_meant(word, rest)
        if word not in WORDS or (rest and self._is_card(line)):
            self._add(line)
            return
        if word in STEPS:
            self._make(word, rest)
            return
        getattr(self, f"_{word}")(rest)

    def _command_meant(self, word: str, rest: str) -> tuple[str, str]:
        """Return the command that another word stands for, if what follows fits it; else the word itself."""
        meant_word = OTHER_WORDS.get(word.lower(), "")
        if not meant_word or self._is_card(f"{word} {rest}"):
            return word, rest
        first = (rest.split() or [""])[0]
        about_object = self._builder.object_named(rest) or self._builder.object_named(first)
        if meant_word == "use" and not about_object and self._is_card(rest):
            return "add", rest  # a spell that resolves
        fits = bool(rest) if meant_word in ("add", "mutates") else meant_word == "write" or about_object is not None
        return (meant_word, rest) if fits else (word, rest)

    def _is_card(self, name: str) -> bool:
        return find_card(name, self._builder.draft.own, self._cards) is not None

    def _put(self, step: Any) -> None:
        """Put a step on the board, show its changes, and write the file."""
        self._builder.add(step)
        for said in self._builder.tell_what_texts_give():
            self._asker.say(printable(f"told: {said}, since a text on the board gives that. 'undo' takes it back."))
        self._after()

    def _after(self) -> None:
        self._shown.changes(self._builder.check)
        if self._file is not None:
            save(self._file, self.data)

    def _add(self, typed: str) -> None:
        """Put cards on the board: instants and sorceries resolve, all others enter."""
        if not typed:
            typed = self._builder.ask("Which card?", self._builder.complete_card)
        typed, player = self._for_player(typed)
        whose = {"controller": player} if player else {}
        for one in meant(typed, self._builder.draft.own, self._cards):
            if one.card is None:
                near = f" Did you mean {one.near[0]}?" if one.near else " Type help to see the commands."
                raise Refused(f"{show(one.typed)}: no such card.{near}")
            if one.name.casefold() != one.typed.casefold():
                self._asker.say(printable(one.name))
            if is_spell(one.card) and only_makes_copies(one.card):
                self._put_copy({"enters": "token", "made_by": one.name, **whose})
            else:
                verb = "resolves" if is_spell(one.card) else "enters"
                self._put({verb: one.name, **whose} if whose or verb == "resolves" else one.name)

    def _for_player(self, typed: str) -> tuple[str, str]:
        """Take ``Blood Moon for opponent`` apart: the card, and the player who controls it; empty if none is named."""
        name, word, player = typed.rpartition(" for ")
        known = word and player.strip() in self._builder.draft.players and not self._is_card(typed)
        return (name.strip(), player.strip()) if known and self._is_card(name.strip()) else (typed, "")

    def _make(self, word: str, rest: str) -> None:
        """Put the step on the board that a command makes."""
        command = STEPS[word]
        parts = _kind_first(self._parts(rest, len(command.needs)), command.needs)
        given: dict[str, Any] = {}
        for need in command.needs:
            given[need.key] = self._needed(need, parts.pop(0) if parts else "", given)
        self._put(command.make(given))

    def _parts(self, rest: str, most: int) -> list[str]:
        """Take the arguments of a command apart: labels have no spaces, and names of cards may stand in quotes."""
        pieces = [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', rest)]
        pieces = [one for one in pieces if one not in FILLERS]
        if len(pieces) > most:
            halves = re.split(rf"\s+(?:{'|'.join(FILLERS)})\s+", rest)
            return halves if 1 < len(halves) <= most else [" ".join(pieces)] if most == 1 else self._by_labels(pieces)
        return pieces

    def _by_labels(self, pieces: list[str]) -> list[str]:
        """Join the longest beginning that names an object or a card: ``grizzly bears up``."""
        for end in range(len(pieces), 0, -1):
            name = " ".join(pieces[:end])
            if self._builder.object_named(name) or self._is_card(name):
                return [name, *pieces[end:]]
        return pieces

    def _needed(self, need: Need, typed: str, given: Mapping[str, Any]) -> Any:
        """Return an argument of a command: as typed, or else ask for it."""
        if need.kind == "object" and not self._builder.labels():
            raise Refused("The board is empty.")
        proposals = self._offered(need, given)
        if need.key in _JUDGED and not (typed or proposals or self._takes_a_player(need, given)):
            raise Refused(f"{need.question}? The rules allow nothing here. To write it all the same, use step.")
        complete = self._builder.complete_card if need.kind == "card" else of_list(proposals)
        listed = f" ({', '.join(one.value for one in proposals)})" if 0 < len(proposals) <= 12 else ""
        while True:
            typed = typed or self._builder.ask(f"{need.question}?{listed}", complete)
            if not typed:
                raise Dropped
            try:
                value = self._read(need, typed)
                self._allow(need, given, value)
                return value
            except Refused as refusal:
                self._builder.refuse(str(refusal), typed)
            typed = ""

    def _offered(self, need: Need, given: Mapping[str, Any]) -> list[Proposal]:
        if need.kind != "object":
            return [Proposal(word) for word in need.words]
        labels = self._builder.labels()
        if need.key not in _JUDGED:
            return labels
        trials = Trials(self.data, self._builder.checked)
        legal = trials.legal(given, need.key, [one.value for one in labels], deeply=True)
        return [one for one in labels if one.value in legal]

    def _takes_a_player(self, need: Need, given: Mapping[str, Any]) -> bool:
        """Tell whether a player may be the answer, such as the host of a Curse."""
        trials = Trials(self.data, self._builder.checked)
        return bool(trials.legal(given, need.key, list(self._builder.draft.players), deeply=True))

    def _allow(self, need: Need, given: Mapping[str, Any], value: Any) -> None:
        """Refuse an object that the rules do not allow."""
        if need.key in _JUDGED:
            trials = Trials(self.data, self._builder.checked)
            if said := trials.objection(with_value(given, need.key, value), need.key):
                raise Refused(said)

    def _read(self, need: Need, typed: str) -> Any:
        if need.kind == "number":
            if not re.fullmatch(r"-?\d{1,9}", typed):
                raise Refused(f"{show(typed)} is no number.")
            return int(typed)
        if need.kind == "object":
            label = self._builder.object_named(typed)
            if label is None and need.key == "to" and typed in self._builder.draft.players:
                return typed
            if label is None:
                raise Refused(f"{show(typed)}: no such object. {self._builder.near_labels(typed)}")
            return label
        if need.words and typed not in need.words:
            raise Refused(f"{show(typed)} is none of {', '.join(need.words)}.")
        return typed

    # ---- other commands, each named by its word

    def _use(self, rest: str) -> None:
        """Let an ability of an object resolve."""
        parts = self._parts(rest, 2)
        need = Need("source", "object", "Whose ability")
        label = self._needed(need, parts[0] if parts else "", {})
        trials = Trials(self.data, self._builder.checked)
        found = usable(self._builder.draft, self._builder.check.answer.objects, label, self._cards, trials)
        if not found:
            raise Refused(f"No ability of {label} resolves and changes something. A step of another kind is written "
                          "with step.")  # fmt: skip
        places = [Proposal(str(place), one.text) for place, one in enumerate(found, 1)]
        place = parts[1] if len(parts) > 1 else places[0].value if len(places) == 1 else ""
        while (chosen := matched(place, places)) is None:
            if place:
                self._builder.refuse(f"{show(place)} is none of {', '.join(one.value for one in places)}.")
            listed = "\n".join(["", *rows_of(places)])
            place = self._builder.ask(broken(f"Which ability?{printable_lines(listed)}\n"), of_list(places)) or ""
            if not place:
                raise Dropped
        meant_ability = found[int(chosen) - 1]
        step = meant_ability.step
        if meant_ability.copied:
            self._put_copy(step)
        else:
            self._put(step)

    def _put_copy(self, step: Mapping[str, Any]) -> None:
        """Ask of which object a token is a copy, and put the token on the board."""
        copied = Need("copy_of", "object", "A copy of")
        made = {**step, "copy_of": self._needed(copied, "", step)}
        if made.get("controller") == self._builder.draft.players[0]:
            del made["controller"]
        self._put(made)

    def _says(self, rest: str) -> None:
        """Let a text resolve."""
        text = rest or self._builder.ask("What does it say?", of_list([]))
        if not text:
            raise Dropped
        self._put({"resolves": {"text": text}})

    def _step(self, rest: str) -> None:
        """Put a step on the board as it is written in a file."""
        text = rest or self._builder.ask("Which step?", of_list([]))
        step = read_document(text.removeprefix("-").strip(), "<stdin>").data
        self._put(shortened(step) if isinstance(step, dict) else step)

    def _set(self, rest: str) -> None:
        """Say more about the last step."""
        key, _, value = rest.partition(" ")
        self._builder.say_more(key, value.strip())
        self._after()

    def _show(self, rest: str) -> None:
        """Show everything, or one object."""
        if not rest:
            self._shown.everything(self._builder.check)
            return
        label = self._builder.object_named(rest)
        if label is None:
            raise Refused(f"{show(rest)}: no such object. {self._builder.near_labels(rest)}")
        self._shown.everything(self._builder.check, label)

    def _check(self, rest: str) -> None:
        """Show all findings."""
        self._shown.findings(self._builder.check)

    def _board(self, rest: str) -> None:
        """Show the steps as they are written, each with its number."""
        steps = self._builder.draft.steps
        self._asker.say("\n".join(f"{at:>3}  {printable(flow(one))}" for at, one in enumerate(steps, 1)) or
                        "There are no steps yet.")  # fmt: skip

    def _remove(self, rest: str) -> None:
        """Take a step away."""
        if not re.fullmatch(r"\d{1,6}", rest):
            raise Refused("Say which step: remove NUMBER. 'board' numbers them.")
        self._builder.remove(int(rest))
        self._after()

    def _undo(self, rest: str) -> None:
        """Take the last action back."""
        if not self._builder.undo():
            raise Refused("There is nothing to undo.")
        self._after()

    def _redo(self, rest: str) -> None:
        """Redo an undone change."""
        if not self._builder.redo():
            raise Refused("There is nothing to redo.")
        self._after()

    def _write(self, rest: str) -> None:
        """Write the board to a file from now on."""
        file = rest or self._file or self._builder.ask("To which file?", of_list([]))
        if not file:
            raise Dropped
        save(file, self.data)
        self._file = file
        self._asker.say(f"Written to {printable(file)}, and after each step from now on.")

    def _help(self, rest: str) -> None:
        """Say what can be typed."""
        rows = [(f"  {typed}", about) for typed, about in usage()]
        self._asker.say(broken(HELP.format(commands="\n".join(_listed(rows)))))

    def _quit(self, rest: str) -> None:
        raise Refused("Type quit alone.")

    # ---- completion

    def _complete(self, line: str) -> Completed:
        word, space, rest = line.partition(" ")
        if space and word in ("add", "mutates") and not self._is_card(line):
            return self._builder.complete_card(rest)
        if space and word in WORDS:
            begun = rest.rpartition(" ")[2]
            found = of_list(self._builder.labels())(begun)
            if found.proposals or word not in ("turns", "phases"):
                return found
        about = dict(usage_words())
        commands = [Proposal(one, about[one]) for one in WORDS if line and one.startswith(line)]
        cards = self._builder.complete_card(line)
        return Completed(len(line), [*commands, *cards.proposals])


def usage_words() -> list[tuple[str, str]]:
    """Return each command's word with its description."""
    return [(typed.partition(" ")[0], about) for typed, about in usage()]


def _listed(rows: list[tuple[str, str]]) -> list[str]:
    size = max(len(first) for first, _ in rows)
    return [f"{first:<{size}}  {about}" for first, about in rows]


def _kind_first(parts: list[str], needs: Sequence[Need]) -> list[str]:
    """Return the arguments of a command in its order, where somebody typed a number before its kind: ``2 lore``."""
    kinds = [need.kind for need in needs]
    if len(parts) == len(kinds) == 3 and kinds[1:] == ["word", "number"] and parts[1].isdecimal():
        return [parts[0], parts[2], parts[1]]
    return parts
