"""How an answer says that two events may be one; when it has to is decided in `cckg.realisation.answers`."""

from cckg.core.evidence import Bridge, Source, Verdict
from cckg.core.graph import Event
from cckg.core.text import squeeze
from cckg.realisation.phrasing import in_sentence
from prompts import render


def if_same(bridge: Bridge) -> str:
    """Return the condition on which a bridge is crossed, with the titles where the wordings stand in two documents.

    As in: if the outage (in “Report A”) is the same as the blackout (in “Report B”) (.7)
    """
    apart = bridge.left_source.document != bridge.right_source.document
    sides = {"left": (bridge.left, bridge.left_source), "right": (bridge.right, bridge.right_source)}
    worded = {name: _side(event, source, titled=apart) for name, (event, source) in sides.items()}
    return render("answer", "if_same", **worded, probability=f"{bridge.probability:.1f}".removeprefix("0"))


def how_likely(bridge: Bridge) -> str:
    """Return the word for what holds only over a bridge: "probably", or "perhaps" where that is less likely than not."""
    return "probably" if bridge.probability >= _LIKELY else "perhaps"


def likelihood(verdict: Verdict) -> str:
    """Return the word that a decided verdict is lowered by, "probably" or "perhaps"; "" where it is sure or decides nothing."""
    if not verdict.is_probable:
        return ""
    return how_likely(verdict.bridge) if verdict.bridge else "probably"


# Private

_LIKELY = 0.5


def _side(event: Event, source: Source, *, titled: bool) -> str:
    words = in_sentence(event.text)
    return render("answer", "worded_in", event=words, title=squeeze(source.title or source.uri)) if titled else words
