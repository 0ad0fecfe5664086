"""Of the shares of evidence that hypotheses are written from one is all of it, but for what is least relevant."""

from cckg.settings_retrieval import ArbitrationPolicy
from queries.arbitration.arbitration import WHOLE
from tests.unit.test_arbitration import FirstWord, arbitrated


def test_one_share_is_all_the_evidence_but_for_what_is_least_relevant() -> None:
    evidence = {f"e{place:02}": f"thing{place} is told of in text{place}" for place in range(WHOLE + 4)}
    relevance = [0.9 - 0.02 * place for place in range(len(evidence))]
    writer = FirstWord()
    found = arbitrated(evidence, [relevance], policy=ArbitrationPolicy(hypotheses=3), writer=writer)
    told = list(evidence.values())
    assert tuple(told[:WHOLE]) in writer.asked
    assert all(len(asked) < WHOLE for asked in writer.asked if asked != tuple(told[:WHOLE]))
    assert tuple(list(evidence)[:WHOLE]) in {hypothesis.evidence for hypothesis in found.hypotheses}


def test_without_the_whole_every_share_is_drawn() -> None:
    evidence = {f"e{place:02}": f"thing{place} is told of in text{place}" for place in range(12)}
    writer = FirstWord()
    arbitrated(evidence, [[0.5] * 12], policy=ArbitrationPolicy(hypotheses=3, whole=False), writer=writer)
    assert all(len(asked) < len(evidence) for asked in writer.asked)
