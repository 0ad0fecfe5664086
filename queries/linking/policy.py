"""When an event is what a phrase of the question means: every threshold of event linking.

What it was chosen on stands with each; what says nothing of that was chosen on the questions of the development corpus.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkingPolicy:
    """The thresholds of this room, each with its unit, and what it was chosen on."""

    passages: int = 3
    """Passages that fit the question best, whose mentions a phrase of it is read with."""
    initials: int = 2
    """Characters up to which a name, as the B of "Server B", has to stand beside the event: elsewhere in the document it is another's."""
    naming: int = 50
    """Passages that are looked at for a name of a question, at most."""
    contrary_score: float = 0.1
    """Score, 0..1, from which an event of the opposite polarity is what was in place of what is supposed."""
    against: float = 0.2
    """Belief, 0..1, that an event is the opposite of what is supposed, from which it was in its place. On 59 suppositions in the questions
    of stories that trained nothing the best event is right for 33 and wrong for 6, and of 108 phrases that suppose nothing 6 have one."""
    surely_meant: float = 0.92
    """Score, 0..1, from which an event is meant however much better another one fits."""
    close_log_odds: float = 0.7
    """How far, in log odds, the score of further events may lie below that of the best. Chosen, as the one above, on the questions of the
    stories that trained nothing: .69 of the events that are so taken for meant are."""
    nearly_meant: float = 0.1
    """Score, 0..1, from which what is not meant is named beside what is, where that lacks a word of the question."""
    told_others: int = 3
    """Events that a phrase may mean as well of which an answer tells, at most."""
    least_spread_nats: float = 1.0
    """Deviation of scores, in nats, that counts at least: where all are nearer to each other, the score decides little."""


POLICY = LinkingPolicy()
