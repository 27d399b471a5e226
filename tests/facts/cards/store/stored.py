"""Some cards of a bulk file, and stores of them."""

from __future__ import annotations

import io
import json
from typing import Any

from facts.cards.store import Store
from facts.cards.store.importing import Imported, import_cards

OX = {
    "object": "card",
    "id": "0000",
    "name": "Gæl's Copper Ox",
    "mana_cost": "{1}{R}",
    "type_line": "Artifact Creature — Ox",
    "oracle_text": "Trample, haste\nWhenever Gæl's Copper Ox dies, draw a card.",
    "power": "2",
    "toughness": "1",
    "colors": ["R"],
    "keywords": ["Trample", "Haste"],
    "layout": "normal",
    "set_type": "expansion",
    "prices": {"usd": None},
}


LEAF = {
    "name": "Timid Leaf // Roaring Tree",
    "layout": "transform",
    "type_line": "Creature — Plant // Creature — Treefolk",
    "card_faces": [
        {"name": "Timid Leaf", "mana_cost": "{G}", "type_line": "Creature — Plant", "power": "0", "toughness": "1"},
        {
            "name": "Roaring Tree", "mana_cost": "", "type_line": "Creature — Treefolk", "power": "5", "toughness": "5",
            "color_indicator": ["G"], "oracle_text": "Reach",
        },
    ],
}  # fmt: skip


QUARRY = {"name": "Old Quarry", "type_line": "Land", "oracle_text": "{T}: Add {C}.", "layout": "normal"}


ATOMIC = {
    "meta": {"date": "2024-01-01", "version": "5"},
    "data": {
        "Gæl's Copper Ox": [
            {
                "name": "Gæl's Copper Ox", "manaCost": "{1}{R}", "type": "Artifact Creature — Ox", "power": "2",
                "toughness": "1", "colors": ["R"], "keywords": ["Haste", "Trample"], "layout": "normal",
                "text": "Trample, haste\nWhenever Gæl's Copper Ox dies, draw a card.", "foreignData": [{"name": "O"}],
            }
        ],
        "Half // Rest": [
            {"name": "Half // Rest", "faceName": "Rest", "side": "b", "type": "Sorcery", "layout": "aftermath"},
            {"name": "Half // Rest", "faceName": "Half", "side": "a", "type": "Instant", "layout": "aftermath"},
        ],
        "Timid Leaf // Roaring Tree": [
            {
                "name": "Timid Leaf // Roaring Tree", "faceName": "Timid Leaf", "side": "a", "manaCost": "{G}",
                "type": "Creature — Plant", "power": "0", "toughness": "1", "layout": "transform",
            },
            {
                "name": "Timid Leaf // Roaring Tree", "faceName": "Roaring Tree", "side": "b", "text": "Reach",
                "type": "Creature — Treefolk", "power": "5", "toughness": "5", "layout": "transform",
                "colorIndicator": ["G"],
            },
        ],
        "Left Wing // Whole Bird": [
            {
                "name": "Left Wing // Whole Bird", "faceName": "Left Wing", "side": "a", "type": "Creature — Bird",
                "layout": "meld", "cardParts": ["Left Wing", "Right Wing", "Whole Bird"],
            },
            {
                "name": "Left Wing // Whole Bird", "faceName": "Whole Bird", "side": "b", "type": "Creature — Bird",
                "layout": "meld", "cardParts": ["Left Wing", "Right Wing", "Whole Bird"],
            },
        ],
    },
}  # fmt: skip


def as_json(data: object, **options: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, **options).encode()


def imported(content: bytes, path: str) -> Imported:
    return import_cards(io.BytesIO(content), "bulk.json", path)


def store_of(path: str, *cards: Any) -> Store:
    imported(as_json(list(cards)), path)
    return Store(path)
