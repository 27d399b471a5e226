"""The rules program: finding it, choosing and loading rules, and a user's house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.program import house_answers, house_text, house_trees, made_chapters, named_rules, rule_files
    from solver.program.grounding import Grounding, Part, Step
    from solver.program.house_answers import blamed, place, read_abilities, unreadable
    from solver.program.named_rules import named, rules_text
    from solver.program.parsed_rules import (
        as_written,
        in_force,
        parsed,
        part_tree,
        replaced,
        syntax_trees,
        trees_of,
        trees_within,
    )
    from solver.program.rule_files import (
        FIRES,
        LITERAL,
        MADE,
        MEETING,
        REPLACED,
        VOCABULARY,
        Statement,
        as_in_file,
        chapter_text,
        chapters,
        checksum,
        every_chapter,
        everything,
        for_answers,
        forget,
        forget_too,
        further_chapter,
        keywords_with_effects,
        law,
        loads,
        name_of,
        path_of,
        read,
        root,
        statements,
        watched,
        written,
    )
    from solver.program.syntax_trees import nodes, predicates
    from solver.program.vocabulary import vocabulary
    from solver.program.what_follows import derived_by, users_of

__all__ = [
    "FIRES", "LITERAL", "MADE", "MEETING", "REPLACED", "VOCABULARY", "Grounding", "Part", "Statement", "Step",
    "as_in_file", "as_written", "blamed", "chapter_text", "chapters", "checksum", "derived_by", "every_chapter",
    "everything", "for_answers", "forget", "forget_too", "further_chapter", "house_answers", "house_text",
    "house_trees", "in_force", "keywords_with_effects", "law", "loads", "made_chapters", "name_of", "named",
    "named_rules", "nodes", "parsed", "part_tree", "path_of", "place", "predicates", "read", "read_abilities",
    "replaced", "root", "rule_files", "rules_text", "statements", "syntax_trees", "trees_of", "trees_within",
    "unreadable", "users_of", "vocabulary", "watched", "written",
]  # fmt: skip

offer(__name__)
