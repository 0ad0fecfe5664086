"""Stretches of text are told as statements."""

import pytest

from cckg.language.statements import statement_of


@pytest.mark.parametrize(
    ("stretch", "statement"),
    [
        ("split the pipe", "the pipe was split"),
        ("pushed the Ambel over its banks", "the Ambel was pushed over its banks"),
        ("killed two rangers near the lake", "two rangers were killed near the lake"),
        ("killed hundreds of trout", "hundreds of trout were killed"),
        ("barges to sail half empty", "barges sailed half empty"),
        ("the decision to retire the ship", "the decision to retire the ship"),
        ("the failure of the crew to respond", "the failure of the crew to respond"),
        ("killed the driver and injured two passengers", "killed the driver and injured two passengers"),
        ("fell two floors", "fell two floors"),
        ("dropped 20 percent after the report", "dropped 20 percent after the report"),
        ("became a problem for the yard", "became a problem for the yard"),
        ("made the road impassable", "made the road impassable"),
        ("left two people dead", "left two people dead"),
        ("said the gate was open", "said the gate was open"),
        ("burned the mill down", "the mill was burned down"),
        ("delayed the opening until the spring", "the opening was delayed until the spring"),
        ("damaged a number of cars", "a number of cars were damaged"),
        ("killed the sheep", "the sheep were killed"),
        ("killed the larvae of the herring", "the larvae of the herring were killed"),
        ("killed the children of the village", "the children of the village were killed"),
        ("released the gas", "the gas was released"),
        ("him to fall", "he fell"),
        ("the ladder and him to fall", "the ladder and he fell"),
        ("customers worldwide to see error pages", "customers worldwide saw error pages"),
        ("a change to the manual to include a test", "a change to the manual to include a test"),
        ("a fault causing it to hang thus cascading down", "a fault causing it to hang thus cascading down"),
        ("knocked down the wall", "the wall was knocked down"),
        ("deterred any efforts to save the ship", "any efforts to save the ship were deterred"),
        ("stepped over the rope", "stepped over the rope"),
        ("rolled down the hill", "rolled down the hill"),
        ("the pump to stop and restart", "the pump stopped and restarted"),
        ("the pumps to stall or be slow", "the pumps stalled or were slow"),
        ("the tube to lose heat and pressure", "the tube lost heat and pressure"),
        ("the nodes to hang and drop out of the cluster", "the nodes hung and dropped out of the cluster"),
        ("access to the keys to consistently fail", "access to the keys consistently failed"),
        ("the relay to retransmit an update", "the relay retransmitted an update"),
        ("operations such as re-imaging to fail", "operations such as re-imaging failed"),
        ("load dynamics trying to boom up", "load dynamics trying to boom up"),
        ("a lack of memory as it tried to start", "a lack of memory as it tried to start"),
        ("broken valves", "broken valves"),
        ("reduced staffing in the yard", "reduced staffing in the yard"),
        ("the pump stopped", "the pump stopped"),
    ],
)
def test_a_bare_predicate_becomes_a_statement(stretch: str, statement: str) -> None:
    assert statement_of(stretch, cue="forced") == statement


@pytest.mark.parametrize(
    ("stretch", "cue", "statement"),
    [
        ("the bees away", "kept", "the bees were kept away"),
        ("the ships in port", "kept", "the ships were kept in port"),
        ("kept prices low", "", "prices were kept low"),
        ("the residents awake until May", "kept", "the residents were kept awake until May"),
        ("the bees away", "drove", "the bees away"),
        ("the building from burning down", "kept", "the building from burning down"),
        ("the promise", "kept", "the promise"),
        ("kept falling", "", "kept falling"),
    ],
)
def test_what_was_kept_so_is_told_whole(stretch: str, cue: str, statement: str) -> None:
    assert statement_of(stretch, cue=cue) == statement


