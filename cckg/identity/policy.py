"""When two wordings are one event: every threshold of this room."""

from dataclasses import dataclass
from typing import NamedTuple


class PairWeights(NamedTuple):
    """What makes of a pair of mentions the log odds of its being one event: weights of what is told of it, and a shift."""

    reading: float  # of the log odds of what the event reader says
    nearness: float  # of the cosine, −1..1, of the mentions in their contexts
    wordings: float  # of the cosine, −1..1, of the wordings
    shift: float


_INSIDE = PairWeights(reading=0.74, nearness=7.19, wordings=0.0, shift=-5.96)
_ACROSS = PairWeights(reading=0.72, nearness=4.61, wordings=2.71, shift=-5.79)


@dataclass(frozen=True, slots=True)
class IdentityPolicy:
    """The thresholds of this room, each with its unit, and what it was chosen on."""

    context_read: int = 60
    """Characters on each side of a mention that the event reader is shown. On the stories that trained nothing the area under the curve is
    .957 inside a document and .917 across, with 130 .943 and .919, in half the time; with 20 .939 and .905."""
    near_cosine: float = 0.4
    """Cosine of two wordings of one document from which the event reader is asked. Chosen, as all of this gate, on the invented stories
    that trained nothing (`training/data/stories`) and the development corpus: .35 and three nearest take a fifth more readings."""
    few_words: int = 2
    """Content words up to which a wording is read with the one before it as well."""
    nearest_inside: int = 2
    """Nearest mentions of its own document that a mention is read with, at most."""
    near_across_cosine: float = 0.5
    """Cosine of two wordings of two documents from which the event reader is asked. From .45 a tenth more is read, and two more pairs of
    two documents found in the stories, none in the development corpus."""
    nearest_across: int = 2
    """Nearest mentions of another document that a mention is read with, at most."""
    same_matter_cosine: float = 0.07
    """Cosine of the rare words around the mentions of two documents (tf-idf) from which these may tell of the same matter."""
    fewest_documents: int = 30
    """As how many documents a smaller graph counts where rare words are weighed: of three no word would be rare."""
    alike_documents: int = 8
    """Nearest documents that a document is compared with, at most."""
    reported_within_years: float = 0.25
    """Years between the dates of two documents up to which they may tell of one happening: reports come later than news."""

    days_apart: int = 7
    """Days between the days that two documents tell, each of a few on end, beyond which they tell of two happenings."""

    surely_one: float = 0.9
    """Reading from which a pair is not read the other way round: of the stories that trained nothing .93 of what is joined is right either
    way, and .04 more is found than where all are read both ways."""
    inside: PairWeights = _INSIDE
    """Of two mentions of one document. Fitted on the stories that trained nothing and on the development corpus; on the demo corpus, which
    had no part in that, the average precision of pairs is .98 (the reading alone .97, the nearness alone .97)."""
    across: PairWeights = _ACROSS
    """Of two documents. Fitted on the same, look-alikes of the stories among them: average precision .84 on the development corpus and .65
    among look-alikes (without nearness .82 and .64)."""
    one_inside: float = 0.5
    """Probability so found from which two mentions of one document are one event."""
    one_across: float = 0.55
    """The same of two documents; probabilities are moved, in log odds, so that either bar lies at .5. Of the pairs of two documents that
    come together so .82 are right in the stories and .83 in the development corpus; from .62 on .85 and .95, a fifth fewer of them."""
    across_slope: float = 0.546
    """Slope of the map, in log odds, from what is found of two documents to the share that is right; what is found of one document is so
    already. Fitted, as the shift, by `python -m benchmarks.identity.reliability --most 400`: the expected calibration error on the other
    half of the incidents and topics falls from .196 to .072."""
    across_shift: float = 0.668
    """Shift of that map."""
    perhaps_one: float = 0.15
    """Mean of probabilities so moved from which two events may be one: .15 in one document, .18 across documents."""
    unread: float = 0.2
    """What stands for the pairs of two clusters that nobody read, in the mean of readings so moved and this one."""
    first_rounds: int = 3
    """Rounds of reading in which a mention is read once, at most."""
    read_between: int = 2
    """Pairs of two clusters that are read, at most."""
    another: float = 0.05
    """Reading so moved below which a pair is surely two events: no further pair of its clusters is read, unless it is of nearly the same
    words."""
    nearly_same_words: float = 0.75
    """Cosine of two wordings, −1..1, from which they are."""
    tries: int = 3
    """Readings of a mention that were another event, after which it is read no more. With these three the demo corpus takes 1.3 readings
    a mention instead of 2.3, and 98.6 (CoNLL) of the clusters are the same (measured with 130 characters on each side)."""
    unlike_others: float = 0.15
    """By how much the mean cosine of a wording with the others of its event may lie below the largest, for it to name the event."""
    telling_name: int = 6
    """Content words of a wording beyond which it is no better name for its event."""

    told_one: float = 0.95
    """Probability that two mentions are one event where a chat model says so."""
    told_perhaps_one: float = 0.4
    """The same where it says that they may be: a link in doubt."""
    told_another: float = 0.02
    """The same where it says neither."""
    chat_nearest_inside: int = 4
    """Nearest mentions of its own document, whatever their cosine, that a chat model is told to compare a mention with, at least."""
    chat_near_across_cosine: float = 0.4
    """Cosine of two wordings of two documents that seem to tell of one matter from which a chat model is shown both."""

    chat_nearest_of_others: int = 4
    """Nearest mentions of all other documents that a chat model is told to compare a mention with, at least, if so many are that near."""

    meant: float = 0.4
    """Probability from which a phrase of a question means a mention. On 320 pairs of stories that trained nothing (cosine: AUC .52) what is
    read has AUC .875; of those at .3 .77 are right, at .5 .81."""
    read_weight: float = 0.77
    """Weight of the log odds of what is read of a phrase of a question and a mention. With the next three fitted on the questions of the
    stories that trained nothing, all of these in one graph: the best event is right for 276 of 379 phrases (271 where all are read alone,
    280 where all are read both ways, which takes twice as long)."""
    place_weight: float = 5.86
    """Weight of the cosine, −1..1, of the question and the text in which the mention stands."""
    words_weight: float = 2.74
    """What is added where the mention has all content words of the phrase."""
    linked_shift: float = -3.41
    """What is added to these."""
    linked: float = 0.38
    """Probability so found from which a phrase means an event: of those .75 are right, and .76 of the right ones are found."""
    linked_mentions: int = 10
    """Mentions that are looked at for a phrase of a question, at most. Of 57 phrases of invented questions (`benchmarks/identity/twins`)
    the ten nearest mentions hold the right one for 20, and the ten nearest of the three best passages for 43."""
    chat_linked_mentions: int = 40
    """The same where a chat model tells which of them is meant, all phrases in one call. Of 79 phrases of forty questions on six reports
    that were read in full (`tests/recorded`) the ten nearest hold a right one for 72, twenty for 74, forty for 77, sixty for 78."""
    worth_reading: float = 2.0
    """By how much what speaks for reading one of these may lie below the best, for it to be read; the best two are. On the same phrases
    six are so read instead of ten or eleven, and nothing that those find is lost; of what is found more is right, .709 instead of .703."""
    read_for_place: float = 4.54
    """What speaks for reading a mention: the cosine of the question and the text in which that stands, times this, and the next two."""
    read_for_words: float = 2.05
    """What is added where it has all content words of the phrase."""
    read_for_nearness: float = 7.76
    """Weight of the cosine of phrase and mention by the encoder of mentions. Fitted on the same phrases: the five so chosen hold the right
    event for 125 of 131, by place and words alone for 119."""
    nearest_mentions: int = 3
    """Of these, nearest mentions wherever they are told, at least."""
    opposite_mentions: int = 2
    """Nearest mentions that a written opposite is read with, at most. With four the demo and the development corpus are answered no
    better."""


POLICY = IdentityPolicy()
