"""Says in plain sentences what an arbitration came to: how far answers agree, what was varied, and what else the evidence would fit.

Hypotheses of one and the same evidence count once here: they are no further witnesses. All of them stand in the arbitration itself.

How they are shown is left to `cckg.terminal.render_answer` and `cckg.export.answer`.
"""

from collections.abc import Mapping

from cckg.core.arbitration import Arbitration, Hypothesis, Operator
from cckg.core.evidence import Answer

CHANGED: Mapping[Operator, str] = {
    Operator.ROLE: "other roles",
    Operator.TEMPORAL: "another time, place or order",
    Operator.ENTITY: "another name or event",
    Operator.CATEGORICAL: "another kind, or the opposite",
    Operator.SCOPE: "another extent",
}
"""What each operator changes, for people."""


UNWEIGHED = "No passage fits the question well enough to be weighed; an answer on other grounds stands."
"""What is told of an arbitration for which no evidence was left."""


def apart(found: Arbitration) -> list[Hypothesis]:
    """Return the hypotheses that rest on different evidence, best first: of those with the same evidence and answer the first.

    Without hypotheses there are none.
    """
    kept: dict[tuple[tuple[str, ...], str], Hypothesis] = {}
    for hypothesis in found.hypotheses:
        kept.setdefault((hypothesis.evidence, hypothesis.answer), hypothesis)
    return list(kept.values())


def agreement(found: Arbitration) -> str:
    """Say how many of the hypotheses that rest on different evidence answer like the best one, "" where none was written.

    Where none has an answer, that is said, and that it is no objection to an answer that has other grounds; where the question is not
    decided, that none of them is the answer.
    """
    if not found.hypotheses:
        return ""
    best, count = found.hypotheses[0], len(_answered(found))
    if not best.answer:
        return "No share of the evidence gives a short answer; this is no objection to an answer on other grounds."
    if found.undecided:
        return "Not decided: the hypotheses are not the answer."
    if count == 1:
        return "One answer was written; there is none to compare it with."
    if found.merged:
        return f"The {count} answers do not agree; chosen of all: {found.answer or 'none'}."
    agreeing = round(best.agreement * len(found.hypotheses))
    if agreeing == sum(bool(hypothesis.answer) for hypothesis in found.hypotheses):
        return f"All {count} answers agree."
    return f"{agreeing} of {count} answers agree." if _is_counted_once(found) else f"Not all {count} answers agree."


def alike(hypothesis: Hypothesis, *, of: Arbitration) -> str:
    """Say which share of all hypotheses answers like one of them, "" where there is none to compare it with, or one counts twice."""
    is_told = len(_answered(of)) > 1 and _is_counted_once(of)
    return f"{hypothesis.agreement:.0%} agree" if is_told else ""


def held_back(answer: Answer) -> str:
    """Say that an answer which abstains does so in spite of what was chosen of the hypotheses; "" where there is no such thing to say."""
    if not answer.abstained or answer.arbitration is None or not answer.arbitration.answer:
        return ""
    return "The answer above abstains: what was chosen here is shown beside it, and not given as the answer."


def told_apart(found: Arbitration) -> str:
    """Say which variation comes closest, and whether the evidence would fit it as well; "" where the ratio (CF-RAG eq. 47) is not known.

    Below .7 the evidence is about the question, above .9 it is not told apart from the variation; these bounds are the paper's.
    """
    if found.crr is None:
        return ""
    closest = f"“{found.closest.question}”" if found.closest else "the closest of these"
    ratio = f"Counterfactual relevance ratio {found.crr:.2f}:"
    if found.crr < _CLEAR:
        return f"{ratio} the evidence is about your question. What comes closest, {closest}, fits it clearly less."
    if found.crr <= _UNCLEAR:
        return f"{ratio} the evidence fits {closest} nearly as well as your question. See that the quotes speak of yours."
    how = "better than" if found.crr > _BETTER else "as well as"
    little = "Answers that agree prove" if len(_answered(found)) > 1 else "An answer proves"
    return (
        f"{ratio} the evidence fits {closest} {how} your question, so it does not tell the two apart. "
        f"{little} little here: see that the quotes speak of yours."
    )


def varied(found: Arbitration) -> list[str]:
    """Return each variation behind what was changed in it, in the order of the arbitration; none gives none."""
    return [f"{CHANGED[variation.operator]}: {variation.question}" for variation in found.variations]


# Private

_CLEAR, _UNCLEAR = 0.7, 0.9
_BETTER = 1.05  # from here on a ratio is told as more than 1


def _answered(found: Arbitration) -> list[Hypothesis]:
    return [hypothesis for hypothesis in apart(found) if hypothesis.answer]


def _is_counted_once(found: Arbitration) -> bool:
    """Tell whether no two hypotheses are one and the same, so that shares of all are shares of those that differ."""
    return len(apart(found)) == len(found.hypotheses)
