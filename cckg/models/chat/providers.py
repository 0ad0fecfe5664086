"""The makers of chat models: how each is reached, told the form of its reply, and asked once.

Retries are not made here and are switched off in the clients; see `cckg.models.chat`.
"""

import http.client
import importlib
import json
import logging
import re
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from cckg.core.errors import ModelError
from cckg.models.chat.failures import failure_of
from cckg.settings import ChatSettings

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage

Message: TypeAlias = tuple[Literal["system", "human", "ai"], str]


@dataclass(frozen=True, slots=True)
class Said:
    """What a model said to one call, with its tokens as the provider counted them, or None where it counted none.

    `flaw` says in words why the text is not all that it might be: cut off, or withheld.
    """

    text: str
    input_tokens: int | None
    output_tokens: int | None
    flaw: str | None = None


@dataclass(frozen=True, slots=True)
class Provider:
    """How the models of one maker are reached.

    package, kind   the client: a class of an integration package of langchain, which an `extra` of cckg brings, if there is one
    arguments       what the client is made with, beside the address
    form            the arguments that hold a reply to a JSON schema
    key             the variable that holds the key; `lacks_key` tells whether a key is needed and not given, as far as the settings show
    url             the setting of the server's address; `home` is the address where none is set, if it is on this machine
    """

    package: str
    kind: str
    arguments: Callable[[ChatSettings], Mapping[str, Any]]
    form: Callable[[dict[str, Any]], Mapping[str, Any]] = lambda schema: {}
    key: str = ""
    lacks_key: Callable[[ChatSettings], bool] = lambda settings: False
    url: str = ""
    home: str = ""
    extra: str = ""


class ChatModel:
    """One chat model of one provider, asked by langchain's client for it."""

    def __init__(self, name: str, settings: ChatSettings) -> None:
        """Remember whom to ask; the client is made by `connect`.

        Args:
            name: "provider:model".
            settings: addresses, keys, time-out, length of replies.

        Raises:
            ModelError: if the provider is unknown.
        """
        self.name = name
        provider, _, model = name.partition(":")
        if not model:
            raise ModelError(f"{name!r} names no chat model. Write it as PROVIDER:MODEL, such as 'ollama:llama3.1', or 'local'.")
        if provider not in _PROVIDERS:
            raise ModelError(f"There is no provider of chat models called {provider!r}. Use one of: {', '.join(_PROVIDERS)}; or 'local'.")
        self._provider = _PROVIDERS[provider]
        self._settings = settings
        self._takes_form = True
        self._secrets = [key.get_secret_value() for key in (settings.google_key, settings.openai_key) if key]
        self._model: BaseChatModel | None = None

    @property
    def address(self) -> str:
        """Return where its server is, without what may be secret in it."""
        return _shown(self._url or self._provider.home) or "its maker's address"

    @property
    def absence(self) -> str:
        """Say that its server is not there, and what to do."""
        if not self._url and not self._provider.home:
            return f"Nothing answers where {self.name} is asked for, which is at its maker's address: connect this machine to the network."
        start = f"start its server, or set chat.{self._provider.url} to where it runs"
        return f"Nothing answers at {self.address}, where {self.name} is looked for: {start}."

    def connect(self) -> "BaseChatModel":
        """Return the client, made if that was not done before.

        Raises:
            ModelError: if its package is not installed, or its key is missing.
        """
        if self._model is None:
            self._model = _client(self._provider, self.name, self._settings, self._url)
        return self._model

    def doubt(self) -> str | None:
        """Say so if a server of one's own names its models and this is none of them: many a server answers to any name.

        Others refuse a name that they do not know. No reply, or one that is not understood, is no reason to doubt.
        """
        model = self.name.partition(":")[2]
        if self._provider.url != "openai_url" or not self._url:
            return None
        served = _served_models(self._url, key=_openai(self._settings)["api_key"])
        if not served or model in served:
            return None
        names = ", ".join(map(repr, served[:_MOST_NAMED])) + (", …" if len(served) > _MOST_NAMED else "")
        return f"The server at {self.address} has no model called {model!r}, and may answer with another one; it has: {names}."

    def ask(self, messages: Sequence[Message], schema: dict[str, Any]) -> Said:
        """Send one prompt and return what the model says.

        A server that cannot hold a reply to a schema is not asked to again.

        Raises:
            CallFailure: if there is no reply.
            ModelError: if the client cannot be made.
        """
        client = self.connect()
        form = self._provider.form(schema) if self._takes_form else {}
        try:
            said = client.invoke(list(messages), **form)
        except Exception as error:  # noqa: BLE001 - each client has its own tree of errors
            failure = failure_of(error, secrets=self._secrets)
            if form and failure.is_about_form:
                logger.info("%s takes no schema: %s", self.name, failure)
                self._takes_form = False
                return self.ask(messages, schema)
            raise failure from None  # what the client raised may hold the request's headers
        return _said(said)

    # Private

    @property
    def _url(self) -> str | None:
        return getattr(self._settings, self._provider.url) if self._provider.url else None


# Private

logger = logging.getLogger(__name__)

_MOST_NAMED = 8  # models of a server
_MOMENT = 2.0  # seconds
_CUT = {"length", "max_tokens", "MAX_TOKENS"}
_CUT_OFF = "the reply was cut off at the longest that chat.max_output_tokens allows"
_WITHHELD = {"content_filter", "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "refusal"}


def _shown(url: str) -> str:
    """Return an address without what may be secret in it: a user's name, a password, what follows a question mark.

    >>> _shown("http://ann:secret@localhost:8080/v1?key=1")
    'http://localhost:8080/v1'
    """
    scheme, mark, rest = url.rpartition("://")
    host, slash, path = re.split(r"[?#]", rest)[0].partition("/")
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}"


