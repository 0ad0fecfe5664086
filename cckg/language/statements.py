"""Tells as a statement what a stretch of text words otherwise: a bare predicate, what something was made to do, or left as."""

import re

from cckg.language.clauses import be_for, is_clause, statement, with_infinitive
from cckg.language.inflection import in_dictionary, inflect, noun_lemma, parts_of_speech, verb_lemma
from cckg.language.lexicon import has_finite_verb, is_past, part_of, word_class
from cckg.language.times import MONTH_NAME
from cckg.language.wording import looks_plural

NO_PASSIVE = frozenset(
    "fall rise drop grow climb last remain become stay die come go walk run sleep age seem appear say think believe know find make leave "
    "get give cost take keep let turn set put lose weigh measure wait live travel continue begin start end wake light fail lack "
    "sustain suffer incur receive land slide swing slip miss stumble trip".split()
)
"""Verbs behind which no object stands, or one with a complement behind it."""


def statement_of(text: str, *, cue: str = "", is_predicate: bool = False) -> str:
    """Return a marked stretch in words that can be read alone: "split the pipe in May" → "the pipe was split in May".

    Where the grammar is not plain, the words stay as they are.

    Args:
        text: the stretch, white space squeezed.
        cue: what joins it to its cause; what "forced" and the like made somebody do is done: "the ship to turn" → "the ship turned";
            what was "kept" or "left" so is told whole: "the bees away" → "the bees were kept away", "them blind" → "they were blind".
        is_predicate: the text surely begins with a verb, as behind "which" or its cause: "attracted young cod" → "young cod was attracted",
            "knocking him down" → "he was knocked down".
    """
    if _ALLOWS.search(cue) and (found := _FOR.match(text)):
        text = text[found.end() :]
    if left := _kept(text, cue) or _left(text, cue) or _moved(text, cue):
        return left
    if is_predicate and (done := _DOING.match(text)) and _goes_with(done) and _may_be_passive(done["verb"], done["object"], joined=True):
        return _passive(done)
    named = _NAMED_OBJECT.match(text)
    found = (
        _BARE_PREDICATE.match(text)
        or (named if named and not _OF_TIME.match(named["object"]) else None)
        or (_predicate_of_noun(text) if is_predicate else None)
    )
    joined = found is not None and "how" in found.re.groupindex  # of a bare noun no clause is joined: "sand and soil"
    if found and is_past(found["verb"].lower()) and _goes_with(found) and _may_be_passive(found["verb"], found["object"], joined=joined):
        return _passive(found)
    if _LEAVES.search(cue) and not _LEFT.search(cue):
        return _done_to(text)
    return _made(text) if _MAKES.search(cue) else text


# Private

