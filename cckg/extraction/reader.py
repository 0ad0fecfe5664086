"""Reads the claims of texts by a trained reader: `claims` of `cckg.models`, trained by `training.claims`.

Every matrix of the reader scores pairs of tokens (first, second): whether a cause, an effect or a connective begins with the one and ends
with the other; whether a cause that begins (ends) with the one has an effect that begins (ends) with the other; and so on. A pair's score
is the product of what the reader gives for either token, turned by their places (rotary positions, Su et al. 2021; span matrices as in
GlobalPointer, Su et al. 2022); above 0 means yes. What it marks becomes claims by the same rules of trimming, polarity, days and joint
causes that hold for what is read by connectives (`cckg.extraction.document`).
"""

import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from cckg.core.claims import ExtractedClaim, Modality, Span
from cckg.core.vectors import Matrix, Vector
from cckg.extraction.alternatives import is_enough
from cckg.extraction.arguments import is_joint, is_pronoun, points_back, trimmed
from cckg.extraction.connectives import degree_of, find_connectives, overlap, same_places, words_of_cue
from cckg.extraction.modality import is_aim, is_denied, is_hedged, is_norm, is_possible, is_suspected, is_unreal
from cckg.extraction.policy import POLICY
from cckg.extraction.windows import SIGNS, Window, as_mention, windows
from cckg.language import find_date, make_standalone
from cckg.models import ReadText, TokenReader

SPANS = ("cause", "effect", "cue")
"""Matrices of stretches: from the first token to the last."""

PAIRINGS = ("heads", "tails", "cue of cause", "cue of effect")
"""Matrices of what belongs together: where two stretches begin; "tails": where they end."""

MATRICES = (*SPANS, *PAIRINGS, "hedged", "denied", "contributing", "enabling")
"""What the scores are of, in the reader's order; the last four of a cause and its effect, where these begin."""

HALF = 32
"""Numbers per token and matrix: so many for a first token, so many for a second one."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A cause, its effect, and the cue if there is one, each as first and last token.

    `probability` is 0..1; of the other scores those above 0 mean yes.
    """

    cause: tuple[int, int]
    effect: tuple[int, int]
    cue: tuple[int, int] | None
    probability: float
    hedged: float
    denied: float


def rotary(tokens: int) -> tuple[Matrix, Matrix]:
    """Return cosines and sines (tokens, HALF) by which the numbers of each place are turned."""
    rates = 10_000.0 ** (-np.arange(0, HALF, 2) / HALF)
    angles = np.repeat(np.arange(tokens)[:, None] * rates, 2, axis=1)
    return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)


def pair_scores(given: Matrix) -> Matrix:
    """Return the scores (matrices, tokens, tokens) for what the reader gives, (tokens, matrices * 2 * HALF)."""
    tokens = len(given)
    cosines, sines = rotary(tokens)
    parts = given.reshape(tokens, len(MATRICES), 2, HALF)
    across = np.stack([-parts[..., 1::2], parts[..., ::2]], axis=-1).reshape(parts.shape)
    turned = parts * cosines[:, None, None] + across * sines[:, None, None]
    first, second = turned[:, :, 0].transpose(1, 0, 2), turned[:, :, 1].transpose(1, 2, 0)
    scores: Matrix = first @ second / np.sqrt(HALF)
    return scores