@pytest.mark.parametrize(
    ("stretch", "cue", "statement"),
    [
        ("the primary unable to read", "left", "the primary was unable to read"),
        ("them unavailable", ", rendering", "they were unavailable"),
        ("the crew without data", "leaving", "the crew without data"),
        ("the Orsk canal in disrepair", "left", "the Orsk canal was left in disrepair"),
        ("each query hold its connection longer", "made", "each query held its connection longer"),
        ("the query slow", "made", "the query was slow"),
        ("access and change difficult", "made", "access and change were difficult"),
        ("them unreachable to the rest of the network", ", making", "they were unreachable to the rest of the network"),
        ("sure that the valve was open", "made", "sure that the valve was open"),
        ("it clear that the valve was open", "made", "it clear that the valve was open"),
        ("the service largely unreachable for two hours", "made", "the service was largely unreachable for two hours"),
        ("the proxy suffer so much", "made", "the proxy suffered so much"),
        ("the health checks time out", "made", "the health checks timed out"),
        ("the driver lose control", "making", "the driver lost control"),
        ("the steel pipe", "made", "the steel pipe"),
        ("it harder to look into", "made", "it was harder to look into"),
        ("it more difficult to restart", "making", "it was more difficult to restart"),
        ("the vegetable soup", "made", "the vegetable soup"),
        ("a decision", "made", "a decision"),
        ("the server unable to read", "caused", "the server unable to read"),
    ],
)
def test_what_something_was_left_or_made_is_told_whole(stretch: str, cue: str, statement: str) -> None:
    assert statement_of(stretch, cue=cue) == statement


@pytest.mark.parametrize(
    ("stretch", "statement"),
    [
        ("attracted young cod", "young cod was attracted"),
        ("raised prices in the north", "prices were raised in the north"),
        ("fell sharply", "fell sharply"),
        ("collapsed last week", "collapsed last week"),
        ("substantially improved access", "access was substantially improved"),
        ("substantially improved API access", "API access was substantially improved"),
        ("blew sand and soil on the worker", "sand and soil were blown on the worker"),
        ("knocking him off the roof", "he was knocked off the roof"),
        ("killing the nurse and porter", "the nurse and porter were killed"),
        ("overwhelming the balancers", "the balancers were overwhelmed"),
        ("leaving at noon", "leaving at noon"),
        ("spread rapidly", "spread rapidly"),
    ],
)
def test_a_predicate_behind_which_needs_no_article(stretch: str, statement: str) -> None:
    assert statement_of(stretch, is_predicate=True) == statement


def test_of_a_part_the_whole_decides_the_number() -> None:
    assert statement_of("destroyed most of the apricot blossom at Velm") == "most of the apricot blossom was destroyed at Velm"
    assert statement_of("killed most of the trout in the lake") == "most of the trout were killed in the lake"
    assert statement_of("ruined half of the harvest") == "half of the harvest was ruined"
    assert statement_of("starved the engine of power") == "the engine was starved of power"
    assert statement_of("informed the head of the school") == "the head of the school was informed"


def test_a_participle_that_may_describe_a_noun_stays_without_which() -> None:
    assert statement_of("crowded labour camps in the valley") == "crowded labour camps in the valley"


def test_what_nobody_was_made_to_do_keeps_its_infinitive() -> None:
    assert statement_of("the crew to leave") == "the crew to leave"
    assert statement_of("the crew to leave", cue="because of") == "the crew to leave"


@pytest.mark.parametrize(
    ("stretch", "cue", "statement"),
    [
        ("the server into a read-only state", "initially forced", "the server was forced into a read-only state"),
        ("prices up by a third", "pushed", "prices were pushed up by a third"),
        ("production to a halt", "brought", "production was brought to a halt"),
        ("the load back to its usual value", "brought", "the load was brought back to its usual value"),
        ("the matter to a court", "brought", "the matter to a court"),
        ("them off the road", ", pushing", "they were pushed off the road"),
        ("an error into the sums", "introduced", "an error was introduced into the sums"),
        ("a report to the board", "sent", "a report to the board"),
        ("the server into a loop", "caused", "the server into a loop"),
    ],
)
def test_where_something_was_brought_is_told_whole(stretch: str, cue: str, statement: str) -> None:
    assert statement_of(stretch, cue=cue) == statement


@pytest.mark.parametrize("cue", ["allowed", ", allowing", "enabled", "permitted", "enough for", "enough for "])
def test_what_was_made_possible_is_told_as_done(cue: str) -> None:
    assert statement_of("the crew to breathe", cue=cue) == "the crew breathed"


@pytest.mark.parametrize(
    ("text", "cue", "told"),
    [
        ("a rollback more difficult", "makes", "a rollback was more difficult"),
        ("the server to become slow to open and close tables", "caused", "the server became slow to open and close tables"),
        ("delays on any action that needed to submit a job", "causing", "delays on any action that needed to submit a job"),
        ("the connection to never be closed", "caused", "the connection was never closed"),
        ("the pump to stop and restart", "caused", "the pump stopped and restarted"),
    ],
)
def test_what_belongs_to_an_adjective_or_a_relative_clause_is_not_told_as_done(text: str, cue: str, told: str) -> None:
    assert statement_of(text, cue=cue) == told