_ALLOWS = re.compile(r"\ballow(?:s|ed|ing)?\W*\Z", re.IGNORECASE)
_FOR = re.compile(r"for (?!\d)", re.IGNORECASE)  # "allowed | for safe transfer"
_PHRASAL = frozenset(
    "free-up fill-up use-up back-up blow-up break-up clean-up lock-up open-up speed-up split-up tie-up bring-down break-down burn-down "
    "close-down cut-down knock-down shut-down slow-down tear-down wear-down pull-down blow-out burn-out carry-out cut-out knock-out "
    "max-out rule-out wash-out wear-out wipe-out knock-over".split()
)
"""Verbs and the adverbs that go with them in front of an object."""
_DEPRIVES = frozenset("starve deprive rid".split())  # "starved the engine | of power", and not "informed the head of the school"
_MAKES = re.compile(
    r"\benough for\W*\Z|\b(?:(?:forc|caus|prompt|push|trigger|compel|induc|oblig|requir|allow|permit|enabl)"
    r"(?:e[sd]?|t?ed|led|s|t?ing|ling)?|"
    r"leads?|led|leading|driv(?:e|es|en|ing)|drove)\W*\Z",
    re.IGNORECASE,
)
_HIM = re.compile(r"(?:him|her|them|me|us|it|you)(?= )", re.IGNORECASE)
_AND_HIM = re.compile(r" and (him|her|them|me|us)(?= to )")
_RELATIVE = re.compile(r" (?:that|which|who|causing|forcing|allowing|enabling|requiring|prompting|leading) ")
_CHANGE = re.compile(  # "a change to the manual to include a test"
    r"(?:(?:an?|the|some|further) )?(?:[a-z]+ )?(?:change|update|amendment|modification|addition|revision)s? to ", re.IGNORECASE
)
_TO_DO = re.compile(r"\bto [a-z]+\Z")
_AND_VERB = re.compile(
    r"(?P<and>,? (?:and|or) (?:then )?)(?P<verb>[a-z]+)\b"
    r"(?=(?P<behind> (?:the|a|an|its|their|his|her|to|into|onto|out|off|up|down|over|from))?\b)"
)
_SUBJECTIVE = {"him": "he", "her": "she", "them": "they", "me": "I", "us": "we"}
_LEAVES = re.compile(r"\b(?:left|leaves|leaving|rendered|renders|rendering|made|makes|making)\W*\Z", re.IGNORECASE)
_LEFT = re.compile(r"\b(?:left|leaves|leaving)\W*\Z", re.IGNORECASE)
_LEFT_IN = re.compile(r"(?P<who>(?:[\w’'#-]+ ){1,6}?)(?P<where>(?:in|under) [^,;]+)$", re.IGNORECASE)
_DOES = re.compile(r"\w (?!of|in|on|at|for|to|with|from|by|and|or)[a-z]+ (?:its|their|his|her) ")  # "each query hold its"
_STATE = re.compile(
    r" (?P<state>(?:(?:[a-z]+ly|more|less|very|so|too|quite) )?(?P<adjective>[a-z]+)"
    r"(?= (?:to|than|for|in|on|at|with|without|from|by|of|and|or|until|during)\b|$))",
    re.IGNORECASE,
)
_LONGEST_WHO = 6  # words
_OBJECT = (
    r"(?:the|a|an|its|their|his|her|our|any|no|such|these|those|another|both|all|some|most|half|much|many|several|"
    r"two|three|four|five|six|seven|eight|nine|ten|\d[\d,.]*|(?:dozens|hundreds|thousands|millions) of) .+?"
)
_MOVES = re.compile(
    r"(?P<verb>forced|forcing|introduced|introducing|pushed|pushing|threw|throwing|knocked|knocking|pulled|pulling|brought|bringing|"
    r"sent|sending|drove|driving|swept|sweeping|took|taking)\W*\Z",
    re.IGNORECASE,
)
_SOMEWHERE = re.compile(
    r"(?P<who>(?:(?!to )[\w'’#-]+ ){1,6}?)"
    r"(?P<where>(?:into|onto|out of|off|against|to an?(?= (?:halt|standstill|end|stop)\b)) [^,;]+"
    r"|(?:up|down|offline|aside|apart|back)(?: (?:by|to|in|on|for|from|during|within|until)\b[^,;]*)?)$"
)
_BEHIND = (
    "in|on|at|over|into|onto|from|off|offline|through|across|during|after|before|by|for|near|against|out|up|away|down|to|with|as|so|"
    "between|without|because|until|when|while|that|who|which|whose"
)
_BARE_PREDICATE = re.compile(
    rf"(?P<verb>[A-Za-z]+) (?:(?P<with>up|down|out|over) )?(?P<object>{_OBJECT})(?P<rest>(?: (?:{_BEHIND})\b.*)?)$", re.DOTALL
)
_OF_TIME = re.compile(rf"(?:{MONTH_NAME}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b)")
_NAMED_OBJECT = re.compile(
    rf"(?P<verb>[a-z]+) (?P<object>[A-Z][\w'’-]*(?: (?:[A-Z#][\w'’-]*|\d+))*)(?P<rest>(?: (?:{_BEHIND})\b.*)?)$", re.DOTALL
)
_DOING = re.compile(
    rf"(?P<verb>[a-z]+ing) (?:(?P<with>up|down|out|over) )?"
    rf"(?P<object>(?:him|her|it|them|(?!(?:{_BEHIND})\b)[\w'’#-]+(?: (?!(?:{_BEHIND})\b)[\w'’#-]+){{0,5}}?))"
    rf"(?P<rest>(?: (?:{_BEHIND}|instantly|down)\b.*)?)$",
    re.DOTALL,
)
_BARE_OBJECT = re.compile(
    rf"(?P<how>[a-z]+ly )?(?P<verb>[a-z]+) "
    rf"(?P<object>(?!(?:last|next|every|each|one|this|that|back|(?:{_BEHIND}))\b)[A-Za-z-]+(?: [A-Za-z-]+)??(?: and [a-z-]+)?)"
    rf"(?P<rest>(?: (?:{_BEHIND})\b.*)?)$",
    re.DOTALL,
)
_KEPT_OPENS = re.compile(r"(?:kept|keeps) ", re.IGNORECASE)
_KEPT_ENDS = re.compile(r"\b(?:kept|keeps)\W*\Z", re.IGNORECASE)
_KEPT = re.compile(
    r"(?:kept|keeps) (?P<subject>(?:(?!from\b)[\w'’-]+ ){0,4}?(?!(?:in|on|at|of|to|from|with)\b)[\w'’-]+) "
    r"(?P<so>(?:away|out|off|apart|together|afloat|alive|awake|"
    r"warm|cool|cold|hot|dry|wet|dark|open|closed|shut|low|high|down|up|clean|safe|secret|busy|stable|quiet|empty|full|shuttered|grounded)"
    r"(?: (?:in|on|at|until|during|for|from|all|through|throughout|of)\b.*)?|(?:in|at|on|off|out of|away from|under|below|above) [^,;]+)$",
    re.IGNORECASE,
)
_BEHIND_NOUNS = frozenset("worldwide nationwide statewide overseas alike much many".split())  # "customers worldwide to see errors"
_ADJECTIVE = re.compile(r"(?:able|ible|ive|ous|less|ful)$", re.IGNORECASE)  # of what is no listed word: "inaccessible"
_ABLE = re.compile(r"[a-z]{3}(?:able|ible)$", re.IGNORECASE)  # listed as a noun too: "unreachable"
_NO_SUBJECT = word_class("preposition") | {"sure", "use", "up", "way", "room"}  # "made sure"
_MEASURE = re.compile(
    r"(?:percent|per cent|%|feet|foot|metres?|meters?|inches|miles?|km|seconds?|minutes?|hours?|days?|weeks?|months?|years?|times?|times|"
    r"floors?|later|earlier|points?|third|half|quarter|night|morning|day)$",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"(?:two|three|four|five|six|seven|eight|nine|ten|all|some|most|many|several|\d[\d,.]*|a number of)\b"
    r"|.* (?:people|police|men|women|children|sheep|cattle)$",
    re.IGNORECASE,
)


