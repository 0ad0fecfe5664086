"""What a scripted model replies: it reads sentences of one plain form, and takes wordings for the same if they name the same thing.

It stands for a model that makes no mistakes, so that what is counted is the work around it. "A led to B" and a few like it are read;
"the failure of pump A17" and "pump A17 failing" name the same event, for they share a code and a root.
"""

import json
import re

_FORMS = re.compile(
    r"^(?P<first>.+?) (?P<cue>led to|caused|brought about|may have led to|did not cause|was caused by|followed from) (?P<second>.+?)[.]?$"
)
_BACKWARDS = {"was caused by", "followed from"}
_SAYS = {"may have led to": "hedged", "did not cause": "denied"}


def read_and_compare(system: str, user: str) -> str:
    """Return the reply to an extraction or a verification prompt, or to the question whether it is ready."""
    if '"ready": true' in system:
        return '{"ready": true}'
    if "happenings, numbered" in system:
        return cluster(user)
    if "numbered happenings" in system:
        return link(user)
    return compare(user) if "numbered group" in system else extract(user)


def extract(user: str) -> str:
    """Return the claims of a passage with numbered sentences."""
    claims: list[dict[str, object]] = []
    events: list[dict[str, object]] = []
    for number, sentence in re.findall(r"^\[(\d+)\] (.+)$", user, re.MULTILINE):
        if found := _FORMS.match(sentence):
            sides = [found["first"], found["second"]]
            cause, effect = reversed(sides) if found["cue"] in _BACKWARDS else sides
            claims.append(
                {
                    "cause": len(events) + 1,
                    "cause_in": int(number),
                    "cause_words": cause,
                    "effect": len(events) + 2,
                    "effect_in": int(number),
                    "effect_words": effect,
                    "cue": found["cue"],
                    "says": _SAYS.get(found["cue"], "asserted"),
                    "group": "",
                    "time": "",
                }
            )
            events += [
                {"id": len(events) + place, "name": side, "polarity": polarity(side)} for place, side in enumerate((cause, effect), start=1)
            ]
    return json.dumps({"events": events, "claims": claims}, separators=(",", ":"))


def compare(user: str) -> str:
    """Return for each group the candidates that name the same event, or the same the other way."""
    groups = []
    for block in re.split(r"^(?=\d+\. )", user, flags=re.MULTILINE):
        head = re.match(r"(\d+)\. (.+)", block)
        if not head:
            continue
        own = _what(head[2])
        letters: dict[bool, list[str]] = {True: [], False: []}
        for letter, text in re.findall(r"^ ([a-z])\. (.+)$", block, re.MULTILINE):
            other = _what(text)
            if own[0] == other[0]:
                letters[own[1] == other[1]].append(letter)
        if letters[True] or letters[False]:
            groups.append({"group": int(head[1]), "same": letters[True], "opposite": letters[False]})
    return json.dumps({"groups": groups})


def cluster(user: str) -> str:
    """Return which of the numbered happenings name the same event, going the same way."""
    alike: dict[object, list[int]] = {}
    for number, text in re.findall(r"^(\d+)\. (.+)$", user, re.MULTILINE):
        alike.setdefault(_what(re.sub(r" “.*$", "", text)), []).append(int(number))
    return json.dumps({"events": [{"members": found, "sure": True} for (what, _), found in alike.items() if what and len(found) > 1]})  # type: ignore[misc]


def link(user: str) -> str:
    """Return which of the numbered happenings each lettered phrase of a question names, going the same way or the other."""
    listed = [(int(number), _what(re.sub(r" “.*$", "", text))) for number, text in re.findall(r"^(\d+)\. (.+)$", user, re.MULTILINE)]
    phrases = []
    for letter, text in re.findall(r"^([a-z])\. (.+)$", user, re.MULTILINE):
        asked, way = _what(text)
        alike = [(number, other) for number, (named, other) in listed if asked and named == asked]
        means, opposite = ([number for number, other in alike if (other == way) is same] for same in (True, False))
        phrases.append({"phrase": letter, "means": means, "opposite": opposite})
    return json.dumps({"phrases": phrases})


def polarity(text: str) -> str:
    """Return the polarity that a wording's own words give it."""
    words = set(text.lower().split())
    if words & {"rise", "rising", "increase", "growth"}:
        return "increase"
    if words & {"fall", "falling", "decrease", "drop"}:
        return "decrease"
    return "absence" if words & {"no", "lack", "missing"} else "occurrence"


# Private

_ROOTS = re.compile(r"fail|clos|delay|rise|rising|increase|growth|fall|decrease|drop|leak|short|strike|repair|outage|flood")
_DIRECTIONS = {
    "rise": "change",
    "rising": "change",
    "increase": "change",
    "growth": "change",
    "fall": "change",
    "decrease": "change",
    "drop": "change",
}


def _what(text: str) -> tuple[tuple[str, ...], str]:
    """Return what a wording names, as codes and roots, and its polarity; the title in brackets does not count."""
    words = re.sub(r"\[.*\]\s*$", "", text).lower()
    codes = sorted(set(re.findall(r"\b[a-z]+\d+\b", words)))
    roots = sorted({_DIRECTIONS.get(root, root) for root in _ROOTS.findall(words)})
    return (*codes, *roots), polarity(words)
