"""Text → claims: who reads what a passage states as cause and effect, built in or by a chat model.

In: texts. Out: a `Reading` of each: claims with verbatim spans, what was refused, what could not be read.
`LocalExtractor` joins rules (connectives, labels, denial) with a trained reader; `ChatExtractor` asks a model.
Both keep the protocol `cckg.core.roles.Extractor`.
"""

from cckg.extraction.by_chat import ChatExtractor, ClaimReply, Claims, EventReply, Report, extraction_prompt, sharing
from cckg.extraction.document import LocalExtractor
from cckg.extraction.modality import is_hedged
from cckg.extraction.reader import ClaimReader
