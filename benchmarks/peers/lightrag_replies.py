"""What the scripted model replies to LightRAG: records in its own notation, keywords as JSON, and answers."""

import json
import re

from benchmarks.peers.script import Reply
from benchmarks.peers.texts import Found, Told, first_words, found_in
from benchmarks.scripted_model import Said

_TYPES = ("Organization", "Location", "Person", "Event", "Artifact")


def reply_to_lightrag(said: Said, told: Told) -> Reply:
    """Return the reply to a prompt of LightRAG.

    Raises:
        LookupError: if it is of no known kind.
    """
    system, last = next((text for role, text in said if role == "system"), ""), said[-1][1]
    if "extracting entities and relationships" in system:
        text = next(text for role, text in said if role == "user").split("---Input Text---\n```\n", 1)[1].rsplit("\n```", 1)[0]
        missed = len([role for role, _ in said if role == "user"]) > 1
        found = found_in(text, told, missed=missed)
        return Reply("missed" if missed else "extraction", _records(found), found.names)
    if "synthesize a list of descriptions" in last:
        return Reply("summary", first_words(" ".join(re.findall(r'"Description": ?"(.+?)"', last)) or last[-500:], 80))
    if "expert keyword extractor" in last:
        return Reply("keywords", _keywords(last.rsplit("User Query: ", 1)[1].split("\n", 1)[0]))
    if "synthesizing information from a provided knowledge base" in system:
        chunks = system.split("Document Chunks (", 1)[1].split("```json", 1)[1]
        return Reply("answer", f"{first_words(chunks, 200)}\n\n### References\n\n- [1] Report")
    raise LookupError(f"the script says nothing to: {(system or last)[:200]}")


# Private


def _records(found: Found) -> str:
    entities = [("entity", name, _TYPES[len(name) % len(_TYPES)], sentence) for name, sentence in found.entities]
    relations = [("relation", one, other, "connection, sequence", sentence) for one, other, sentence in found.relations]
    return "\n".join(["<|#|>".join(record) for record in (*entities, *relations)] + ["<|COMPLETE|>"])


def _keywords(question: str) -> str:
    words = [word for word in re.findall(r"\w+", question) if len(word) > 3]
    return json.dumps({"high_level_keywords": [" ".join(words[-3:]), "causes of the event"], "low_level_keywords": words[:5]})
