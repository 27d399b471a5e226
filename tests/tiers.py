"""Which tests are in the fast tier (`pytest -m fast`): enough of each kind to notice most mistakes within a minute.

All that is told of texts, boards and cards (`tests/facts`) is in it, and of each other test a few of the boards that it
is tried on, evenly spread. What takes a second or more by itself is left to the whole suite.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from itertools import groupby
from typing import TypeVar

import pytest

T = TypeVar("T")

COLLECTED = pytest.StashKey[tuple[pytest.Item, ...]]()
"""Under what the configuration keeps all tests, those that `-m` leaves out, too."""
WHOLE = ("tests/facts/*",)
"""Files with all their tests: they ask clingo for nothing, or for little."""
EACH = 3
"""Of a test with parameters, so many of them."""
OF_EACH_TOPIC = {"tests/test_cases.py::test_case": 4}
"""Of these, so many of each topic. A test is named after its topic and its case: ``test_case[levels/class_level]``."""
LEFT_OUT = (
    "tests/facts/test_damaged_store.py::test_no_damaged_copy_gives_another_answer",
    "tests/facts/test_entering.py::test_what_is_not_looked_for_is_not_there",
    "tests/facts/test_errors.py::test_it_is_one_printable_line",
    "tests/facts/test_long_texts.py::*",
    "tests/facts/test_names.py::test_a_label_is_always_a_plain_word",
    "tests/facts/test_oracle.py::test_no_mutilated_text_raises",
    "tests/facts/test_oracle_table.py::*",
    "tests/facts/test_reading.py::TestJson::test_it_says_what_json_says",
    "tests/facts/test_reading.py::TestYaml::test_depth",
    "tests/facts/test_sentence.py::test_the_library_reads",
    "tests/facts/test_sentence_read_again.py::test_what_is_said_of_a_form_reads_as_that_form",
    "tests/facts/test_store.py::TestWrongFiles::test_a_single_line_of_many_cards_takes_no_memory",
    "tests/reference/test_boards.py::test_*_do*_not_matter",
    "tests/reference/test_boards.py::test_*laws",
    "tests/reference/test_shrinking.py::test_bulk*",
    "tests/solver/test_alike.py::test_crowds",
    "tests/solver/test_batch.py::TestCommand::test_a_time_that_is_none",
    "tests/solver/test_batch.py::TestSeveralProcesses::*",
    "tests/solver/test_batch.py::test_a_long_chain_of_copies",
    "tests/solver/test_batch.py::test_groups_answer_as_each_alone",
    "tests/solver/test_bounded.py::test_a_counterexample_is_a_board",
    "tests/solver/test_bounded.py::test_a_round_has_one_answer_as_it_is_written",
    "tests/solver/test_bounded.py::test_broken_rules_are_noticed*",
    "tests/solver/test_bounded.py::test_command",
    "tests/solver/test_bounded.py::test_each_invariant_*",
    "tests/solver/test_bounded.py::test_no_board_is_found_on_which_an_invariant_does_not_hold",
    "tests/solver/test_bounded.py::test_what_a_board_comes_to_is_one_of_any_state",
    "tests/solver/test_bounded.py::test_what_is_*",
    "tests/solver/test_bounded.py::test_where_no_board_is_found_the_stages_are_named",
    "tests/solver/test_check.py::TestCommand::test_*",
    "tests/solver/test_check.py::test_every_rule_fires_on_some_case",
    "tests/solver/test_check.py::test_nothing_leads_to_its_own_absence_within_a_call",
    "tests/solver/test_check.py::test_the_calls_are_those_of_the_layer_loop",
    "tests/solver/test_check.py::test_what_does_not_fire_is_named",
    "tests/solver/test_check.py::test_without_cases",
    "tests/solver/test_cli.py::TestDerive::test_limits",
    "tests/solver/test_cluster.py::*",
    "tests/solver/test_compared_editions.py::test_*witness*",
    "tests/solver/test_contrast.py::test_on_random_boards",
    "tests/solver/test_explained_boards.py::test_a_walk_holds",
    "tests/solver/test_explained_boards.py::test_each_*",
    "tests/solver/test_explained_boards.py::test_every_answer_has_a_proof_that_checks",
    "tests/solver/test_explained_boards.py::test_what_is_said_is_read_as_it_was_meant",
    "tests/solver/test_grouping.py::test_grouped_boards_answer_as_each_alone",
    "tests/solver/test_hostile_rules.py::test_the_command_says_it_in_one_line_whatever_the_file_is_called",
    "tests/solver/test_house_rules.py::test_a_file_that_is_not_there",
    "tests/solver/test_house_rules.py::test_every_command_has_them",
    "tests/solver/test_house_rules.py::test_they_are_asked_of_supposed_states",
    "tests/solver/test_house_rules.py::test_what_never_ends_is_ended",
    "tests/solver/test_house_rules.py::test_what_usually_holds_is_warned_of",
    "tests/solver/test_limits.py::TestWaiting::test_on_a_terminal",
    "tests/solver/test_limits.py::TestWaiting::test_what_a_thread_is_doing",
    "tests/solver/test_limits.py::test_an_interrupt_ends_it_at_once",
    "tests/solver/test_limits.py::test_every_command_ends_in_time",
    "tests/solver/test_limits.py::test_five_hundred_effects_that_all_interact_end_clearly",
    "tests/solver/test_limits.py::test_reading_a_board_counts_as_memory",
    "tests/solver/test_mcp.py::*",
    "tests/solver/test_plain.py::test_every_*",
    "tests/solver/test_pool.py::*",
    "tests/solver/test_possible.py::test_no_rule_that_fires_is_missed",
    "tests/solver/test_possible.py::test_what_is_asked_for_comes_out_the_same",
    "tests/solver/test_prepared.py::TestForms::test_they_are_*",
    "tests/solver/test_prepared.py::test_a_new_filter_key_is_asked_of_supposed_states",
    "tests/solver/test_prepared.py::test_it_is_current",
    "tests/solver/test_prepared.py::test_sketches_are_those_of_the_syntax_trees",
    "tests/solver/test_prepared.py::test_the_chapters_made_of_the_law_are_current",
    "tests/solver/test_prepared.py::test_what_a_new_operation_touches_follows_from_its_rule",
    "tests/solver/test_prepared.py::test_without_it_the_rules_are_sketched",
    "tests/solver/test_program.py::test_what_counts_of_many_facts_is_what_counts_of_each",
    "tests/solver/test_program.py::test_what_facts_give_and_rules_derive_is_known",
    "tests/solver/test_query.py::TestLimits::test_a_query_that_*",
    "tests/solver/test_query.py::test_the_vocabulary_is_what_is_said_of_the_cases",
    "tests/solver/test_refinement.py::test_command",
    "tests/solver/test_refinement.py::test_it_says_what_the_law_alone_says",
    "tests/solver/test_refinement.py::test_many_boards_by_the_law_alone_are_as_one_by_one",
    "tests/solver/test_refinement.py::test_rings_of_three_are_among_the_boards",
    "tests/solver/test_removal.py::test_cases",
    "tests/solver/test_removal.py::test_random_boards",
    "tests/solver/test_serve_api.py::*",
    "tests/solver/test_serve_browser.py::*",
    "tests/solver/test_serve_page.py::*",
    "tests/solver/test_services.py::*",
    "tests/solver/test_sufficient.py::test_on_random_boards",
    "tests/solver/test_statements.py::test_copies_are_blind",
    "tests/solver/test_statements.py::test_it_holds_and_has_something_to_decide",
    "tests/solver/test_switches.py::*",
    "tests/solver/test_threads.py::*",
    "tests/solver/test_unfolding.py::test_the_answer_stays_the_same",
    "tests/solver/test_why.py::TestAskedAgain::test_the_same_proofs",
    "tests/solver/test_why.py::TestWhyNot::test_every_culprit_set_flips_the_answer_and_no_part_of_it_does",
    "tests/solver/test_why.py::TestWhyNot::test_it_says_how_many_were_taken_away_together",
    "tests/solver/test_why.py::TestWhyNot::test_so_it_is_on_random_boards",
    "tests/solver/test_why.py::TestWhyNot::test_what_is_not_looked_for_is_not_there",
    "tests/solver/test_why.py::test_a_party_has_proofs_that_check",
    "tests/solver/test_why.py::test_everything_has_a_proof_that_checks",
    "tests/solver/test_why.py::test_picked_atoms_are_those_that_are_there",
    "tests/solver/test_why_not_brute_force.py::test_it_is_what_trying_says",
    "tests/solver/test_why_not_said.py::TestNothingBlamesItself::test_in_the_examples",
    "tests/solver/test_why_not_said.py::test_what_is_so_without_some_things_is_in_reach",
    "tests/solver/test_workers.py::*",
    "tests/test_against_reference.py::test_*_boards",
    "tests/test_against_reference.py::test_the_newest_edition",
    "tests/test_bench.py::*",
    "tests/test_package.py::TestWheel::*",
    "tests/test_properties.py::*",
)
"""Tests that take too long, or all tests of a file that do, as shells match names."""


def function_of(item: pytest.Item) -> str:
    """Return the name of a test without its parameters: ``tests/test_cases.py::test_case``."""
    return item.nodeid.partition("[")[0]


def topic_of(item: pytest.Item) -> str:
    """Return the topic of a case: ``levels`` of ``test_case[levels/class_level]``."""
    return item.name.partition("[")[2].partition("/")[0]


def fast(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Return the tests of the fast tier.

    Args:
        items: All tests.
    """
    by_function: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        by_function[function_of(item)].append(item)
    for name, tests in by_function.items():
        if any(fnmatch(name, one) for one in LEFT_OUT):
            continue
        if any(fnmatch(name, one) for one in WHOLE):
            yield from tests
        elif name in OF_EACH_TOPIC:
            for _, topic in groupby(tests, topic_of):
                yield from spread(list(topic), OF_EACH_TOPIC[name])
        else:
            yield from spread(tests, EACH)


def spread(tests: list[T], most: int) -> list[T]:
    """Return so many tests, the first and the last among them, and the others as far from each other as can be.

    Args:
        tests: The tests of a function.
        most: How many, at most.
    """
    if len(tests) <= most:
        return tests
    return [tests[place * (len(tests) - 1) // (most - 1)] for place in range(most)]