def _served_models(url: str, *, key: str) -> list[str]:
    """Return the models that a server with OpenAI's protocol names; none if it does not say within a moment, or is not understood."""
    try:
        request = urllib.request.Request(f"{url.rstrip('/')}/models", headers={"Authorization": f"Bearer {key}"})  # noqa: S310 - as configured
        with urllib.request.urlopen(request, timeout=_MOMENT) as reply:  # noqa: S310
            return [str(model["id"]) for model in json.load(reply)["data"]]
    except (OSError, ValueError, LookupError, TypeError, http.client.HTTPException):
        return []


def _common(settings: ChatSettings) -> dict[str, Any]:
    return {"temperature": settings.temperature, "timeout": settings.timeout_seconds}


def _google(settings: ChatSettings) -> dict[str, Any]:
    found = _common(settings) | {"max_retries": 1, "max_output_tokens": settings.max_output_tokens}
    return found | ({"google_api_key": settings.google_key} if settings.google_key else {})


def _openai(settings: ChatSettings) -> dict[str, Any]:
    key = settings.openai_key.get_secret_value() if settings.openai_key else "none"  # servers of one's own ask for none
    return _common(settings) | {"max_retries": 0, "max_completion_tokens": settings.max_output_tokens, "api_key": key}


def _ollama(settings: ChatSettings) -> dict[str, Any]:
    return {
        "temperature": settings.temperature,
        "num_predict": settings.max_output_tokens,
        "num_ctx": settings.ollama_context,
        "client_kwargs": {"timeout": settings.timeout_seconds},
    }


def _others(settings: ChatSettings) -> dict[str, Any]:
    return _common(settings) | {"max_retries": 0, "max_tokens": settings.max_output_tokens}


def _openai_form(schema: dict[str, Any]) -> dict[str, Any]:
    form = {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema, "strict": True}}
    return {"extra_body": {"response_format": form}}  # as an argument of its own, the client would read the reply itself, and lose bad ones


_PROVIDERS: dict[str, Provider] = {
    "google": Provider(
        "langchain_google_genai",
        "ChatGoogleGenerativeAI",
        _google,
        lambda schema: {"response_mime_type": "application/json", "response_json_schema": schema},
        key="GOOGLE_API_KEY",
        lacks_key=lambda settings: settings.google_key is None,
        url="google_url",
        extra="google",
    ),
    "ollama": Provider(
        "langchain_ollama",
        "ChatOllama",
        _ollama,
        lambda schema: {"format": schema},
        url="ollama_url",
        home="http://127.0.0.1:11434",
        extra="ollama",
    ),
    "openai": Provider(
        "langchain_openai",
        "ChatOpenAI",
        _openai,
        _openai_form,
        key="OPENAI_API_KEY",
        lacks_key=lambda settings: settings.openai_key is None and settings.openai_url is None,
        url="openai_url",
        extra="openai",
    ),
    "anthropic": Provider("langchain_anthropic", "ChatAnthropic", _others, key="ANTHROPIC_API_KEY"),
    "cohere": Provider("langchain_cohere", "ChatCohere", _others, key="COHERE_API_KEY"),
    "deepseek": Provider("langchain_deepseek", "ChatDeepSeek", _others, key="DEEPSEEK_API_KEY"),
    "groq": Provider("langchain_groq", "ChatGroq", _others, key="GROQ_API_KEY"),
    "mistralai": Provider("langchain_mistralai", "ChatMistralAI", _others, key="MISTRAL_API_KEY"),
    "xai": Provider("langchain_xai", "ChatXAI", _others, key="XAI_API_KEY"),
}


def _kind(provider: Provider) -> Callable[..., "BaseChatModel"]:
    try:
        found: Callable[..., BaseChatModel] = getattr(importlib.import_module(provider.package), provider.kind)
    except ImportError as error:
        package = provider.package.replace("_", "-")
        command = f"pip install 'cckg[{provider.extra}]'" if provider.extra else f"pip install {package}"
        raise ModelError(f"This chat model needs the package {package}: {error}. Install it where cckg is: `{command}`.") from error
    return found


def _client(provider: Provider, name: str, settings: ChatSettings, url: str | None) -> "BaseChatModel":
    kind = _kind(provider)
    if provider.lacks_key(settings):
        raise ModelError(f"{name} needs a key: set {provider.key} in the environment or in .env.")
    try:
        return kind(model=name.partition(":")[2], **provider.arguments(settings), **({"base_url": url} if url else {}))
    except Exception as error:  # noqa: BLE001 - each client checks its arguments in its own way
        failure = str(failure_of(error))
        if provider.key and "key" in failure.lower():
            raise ModelError(f"{name} needs a key: set {provider.key} in the environment.") from None
        raise ModelError(f"The chat model {name} cannot be used: {failure}.") from None


def _said(message: "AIMessage") -> Said:
    told = message.response_metadata
    reason = str(told.get("finish_reason") or told.get("done_reason") or told.get("stop_reason") or "")
    refusal = message.additional_kwargs.get("refusal") or (reason if reason in _WITHHELD else "")
    flaw = f"the model refused to reply ({refusal})" if refusal else _CUT_OFF if reason in _CUT else None
    usage = message.usage_metadata
    return Said(message.text, usage["input_tokens"] if usage else None, usage["output_tokens"] if usage else None, flaw)
