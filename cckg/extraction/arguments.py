"""Finds what stands to the left and right of a cue, as far as the clause goes, and trims it to what can be an event."""

import re
from collections.abc import Sequence

from cckg.core.claims import Span
from cckg.core.text import content_words
from cckg.extraction.connectives import VERB_FRAMES, Connective
from cckg.language import begins_clause, has_finite_verb, is_past

MAX_WORDS = 45


def left_bound(text: str, start: int, cue: Connective, *, follows_verb: bool = False) -> int:
    """Return where the clause that ends at the cue begins, back to `start`, where `follows_verb` says that a cue with a verb ends."""
    begin = start
    for boundary in _BOUNDARY.finditer(text, start, cue.start):
        before, after = text[begin : boundary.start()], text[boundary.end() : cue.start]
        if not content_words(after):
            break
        is_clause = cue.frame in VERB_FRAMES or not _TIME_OPENS.match(boundary.group()) or has_finite_verb(after)
        if boundary.lastgroup == "hard" or (is_clause and (follows_verb or has_finite_verb(before)) and not _CONTINUES.match(after)):
            begin = boundary.end()
    begin = max([begin, *(reported.end() for reported in _REPORTED.finditer(text, begin, cue.start))])
    if cue.frame in VERB_FRAMES:
        begin = _after_subordinator(text, begin, cue.start)
        begin = _after_coordination(text, begin, cue.start, follows_verb=follows_verb and cue.frame == "active")
    return begin


def right_bound(text: str, cue: Connective, end: int) -> int:
    """Return where the clause that begins after the cue ends, searching forward to `end`."""
    for boundary in _BOUNDARY.finditer(text, cue.end, end):
        before = text[cue.end : boundary.start()]
        if not content_words(before) or (_QUOTES.search(before) and '"' in text[boundary.end() : end]):
            continue
        rest = text[boundary.end() : end]
        if boundary.lastgroup in {"hard", "relative"} or begins_clause(rest):
            return boundary.start()
    for tail in _TAIL.finditer(text, cue.end, end):
        if content_words(text[cue.end : tail.start()]):
            return tail.start()
    for shared in _SHARED.finditer(text, cue.end, end):
        between = text[cue.end : shared.start()]
        is_other = content_words(between) and not has_finite_verb(between) and not _RELATIVE.search(between)
        if is_other and is_past(shared["verb"]):
            return shared.start()
    comma = _LOOSE_COMMA.get(cue.frame)
    return _before_loose_comma(text, cue.end, end, comma=comma) if comma else end


def opening_clause(text: str, cue: Connective, end: int) -> int | None:
    """Return where the subordinate clause that a sentence opens with ends: the comma of "Because C, E"; None if there is none."""
    commas = [comma.start() for comma in _COMMA.finditer(text, cue.end, end)]
    for place in commas:
        if begins_clause(text[place + 1 : end]) and (cue.frame != "because" or has_finite_verb(text[cue.end : place])):
            return place
    return commas[0] if commas and not _opens_apposition(text[cue.end : end]) else None


def nominal_verb(text: str, start: int, end: int) -> re.Match[str] | None:
    """Find the verb of "the cause of E was C" behind the noun, its words in group `verb`; None where no cause is named after it."""
    found = _COPULA.search(text, start, end)
    if not found or _NOT_ITS_VERB.search(text, start, found.start()) or _NO_CAUSE.match(text, found.end()):
        return None
    return found


def antecedent(text: str, start: int, end: int) -> int:
    """Return where the noun phrase begins that a restrictive "that" takes up: "There was a storm that …" → at "a storm"."""
    begin = start
    for determiner in _DETERMINER.finditer(text, start, end):
        if not has_finite_verb(text[determiner.start() : end]) and not _INSIDE_PHRASE.search(text[start : determiner.start()]):
            return determiner.start()
        if has_finite_verb(text[begin : determiner.start()]):
            begin = determiner.start()
    return begin


def trimmed(text: str, start: int, end: int) -> Span | None:
    """Cut fillers off both ends; return None where nothing is left that could name an event."""
    start, end = _without_fillers(text, start, end)
    piece = text[start:end]
    if piece.count("(") != piece.count(")"):
        start, end = _without_fillers(text, *_balanced(text, start, end))
    piece = text[start:end]
    if not content_words(piece) or len(piece.split()) > MAX_WORDS or _EMPTY.fullmatch(piece) or _HEADLESS.match(piece):
        return None
    return Span(piece, start, end)