def _may_be_passive(verb: str, thing: str, *, joined: bool = False) -> bool:
    """Tell whether a verb and what stands behind it are surely a verb and its object alone; `joined` allows "A and B"."""
    plain = not re.search(r"," if joined else r",|\band\b", thing) and not has_finite_verb(thing) and not _MEASURE.search(thing)
    return plain and verb_lemma(verb) not in NO_PASSIVE and not re.search(r"\b[a-z]+ing\b", thing if joined else "")


def _goes_with(found: re.Match[str]) -> bool:
    """Tell whether the adverb between a verb and its object, if there is one, belongs to the verb: "used up oil", not "ran up a hill"."""
    particle = found.groupdict().get("with")
    return not particle or f"{verb_lemma(found['verb'])}-{particle}" in _PHRASAL


def _passive(found: re.Match[str]) -> str:
    """Tell what was done to an object: "split", "the pipe", " in May" → "the pipe was split in May"."""
    verb = verb_lemma(found["verb"])
    thing, of, what = found["object"].partition(" of ") if verb in _DEPRIVES else (found["object"], "", "")
    thing, rest = _as_subject(f"{thing} ").strip(), found["rest"]
    be = _be(thing)
    if rest.startswith(" to ") and thing.rsplit(" ", 1)[-1].lower() in word_class("takes_infinitive"):  # "efforts to save it"
        thing, rest = f"{thing}{rest}", ""
    how, particle = (found.groupdict().get(name) or "" for name in ("how", "with"))
    done = f"{inflect(verb, 'VBN')} {particle}".rstrip()
    return f"{thing} {be} {how}{done}{of}{what}{rest}"


def _moved(text: str, cue: str) -> str | None:
    """Tell whole where something was forced or brought: "the server into a read-only state" behind "forced"; None for another text."""
    verb, found = _MOVES.search(cue), _SOMEWHERE.match(text)
    if not verb or not found or has_finite_verb(found["who"]) or is_past(found["who"].split()[0].lower()):
        return None
    who = _as_subject(found["who"]).strip()
    return f"{who} {_be(who)} {inflect(verb_lemma(verb['verb']), 'VBN')} {found['where']}"


def _made(text: str) -> str:
    """Tell what was made to be done as done: "him to fall" → "he fell"; another text as it is."""
    who, to, _ = text.partition(" to ")
    last = who.rsplit(" ", 1)[-1].lower()
    if _CHANGE.match(text):
        return text
    is_decided = word_class("takes_infinitive").intersection(who.lower().split()) or has_finite_verb(who) or _RELATIVE.search(who)
    if not to or is_decided or _is_adjective(last) or (last.endswith("ing") and parts_of_speech(last) == {"VERB"}):
        return text
    return _AND_VERB.sub(lambda found: _done(found, be=_be(who)), with_infinitive(_as_subject(text)))


