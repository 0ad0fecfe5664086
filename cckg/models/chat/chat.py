"""The one door to chat models: `Chat.complete` sends a prompt and returns a validated reply, or says why there is none.

A call that was answered before costs nothing. What fails for a reason that may pass is tried again, as slowly as the provider asks for;
a reply that cannot be used is sent back with what is wrong with it. Budget, limits and circuit hold for all threads.
"""

import json
import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from threading import BoundedSemaphore
from typing import Any, Generic, TypeAlias

from cckg.core.chat import Answers, Kept, Prompt, Usage
from cckg.core.errors import NoUsableReplyError, ReplyError, StoppedError
from cckg.core.text import content_hash
from cckg.models.chat.exchange import Exchange
from cckg.models.chat.pacing import Pace
from cckg.models.chat.providers import ChatModel, Message
from cckg.models.chat.recording import Recording
from cckg.models.chat.replies import Check, Reply, Schema, UnusableReplyError, json_schema, read_reply
from cckg.models.chat.spending import Ledger, price_of
from cckg.settings import ChatSettings
from prompts import prompt, render

logger = logging.getLogger(__name__)

PlacedCheck: TypeAlias = Callable[[int, Schema], Sequence[str]]
"""A check that is told the place of the prompt that a reply belongs to."""


@dataclass(frozen=True, slots=True)
class Completed(Generic[Schema]):
    """A validated reply and what it cost in this run."""

    reply: Schema
    usage: Usage


@dataclass(frozen=True, slots=True)
class Lost:
    """A prompt without a reply, why, and what the attempts cost."""

    error: ReplyError | StoppedError
    usage: Usage

    @property
    def reason(self) -> str:
        """Return why there is no reply."""
        return str(self.error)

    @property
    def stopped(self) -> bool:
        """Tell whether no call may be made any more in this run."""
        return isinstance(self.error, StoppedError)