def points_back(text: str) -> bool:
    """Tell whether a subject only points back at what was said before: "This", "That failure", "These two events"."""
    return bool(_REFERENCE.fullmatch(text.strip()))


def ends_in_reference(text: str, start: int, end: int) -> bool:
    """Tell whether a left side is a reference or ends in one: "This failure", "On 3 May, this", "we are sure that"."""
    return points_back(text[start:end]) or bool(_ENDS_IN_REFERENCE.search(text, start, end))


def is_pronoun(text: str) -> bool:
    """Tell whether a text is only a pronoun, whose meaning the sentence alone does not give."""
    return bool(_PRONOUN.fullmatch(text.strip()))


def clause_of_pronoun(text: str, start: int, end: int) -> re.Match[str] | None:
    """Find where a left side ends in a clause whose subject is "it" or "they", and the `mark` in front: "the boiler burst; it"."""
    return _ENDS_IN_PRONOUN.search(text, start, end)


def is_joint(text: str, span: Span) -> bool:
    """Tell whether a text states the members of a span as jointly required: "both A and B", "only because A and B", "A and B together"."""
    before = _JOINT_BEFORE.search(text, max(0, span.start - 30), span.start)
    return bool(before or _JOINT_BETWEEN.search(span.text) or _JOINT_AFTER.match(text, span.end))


def coordinated(span: Span, *, marked: bool = False) -> list[Span]:
    """Split "A, B and C" into its members where each is a noun phrase with a determiner or all are clauses; else return the span alone.

    `marked` says that the text announces several members ("both", "the combination of"): then one "and" is enough.
    """
    listed = _ALL_OF_THEM.search(span.text)
    end = listed.start() if listed else len(span.text)
    cuts = list(_IN_LIST.finditer(span.text, 0, end)) if listed else _cuts(span.text, marked=marked)
    members = parted(span, cuts, begin=0, end=end)
    is_list = len(members) > 1 and not _CLAUSE_INSIDE.search(span.text)
    return members if is_list and not any(", " in member.text for member in members[:-1]) else [span]


def parted(span: Span, cuts: Sequence[re.Match[str]], *, begin: int, end: int) -> list[Span]:
    """Return what the cuts leave of a span from `begin` to `end` in its text, trimmed; nothing where one of these names no event."""
    bounds = [begin, *(edge for cut in cuts for edge in cut.span()), end]
    parts = [trimmed(span.text, start, stop) for start, stop in zip(bounds[::2], bounds[1::2], strict=True)]
    return [part.shifted(span.start) for part in parts if part] if all(parts) else []


# Private

_BOUNDARY = re.compile(
    r"(?P<hard>;\s|(?<=[a-z]{4})\.\s(?=[A-Z])|\s[—–]\s|\s--?\s|:\s)|(?P<relative>,\s(?:which|who|whose|where|but|yet|while|whereas|"
    r"although|though|even though|despite|according to|said)\b)"
    r"|(?P<soft>,\s(?:and|so|or|then|when|as|after|before|until|since)\s|\sbut\s)"
)
_QUOTES = re.compile(r'(?<![\w"])"[^"]*\Z')  # a quotation that goes on: "Stock | – North"; not 36"
_COMMA = re.compile(r",\s")
_APPOSITION = re.compile(r",\s(?=(?:a|an|the)\s)")
_LOOSE_COMMA = {"preposition": _COMMA, "backward": _COMMA, "active": _APPOSITION, "participle": _APPOSITION}
_CONTINUES = re.compile(r"\s*(?:which|who|that)\b", re.IGNORECASE)
_REPORTED = re.compile(
    r"\b(?:found|concluded|showed|shows|said|says|states|denies|declared|declares|believed?|believes|determined|stated|reported|reports|"
    r"argued?|argues|suspected?|noted|suggested?|suggests|established|confirmed|revealed|discovered|indicated?|indicates|evidence|"
    r"appears?|appeared|seems?|seemed|explain(?:s|ed)|admitted|assumed|learned|testified|warned|acknowledged|proved|observed|theori[sz]ed|"
    r"hypothesi[sz]ed|speculated|maintained|think|confidence|assurance|reliability|risk|chance|likelihood|agreed?|claimed?|claims|thought|"
    r"thinks|doubt(?:ed)?|disputed?|denied|idea|theory|view|hypothesis|possible|likely|unlikely|clear|probable|fact|known|ruled? out|"
    r"rejected|dismissed|(?:was|is)|noticed|realised|realized|suggestions?|rumou?rs?|reports)(?:, however,)? that\s",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r",\s(?:in turn|as well|however|too|(?:a|an|the) [\w'’-]+ (?:report|commission|inquiry|investigation|board) (?:said|found|"
    r"concluded))\b.*$"
    r"|,\s(?:many|most|some|all|both|several|none|one) of (?:them|these|those|whom|which)\b.*$"
    r"|,\s(?=(?:it|they|he|she|this) (?:is|was|were|are|has|had|did|does|will|would)\b)"
    r"|,?\snor\s(?=(?:was|were|is|are|did|does|do|has|have|had|could|can|will|would|may|might)\s)"
    r"|,?\sand\s(?=(?:causing|leading|resulting|triggering|preventing|making)\s)"
    r"|\s(?:when|after|before|until|unless|although|though|while|whereas|even though|once)\s(?=.*)",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"\b(?:that|which|who|whose|where)\b")
