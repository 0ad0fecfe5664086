"""What the scripted model replies to cckg: what a very careful reader wrote of the six reports, played through its prompts."""

from benchmarks.peers.script import Reply
from benchmarks.peers.texts import Told
from benchmarks.scripted_model import Said
from prompts import render
from tests.recorded.player import Player

_KINDS = {
    ("extract_pairs", "system"): "extraction",
    ("extract_pairs", "system_again"): "claims to mend",
    ("cluster_events", "system"): "identity",
    ("parse_question", "system"): "question taken apart",
    ("link_phrases", "system"): "happenings that are meant",
    ("opposite", "system"): "opposite",
    ("synthesise", "system"): "answer",
}
_PLAYER = Player()


def reply_to_cckg(said: Said, _told: Told) -> Reply:
    """Return the reply to a prompt of cckg: all that the careful reader wrote, whatever peers are told."""
    (_, system), (_, user) = said[:2]
    kind = next((kind for prompt, kind in _KINDS.items() if system == render(*prompt)), "other")
    return Reply(kind, _PLAYER(system, user))
