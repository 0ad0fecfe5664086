"""Are questions taken apart rightly? Questions written and taken apart by hand, and conditional sentences (counterfactual_spans)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cckg.core.questions import ParsedQuestion
from cckg.core.text import token_f1, words
from cckg.extraction import ClaimReader
from cckg.questions import LocalQuestionParser

Row = Mapping[str, Any]


def question_figures(rows: Sequence[Row], parser: LocalQuestionParser) -> dict[str, float]:
    """Measure a parser: the kind, the main event and the interventions word for word (but for case, marks and a first "the"), and all."""
    parsed = [(parser.parse(row["question"]), row) for row in rows]
    kinds = [one.asks == row["asks"] for one, row in parsed]
    mains = [_bare(one.main_event) == _bare(row["main_text"]) for one, row in parsed]
    sets = [_interventions(one) == sorted((_bare(set_["text"]), set_["sets"]) for set_ in row["interventions"]) for one, row in parsed]
    both = [first and second for first, second in zip(mains, sets, strict=True)]
    counted = {"kind": kinds, "main event": mains, "interventions": sets, "event and interventions": both}
    return {name: sum(found) / len(found) for name, found in counted.items()}


def ordinary_figures(rows: Sequence[Row], parser: LocalQuestionParser) -> dict[str, float]:
    """Measure a parser on ordinary questions, written without sight of its rules: route, kind, and the token F1 of main event and cause."""
    parsed = [(parser.parse(row["question"]), row) for row in rows]
    return {
        "route": _mean(one.route == row["route"] for one, row in parsed),
        "kind": _mean(one.asks == row["asks"] for one, row in parsed),
        "main event: token F1": _mean(_f1(_main(one, row["asks"]), row["main"]) for one, row in parsed if row["main"]),
        "cause: token F1": _mean(_f1(_set_event(one) or one.cause, row["cause"]) for one, row in parsed if row["cause"]),
    }


def conditional_figures(rows: Sequence[Row], reader: ClaimReader) -> dict[str, float]:
    """Measure the token F1 of antecedent (what is supposed) and consequent (what would follow) in statements."""
    scores: dict[str, list[float]] = {"antecedent": [], "consequent": []}
    for row, spans in zip(rows, reader.suppositions([row["text"] for row in rows]), strict=True):
        for part, span in zip(scores, spans, strict=True):
            told = _bare(span.text if span else "")
            scores[part].append(token_f1(told.split(), _bare(row[part]).split()) if row[part] else float(not told))
    return {f"{part}: token F1": sum(found) / len(found) for part, found in scores.items()}


# Private


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def _f1(told: str | None, meant: str) -> float:
    return token_f1(words(told or ""), words(meant))


def _set_event(parsed: ParsedQuestion) -> str | None:
    return parsed.interventions[0].event if parsed.interventions else None


def _main(parsed: ParsedQuestion, asks: str) -> str | None:
    if asks in ("verdict", "path"):
        return parsed.query_variable or parsed.effect or parsed.main_event
    return (_set_event(parsed) if asks == "whatif" else None) or parsed.main_event


def _bare(text: str | None) -> str:
    return (text or "").lower().replace("’", "'").strip(" .?,").removeprefix("the ").strip()


def _interventions(parsed: ParsedQuestion) -> list[tuple[str, str]]:
    return sorted((_bare(one.event), "absent" if one.to == "absent" else "present") for one in parsed.interventions)
