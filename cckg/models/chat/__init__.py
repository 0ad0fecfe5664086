"""The one door to chat models: `Chat.complete` asks, and what comes back has the form that was asked for.

In: a prompt and a schema. Out: a validated reply. Each call is recorded, paced, budgeted, retried and repaired, bounded everywhere.
Which providers there are, and how each is reached, is known in `providers` alone.
"""

from cckg.models.chat.chat import Chat, Completed, Lost, try_model
from cckg.models.chat.pacing import Pace
from cckg.models.chat.providers import ChatModel
from cckg.models.chat.recording import Recording
from cckg.models.chat.replies import Reply
from cckg.models.chat.spending import Budget, Ledger, usage_of
