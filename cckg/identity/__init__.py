"""Mention → event: whether two wordings name one happening, and which event a mention becomes.

In: mentions with their vectors, and the events of the graph. Out: verdicts (same event, same polarity) and assignments.
`LocalVerifier` and `ChatVerifier` keep `cckg.core.roles.Verifier`; `EventMatcher` is "nearest, then verified", the one matcher of
event linking and interventions; `resolve` decides for all mentions of a graph which are one event.
"""

from cckg.identity.by_chat import ChatVerifier, Pair, verification_calls
from cckg.identity.contradictions import names_in, on_other_sides
from cckg.identity.coreference import Asked, PairReader, Unread, resolve
from cckg.identity.coreference_by_chat import ChatCoreference, Clusters, OneEvent, coreference_calls
from cckg.identity.decisions import Standing, standing
from cckg.identity.event_reader import EventReader, PairToRead, first_side, log_odds, written
from cckg.identity.founding import Founded, each_apart
from cckg.identity.linking_by_chat import ChatLinker, linking_calls
from cckg.identity.matching import Candidate, EventMatcher, FinalPhraseReader, PhraseReader
from cckg.identity.verification import LocalVerifier
from cckg.identity.wordings import ContextOf, WordingKey, Wordings, key_of, mention_id, wording_key, wordings_of
