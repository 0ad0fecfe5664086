"""Text that would be a statement, a parameter, an escape or markup if anything read it so; and a document that is full of it."""

from dataclasses import replace

from cckg.core.claims import GraphUpdate, Span
from tests.builders import graph_update, unit_vectors

HOSTILE = {
    "quotes": """it's "quoted", ''twice'', \\'escaped\\' and \\""",
    "backticks": "`) MATCH (n) DETACH DELETE n //`` ` :`Event`",
    "cypher": "'}) WITH 1 AS x MATCH (n) DETACH DELETE n RETURN x //",
    "a call": "\"}) CALL db.awaitIndexes() YIELD * LOAD CSV FROM 'file:///x' AS row RETURN row; /*",
    "sql": "'); DROP TABLE event; DELETE FROM claim; --",
    "parameters": "$id ${id} {id} :id ?1 ? %s {0} $rows $uri",
    "escapes": r"\u0027 \u0060 \U0001F525 \x27 \n \\u0027 \0 &#39; %27",
    "right to left": "\u202egnp.exe\u202c \u200f\u200e \u05d4\u05e1\u05e2\u05e8\u05d4 \u2066x\u2069",
    "nul": "a\0b\0",
    "line ends": "one\r\ntwo\nthree\u2028four\x85five\tsix\v\f\n\n",
    "steering": "\x1b[31mred\x1b[0m \x07\x08 \ufeff",
    "emoji": "\U0001f525 \U0001f468\u200d\U0001f469\u200d\U0001f467 \U0001f1e9\U0001f1ea",
    "combining": "e\u0301 is not \u00e9; Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334 \ufb01 \u212b",
    "no characters": "\uffff \ufffe \ufdd0 \U0010ffff \ue000 \ufffd",
    "markup": "<script>alert('x')</script> &amp; [bold]x[/] %% --> ]]> \\input{x}",
    "search syntax": '+a -b && || !(c) {d} [e TO f] ^2 "g ~ h* i? j:k \\ / AND OR NOT NEAR',
    "json": '{"id": null, "__proto__": [1]}',
    "formula": "=1+1|cmd' /C calc'!A0",
    "spaces": "   ",
    "long": "\U0001f525" * 10_000,
}


def hostile(text: str, *, number: int = 1) -> GraphUpdate:
    """Return a document with this text in every place that a text can have; in its chunk after a word that no other has."""
    plain = graph_update(f"a{number} -> b{number}", document=f"d{number}")
    (claim,) = plain.claims
    worded = replace(claim.cause, span=Span(text, 3, 4), text=text)
    return replace(
        plain,
        document=replace(plain.document, uri=f"{number} {text}", title=text, metadata=((text, text), ("k", text))),
        chunks=tuple(replace(chunk, text=f"marker{number} {text}") for chunk in plain.chunks),
        events=tuple(replace(event, text=text, context=text) for event in plain.events),
        claims=(
            replace(
                claim,
                cause=worded,
                cue=Span(text, 5, 6),
                quote=Span(text, 0, 9),
                extractor=text,
                group=text,
                time=text,
            ),
        ),
        merges=tuple(replace(merge, wording=text, verifier=text) for merge in plain.merges),
        chunk_vectors=unit_vectors([f"marker{number}"]),
    )