def _done_to(text: str) -> str:
    """Tell what was made to do something without "to": "the checks time out" → "the checks timed out"; another text as it is."""
    told = statement("did", text) if is_clause("did", text) else text
    words, now = text.split(), told.split()
    at = next((at for at, (word, other) in enumerate(zip(words, now, strict=False)) if word != other), 0)
    kinds = parts_of_speech(words[at]) if at and len(words) == len(now) else frozenset()
    surely = "VERB" in kinds and "ADJ" not in kinds and ("NOUN" not in kinds or at + 1 < len(words))
    return told if surely and not has_finite_verb(" ".join(words[:at])) else text


def _as_subject(text: str) -> str:
    """Put the pronouns of a text that was an object into the form of a subject: "him to fall" → "he to fall"."""
    found = _HIM.match(text)
    opening = _SUBJECTIVE.get(found[0].lower(), found[0].lower()) if found else ""
    return opening + _AND_HIM.sub(lambda other: f" and {_SUBJECTIVE[other[1]]}", text[found.end() :] if found else text, count=1)


def _done(found: re.Match[str], *, be: str) -> str:
    """Put a further infinitive of a statement into the past: of "the pump stopped and restart" the "and restarted"."""
    verb, before = found["verb"], found.string[: found.start()].rsplit(" ", 1)[-1]
    if _TO_DO.search(found.string[: found.start()]):  # "slow to open and close"
        return found[0]
    if verb == "be":
        return f"{found['and']}{be}"
    stands_alone = found["behind"] or "NOUN" not in parts_of_speech(before)
    is_verb = parts_of_speech(verb) == {"VERB"} or (stands_alone and "VERB" in parts_of_speech(verb))
    return f"{found['and']}{inflect(verb, 'VBD')}" if is_verb and verb_lemma(verb) == verb and not is_past(verb) else found[0]


def _kept(text: str, cue: str) -> str | None:
    """Tell whole what something was kept as: "kept prices low", or "the bees away" behind "kept"; None for another text."""
    whole = text if _KEPT_OPENS.match(text) else f"kept {text}" if _KEPT_ENDS.search(cue) else ""
    found = _KEPT.match(whole)
    if not found or has_finite_verb(found["subject"]):
        return None
    return f"{found['subject']} {be_for(found['subject'])} kept {found['so']}"


def _left(text: str, cue: str) -> str | None:
    """Tell whole what something was left or made: "the primary unable to read" behind "left"; None for another text."""
    if _LEFT.search(cue) and (there := _LEFT_IN.match(text)) and not has_finite_verb(there["who"]):
        who = _as_subject(there["who"]).strip()
        return f"{who} {_be(who)} left {there['where']}"
    for found in _STATE.finditer(text) if _LEAVES.search(cue) else ():
        who, is_last = text[: found.start()], found.end() == len(text)
        if len(who.split()) > _LONGEST_WHO or has_finite_verb(who) or _DOES.search(who) or who.split()[0].lower() in _NO_SUBJECT:
            return None
        if _is_adjective(found["adjective"], or_verb=is_last and found["state"] == found["adjective"]):
            who = _as_subject(f"{who} ").strip()
            return f"{who} {_be(who)} {text[found.start('state') :]}"
    return None


def _is_adjective(word: str, *, or_verb: bool = False) -> bool:
    others = {"NOUN"} if or_verb else {"NOUN", "VERB"}
    kinds = parts_of_speech(word.lower())
    if not kinds or _ABLE.search(word):
        return bool(_ADJECTIVE.search(word)) and "ADJ" in (kinds or {"ADJ"})
    return word.lower() not in _BEHIND_NOUNS and "ADJ" in kinds and not others & kinds


def _predicate_of_noun(text: str) -> re.Match[str] | None:
    """Match a verb with an object that has no article: "attracted young cod", and neither "fell sharply" nor "collapsed last week"."""
    found = _BARE_OBJECT.match(text)
    head = found["object"].rsplit(" ", 1)[-1] if found else ""
    return found if "NOUN" in parts_of_speech(noun_lemma(head)) and "ADV" not in parts_of_speech(head) else None


def _be(thing: str) -> str:
    return "were" if thing.lower() in ("they", "them") or " and " in thing or _is_several(thing) else "was"


def _is_several(thing: str) -> bool:
    if inner := part_of(thing):
        return be_for(inner) == "were"
    head = re.split(r"\s(?:of|in|on|at|for|from|to|with|by)\s", thing, maxsplit=1)[0].rsplit(" ", 1)[-1]
    return bool(_SEVERAL.match(thing)) or (noun_lemma(head) != head.lower() if in_dictionary(head.lower()) else looks_plural(head.lower()))
