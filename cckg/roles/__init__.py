"""Who plays each language role: one registry of built-in and chat implementations, and one fallback between them.

In: the settings. Out: the roles of `cckg.core.roles`, opened when first needed. At question time a built-in role steps in for a chat model
whose reply cannot be used, and says so; at ingestion nobody steps in. `StandIns` count what a run would ask of chat models.
"""

from cckg.roles.chats import ChatModels
from cckg.roles.registry import LOCAL, ROLES, RoleRegistry, StandIns, decider_of, model_of
