"""The difficulty settings of a made-up world."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class WorldSettings:
    """What a world is like, besides its seed. The same seed and settings give the same world on every machine.

    half        whose happenings, constructions and questions: A, which may be read while rules are written, B, which may not, or both
    stories     1..6: causal structures that no claim joins
    events      6..14: about how many events a story has
    distractors 0..4: short stories besides, told in words like those of the others; no question is about them
    documents   1..6: over how many documents a story is spread; chains run across them
    paraphrase  0..3: 0 each event in the same words; 1 two clauses and two noun phrases for each; 2 all its wordings, several claims in a
                sentence, names taken up by "the mill"; 3 also negation of the contrary, short forms, pronouns, long-winded constructions
    noise       0..0.8: share of sentences without a claim
    retold      0..1: share of statements that a second document makes as well
    dated       0..1: share of events whose day some document tells
    asked       1..12: questions of each kind, as far as the structure gives them
    reworded    0..1: share of events that a question words as no document does
    """

    half: Literal["A", "B", "both"] = "A"
    stories: int = 3
    events: int = 12
    distractors: int = 2
    documents: int = 3
    paraphrase: int = 2
    noise: float = 0.3
    retold: float = 0.25
    dated: float = 0.4
    asked: int = 4
    reworded: float = 0.5

    def __post_init__(self) -> None:
        """Raise ValueError for a setting that is out of its range."""
        ranges = {
            "stories": (1, 6),
            "events": (6, 14),
            "distractors": (0, 4),
            "documents": (1, 6),
            "paraphrase": (0, 3),
            "noise": (0, 0.8),
            "retold": (0, 1),
            "dated": (0, 1),
            "asked": (1, 12),
            "reworded": (0, 1),
        }
        for name, (least, most) in ranges.items():
            if not least <= getattr(self, name) <= most:
                raise ValueError(f"{name} must be in {least}..{most}, got {getattr(self, name)}")
        if self.half not in ("A", "B", "both"):
            raise ValueError(f"half must be A, B or both, got {self.half!r}")