class Chat:
    """One chat model with everything that bounds it. Threads may share it."""

    def __init__(
        self,
        model: ChatModel,
        settings: ChatSettings,
        *,
        ledger: Ledger,
        pace: Pace,
        answers: Answers | None = None,
        recording: Recording | None = None,
    ) -> None:
        """Bind a model.

        Args:
            model: asked once for each call.
            settings: retries, repairs, concurrency.
            ledger: where the spending of all models of the run comes together.
            pace: shared by all models of one provider.
            answers: what was answered before, or None to ask always.
            recording: to record to, or to be replayed, in which case the model is never asked.
        """
        self.name = model.name
        self.concurrency = settings.concurrency
        self.answers = answers
        self.price = price_of(model.name, settings.prices)
        self._model = model
        self._settings = settings
        self._ledger = ledger
        self._pace = pace
        self._recording = recording
        self._under_way = BoundedSemaphore(settings.concurrency)  # for two pools may ask at once

    def complete(self, prompt: Prompt, schema: type[Schema], *, check: Check[Schema] | None = None) -> Completed[Schema]:
        """Return a model's reply to a prompt.

        Args:
            prompt: what is asked.
            schema: the form of the reply.
            check: says what makes no sense in a reply of that form.

        Raises:
            NoUsableReplyError: if no usable reply came, after all repairs.
            ReplyError: if no reply came, after all retries.
            StoppedError: if the budget is spent or the provider is down.
            ModelError: if no call can succeed: the key is wrong, there is no such model, or a replayed call is not recorded.
        """
        done = self._completed(prompt, schema, check)
        if isinstance(done, Lost):
            raise done.error
        return done

    def complete_many(
        self, prompts: Sequence[Prompt], schema: type[Schema], *, check: PlacedCheck[Schema] | None = None
    ) -> list[Completed[Schema] | Lost]:
        """Return a reply for each prompt, in order; up to `chat.concurrency` calls are under way at once.

        Raises:
            ModelError: if no call can succeed.
        """
        checks = [None if check is None else partial(check, place) for place in range(len(prompts))]
        with ThreadPoolExecutor(min(self._settings.concurrency, len(prompts)) or 1) as pool:
            futures = [pool.submit(self._completed, prompt, schema, one) for prompt, one in zip(prompts, checks, strict=True)]
            try:
                return [future.result() for future in futures]
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def knows(self, prompt: Prompt, schema: type[Schema]) -> bool:
        """Tell whether a prompt was answered before, so that it costs nothing."""
        return self.answers is not None and bool(self.answers.get([self._key(prompt, json_schema(schema))]))

    def keep(self, replies: Iterable[tuple[Prompt, Reply]]) -> None:
        """Keep replies to prompts that were answered together with others, as if each had been asked alone."""
        if self.answers:
            for asked, reply in replies:
                kept = Kept(reply.model_dump_json(by_alias=True), Usage())
                self.answers.put(asked.name, {self._key(asked, json_schema(type(reply))): kept})

    def seconds(self, prompt: str) -> float | None:
        """Return how long the model takes for a reply to a prompt of this name, on average; None if that is not known."""
        return self.answers.seconds(self.name, prompt) if self.answers else None

    def connect(self) -> None:
        """Make the client, which nothing but asking needs.

        Raises:
            ModelError: if its package is not installed, or its key is missing.
        """
        if not (self._recording and self._recording.replayed):
            self._model.connect()

    def doubt(self) -> str | None:
        """Say so if the server names its models and this is none of them: many a server answers to any name."""
        return None if self._recording and self._recording.replayed else self._model.doubt()

    # Private

    def _key(self, prompt: Prompt, form: dict[str, Any]) -> str:
        """Return the hash of all that decides what a model answers."""
        limits = self._settings
        return content_hash(
            "call", self.name, prompt.system, prompt.user, json.dumps(form), repr(limits.temperature), str(limits.max_output_tokens)
        )

    def _completed(self, prompt: Prompt, schema: type[Schema], check: Check[Schema] | None) -> Completed[Schema] | Lost:
        form = json_schema(schema)
        key = self._key(prompt, form)
        exchange = Exchange(self._model, self._settings, self._pace, self._ledger, self.price, form)
        try:
            if kept := self._known(key, prompt):
                return Completed(schema.model_validate_json(kept.reply), self._ledger.book_cached())
            with self._under_way:  # till the reply is kept: what a killed run pays twice is what was under way
                reply = self._asked(exchange, prompt, schema, check)
                self._keep(key, prompt, Kept(reply.model_dump_json(by_alias=True), exchange.usage))
        except StoppedError as error:
            return Lost(error, exchange.usage)
        except ReplyError as error:
            if self._recording and not self._recording.replayed:
                self._recording.keep_failure(key, self.name, prompt, error)
            return Lost(error, exchange.usage)
        finally:
            if self.answers and exchange.usage.calls:
                self.answers.timed(self.name, prompt.name, exchange.seconds)
        return Completed(reply, exchange.usage)

    def _asked(self, exchange: Exchange, prompt: Prompt, schema: type[Schema], check: Check[Schema] | None) -> Schema:
        """Ask until a reply can be used, each time with what was wrong with the one before."""
        asked: list[Message] = [("system", prompt.system), ("human", prompt.user)]
        messages, complaint = asked, ""
        for _ in range(1 + self._settings.repairs):
            said = exchange.say(messages)
            try:
                return read_reply(said.text, schema, check)
            except UnusableReplyError as error:
                complaint = said.flaw or str(error)
            logger.info("%s, %s: %s", self.name, prompt.name, complaint)
            wrong: list[Message] = [("ai", said.text[:_MOST_SENT_BACK])] if said.text.strip() else []
            messages = [*asked, *wrong, ("human", render("repair", "again", complaint=complaint))]
        raise NoUsableReplyError(model=self.name, prompt=prompt.name, role=prompt.role, complaint=complaint)

    def _known(self, key: str, prompt: Prompt) -> Kept | None:
        if self._recording and self._recording.replayed:
            return self._recording.find(key, prompt)
        return self.answers.get([key]).get(key) if self.answers else None

    def _keep(self, key: str, prompt: Prompt, kept: Kept) -> None:
        if self.answers:
            self.answers.put(prompt.name, {key: kept})
        if self._recording:
            self._recording.keep(key, self.name, prompt, kept)


class Ready(Reply):
    """Whether the model follows a form."""

    ready: bool


def try_model(chat: Chat) -> Usage:
    """Make one tiny call and return what it cost.

    Raises:
        ModelError: if no usable reply came.
    """
    return chat.complete(prompt("ready"), Ready).usage


# Private

_MOST_SENT_BACK = 4000  # characters of an unusable reply
