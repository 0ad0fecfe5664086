"""Errors that a user can mend. Each message says what happened, to which thing, and what to do next.

CckgError
├── SettingsError            a setting is unknown or impossible
├── InputError               a path, question or line that cannot be used as given
│   ├── UnreadableDocumentError   one document that cannot be read (counted, never fatal for the run)
│   └── NotAvailableError    something this version does not have
├── StoreError               the store cannot be opened, read or written
│   ├── NoGraphError         the store is sound, and holds no graph yet
│   ├── StoreMismatchError   the store was built with another embedding model
│   └── StoreConflictError   another process changed the graph meanwhile; what was computed from it has to be computed anew
├── WeightsError             a model's weights cannot be found, fetched or trusted
└── ModelError               a chat model cannot be used: key, name, address, package
    ├── ReplyError           one call came to nothing; others may well succeed
    │   └── NoUsableReplyError   the model did answer, but with what cannot be used
    └── StoppedError         no further call may be made now: the budget is spent, or the provider is down

`ValueError` is for a caller's bug and is never caught at the boundary.
"""


class CckgError(Exception):
    """Base of everything that the command line turns into one red line and exit status 1."""


class SettingsError(CckgError):
    """A setting is unknown, or its value is impossible."""


class InputError(CckgError):
    """What the user gave cannot be used as it is."""


class UnreadableDocumentError(InputError):
    """One document cannot be read; the reason is kept with the document and the run goes on."""

    def __init__(self, uri: str, reason: str) -> None:
        super().__init__(f"{uri}: {reason}")
        self.uri = uri
        self.reason = reason


class NotAvailableError(InputError):
    """What was asked for is not in this version."""


class StoreError(CckgError):
    """The store cannot be opened, read or written."""


class NoGraphError(StoreError):
    """There is nothing to read: no file, or an empty database."""

    def __init__(self, place: str) -> None:
        super().__init__(f"There is no graph at {place} yet. Run `cckg ingest PATH…` first.")


class StoreMismatchError(StoreError):
    """The store was built with another embedding model than the one configured now."""

    def __init__(self, *, built_with: str, configured: str) -> None:
        super().__init__(
            f"This graph was built with embeddings from {built_with!r}, but {configured!r} is configured. "
            f"Set models.embedding = {built_with!r} in cckg.toml, or ingest into a new store with --store."
        )


class StoreConflictError(StoreError):
    """Another process wrote to the graph since a document was made ready for it; nothing was written."""

    def __init__(self) -> None:
        super().__init__("Another process changed the graph meanwhile, and nothing was written. Try again.")


class WeightsError(CckgError):
    """A model's weights cannot be found, fetched or trusted."""


class ModelError(CckgError):
    """A chat model cannot be used as it is configured: no call to it can succeed."""


class ReplyError(ModelError):
    """One call to a chat model came to nothing, after all retries: no answer, or none that could be used."""


class NoUsableReplyError(ReplyError):
    """A chat model answered, also when it was asked again, with what cannot be used; at question time a built-in role may step in."""

    def __init__(self, *, model: str, prompt: str, role: str | None, complaint: str) -> None:
        """Say what is wrong with the reply to a prompt, and who else could play the role, if it belongs to one."""
        self.model = model
        self.complaint = complaint.rstrip(".")
        mend = f' Give the role to another model or to "local": `{role} = …` under [roles] in cckg.toml.' if role else ""
        super().__init__(f"{model} gave no usable reply to the prompt {prompt!r}: {self.complaint}.{mend}")


class StoppedError(ModelError):
    """No further call to a chat model may be made in this run: the budget is spent, or the provider is down."""
