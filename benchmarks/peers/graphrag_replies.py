"""What the scripted model replies to GraphRAG: tuples in its own notation, reports of communities and points as JSON, and answers."""

import json

from benchmarks.peers.script import NOTHING_FOUND, Reply
from benchmarks.peers.texts import Found, Told, first_words, found_in
from benchmarks.scripted_model import Said

_TYPES = ("ORGANIZATION", "PERSON", "GEO", "EVENT")
_FINDINGS = 5
_POINTS = 5


def reply_to_graphrag(said: Said, told: Told) -> Reply:
    """Return the reply to a prompt of GraphRAG.

    Raises:
        LookupError: if it is of no known kind.
    """
    first, last = said[0][1], said[-1][1]
    if "identify all entities of those types" in first:
        text = first.rsplit("-Real Data-", 1)[1].split("\nText: ", 1)[1].rsplit("\n######", 1)[0]
        if last.startswith("It appears some entities"):
            return Reply("whether anything was missed", "N")
        missed = len(said) > 1
        found = found_in(text, told, missed=missed)
        kind, before = ("missed", "##\n") if missed else ("extraction", "")
        return Reply(kind, before + _records(found), frozenset(name.upper() for name in found.names))
    if "comprehensive summary of the data provided below" in first:
        return Reply("summary", first_words(first.rsplit("Description List: ", 1)[1].split("\n#######", 1)[0], 80))
    if "comprehensive report of a community" in first:
        return Reply("community report", _report(first.rsplit("\nText:\n", 1)[1].split("\nThe report should include", 1)[0]))
    if "list of key points" in first:
        return Reply("map", _points(first.split("---Data tables---", 1)[1].split("---Goal---", 1)[0]))
    if "perspectives from multiple analysts" in first:
        return Reply("reduce", first_words(first.split("---Analyst Reports---", 1)[1].split("---Goal---", 1)[0], 200))
    if "questions about data in the tables provided" in first:
        if "-----Sources-----" not in first:
            return Reply(NOTHING_FOUND, "The data do not say.")
        sources = first.rsplit("-----Sources-----", 1)[1].split("---Goal---", 1)[0]
        return Reply("answer", f"{first_words(sources, 200)} [Data: Sources (1)]")
    raise LookupError(f"the script says nothing to: {first[:200]}")


# Private


def _records(found: Found) -> str:
    entities = [("entity", name.upper(), _TYPES[len(name) % len(_TYPES)], sentence) for name, sentence in found.entities]
    relations = [("relationship", one.upper(), other.upper(), sentence, "5") for one, other, sentence in found.relations]
    lines = (f'("{kind}"<|>{"<|>".join(fields)})' for kind, *fields in (*entities, *relations))
    return "\n##\n".join(lines) + "\n<|COMPLETE|>"


def _report(table: str) -> str:
    """Return a report of a community, whose findings are rows of the tables that the prompt shows."""
    rows = [row for row in table.splitlines() if row.count(",") > 1 and not row.startswith("human_readable_id")]
    title = rows[0].split(",")[1] if rows else "A community"
    findings = [
        {"summary": first_words(row, 8), "explanation": f"{first_words(row, 60)} [Data: Entities ({row.split(',')[0]})]"}
        for row in rows[:_FINDINGS]
    ]
    summary = f"The community is about {title} and what stands beside it. {first_words(' '.join(rows), 60)}"
    whole = {"title": title, "summary": summary, "rating": 5.0, "rating_explanation": "The rating is a scripted one.", "findings": findings}
    return json.dumps(whole)


def _points(tables: str) -> str:
    words = tables.split()
    parts = [" ".join(words[start : start + 30]) for start in range(0, 30 * _POINTS, 30)]
    return json.dumps({"points": [{"description": f"{part} [Data: Reports (1)]", "score": 80} for part in parts if part]})
