"""Wrong steps, boards, files and calls are refused in one line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.solver.cli.hostile import HOSTILE
from tests.solver.command import Typeline

STEPS: dict[str, tuple[str, list[str]]] = {
    "unknown card": ("Dryad Arbour", ["timeline[0].enters", "'Dryad Arbour'", "Did you mean Dryad Arbor?"]),
    "unknown key": ("{enters: Forest, zoen: hand}", ["zoen", "Did you mean 'zone'?"]),
    "unknown zone": ("{enters: Forest, zone: battlefeild}", ["'battlefeild'", "Did you mean 'battlefield'?"]),
    "unknown label": ("Forest, {leaves: forst}", ["'forst'", "Did you mean forest?"]),
    "unknown label, nothing near": ("Forest, Island, {leaves: x}", ["'x'", "There are: forest, island"]),
    "a card's name for a label": (
        "{enters: Dryad Arbor, as: d}, {leaves: dryad}",
        ["'dryad': no such object on this board yet. Its label is d. Write: ", "{leaves: d}"],
    ),
    "an object that enters later": (
        "{enters: Bonesplitter, as: axe, attached_to: bears}, {enters: Grizzly Bears, as: bears}",
        ["'bears': no such object on this board yet. It enters in step 2: write that step before this one"],
    ),
    "a taken label": (
        "{enters: Forest, as: f}, {enters: Forest, as: f}",
        ["timeline[1].as: the label 'f' is taken", "Free is f_2"],
    ),
    "a side that is missing": ("{enters: Forest, as: f}, {turns: f}", ["'face' is missing. Wanted: face: up or down"]),
    "several cards in one step": ("[Forest, Island]", ["Write each step on a line of its own: - Forest"]),
    "unknown subtype": (
        "Forest, {resolves: {effects: [{affects: targets, add_subtypes: [Frorg]}]}, affects: forest}",
        ["effects[0].add_subtypes[0]: 'Frorg' is no subtype", "Did you mean Frog?"],
    ),
    "unknown subtype in a filter": (
        "{enters: {name: A, type_line: Artifact, abilities: [{affects: {subtype: goblin}, add_power: 1}]}}",
        ["timeline[0].enters.abilities[0].affects.subtype: 'goblin' is no subtype", "Goblin?"],
    ),
    "unknown card type": (
        "Forest, {resolves: {effects: [{affects: targets, add_types: [Frog]}]}, affects: forest}",
        ["'Frog' is no card type", "Artifact"],
    ),
    "a choice of another set": (
        "{enters: Engineered Plague, chosen: {creature_type: Arcane}}",
        ["'Arcane' is no creature type", "205.3e"],
    ),
    "a choice of two types": (
        "{enters: Engineered Plague, chosen: {creature_type: Merfolk Wizard}}",
        ["'Merfolk Wizard' is no creature type", "205.3e"],
    ),
    "a land type that is not basic": (
        "Forest, {enters: Convincing Mirage, attached_to: forest, chosen: {basic_land_type: Desert}}",
        ["'Desert' is no basic land type", "205.3e"],
    ),
    "an Aura attached to nothing": ("Convincing Mirage", ["'convincing_mirage' is attached to nothing", "attached_to"]),
    "something that has left": ("Forest, {leaves: forest}, {damage: 1, on: forest}", ["'forest' has left, in step 2"]),
    "a host that has left": (
        "Forest, {leaves: forest}, {enters: Spreading Seas, attached_to: forest}",
        ["timeline[2].attached_to", "'forest' has left"],
    ),
    "a host in a hand": (
        "{enters: Forest, zone: hand}, {enters: Spreading Seas, attached_to: forest}",
        ["'forest' is in the hand: nothing can be attached to it"],
    ),
    "attached to itself": (
        "Bonesplitter, {attaches: bonesplitter, to: bonesplitter}",
        ["cannot be attached to itself"],
    ),
    "attached to itself as it enters": (
        "{enters: Bonesplitter, as: b, attached_to: b}",
        ["timeline[0].attached_to", "cannot be attached to itself"],
    ),
    "paired with itself": ("{enters: Grizzly Bears, as: b, paired_with: b}", ["cannot be paired with itself"]),
    "duplicate labels": ("{enters: Forest, as: a}, {enters: Island, as: a}", ["timeline[1].as", "'a' is taken"]),
    "an effect labelled like an object": (
        "Forest, {resolves: {effects: [{affects: targets, add_types: [Artifact]}]}, affects: forest, as: forest}",
        ["timeline[1].as", "'forest' is taken"],
    ),
    "a stacked ability labelled like an object": ("Forest, {stacks: forest, as: forest}", ["'forest' is taken"]),
    "wrong player": ("{enters: Forest, controller: Bob}", ["'Bob' is no player", "you, opponent"]),
    "a face that is down": ("{enters: Forest, face: down}", ["is no face", "face_down: true"]),
    "a face that is up": ("{enters: Forest, face: up}", ["is no face", "Leave 'face' out"]),
    "no such face": ("{enters: Forest, face: back}", ["Forest has no back face", "It has: front"]),
    "a back face in hand": (
        "{enters: Delver of Secrets, face: back, zone: hand}",
        ["only the front face", "712.8a"],
    ),
    "ends of an unknown effect": ("{ends: frog}", ["'frog': no such effect", "'as'"]),
    "an effect ended twice": (
        "Forest, {resolves: {effects: [{affects: targets, add_types: [Artifact]}]}, affects: forest, as: a}, "
        "{ends: a}, {ends: a}",
        ["timeline[3].ends", "has ended already"],
    ),
    "no targets": ("{resolves: Turn to Frog}", ["the step does not say what this affects", "'affects'"]),
    "more targets than it has": (
        "Grizzly Bears, Grizzly Bears, {resolves: {text: 'Target creature gets +1/+1 until end of turn. Another target "
        "creature gets -1/-1 until end of turn.'}, affects: [grizzly_bears, grizzly_bears_2, grizzly_bears]}",
        ["does different things to 2 targets, and 3 are named", "in the order of its sentences"],
    ),
    "two creatures whose size one takes": (
        "Grizzly Bears, Serra Angel, {enters: {name: Shifting Dane, type_line: Creature — Shapeshifter, power: 3, "
        "toughness: 3, oracle_text: 'At the beginning of your upkeep, change Shifting Dane''s base power and toughness "
        "to the power and toughness of target creature until end of turn.'}}, "
        "{resolves: Shifting Dane, affects: [grizzly_bears, serra_angel], source: shifting_dane}",
        ["takes something of one object, and 2 are named", "besides 'shifting_dane'"],
    ),
    "an operation of static abilities": (
        "Grizzly Bears, {resolves: {effects: [{affects: targets, creature_types_of: {type: Creature}}]}, "
        "affects: grizzly_bears}",
        ["only abilities of a card", "'creature_types_of'", "a static ability"],
    ),
    "two words for one": (
        "Grizzly Bears, {resolves: Artificial Evolution, affects: grizzly_bears, "
        "chosen: {from: Bear, to: [Elf, Goblin]}}",
        ["timeline[1].chosen.to", "one word for another (612.2)"],
    ),
    "a mode that it has not": (
        '{enters: &charm {name: Charm, type_line: Instant, oracle_text: "Choose one —\\n• Draw a card.\\n'
        '• Creatures you control gain flying until end of turn."}, zone: graveyard}, '
        "{resolves: Charm, chosen: {mode: 3}}",
        ["timeline[1].chosen.mode", "none of the modes of the text (700.2)", "1 to 2"],
    ),
    "modes in another order": (
        "Forest, Grizzly Bears, "
        '{enters: &charm {name: Charm, type_line: Instant, oracle_text: "Choose one or both —\\n'
        '• Target creature gets +1/+1 until end of turn.\\n• Target land becomes a creature."}, zone: graveyard}, '
        "{resolves: Charm, affects: [forest, grizzly_bears], chosen: {mode: [2, 1]}}",
        ["timeline[3].chosen.mode", "printed order", "Write [1, 2]"],
    ),
    "too many targets for the modes": (
        "Forest, Grizzly Bears, "
        '{enters: &charm {name: Charm, type_line: Instant, oracle_text: "Choose one or both —\\n'
        '• Target creature gets +1/+1 until end of turn.\\n• Creatures you control gain flying until end of turn."}, '
        "zone: graveyard}, {resolves: Charm, affects: [forest, grizzly_bears], chosen: {mode: [1, 2]}}",
        ["timeline[3].affects", "have one target, and 2 objects are named", "Name one for each mode"],
    ),
    "a mode that is not said": (
        "Grizzly Bears, "
        '{enters: &charm {name: Charm, type_line: Instant, oracle_text: "Draw a card.\\nChoose one or both —\\n'
        '• Target creature gets +1/+1 until end of turn.\\n• Target creature gains flying until end of turn."}, '
        "zone: graveyard}, {resolves: Charm, affects: grizzly_bears, ability: 2}",
        ["several modes of Charm", "chosen: {mode: ...}"],
    ),
    "equip of itself": (
        "Bonesplitter, {resolves: Bonesplitter, ability: equip, affects: bonesplitter}",
        ["timeline[1].affects", "cannot be attached to itself (301.5c)"],
    ),
    "equip that another permanent gives": (
        "Grizzly Bears, Sol Ring, "
        '{enters: {name: Hall, type_line: Enchantment, oracle_text: "Each artifact is an Equipment in addition to its '
        'other types and has equip {2}."}}, {resolves: Sol Ring, ability: equip, affects: grizzly_bears}',
        ["Hall gives one: {resolves: Hall, ability: equip, affects: grizzly_bears, source: sol_ring}"],
    ),
    "a face-down copy by its own text": (
        "Grizzly Bears, {enters: Clone, face_down: manifest, copy_of: grizzly_bears}",
        ["timeline[1].copy_of", "Clone enters face down", "708.3"],
    ),
    "a copy as it is turned face up": (
        "Grizzly Bears, {enters: Clone, face_down: manifest, as: c}, {turns: c, face: up, copy_of: grizzly_bears}",
        ["timeline[2].copy_of", "as it is turned face up (708.8)"],
    ),
    "no source": (
        "Mutavault, Mutavault, {resolves: Mutavault}",
        ["the step does not say what this affects", "'source'"],
    ),
    "an ambiguous ability": (
        "Figure of Destiny, {resolves: Figure of Destiny}",
        ["several abilities of Figure of Destiny", "1: '{R/W}: This becomes", "2: '", "3: '"],
    ),
    "no such ability": ("Mutavault, {resolves: Mutavault, ability: 9}", ["Mutavault has no ability 9", "It has 2"]),
    "an ability that says something else": (
        "Mutavault, {resolves: Mutavault, ability: flies}",
        ["no ability of Mutavault says 'flies'", "1: '{T}: Add {C}.'"],
    ),
    "an ability that another permanent gives": (
        'Forest, {enters: {name: Hall, type_line: Enchantment, oracle_text: "Lands have \\"{1}: This land becomes '
        'a 1/1 creature until end of turn.\\""}}, {resolves: Forest, source: forest, ability: becomes a 1/1}',
        ["no ability of Forest says", "Hall gives one: {resolves: Hall, source: forest, ability: becomes a 1/1}"],
    ),
    "a card that makes no effect": ("Forest, {resolves: Forest}", ["no ability of Forest makes a continuous effect"]),
    "an ability that makes a token which is a copy": (
        "Forest, {enters: {name: Ox, type_line: Creature — Ox, oracle_text: \"{1}: Create a token that's a copy of "
        'target land."}}, {resolves: Ox, affects: forest}',
        ["no ability of Ox makes a continuous effect", "{enters: token, copy_of: ..., made_by: ...}"],
    ),
    "no words to exchange": (
        "Forest, {resolves: Mind Bend, affects: forest}",
        ["timeline[1].chosen", "which words are exchanged", "from"],
    ),
    "words of two kinds": (
        "Forest, {resolves: Mind Bend, affects: forest, chosen: {from: Forest, to: red}}",
        ["'Forest' and 'red' are not two words of one kind", "612.2"],
    ),
    "words that the card does not exchange": (
        "Forest, {resolves: Mind Bend, affects: forest, chosen: {from: Goblin, to: Elf}}",
        ["'Goblin' and 'Elf'", "a color or a basic land type"],
    ),
    "a copy of nothing": ("{enters: Clone, copy_of: x}", ["copy_of: 'x'"]),
    "a token of nothing": ("{enters: token}", ["'copy_of'"]),
    "an ability that is not on the stack": (
        "Delver of Secrets, {transforms: delver_of_secrets, because: first}",
        ["'first': no such ability on the stack", "'stacks'"],
    ),
    "a huge number": ("{enters: Forest, counters: {charge: 99999999999}}", ["99999999999 is too large"]),
    "a huge number of digits": (f"{{enters: Forest, counters: {{charge: {'9' * 5000}}}}}", ["too large"]),
    "a number that grows": (
        "{enters: Forest, counters: {charge: 1000000}}, {counters: {charge: 1}, on: forest}",
        ["more than 1,000,000 counters"],
    ),
    "damage that grows": (
        "Forest, {damage: 1000000, on: forest}, {damage: 1, on: forest}",
        ["more than 1,000,000 damage"],
    ),
    "fewer counters than none": (
        "Forest, {counters: {charge: -1}, on: forest}",
        ["has 0 counters of that kind, not 1"],
    ),
    "a huge power": (
        "{enters: {name: A, type_line: Creature, power: '3000000000', toughness: '1'}}",
        ["enters.power: '3000000000' is too large"],
    ),
    "a huge mana cost": (
        "{enters: {name: A, type_line: Artifact, mana_cost: '{9999999}'}}",
        ["enters.mana_cost: '{9999999}' is too large"],
    ),
    "a mana cost without braces": (
        "{enters: {name: A, type_line: Artifact, mana_cost: 2WW}}",
        ["enters.mana_cost: '2WW' is no mana cost", "{2}{W}"],
    ),
    "a mana cost with no such symbol": (
        "{enters: {name: A, type_line: Artifact, mana_cost: '{2}{Q}'}}",
        ["enters.mana_cost: '{2}{Q}' is no mana cost"],
    ),
    "a huge factor": (
        "Forest, {resolves: {effects: [{affects: targets, set_power: {x: true, times: 1000000}}]}, affects: forest}",
        ["set_power.times: 1000000 is too large"],
    ),
    "a number as label": ("{enters: Forest, as: 1}", ["as: 1 is a number", "'1'"]),
    "a blank label": ("{enters: Forest, as: ' '}", ["' ' is blank"]),
    "no card": ("{enters: null}", ["null is no value"]),
    "an empty name": ("''", ["the text is empty"]),
    "two verbs": ("{enters: Forest, leaves: forest}", ["'enters' and 'leaves' stand together"]),
    "no verb": ("{zone: hand}", ["is not a step"]),
    "a choice without its kind": ("{enters: Forest, chosen: Island}", ["Write: chosen: {basic_land_type: Island}"]),
    "a chosen color without its kind": ("{enters: Forest, chosen: green}", ["Write: chosen: {color: green}"]),
    "counters without their number": ("{enters: Forest, counters: +1/+1}", ['Write: counters: {"+1/+1": 1}']),
    "counters in words": ("{enters: Forest, counters: 3 lore counters}", ['Write: counters: {"lore": 3}']),
    "program text as a name": (f"{{enters: '{HOSTILE}'}}", ["no such card", "#script"]),
    "control characters": ('{enters: "a\\u0007\\u001b[31mb"}', ["U+0007"]),
    "line ends in a name": ('{enters: "a\\nb"}', ["'a\\nb': no such card"]),
}


@pytest.mark.parametrize("name", STEPS)
def test_a_wrong_step_is_refused_in_one_line(name: str, typeline: Typeline) -> None:
    steps, pieces = STEPS[name]
    line = typeline("derive", "-", stdin=f"timeline: [{steps}]").refusal()
    assert line.startswith("<stdin>:1: ") or name == "control characters", line
    for piece in pieces:
        assert piece in line, line


BOARDS: dict[str, tuple[str | bytes, list[str]]] = {
    "an empty text": ("", ["there is nothing in it"]),
    "a list": ("[Forest]", ["is a list", "a mapping with a timeline"]),
    "a text": ("Forest", ["'Forest' is a text"]),
    "no steps": ("timeline:", ["null is no value"]),
    "keys without braces": (
        "timeline:\n  - enters: Forest, as: f",
        ["<stdin>:2", "Several keys of a step on one line stand in braces: - {enters: Forest, as: f}"],
    ),
    "a dash without a space": ("timeline:\n  -{enters: Forest}", ["Write a space after each dash: - Forest"]),
    "broken YAML": ("timeline: [Forest", ["not readable as YAML"]),
    "broken JSON": ('{"timeline": ["Forest" "Forest"]}', ["not readable as JSON"]),
    "a tab": ("timeline:\n\t- Forest", ["<stdin>:2", "a tab"]),
    "a tag": ("timeline: !!python/object:os.system [x]", ["tag"]),
    "a key twice": ("timeline: []\ntimeline: []", ["stands twice", "lines 1 and 2"]),
    "bombs of aliases": ("a: &a [x,x,x,x,x,x,x,x,x]\n" + "\n".join(
        f"{b}: &{b} [{','.join(['*' + a] * 9)}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    ), ["aliases repeat"]),
    "deep nesting": ("timeline: " + "[" * 100_000, [""]),
    "bytes": (bytes(range(128, 256)) * 10, ["is not UTF-8"]),
    "zeros": (b"\0" * 1000, ["U+0000"]),
    "ten megabytes": (b"timeline: [" + b"Forest," * 1_500_000 + b"]", ["longer than 8,388,608 bytes"]),
    "one player": ("{players: [A], timeline: []}", ["at least 2"]),
    "a player twice": ("{players: [A, A], timeline: []}", ["stands twice"]),
    "nobody's turn": ("{turn: C, timeline: []}", ["turn: 'C' is no player", "you, opponent"]),
    "a card twice": (
        "{cards: [{name: A, type_line: Land}, {name: a, type_line: Land}], timeline: []}",
        ["the card 'a' is defined twice"],
    ),
    "an unknown subtype on a card": (
        "{cards: [{name: A, type_line: Land, abilities: [{affects: this, set_subtypes: [Wald]}]}], timeline: []}",
        ["cards[0].abilities[0].set_subtypes[0]: 'Wald' is no subtype"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BOARDS)
def test_a_wrong_board_is_refused_in_one_line(name: str, typeline: Typeline) -> None:
    board, pieces = BOARDS[name]
    line = typeline("derive", "-", stdin=board).refusal()
    assert line.startswith("<stdin>"), line
    for piece in pieces:
        assert piece in line, line


def test_a_subtype_of_the_boards_own_is_accepted(typeline: Typeline) -> None:
    board = """
    cards: [{name: A, type_line: Creature — Blorp, abilities: [{affects: {subtype: Blorp}, add_power: 1}]}]
    timeline: [A]
    """
    assert typeline("derive", "-", stdin=board).code == 0


class TestFiles:
    """Files, and arguments that the command takes for files."""

    @pytest.mark.parametrize(
        ("content", "piece"),
        [
            (b"", "there is nothing in it"),
            (b"\x89PNG\r\n\x1a\n\0\0", "0x89 is not UTF-8"),
            (b"timeline: [" + b"Forest," * 1_500_000 + b"]", "longer than"),
            (b"timeline: [Forst]", "Did you mean Forest?"),
        ],
    )
    def test_a_wrong_file_is_named(self, tmp_path: Path, content: bytes, piece: str, typeline: Typeline) -> None:
        path = tmp_path / "a board.yaml"
        path.write_bytes(content)
        line = typeline("derive", str(path)).refusal()
        assert line.startswith(str(path))
        assert piece in line

    def test_a_json_file(self, tmp_path: Path, typeline: Typeline) -> None:
        path = tmp_path / "board.json"
        path.write_text('{"timeline": ["Forest"]}')
        assert typeline("derive", str(path)).code == 0
        path.write_text('{"timeline": ["Forest",]}')
        assert "not readable as JSON" in typeline("derive", str(path)).refusal()

    def test_a_folder(self, tmp_path: Path, typeline: Typeline) -> None:
        assert "is a folder" in typeline("derive", str(tmp_path)).refusal()

    @pytest.mark.parametrize("name", ["missing.yaml", "missing.json", "missing/board", "\udcff.yaml"])
    def test_a_missing_file(self, name: str, typeline: Typeline) -> None:
        assert "cannot be read: No such file" in typeline("derive", name).refusal()

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
    def test_a_file_that_may_not_be_read(self, tmp_path: Path, typeline: Typeline) -> None:
        path = tmp_path / "board.yaml"
        path.write_text("timeline: [Forest]")
        path.chmod(0)
        assert "Permission denied" in typeline("derive", str(path)).refusal()

    def test_a_misspelt_card(self, typeline: Typeline) -> None:
        assert "Did you mean Blood Moon?" in typeline("derive", "Blod Moon").refusal()

    def test_no_name_at_all(self, typeline: Typeline) -> None:
        assert "the text is empty" in typeline("derive", "").refusal()


CALLS: dict[str, tuple[list[str], list[str]]] = {
    "unknown command": (["deriv"], ["'deriv' is no command", "Did you mean derive?"]),
    "unknown command, nothing near": (["x"], ["derive, explain"]),
    "a board in place of a command": (["b.yaml"], ["'b.yaml' is no command", "write: typeline derive b.yaml"]),
    "a card in place of a command": (["Dryad Arbor", "Forest"], ["write: typeline derive 'Dryad Arbor' Forest"]),
    "no board": (["derive"], ["Missing argument"]),
    "unknown option": (["derive", "Forest", "--jsn"], ["--jsn"]),
    "unknown edition": (["derive", "Forest", "--edition", "1993"], ["1993", "2024", "2026"]),
    "no query": (["query", "Forest"], ["Missing argument"]),
    "no label": (["diff", "Forest"], ["--without"]),
    "unknown schema": (["schema", "deck"], ["deck", "board", "card"]),
    "no fact beside another one": (["why", "Forest", "--rather-than", "a Swamp"], ["name FACT, too"]),
    "an empty fact beside another one": (["why", "Forest", "forest is a Forest", "--rather-than", ""], ["no fact"]),
    "a page without a fact": (["why", "Forest", "--format", "html"], ["--format html", "name FACT"]),
    "a picture without a fact": (["why-not", "Forest", "--format", "svg"], ["--format svg", "name FACT"]),
    "a store that is not there": (["derive", "Forest", "--cards", "none.db"], ["none.db: no such file"]),
    "a folder as a store": (["derive", "Forest", "--cards", "/"], ["/: "]),
    "a store that is none": (["derive", "Forest", "--cards", __file__], ["test_wrong_input.py: "]),
    "missing list": (["batch", "missing.ndjson"], ["missing.ndjson: cannot be read"]),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_call_is_refused_in_one_line(name: str, typeline: Typeline) -> None:
    arguments, pieces = CALLS[name]
    line = typeline(*arguments).refusal()
    for piece in pieces:
        assert piece in line, line


def test_a_word_in_place_of_a_number_is_said_to_be_none(typeline: Typeline) -> None:
    assert "'--timeout': 'abc' is no number." in typeline("derive", "Forest", "--timeout", "abc").refusal()
    assert "'--port': 'abc' is no whole number." in typeline("serve", "--port", "abc").refusal()