def relations(table: Matrix, *, bar: float = POLICY.told_probability) -> list[Relation]:
    """Return the relations of a passage, the likeliest first.

    A relation's probability is the geometric mean of four: of its cause, its effect, and the pairings of where they begin and where they
    end. Of relations whose stretches cross, or that join the same places twice, the likeliest is taken; a stretch may lie inside another.
    `table` holds the scores of `pair_scores`, (matrices, tokens, tokens); `bar` is the lowest probability of a relation, 0..1.
    """
    scores = dict(zip(MATRICES, table, strict=True))
    causes, effects, cues = (_stretches(scores[name]) for name in ("cause", "effect", "cue"))
    heads = scores["heads"][np.ix_(causes.first, effects.first)]
    tails = scores["tails"][np.ix_(causes.last, effects.last)]
    sides = _log_share(causes.score)[:, None] + _log_share(effects.score)[None, :]
    joint = np.exp((sides + _log_share(heads) + _log_share(tails)) / 4)
    found: list[Relation] = []
    for row, column in _ranked(joint, bar):
        cause, effect = causes.place(row), effects.place(column)
        if _meet(cause, effect) or any(_excludes(one, cause, effect) for one in found):
            continue
        told = (float(scores[name][cause[0], effect[0]]) for name in ("hedged", "denied"))
        found.append(Relation(cause, effect, _cue(scores, cues, cause, effect), float(joint[row, column]), *told))
    return found


def log_odds(probability: float) -> float:
    """Return the logarithm of the odds, within what a float32 tells from certainty."""
    bounded = min(max(probability, 1e-6), 1 - 1e-6)
    return math.log(bounded / (1 - bounded))


def lone_cause(table: Matrix, *, bar: float = POLICY.told_probability) -> tuple[int, int] | None:
    """Return the surest cause of a passage whether it has an effect or not, as a supposition may stand without a consequence."""
    causes = _stretches(table[MATRICES.index("cause")])
    return causes.place(0) if len(causes.score) and np.exp(_log_share(causes.score[0])) >= bar else None


@dataclass(frozen=True, slots=True)
class ReadClaims:
    """What the reader tells of a text: the claims that it is sure enough of, and all that it takes for cause and effect, however little."""

    claims: tuple[ExtractedClaim, ...]
    seen: tuple["SeenLink", ...]


@dataclass(frozen=True, slots=True)
class ClaimReader:
    """Reads claims in batches.

    `sign` names the way of marking that is asked for, one of `windows.SIGNS`; `at_least` is the lowest confidence of a claim,
    0..1, which is the share of such claims that were right where it was calibrated.
    """

    reader: TokenReader
    sign: str = "report"
    at_least: float = 0.45

    def read(self, texts: Sequence[str]) -> list[list[ExtractedClaim]]:
        """Return the claims of each text; see `told`."""
        return [list(told.claims) for told in self.seen(texts)]

    def seen(self, texts: Sequence[str]) -> list[ReadClaims]:
        """Return what is told of each text, each claim once, in the order in which they were found; of a window its likeliest comes first.

        A sentence in which the reader sees cause and effect, but too little of it, is read once more by itself: among its neighbours it may
        be passed over for theirs. Of a sentence of more than 256 word pieces the rest is not read.
        """
        first = self._sighted(texts, [windows(text) for text in texts])
        again = self._sighted(texts, [list(self._passed_over(links)) for links in first])
        return [self._kept_claims(text, links, alone) for text, links, alone in zip(texts, first, again, strict=True)]

    def suppositions(self, texts: Sequence[str]) -> list[tuple[Span | None, Span | None]]:
        """Return what each text supposes and what it says would follow ("if I had stayed", "I would have died"); None for what is not said.

        Each text is taken for one window, one statement.
        """
        found: list[tuple[Span | None, Span | None]] = []
        for text, given in zip(texts, self.reader.read(texts, sign=SIGNS["conditional"]), strict=True):
            whole = Window(Span(text, 0, len(text)), ())
            table = pair_scores(given.numbers)
            best = next(iter(relations(table)), None)
            supposed = best.cause if best else lone_cause(table)
            effect = best.effect if best else None
            sides = [_stretch(text, whole, given, place, trim=False) if place else None for place in (supposed, effect)]
            found.append((sides[0], sides[1]))
        return found

    # Private

    def _sighted(self, texts: Sequence[str], cut: Sequence[Sequence[Window]]) -> list[list["SeenLink"]]:
        """Return the relations that are seen in the windows of each text, however little."""
        flat = [window.span.text for found in cut for window in found]
        read = iter(self.reader.read(flat, sign=SIGNS[self.sign]) if flat else ())
        slope, offset = json.loads(self.reader.notes["calibration"])
        return [
            [link for window in found for link in _links(text, window, next(read), slope=slope, offset=offset)]
            for text, found in zip(texts, cut, strict=True)
        ]

    def _is_sure(self, link: "SeenLink") -> bool:
        return link.confidence >= self.at_least and link.relation.probability >= POLICY.told_probability

    def _passed_over(self, links: Sequence["SeenLink"]) -> Iterator[Window]:
        """Yield the sentences that hold a relation that is seen, while nothing that is told touches them; each once, in order."""
        told = [link.quote for link in links if self._is_sure(link)]
        within = {link.quote: link.window for link in reversed(links) if link.quote in link.window.sentences}
        for sentence, window in sorted(within.items(), key=lambda one: one[0].start):
            if len(window.sentences) > 1 and not any(overlap(sentence, quote) for quote in told):
                yield Window(sentence, window.sentences[: window.sentences.index(sentence) + 1], window.earlier)

    def _kept_claims(self, text: str, links: Sequence["SeenLink"], alone: Sequence["SeenLink"]) -> ReadClaims:
        """Return the claims of the links that are sure enough, first those of windows, then those of sentences alone."""
        kept: list[ExtractedClaim] = []
        read = [link.claim(text) for link in links if self._is_sure(link)]
        for claim in [*read, *_sure_alone([link.claim(text) for link in alone if self._is_sure(link) and not link.is_about_another(text)])]:
            if not any(same_places(claim, other) for other in kept):
                kept.append(claim)
        return ReadClaims(tuple(_grouped(text, kept)), tuple(links))


