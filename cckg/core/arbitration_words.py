"""Says in plain sentences what an arbitration came to: how far answers agree, what was varied, and what else the evidence would fit.

How they are shown is left to `cckg.render_answer` and `cckg.exports_answer`.
"""

from collections.abc import Mapping

from cckg.core.arbitration import Arbitration, Operator

CHANGED: Mapping[Operator, str] = {
    Operator.ROLE: "other roles",
    Operator.TEMPORAL: "another time or place",
    Operator.ENTITY: "another name or event",
    Operator.CATEGORICAL: "another kind, or the opposite",
    Operator.SCOPE: "another extent",
}
"""What each operator changes, for people."""


def agreement(found: Arbitration) -> str:
    """Say how many of the hypotheses answer like the best one, "" where none was written.

    Where none has an answer, that is said, and that it is no objection to an answer that has other grounds.
    """
    count = len(found.hypotheses)
    if not count:
        return ""
    best = found.hypotheses[0]
    if not best.answer:
        return "No share of the evidence gives a short answer; this is no objection to an answer on other grounds."
    alike = round(best.agreement * count)
    count = sum(bool(hypothesis.answer) for hypothesis in found.hypotheses)
    if count == 1:
        return "One answer was written; there is none to compare it with."
    if found.merged:
        return f"The {count} answers do not agree; chosen of all: {found.answer or 'none'}."
    return f"All {count} answers agree." if alike == count else f"{alike} of {count} answers agree."


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
    return (
        f"{ratio} the evidence fits {closest} {how} your question, so it does not tell the two apart. "
        "Answers that agree prove little here: see that the quotes speak of yours."
    )


def varied(found: Arbitration) -> list[str]:
    """Return each variation behind what was changed in it, in the order of the arbitration; none gives none."""
    return [f"{CHANGED[variation.operator]}: {variation.question}" for variation in found.variations]


# Private

_CLEAR, _UNCLEAR = 0.7, 0.9
_BETTER = 1.05  # from here on a ratio is told as more than 1
