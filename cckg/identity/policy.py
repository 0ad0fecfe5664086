"""When two wordings are one event: every threshold of this room."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IdentityPolicy:
    """The thresholds of this room, each with its unit, and what it was chosen on."""

    identical_cosine: float = 0.9999
    """Cosine, −1..1, of the same words: those may close a circle of causes, for then the documents state one."""
    taken_up_score: float = 0.15
    """Score, 0..1, that is enough where "the crack" takes up a crack told of just before. Chosen on the answers to questions about
    the development corpus (`benchmarks/dev_corpus`)."""
    recent_wordings: int = 6
    """How many wordings back "just before" reaches."""
    earlier_wordings: int = 24
    """Nearest earlier wordings of the document that the verifier is shown, at most."""

    context_read: int = 60
    """Characters on each side of a mention that the event reader is shown. On the stories that trained nothing the area under the curve is
    .957 inside a document and .917 across, with 130 .943 and .919, in half the time; with 20 .939 and .905."""
    near_cosine: float = 0.35
    """Cosine of two wordings of one document from which the event reader is asked. Chosen, as all of this gate, on the invented stories
    that trained nothing (`training/data/stories`): with these the demo corpus takes 1.3 readings a mention."""
    few_words: int = 2
    """Content words up to which a wording is read with the one before it as well."""
    nearest_inside: int = 3
    """Nearest mentions of its own document that a mention is read with, at most."""
    near_across_cosine: float = 0.55
    """Cosine of two wordings of two documents from which the event reader is asked: below that it would have to be surer than it is. From
    .45 a fifth more is read, and nothing more found in the stories, the demo and the development corpus."""
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

    surely_one: float = 0.9
    """Reading from which a pair is not read the other way round: of the stories that trained nothing .93 of what is joined is right either
    way, and .04 more is found than where all are read both ways."""
    one_inside: float = 0.7
    """Probability from which two mentions of one document are one event. Chosen, with the next three, on the development corpus
    (`benchmarks/dev_corpus`) and on the invented stories that trained nothing."""
    one_across: float = 0.8
    """The same of two documents. Readings are moved, in log odds, so that either bar lies at .5."""
    wordings_weight: float = 6.0
    """Weight, in log odds, of how alike the wordings of two documents are: what is told in the same words needs a reading of .4, what has a
    cosine of .5 one of .93. Of the links across documents of the development corpus 15 are found and 2 wrong (without it, at .9, 14 and
    13), of the stories, among look-alikes, 17 and 2 (20 and 5)."""
    wordings_cosine: float = 0.7
    """Cosine, −1..1, at which it counts for nothing."""
    perhaps_one: float = 0.15
    """Mean of readings so moved from which two events may be one: .29 as it is read in one document, .41 across
    documents at `wordings_cosine`."""
    calibrated_slope: float = 0.456
    """Slope on the log odds of a reading of two documents so moved, to how often such pairs are one event. With the shift fitted on half of
    the pairs that trained nothing, of incidents told twice and of ECB+ topics (`python -m benchmarks.identity.reliability`); on the other
    half the expected calibration error falls from .255 to .053. Pairs of one document stay as they are read (.023, mapped .045)."""
    calibrated_shift: float = 1.363
    """Shift on the same log odds."""
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

    meant: float = 0.4
    """Probability from which a phrase of a question means a mention. On 320 pairs of stories that trained nothing (cosine: AUC .52) what is
    read has AUC .875; of those at .3 .77 are right, at .5 .81."""
    read_weight: float = 0.73
    """Weight of the log odds of what is read of a phrase of a question and a mention. With the next three fitted on the questions of the
    stories that trained nothing, all of these in one graph: the best event is right for 99 of 131 phrases instead of 87 at equal recall."""
    place_weight: float = 5.8
    """Weight of the cosine, −1..1, of the question and the text in which the mention stands."""
    words_weight: float = 2.85
    """What is added where the mention has all content words of the phrase."""
    linked_shift: float = -3.1
    """What is added to these."""
    linked: float = 0.38
    """Probability so found from which a phrase means an event: of those .69 are right, and .71 of the right ones are found."""
    linked_mentions: int = 10
    """Mentions that are looked at for a phrase of a question, at most. Of 57 phrases of invented questions (`benchmarks/identity/twins`)
    the ten nearest mentions hold the right one for 20, and the ten nearest of the three best passages for 43."""
    linked_read: int = 5
    """Of these, mentions that are read where a question has two phrases, at most, and twice as many where it has one. On the questions of
    the stories that trained nothing the best event is right for 85 of 131 phrases with five, for 89 with ten."""
    nearest_read: int = 1
    """Of those that are read, mentions whose wording is nearest; of the others most speaks for the phrase meaning them before."""
    nearest_mentions: int = 3
    """Of these, nearest mentions wherever they are told, at least."""
    opposite_mentions: int = 4
    """Nearest mentions that a written opposite is read with, at most."""


POLICY = IdentityPolicy()