_SHARED = re.compile(  # "caused the fire and killed two people": the second verb is no part of what the first one caused
    r",?\s(?:and|but)\s(?:(?:[a-z]+ly|later|then|also)\s)*(?P<verb>[a-z]+)\s"
    r"(?=(?:the|an?|its|their|his|her|this|these|all|some|many|most|several|half|two|three|four|five|six|seven|eight|nine|ten|\d[\d,.]*)\s)"
)
_COPULA = re.compile(
    r"\s(?P<verb>(?:(?:may|might|could|must|would|is|was|are|were|has|have|had|not|probably|possibly|likely|perhaps|also|therefore|"
    r"most|very|thought|believed|found|said|considered|reported|known|to)\s)*(?:was|were|is|are|be|been|included?|includes|lay in|lies in|"
    r"proved to be|turned out to be)(?:\s(?:not|probably|possibly|likely|perhaps|also|most likely|simply|"
    r"(?:(?:[a-z]+ly|later|since|soon|never|not) )?"
    r"(?:(?:thought|believed|found|determined|shown) to be|(?:identified|established|confirmed) as|traced (?:back )?to)))*)"
    r"(?:\sthat)?(?=[\s:])",
    re.IGNORECASE,
)
_NOT_ITS_VERB = re.compile(r"\b(?:which|who|that)\s*(?:\w+ly\s*)?\Z|\b(?:whether|remain(?:s|ed)?)\b")
_NO_CAUSE = re.compile(
    r"\s*(?:(?:still|currently|yet)\s)?(?:to\s|tbd|under\s|unknown|undetermined|unclear|uncertain|"
    r"(?:similar|equivalent|identical)\sto\b|"
    r"(?:(?:very|extremely|most|highly) )?(?:significant|important|small|large|minimal|negligible)\b(?=[.,;])|"
    r"(?:(?:not|never|yet|fully|later|soon|finally|[a-z]+ly) ){0,3}(?:known|clear|determined(?! to be)|"
    r"established(?! (?:as|to be))|understood|identified(?! as)|ruled out|"
    r"(?:found|discovered)(?=\s*(?:\Z|[.,;]|(?:and|by|until|at|on|after|when)\b)))\b|"
    r"under\s|being\s|\w+ed(?:[.,;]|\s(?:by|in|on|at|to|from)\s))",
    re.IGNORECASE,
)
_DETERMINER = re.compile(r"\b(?:a|an|the|its|their|this|these|no|several|two|three|some|many)\s", re.IGNORECASE)
_INSIDE_PHRASE = re.compile(r"\b(?:of|in|on|at|by|for|from|to|with|into|under|over|between)\s$", re.IGNORECASE)
_LEAD = re.compile(
    r"(?:[\s,;:.\"'“”‘’*_`•–—-]+"
    r"|(?:and|but|or|so|then|also|that|thus|therefore|hence|however|indeed|instead|moreover|furthermore|meanwhile|in turn|in fact|"
    r"for example|for instance|in addition|additionally|finally|eventually|ultimately|later|soon|there (?:was|were|is|are)|it took|"
    r"it (?:was|is) (?:also |only |mainly )?|the fact that|(?:a|the) combination of|partly|mainly|largely|only|probably|possibly|perhaps|"
    r"apparently|unfortunately|as a result|both|either|just|likewise|similarly|meaning(?: that)?)\b[\s,]+"
    r"|(?:first|second|third|next|last),\s+"
    r"|(?:\w+day,? )?\d{1,2} (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (?:19|20)\d\d,?\s+"
    r"|(?:[\w-]+ ){0,4}?(?:investigations?|investigators|testing|tests|analysis|inspection|review|examination|inquiry) "
    r"(?:[a-z]+ly |then |later |has |have )?(?:showed|revealed|found|determined|concluded|indicated|confirmed|established|shown) that\s"
    r"|(?:the|its|their) (?:[\w-]+ ){0,3}?cause (?:of [^,;]{1,60} )?(?:was|is) (?:[a-z]+ly |later )?"
    r"(?:(?:identified|established|confirmed) as|(?:found|determined|believed|thought) to be|traced (?:back )?to|tracked (?:down )?to)\s"
    r"|(?:the|this) (?:incident|issue|outage|problem|event|failure|accident) was (?:[a-z]+ly )?"
    r"(?:(?:triggered|caused) when|the result of)\s"
    r"|(?:according to|contrary to|in|on|at|by|during|after|before|since|following|despite|within|under|for|when|as|while|although|though|"
    r"until|once|from|between|over|with|without|unlike|like|because|if|to)\b[^,;]{1,100},\s+(?=\S)"
    r"|(?:although|though)\s(?![^,]*,)"
    r"|\[?(?:\d{4}-\d\d-\d\d[ T]?)?\d{1,2}:\d\d(?::\d\d)?(?:\s?(?:utc|gmt|am|pm))?\]?[\s:-]+"
    r"|(?:(?:january|february|march|april|may|june|july|august|september|october|november|december)\s)?(?:\d{1,2}(?:st|nd|rd|th)?|"
    r"[12]\d{3}),\s+|(?:this|that|which) means that\s|[a-z]+ly,\s+)",
    re.IGNORECASE,
)
_TRAIL = re.compile(
    r"(?:[\s,;:.!?\"'“”‘’*_`–—-]+|\s+(?:and|but|or|which|that|who|then|also|in turn|is|was|were|are|has|have|had|been|be|being|and it|"
    r"to|of|by|due|owing|because|partly|mainly|largely|only|probably|possibly|perhaps|shortly|sometimes|often|usually|intended|designed|"
    r"aimed|via|as well|too|(?<!\bin\s)(?<!\bof\s)(?<!\d\s)(?<!\buntil\s)(?<!\bsince\s)(?<!\blast\s)(?<!\bby\s)may|might|could|"
    r"did|not|neither|nor|in part|at least|itself|just|so|thereby|thus|even|both)|,\showever|(?:,|\s+but)\s(?:it|they)|"
    r",\s(?:[\w'’-]+\s){1,5}(?:said|says|stressed|added|noted|reported|explained)|[,;]\s(?:(?:but|yet|and|so)\s)?(?:these|those))$",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"(?:[a-z]+ly|in (?:fact|addition|particular|general|short|turn)|for (?:example|instance)|of course|[\d:., -]+|"
    r"(?:several|multiple|many|various|a number of|a combination of) (?:\w+ )?(?:factors|reasons|causes|oversights|things)|"
    r"(?:each|both|all|either) of (?:the |these |those )?(?:\w+ )?(?:things|factors|causes)|"
    r"(?:it|they|this), .*|the ones?|it|this|that|these|those|they|them|he|she|we|i|you|which|what|who|one|some|many|others?|the (?:same|"
    r"latter|former|deeper|main|other|first|second)|such|so|whether|tbd|\[[^\]]*\]|"
    r"(?:since|because|as|if|when) (?:we|i|they|it|he|she)(?:['’](?:ve|re|d|s|ll))?|"
    r"however|the following|the following [^,]*|"
    r"(?:this|that|these|those|the|its|their|a|an)\s+(?:result|results|effect|effects|cause|causes|reason|reasons|problem|thing|"
    r"things|fact|case|way))",
    re.IGNORECASE,
)
_HEADLESS = re.compile(r"(?:is|are|was|were|be|been|has|have|had|will|would|could|can|may|might|did|does|do)\s")
_REFERENCE = re.compile(
    r"(?:all (?:of )?)?(?:this|that|these|those|such)(?:\s+[\w'’-]+(?:\s+(?:events?|failures?|changes?|loss(?:es)?|errors?|faults?|"
    r"increase|decrease|rise|fall|drop|decision|actions?|delays?|conditions?|developments?|problems?|incident|accident|outage|shortage|"
    r"collapse|factors|causes))?)?|the (?:result|results|event|events|situation|combination|latter)"
    r"|which|both(?: events| factors)?|together,? (?:these|they)[\w ]*",
    re.IGNORECASE,
)
_ENDS_IN_REFERENCE = re.compile(
    r"(?:,|\b(?:sure|certain|clear|know|knew|think|thinks|thought|believe|believes|believed|found|out|determined|discovered|learned|realised|"
    r"realized))\s(?:this|that)\s*\Z",
    re.IGNORECASE,
)
_ENDS_IN_PRONOUN = re.compile(r"(?P<mark>[,;:])\s(?:(?:but|yet)\s)?(?:it|they)\s*\Z", re.IGNORECASE)
_PRONOUN = re.compile(
    r"(?:it|they|he|she|we|i|you|them|him|her|us|one|some|others|who|what|there|everyone|everything|nothing|nobody|neither|none)",
    re.IGNORECASE,
)
_COORDINATION = re.compile(
    r",?\s+(?:and|as well as|together with|along with|combined with|coupled with|in combination with|plus)\s+(?:also\s+|then\s+|by\s+|"
    r"because\s+(?:of\s+)?|from\s+|to\s+|in\s+)?|,\s+(?=(?:a|an|the|its|their|no)\s)"
)
_JOINT_BEFORE = re.compile(
    r"\b(?:both|combination of|combined effects? of|interaction of|interplay of|coincidence of|only because(?: of)?|it took)\s+$",
    re.IGNORECASE,
)
_JOINT_AFTER = re.compile(
    r"[,\s]*(?:together|jointly|in combination|(?:were|are) (?:both|all|each) (?:needed|necessary|required))\b", re.IGNORECASE
)
_JOINT_BETWEEN = re.compile(r"\b(?:together with|combined with|coupled with|in combination with|jointly)\b", re.IGNORECASE)
_ALL_OF_THEM = re.compile(r" (?:all|each)\Z")  # "haste, frost and a worn seal all | contributed"
_IN_LIST = re.compile(r",?\s(?:and|as well as)\s|,\s")
_CLAUSE_INSIDE = re.compile(r"\b(?:who|which|whose|where|half)\b|\bthat\s(?=\w+(?:ed|s)\b)", re.IGNORECASE)
_BETWEEN_ONE = re.compile(r"\bbetween\s(?:(?!\band\b)[^,;])*\Z")
_TO_DO = re.compile(  # "changes made to improve the speed | and grip of the pump"
    r"\b(?:made|designed|intended|meant|used|needed|planned|required|work|efforts?|attempts?|changes?|measures?|steps?)"
    r" to [a-z]+ (?:the|a|an|its|their) (?:[\w-]+ )?[\w-]+\Z",
    re.IGNORECASE,
)
_SUBORDINATOR = re.compile(r"(?<!,)\s(?:when|because|while)\s", re.IGNORECASE)
_TIME_OPENS = re.compile(r",\s(?:when|as|after|before|until|since)\s")
_BETWEEN = re.compile(r"\bbetween\s(?!.*\band\b).+$")
_OPENS_CLAUSE = re.compile(r"(?:a|an|the|its|their|no|two|three|four|five|six|seven|several|many|[A-Z0-9])")
_OPEN_LIST = re.compile(r"\b(?:both|of|in|from|with|for)\s+[\w'’-]+$")
_PHRASE_ENDS = re.compile(
    r"\b(?:of|in|on|at|by|for|from|to|with|into|under|over|between|within|across|during|through|involving|including)\s"
)
_YEAR = re.compile(r"(?:19|20)\d\d\b")
_DAY = re.compile(r"\b[A-Z][a-z]+\.? \d{1,2}\Z")
_STARTS_MEMBER = re.compile(
    r"(?:a|an|the|its|their|his|her|this|these|no|lack|loss|failure|poor|heavy|high|higher|low|lower|rising|falling|weak|strong|bad|severe|"
    r"inadequate|insufficient|excessive|reduced|increased|[a-z]+ing (?:a|an|the|of|to|in|on|from|its|their))\s",
    re.IGNORECASE,
)


