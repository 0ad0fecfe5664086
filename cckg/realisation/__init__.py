"""Findings → sentences: the answer that a person reads.

In: a parsed question and its evidence package. Out: an answer whose statements carry citations [n] of the package.
`if_same` says on what condition a bridge is crossed, `likelihood` how sure a verdict is; `outcomes`, `denial` and `link_marks` are what
simulations, denials and links are said to be wherever an answer is shown.
`LocalAnswerWriter` fills templates (`prompts/answer.md`); `ChatAnswerWriter` asks a model and checks what it wrote.
"""

from cckg.realisation.answers import LocalAnswerWriter
from cckg.realisation.bridges import if_same, likelihood
from cckg.realisation.by_chat import ChatAnswerWriter
from cckg.realisation.shown import denial, link_marks, outcomes
