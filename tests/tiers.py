"""Which tests are in the fast tier (`pytest -m fast`): enough of each kind to notice most mistakes within a minute.

The tests of texts, boards and cards (`tests/facts`) are in it. Each other test tries two of its boards, far from each
other. The tests that take half a second or more are left to the whole suite, where others of their kind are quicker.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from fnmatch import translate
from itertools import groupby
from typing import TypeVar

import pytest

T = TypeVar("T")

COLLECTED = pytest.StashKey[tuple[pytest.Item, ...]]()
"""The key under which the configuration keeps all tests, also those that `-m` leaves out."""
WHOLE = ("tests/facts/*",)
"""Files with all their tests: they ask little of clingo."""
EACH = 2
"""The number of parameters with which a test runs."""
OF_EACH_TOPIC = {"tests/test_cases.py::test_case": 3}
"""Tests that run with this many cases of a topic. They are named after topic and case: ``[levels/class_level]``."""
LEFT_OUT = (
    "tests/facts/board/steps/test_entering.py::test_an_object_told_in_the_short_way_has_all_that_it_has_otherwise",
    "tests/facts/board/test_frozen.py::test_nothing_changes_the_document_of_a_board",
    "tests/facts/cards/store/test_damaged_store.py::test_no_damaged_copy_gives_another_answer",
    "tests/facts/cards/store/test_wrong_files.py::TestWrongFiles::test_a_single_line_of_many_cards_takes_no_memory",
    "tests/facts/effects/form/test_form.py::test_each_form_is_a_typed_value_and_the_same_data_again",
    "tests/facts/oracle/read/test_long_texts.py::*",
    "tests/facts/oracle/read/test_oracle_table.py::*",
    "tests/facts/oracle/say/test_sentence.py::test_the_library_reads",
    "tests/facts/oracle/test_oracle.py::test_no_mutilated_text_raises",
    "tests/facts/oracle/test_oracle.py::test_no_sentence_is_passed_over_for_a_condition_that_is_not_read",
    "tests/facts/oracle/test_sentence_read_again.py::test_a_form_of_the_cases_reads_back",
    "tests/facts/oracle/test_sentence_read_again.py::test_a_form_of_the_library_reads_back",
    "tests/facts/runtime/test_on_demand.py::test_a_name_is_what_stands_in_a_module_even_where_that_has_it_too",
    "tests/facts/text/test_errors.py::test_it_is_one_printable_line",
    "tests/facts/text/test_names.py::test_a_label_is_always_a_plain_word",
    "tests/facts/text/test_names.py::test_the_normal_form_is_stable",
    "tests/facts/text/test_reading.py::TestJson::test_it_says_what_json_says",
    "tests/facts/text/test_reading.py::TestYaml::test_depth",
    "tests/reference/test_boards.py::test_*_do*_not_matter",
    "tests/reference/test_boards.py::test_*laws",
    "tests/reference/test_events.py::test_they_agree",
    "tests/reference/test_shrinking.py::test_boards_that_cannot_be_derived_are_made_small_too",
    "tests/reference/test_shrinking.py::test_bulk*",
    "tests/solver/answer/test_answers.py::TestTheData::test_boards_together_tell_the_same_as_each_alone",
    "tests/solver/ask/check/bounded/test_bounded.py::test_a_counterexample_is_a_board",
    "tests/solver/ask/check/bounded/test_bounded.py::test_a_round_has_one_answer_as_it_is_written",
    "tests/solver/ask/check/bounded/test_bounded.py::test_an_invariant_about_nothing_does_not_hold",
    "tests/solver/ask/check/bounded/test_bounded.py::test_an_invariant_about_nothing_is_found_out",
    "tests/solver/ask/check/bounded/test_bounded.py::test_broken_rules_are_noticed*",
    "tests/solver/ask/check/bounded/test_bounded.py::test_command",
    "tests/solver/ask/check/bounded/test_bounded.py::test_each_invariant_*",
    "tests/solver/ask/check/bounded/test_bounded.py::test_no_board_is_found_on_which_an_invariant_does_not_hold",
    "tests/solver/ask/check/bounded/test_bounded.py::test_prepared_sketches_say_the_same",
    "tests/solver/ask/check/bounded/test_bounded.py::test_proofs_are_about_the_boards_of_derive",
    "tests/solver/ask/check/bounded/test_bounded.py::test_rules_that_are_left_out_cannot_fire",
    "tests/solver/ask/check/bounded/test_bounded.py::test_states_that_boards_reach_are_among_any_state",
    "tests/solver/ask/check/bounded/test_bounded.py::test_where_no_board_is_found_the_stages_are_named",
    "tests/solver/ask/check/broken_law/test_broken_law.py::*",
    "tests/solver/ask/check/planted/test_planted_bugs.py::test_they_notice_it",
    "tests/solver/ask/check/refinement/test_refinement.py::test_an_error_of_a_board_concerns_it_alone",
    "tests/solver/ask/check/refinement/test_refinement.py::test_command",
    "tests/solver/ask/check/refinement/test_refinement.py::test_effects_with_one_timestamp_are_among_the_boards",
    "tests/solver/ask/check/refinement/test_refinement.py::test_it_says_what_the_law_alone_says",
    "tests/solver/ask/check/refinement/test_refinement.py::test_rings_of_three_are_among_the_boards",
    "tests/solver/ask/check/refinement/test_refinement.py::test_the_claims_that_are_asked_have_each_operation",
    "tests/solver/ask/check/specification/test_claims.py::*",
    "tests/solver/ask/check/specification/test_finding_claims.py::*",
    "tests/solver/ask/check/specification/test_statements.py::test_a_statement_that_nothing_comes_up_for_does_not_hold",
    "tests/solver/ask/check/specification/test_statements.py::test_copies_are_blind",
    "tests/solver/ask/check/specification/test_statements.py::test_it_holds_and_has_something_to_decide",
    "tests/solver/ask/check/test_check.py::TestCommand::test_*",
    "tests/solver/ask/check/test_check.py::test_atoms_open_only_for_boards_together_are_named",
    "tests/solver/ask/check/test_check.py::test_every_rule_fires_on_some_case",
    "tests/solver/ask/check/test_check.py::test_nothing_leads_to_its_own_absence_within_a_call",
    "tests/solver/ask/check/test_check.py::test_rules_that_do_not_fire_are_named",
    "tests/solver/ask/check/test_check.py::test_the_calls_are_those_of_the_layer_loop",
    "tests/solver/ask/check/test_check.py::test_without_cases",
    "tests/solver/ask/check/test_compared_editions.py::test_*witness*",
    "tests/solver/ask/check/test_decisive.py::test_cases_say_what_decides_them",
    "tests/solver/ask/check/test_decisive.py::test_paragraphs_without_rules_are_declared",
    "tests/solver/ask/explain/fact/test_facts.py::TestAskable::test_short_is_at_most_ten_lines",
    "tests/solver/ask/explain/reasons/test_contrast.py::test_on_random_boards",
    "tests/solver/ask/explain/proof/test_part_of_board.py::test_on_random_boards",
    "tests/solver/ask/explain/proof/test_sufficient.py::test_on_random_boards",
    "tests/solver/ask/explain/proof/test_sufficient.py::test_the_things_that_a_proof_names_give_its_fact",
    "tests/solver/ask/explain/reasons/test_why.py::TestAskedAgain::*",
    "tests/solver/ask/explain/reasons/test_why.py::TestCommands::test_formats",
    "tests/solver/ask/explain/reasons/test_proofs_check.py::TestTheChecker::test_it_accepts",
    "tests/solver/ask/explain/reasons/test_why_not.py::TestWhyNot::test_every_culprit_set_flips_the_answer_and_no_part_of_it_does",
    "tests/solver/ask/explain/reasons/test_why_not.py::TestWhyNot::test_it_says_how_many_were_taken_away_together",
    "tests/solver/ask/explain/reasons/test_why_not.py::TestWhyNot::test_so_it_is_on_random_boards",
    "tests/solver/ask/explain/reasons/test_why_not.py::TestWhyNot::test_as_many_culprits_are_found_as_when_all_are_tried",
    "tests/solver/ask/explain/reasons/test_why_not.py::TestWhyNot::test_where_*",
    "tests/solver/ask/explain/reasons/test_proofs_check.py::test_a_party_has_proofs_that_check",
    "tests/solver/ask/explain/reasons/test_proofs_check.py::test_everything_has_a_proof_that_checks",
    "tests/solver/ask/explain/reasons/test_why.py::test_picked_atoms_are_those_that_are_there",
    "tests/solver/ask/explain/test_explained_boards.py::test_a_walk_holds",
    "tests/solver/ask/explain/test_explained_boards.py::test_each_*",
    "tests/solver/ask/explain/test_explained_boards.py::test_every_answer_has_a_proof_that_checks",
    "tests/solver/ask/explain/test_explained_boards.py::test_every_key_of_json_is_documented",
    "tests/solver/ask/explain/test_explained_boards.py::test_a_fact_in_words_reads_as_the_same_fact",
    "tests/solver/ask/explain/walk/test_picture.py::test_nothing_overlaps*",
    "tests/solver/ask/explain/walk/test_walk.py::TestCommand::test_formats",
    "tests/solver/ask/explain/whynot/test_removal.py::test_cases",
    "tests/solver/ask/explain/whynot/test_removal.py::test_random_boards",
    "tests/solver/ask/explain/whynot/test_why_not_brute_force.py::test_it_is_what_trying_says",
    "tests/solver/ask/explain/whynot/test_why_not_said.py::TestNothingBlamesItself::test_in_the_examples",
    "tests/solver/ask/explain/whynot/test_why_not_said.py::test_facts_without_some_things_are_in_reach",
    "tests/solver/ask/test_query.py::TestLimits::test_a_query_that_*",
    "tests/solver/ask/test_query.py::test_the_vocabulary_is_what_is_said_of_the_cases",
    "tests/solver/board_dialogue/test_session.py::test_on_a_terminal*",
    "tests/solver/board_dialogue/test_session.py::test_the_other_steps",
    "tests/solver/cli/test_shell.py::TestBehaviourInAShell::*",
    "tests/solver/cli/test_cli.py::TestDerive::test_limits",
    "tests/solver/cli/test_cli.py::TestDerive::test_the_process_ends_with_all_that_is_to_come",
    "tests/solver/cli/test_coloring.py::test_on_a_terminal",
    "tests/solver/cli/test_completing.py::test_the_shell_completes_files",
    "tests/solver/engine/test_plain.py::test_every_*",
    "tests/solver/engine/test_plain.py::test_random_boards_of_cards",
    "tests/solver/mcp/test_mcp.py::*",
    "tests/solver/mcp/test_mcp_answers.py::TestExamples::test_the_others",
    "tests/solver/mcp/test_mcp_answers.py::test_answers_are_short_and_more_can_be_asked_for",
    "tests/solver/program/test_hostile_rules.py::test_the_command_says_it_in_one_line_whatever_the_file_is_called",
    "tests/solver/ask/test_house_rules.py::test_a_condition_that_usually_holds_gives_a_warning",
    "tests/solver/ask/test_house_rules.py::test_a_file_that_is_not_there",
    "tests/solver/ask/test_house_rules.py::test_an_endless_process_is_ended",
    "tests/solver/ask/test_house_rules.py::test_every_command_has_them",
    "tests/solver/ask/test_house_rules.py::test_rules_that_supposed_states_cannot_use_are_refused",
    "tests/solver/ask/test_house_rules.py::test_they_are_asked_of_supposed_states",
    "tests/solver/ask/test_house_rules.py::test_they_are_read_with_the_others",
    "tests/solver/program/test_program.py::test_gates_can_open_and_keep_away",
    "tests/solver/program/test_program.py::test_outlines_of_many_facts_are_those_of_each",
    "tests/solver/program/test_program.py::test_values_of_facts_and_rules_are_known",
    "tests/solver/run/test_batch.py::TestCommand::test_a_time_that_is_none",
    "tests/solver/run/test_batch.py::TestCommand::test_the_output_goes_in_mid_run",
    "tests/solver/run/test_batch.py::TestOutput::test_it_is_the_same_whatever_the_terminal_can_show",
    "tests/solver/run/test_batch.py::TestSeveralProcesses::*",
    "tests/solver/run/test_batch.py::test_a_long_chain_of_copies",
    "tests/solver/run/test_batch.py::test_groups_answer_as_each_alone",
    "tests/solver/run/test_cluster.py::*",
    "tests/solver/process/test_limits.py::TestWaiting::test_on_a_terminal",
    "tests/solver/process/test_limits.py::TestWaiting::test_the_work_of_a_thread",
    "tests/solver/process/test_limits.py::test_an_interrupt_ends_it_at_once",
    "tests/solver/process/test_limits.py::test_every_command_ends_in_time",
    "tests/solver/process/test_limits.py::test_five_hundred_effects_that_all_interact_end_clearly",
    "tests/solver/process/test_limits.py::test_reading_a_board_counts_as_memory",
    "tests/solver/process/test_limits.py::test_whoever_reads_slowly_costs_no_time",
    "tests/solver/process/test_limits.py::test_whoever_stops_reading_is_left_in_peace",
    "tests/solver/process/test_limits.py::test_within_the_limits_the_answer_is_the_same",
    "tests/solver/run/test_pool.py::*",
    "tests/solver/process/test_threads.py::*",
    "tests/solver/run/test_workers.py::*",
    "tests/solver/serve/browser/test_page_in_use.py::*",
    "tests/solver/serve/browser/test_page_looks.py::*",
    "tests/solver/serve/test_serve_api.py::*",
    "tests/solver/serve/test_serve_page.py::*",
    "tests/solver/serve/test_serve_steps.py::test_a_large_board_comes_without_its_walk",
    "tests/solver/speed/test_alike.py::test_crowds",
    "tests/solver/ask/together/test_grouping.py::test_grouped_boards_answer_as_each_alone",
    "tests/solver/speed/test_possible.py::test_no_rule_that_fires_is_missed",
    "tests/solver/speed/test_possible.py::test_the_wanted_atoms_are_the_same",
    "tests/solver/speed/test_prepared.py::TestForms::test_proofs_read_no_rule_from_its_syntax_tree",
    "tests/solver/speed/test_prepared.py::TestForms::test_they_are_*",
    "tests/solver/speed/test_prepared.py::test_a_filter_key_that_cannot_be_turned_round_is_refused",
    "tests/solver/speed/test_prepared.py::test_a_new_filter_key_is_asked_of_supposed_states",
    "tests/solver/speed/test_prepared.py::test_a_rule_is_parsed_only_when_it_is_needed",
    "tests/solver/speed/test_prepared.py::test_an_object_judged_by_another_must_be_related_to_it",
    "tests/solver/speed/test_prepared.py::test_it_is_current",
    "tests/solver/speed/test_prepared.py::test_no_kind_is_minded_whatever_the_board",
    "tests/solver/speed/test_prepared.py::test_sketches_are_those_of_the_syntax_trees",
    "tests/solver/speed/test_prepared.py::test_the_chapters_made_of_the_law_are_current",
    "tests/solver/speed/test_prepared.py::test_the_second_boards_and_why_not_sketch_no_rule",
    "tests/solver/speed/test_prepared.py::test_the_conditions_of_a_predicate_that_a_rule_asks_for_count_as_its_own",
    "tests/solver/speed/test_prepared.py::test_the_values_that_an_operation_touches_follow_from_its_rule",
    "tests/solver/speed/test_prepared.py::test_what_is_said_of_objects_alone_matters_to_the_effects_that_ask_for_it",
    "tests/solver/speed/test_prepared.py::test_without_it_the_rules_are_sketched",
    "tests/solver/speed/test_switches.py::*",
    "tests/solver/speed/test_unfolding.py::test_every_board_answers_as_with_the_rules_as_they_are_written",
    "tests/solver/speed/test_unfolding.py::test_the_answer_stays_the_same",
    "tests/solver/speed/test_versions.py::test_the_rules_that_come_with_the_program_have_that_form",
    "tests/solver/test_services.py::*",
    "tests/test_against_reference.py::test_*_boards",
    "tests/test_against_reference.py::test_the_newest_edition",
    "tests/test_bench.py::*",
    "tests/test_imports.py::test_a_package_offers_only_what_is_used_elsewhere",
    "tests/test_imports.py::test_no_module_needs_itself_through_others",
    "tests/test_package.py::TestWheel::*",
    "tests/test_properties.py::*",
    "tests/test_where_boards_go.py::*",
)
"""Tests that take too long; ``*`` stands for anything. ``FILE::*`` leaves out a file whole."""


_LEFT_OUT, _WHOLE = (re.compile("|".join(map(translate, names))) for names in (LEFT_OUT, WHOLE))
"""Each as one pattern: every worker of a run asks for every test."""


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
        if _LEFT_OUT.match(name):
            continue
        if _WHOLE.match(name):
            yield from tests
        elif name in OF_EACH_TOPIC:
            for _, topic in groupby(tests, topic_of):
                yield from spread(list(topic), OF_EACH_TOPIC[name])
        else:
            yield from spread(tests, EACH)


def spread(tests: list[T], most: int) -> list[T]:
    """Return a number of tests: the first, the last, and others that are as far from each other as possible.

    Args:
        tests: The tests of a function.
        most: How many, at most.
    """
    if len(tests) <= most:
        return tests
    return [tests[place * (len(tests) - 1) // (most - 1)] for place in range(most)]