def _without_fillers(text: str, start: int, end: int) -> tuple[int, int]:
    """Cut fillers off both ends until none is left."""
    before = None
    while before != (start, end) and start < end:
        before = start, end
        opening = _LEAD.match(text, start, end)
        if opening and content_words(text[opening.end() : end]):
            start = opening.end()
        closing = _TRAIL.search(text[start:end])
        end = start + closing.start() if closing else end
    return start, end


def _cuts(text: str, *, marked: bool) -> list[re.Match[str]]:
    """Return the conjunctions and commas that part the members of a coordination."""
    found = list(_COORDINATION.finditer(text))
    cuts = [cut for cut in found if _separates(text, cut)]
    cuts = cuts if any(cut.group().strip() != "," for cut in cuts) else []
    if marked and not cuts:
        return [cut for cut in found if "and" in cut.group() or not has_finite_verb(text[cut.end() :])][:1]
    return cuts


def _after_subordinator(text: str, begin: int, end: int) -> int:
    """Return where the subject begins in "A happened when B caused …": after the "when" that follows a finite verb."""
    for opened in reversed(list(_SUBORDINATOR.finditer(text, begin, end))):
        after = text[opened.end() : end]
        if content_words(after) and not has_finite_verb(after) and has_finite_verb(text[begin : opened.start()]):
            return opened.end()
    return begin