# Private

Places: TypeAlias = npt.NDArray[np.intp]

_MOST = 40  # stretches of one kind in a passage


@dataclass(frozen=True, slots=True)
class _Stretches:
    first: Places
    last: Places
    score: Vector

    def place(self, at: int) -> tuple[int, int]:
        return int(self.first[at]), int(self.last[at])


def _log_share(scores: Matrix) -> Matrix:
    """Return the logarithm of the logistic function."""
    logs: Matrix = -np.logaddexp(0, -scores)
    return logs


def _stretches(scores: Matrix) -> _Stretches:
    """Return the surest stretches, the surest first."""
    firsts, lasts = np.nonzero(np.triu(scores > POLICY.looked_at_score))
    found = scores[firsts, lasts]
    order = np.argsort(-found, kind="stable")[:_MOST]
    return _Stretches(firsts[order], lasts[order], found[order])


def _ranked(joint: Matrix, bar: float) -> list[tuple[int, int]]:
    """Return the places of the scores from the bar on, the highest first."""
    rows, columns = np.nonzero(joint >= bar)
    order = np.argsort(-joint[rows, columns], kind="stable")
    return list(zip(rows[order].tolist(), columns[order].tolist(), strict=True))


def _excludes(one: Relation, cause: tuple[int, int], effect: tuple[int, int]) -> bool:
    """Tell whether a relation leaves no room for another: they join the same places, or their stretches cross."""
    if (_meet(one.cause, cause) and _meet(one.effect, effect)) or (_meet(one.cause, effect) and _meet(one.effect, cause)):
        return True
    return _cross(one.cause, cause) or _cross(one.effect, effect)


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def _cross(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Tell whether two stretches share a part, and neither is the other nor begins and ends inside it."""
    if one == other or not _meet(one, other):
        return False
    return not ((one[0] > other[0] and one[1] < other[1]) or (other[0] > one[0] and other[1] < one[1]))


def _cue(scores: dict[str, Matrix], cues: _Stretches, cause: tuple[int, int], effect: tuple[int, int]) -> tuple[int, int] | None:
    """Return the cue that belongs to both sides the most; None if none does."""
    ranked = [
        (float(scores["cue of cause"][cue[0], cause[0]] + scores["cue of effect"][cue[0], effect[0]] + score), cue)
        for cue, score in ((cues.place(at), float(cues.score[at])) for at in range(len(cues.score)))
        if not _meet(cue, cause) and not _meet(cue, effect)
    ]
    best = max(ranked, default=None)
    return best[1] if best and best[0] > POLICY.looked_at_score else None


_RELATIVE = re.compile(r",\s(?:which|who)(?:\s(?:in turn|then|also|later|soon|thus|therefore))?,?\s\Z")
_DIRECTLY = re.compile(r",?\s(?:(?:thus|thereby|so|then)\s)?")
_PARTICIPLE = re.compile(r"[a-z]+ing\s")
_TAKES_ING = re.compile(r"\b(?:of|by|for|in|to|with|from|was|were|meant|means|began|started|and|than|without)\s\Z")
_OTHER_WORLD = re.compile(  # what somebody hopes for, supposes or concludes
    r"\A(?:in (?:the )?hopes? of|hoping|in an (?:attempt|effort) to|had|if|should|based on|indicating|suggesting|showing)\b"
    r"|\A(?:so|in order) that\Z",
    re.IGNORECASE,
)
_VERB_GROUP = re.compile(r"(?:\s[\w'’]+){1,5}\s")
_NOT_ONLY = re.compile(r"\bnot (?:only|just|merely|solely|simply)\b", re.IGNORECASE)
_ALMOST = re.compile(r"\b(?:almost|nearly|narrowly)\s\Z", re.IGNORECASE)
_WOULD_HAVE = re.compile(r"\bwould(?: not|n['’]t| never)?(?: \w+ly)? have\s\Z", re.IGNORECASE)
_WOULD_HAVE_DONE = re.compile(r"\A[^.;:,]*\bwould(?: not|n['’]t| never)?(?: \w+ly)? have\b[^.;:,]*\Z", re.IGNORECASE)
_FROM_DOING = re.compile(r"\sfrom\s+[a-z]+ing\b", re.IGNORECASE)
_KEEPS = re.compile(r"\b(?:ke(?:ep|pt)|sav|stop|protect|spar|shield)\w*\W*\Z", re.IGNORECASE)
_AND = re.compile(r"\sand\s\Z", re.IGNORECASE)
_AS_CAUSE = re.compile(r"\bas (?:a|an|the|one)\b(?: \w+)? (?:cause|reason|factor)\b", re.IGNORECASE)
_WITHOUT = re.compile(r"\b(?:without|in the absence of)\s+\Z", re.IGNORECASE)
_RULED_OUT = re.compile(r"\b(?:ruled out|ruling out|rule out|discounted|dismissed|excluded|eliminated|rejected)\b", re.IGNORECASE)
_ANOTHER_RULED_OUT = re.compile(  # "dust hung in the air. Sabotage was ruled out as the cause of the blast": not the dust
    r"[.;!?]\s+(?!(?:it|this|that|these|those|they|which)\b)[^.;!?]+\b(?:was|were|is|are|been)\s(?:[a-z]+ly\s)?"
    r"(?:ruled out|discounted|dismissed|excluded|eliminated|rejected)\b",
    re.IGNORECASE,
)
_SUSPECTED = re.compile(r"\b(?:suspected|believed|thought) (?:as (?:a|an|the|one)|of (?:causing|having caused))\b", re.IGNORECASE)
_CONCESSION = re.compile(r"\b(?:although|though|despite|in spite of|notwithstanding)(?: the fact that)?\s\Z", re.IGNORECASE)
_ENDS = re.compile(r"\b(?:end(?:s|ed|ing)|resolv(?:es|ed|ing)|fix(?:es|ed|ing)|clear(?:s|ed|ing))\b\W*\Z", re.IGNORECASE)
_GROUND = re.compile(
    r"\b(?:conclusion|finding|belief|realization|realisation|discovery|suspicion) that\b"
    r"|\b(?:to|us|me|them) (?:believe|suspect|think|conclude|assume|suspecting|believing)\b",
    re.IGNORECASE,
)
_IN_VAIN = re.compile(r"\b(?:fail(?:s|ed|ure|ing)? to|did not|could not|unable to|nothing to|never)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SeenLink:
    """A relation with its places in the text; `confidence` is how sure the reader is of it, 0..1."""

    window: Window
    relation: Relation
    cause: Span
    effect: Span
    quote: Span
    cue: Span | None
    confidence: float

    def claim(self, text: str) -> ExtractedClaim:
        """Return the claim that the relation is."""
        cue = self.cue.text if self.cue else ""
        joining = words_of_cue(text, self.cue, within=self.quote) if self.cue else ""
        time = find_date(text, self.quote.start, self.quote.end)
        modality = self._modality(text, cue)
        return ExtractedClaim(
            cause=as_mention(self.cause, prevented=self._lacking(text), text=self._alone(text, self.cause)),
            effect=as_mention(self.effect, prevented=self._prevented(text, joining), text=self._alone(text, self.effect, cue=cue)),
            cue=self.cue,
            quote=self.quote,
            modality=modality,
            confidence=self.confidence,
            time=time.text if time else None,
            degree=degree_of(joining),
            enough=modality is not Modality.DENIED and is_enough(text, self.cause, self.cue, within=self.quote),
        )

    def is_about_another(self, text: str) -> bool:
        """Tell whether a side has a pronoun for its subject, which the sentences before do not tell either: "they vanish"."""
        return any(is_pronoun(self._alone(text, side).split()[0]) for side in (self.cause, self.effect))

    # Private

    def _modality(self, text: str, cue: str) -> Modality:
        """Return how sure the text is, by the reader, by the words of the cue and those before it, and by who tells of the sides."""
        before = text[self.quote.start : self.cue.start] if self.cue else ""
        first, last = sorted((self.cause, self.effect), key=lambda side: side.start)
        between = text[first.end : last.start]
        if _SUSPECTED.search(between):
            return Modality.HEDGED
        if _RULED_OUT.search(between) or (_AS_CAUSE.search(between) and _RULED_OUT.search(text[self.quote.start : first.start])):
            return Modality.DENIED
        joining = cue if self.cue else between if _VERB_GROUP.fullmatch(between) else ""
        if is_denied(joining) or (self.relation.denied > 0 and not _NOT_ONLY.search(f"{before}{cue}")):
            return Modality.DENIED
        sides = (self.cause, self.effect)
        unsure = any(is_possible(side.text) or is_suspected(text[self.window.span.start : side.start]) for side in sides)
        return Modality.HEDGED if unsure or self.relation.hedged > 0 or is_hedged(cue) else Modality.ASSERTED

    def _prevented(self, text: str, joining: str) -> bool:
        """Tell whether the cue keeps the effect from coming about; of "preventing an election and making it read-only" only the first."""
        apart = self.cue is not None and _AND.search(text, self.cue.end, max(self.cue.end, self.effect.start))
        return not apart and _prevents(joining, self.effect.text)

    def _lacking(self, text: str) -> bool:
        """Tell whether the cause is that something was not there: "without the grant"."""
        return _WITHOUT.search(text, self.window.span.start, self.cause.start) is not None

    def _follows(self, text: str) -> bool:
        """Tell whether the effect is a verb that has the cause, or who is in it, for its subject: "he fell 8 ft, fracturing an arm"."""
        between = text[self.cause.end : self.effect.start]
        opens = self.cue is None and _PARTICIPLE.match(self.effect.text) and not _TAKES_ING.search(between)
        return bool(_DIRECTLY.fullmatch(between) or (opens and between and "." not in between))

    def _alone(self, text: str, side: Span, *, cue: str = "") -> str:
        is_predicate = (side is self.effect and self._follows(text)) or bool(_RELATIVE.search(text, self.window.span.start, side.start))
        return make_standalone(side.text, self.window.before(text, side.start), cue=cue, is_predicate=is_predicate)


def _links(text: str, window: Window, given: ReadText, *, slope: float, offset: float) -> Iterator[SeenLink]:
    """Yield the relations of a window whose sides name events that the text says to have happened, or not to have."""
    for one in relations(pair_scores(given.numbers), bar=POLICY.seen_probability):
        cause, effect = (_stretch(text, window, given, place) for place in (one.cause, one.effect))
        if cause is None or effect is None or overlap(cause, effect):
            continue
        quote = window.quote(text, cause, effect)
        sides = (cause, effect)
        if any(is_pronoun(side.text) or points_back(side.text) or is_norm(side.text) for side in sides):
            continue
        if is_unreal(quote.text, effect.text) or not _happened(text, window, cause, effect):
            continue
        if _ANOTHER_RULED_OUT.search(text, min(cause.end, effect.end), max(cause.start, effect.start)):
            continue
        cue = _stretch(text, window, given, one.cue, trim=False) if one.cue else None
        if cue and _OTHER_WORLD.match(cue.text):
            continue
        inside = cue if cue and quote.start <= cue.start and cue.end <= quote.end else None
        confidence = round(1 / (1 + math.exp(-slope * log_odds(one.probability) - offset)), 3)
        yield SeenLink(window, one, cause, effect, quote, inside, confidence)


def _happened(text: str, window: Window, cause: Span, effect: Span) -> bool:
    """Tell whether what stands in front of two stretches, and between them, lets them be cause and effect that came about.

    "Although the query was blocked, it ran", "almost fell", "a guard to prevent falls", "which leads us to believe" and "the snow alone
    would not have brought the roof down" do not.
    """
    before_cause, before_effect = (text[window.span.start : side.start] for side in (cause, effect))
    between = text[min(cause.end, effect.end) : max(cause.start, effect.start)]
    if _WOULD_HAVE.search(before_effect) or (cause.start < effect.start and _WOULD_HAVE_DONE.search(between)):
        return False
    if is_aim(before_effect) or _CONCESSION.search(before_cause) or _GROUND.search(between):
        return False
    return not (_ALMOST.search(before_cause) or _ALMOST.search(before_effect))


def _sure_alone(claims: Sequence[ExtractedClaim]) -> list[ExtractedClaim]:
    """Return the claims of sentences that are read by themselves which are sure enough, and what the cause of such a one did besides."""
    sure = [claim for claim in claims if claim.confidence >= POLICY.sure_alone]
    causes = {claim.cause.span for claim in sure if claim.modality is Modality.ASSERTED}
    return [claim for claim in claims if claim in sure or (claim.modality is Modality.ASSERTED and claim.cause.span in causes)]


def _grouped(text: str, claims: Sequence[ExtractedClaim]) -> Iterator[ExtractedClaim]:
    """Yield claims, those as a group whose causes of one effect the text states as jointly required by one cue, or without any."""
    for claim in claims:
        alike = (other for other in claims if (other.cue, other.quote, other.effect.span) == (claim.cue, claim.quote, claim.effect.span))
        causes = sorted({other.cause.span for other in alike}, key=lambda span: span.start)
        start, end = causes[0].start, causes[-1].end
        joint = len(causes) > 1 and is_joint(text, Span(text[start:end], start, end))
        yield replace(claim, group=f"{start}-{end}") if joint else claim


def _prevents(joining: str, effect: str) -> bool:
    """Tell whether a cue keeps its effect from coming about: "prevented", "kept the crew from falling"; "failed to prevent" does not."""
    if _IN_VAIN.search(joining):
        return False
    ends = _ENDS.search(joining) or (_KEEPS.search(joining) and _FROM_DOING.search(effect))
    return bool(ends) or any(cue.prevents for cue in find_connectives(f"it {joining} it"))


def _stretch(text: str, window: Window, given: ReadText, place: tuple[int, int], *, trim: bool = True) -> Span | None:
    """Return the stretch from one token to another, widened to whole words."""
    start = window.span.start + given.offsets[place[0]][0]
    end = window.span.start + given.offsets[place[1]][1]
    while start > window.span.start and text[start - 1].isalnum() and text[start].isalnum():
        start -= 1
    while end < window.span.end and text[end].isalnum() and text[end - 1].isalnum():
        end += 1
    return trimmed(text, start, end) if trim else Span(text[start:end], start, end)
