"""The questions of the dialogue in words."""

from __future__ import annotations

QUESTIONS = {
    "ability": "Which ability",
    "affects": "Whom does it affect",
    "attached_to": "Attached to",
    "controller": "Who controls it",
    "copy_of": "A copy of",
    "face": "Which face",
    "face_down": "Face down by",
    "level": "Which level",
    "source": "Whose ability was it",
    "status": "Which of these is it",
    "unlocked": "Which halves are unlocked",
    "x": "X is",
    "zone": "In which zone",
    "chosen.from": "Which word is replaced",
    "chosen.to": "By which word",
}


def question(key: str) -> str:
    """Return the question about a key of a step, without its question mark.

    Args:
        key: The key, with a dot for one within a mapping.
    """
    if key in QUESTIONS:
        return QUESTIONS[key]
    outer, _, inner = key.partition(".")
    if outer == "counters":
        return f"How many {inner} counters"
    return f"Which {(inner or outer).replace('_', ' ')}"


HELP = """\
Type the name of a card: it enters, or resolves if it is an instant or a sorcery. Or type one of these:
{commands}
Tab completes names. An object goes by its label, such as grizzly_bears. An empty answer leaves something out."""