def _after_coordination(text: str, begin: int, end: int, *, follows_verb: bool) -> int:
    """Return where the subject begins in "A happened and B caused …": after the "and" that follows a finite verb."""
    cuts = [match.span() for match in re.finditer(r"\s(?:and|but)\s", text[begin:end])]
    for left, right in reversed(cuts) if follows_verb else cuts:
        before, after = text[begin : begin + left], text[begin + right : end]
        names = content_words(after) or points_back(after)
        apart = names and not _BETWEEN_ONE.search(before) and not (_TO_DO.search(before) and not _DETERMINER.match(after))
        if apart and (follows_verb or has_finite_verb(before)) and not has_finite_verb(after):
            return begin + right
    return begin


def _before_loose_comma(text: str, begin: int, end: int, *, comma: re.Pattern[str]) -> int:
    """Return the first such comma that is not one of a list "A, B and C"; a noun phrase seldom goes on after it."""
    for place in comma.finditer(text, begin, end):
        rest = text[place.end() : end]
        if _YEAR.match(rest) and _DAY.search(text, begin, place.start()):
            continue
        if not re.match(r"(?:[^,]{1,60},\s)*(?:[^,]{1,60}\s)?(?:and|or)\s", rest):
            return place.start()
    return end


def _separates(text: str, cut: re.Match[str]) -> bool:
    before, after = text[: cut.start()], text[cut.end() :]
    if not all(len(content_words(side)) > 1 or _DETERMINER.match(side) for side in (before, after)):
        return False
    clauses = has_finite_verb(before), has_finite_verb(after)
    if all(clauses):
        return begins_clause(after) and bool(_OPENS_CLAUSE.match(after)) and not _OPEN_LIST.search(before)
    return not any(clauses) and _parts_phrases(before, after)


def _parts_phrases(before: str, after: str) -> bool:
    if _BETWEEN.search(before) or (_PHRASE_ENDS.search(before) and not _PHRASE_ENDS.search(after)):
        return False
    return bool(_DETERMINER.match(after)) or (bool(_STARTS_MEMBER.match(after)) and not _OPEN_LIST.search(before))


def _opens_apposition(text: str) -> bool:
    """Tell whether the first comma of an opening clause parts a subject from its apposition: "a nurse, Ilse Tamm, opened the doors"."""
    pieces = _COMMA.split(text)
    if len(pieces) < 3 or has_finite_verb(pieces[0]) or has_finite_verb(pieces[1]):
        return False
    verb = pieces[2].split(maxsplit=1)[0].lower() if pieces[2].strip() else ""
    return is_past(verb) or has_finite_verb(f"it {verb}")


def _balanced(text: str, start: int, end: int) -> tuple[int, int]:
    """Cut a span back so that no parenthesis is left open."""
    piece = text[start:end]
    if piece.count("(") > piece.count(")"):
        return start, start + piece.rindex("(") if piece[: piece.rindex("(")].strip() else end
    return start + piece.index(")") + 1, end
