"""Questions one after another: follow-ups, commands that look again at the last answer, an error that ends nothing.

How an answer looks is left to `cckg.terminal.render_answer`; where it is printed, to the caller.
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

from rich.console import Group, RenderableType
from rich.text import Text

from cckg.core.errors import CckgError, InputError
from cckg.core.evidence import Answer, Direction
from cckg.export import ask_payload
from cckg.language import has_finite_verb
from cckg.terminal.following import Exhausted, going_on, question_of, without_it
from cckg.terminal.render import FAINT, error_line, labelled, plain
from cckg.terminal.render_answer import all_chains_view, all_sources_view, answer_view, evidence_view, trace_view, whatif_view

if TYPE_CHECKING:
    from cckg.app import CausalRAG

FollowUp: TypeAlias = Direction | Literal["without"]
COMMANDS = {
    "/evidence": "everything the last answer rests on",
    "/chain": "its chains, all of them",
    "/sources": "its sources, all of them",
    "/trace": "its stages, and what they kept and dropped",
    "/whatif EVENT": "take an event out of the world",
    "/export FILE": "write the last answer to a file, as JSON",
    "/help": "this list",
    "/quit": "leave; so does Ctrl-D",
}


def follow_up(line: str) -> FollowUp | None:
    """Tell where a follow-up goes: to causes, to effects, to the world without what was told; None if it is none.

    >>> follow_up("And why?"), follow_up("then what?"), follow_up("and without it?"), follow_up("Why did the dam break?")
    ('causes', 'effects', 'without', None)
    """
    said = re.sub(r"[^a-z' ]", "", line.lower()).strip()
    return next((goes for goes, form in _FOLLOW_UPS.items() if form.fullmatch(said)), None)


def asked_as_well(line: str) -> str | None:
    """Return the event of a line that asks of it what was asked before; None if it is none.

    >>> asked_as_well("and the outbreak?"), asked_as_well("What about the loss of power?"), asked_as_well("and the dam broke")
    ('the outbreak', 'the loss of power', None)
    """
    found = _AS_WELL.fullmatch(line.strip())
    if not found or has_finite_verb(found["event"]) or _OF_THE_ANSWER.search(found["event"]):
        return None
    return found["event"]


def prompted_lines() -> Iterator[str]:
    """Read lines from a terminal, with a history; Ctrl-C clears the line, Ctrl-D ends."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    file = history_file()
    completer = WordCompleter([command.split()[0] for command in COMMANDS], sentence=True)
    session: PromptSession[str] = PromptSession(
        history=FileHistory(file) if file else InMemoryHistory(), completer=completer, complete_while_typing=False
    )
    while True:
        try:
            yield session.prompt("cckg> ")
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


def history_file(environ: Mapping[str, str] = os.environ) -> Path | None:
    """Return the file of the history in the user's state folder, made if need be; None if it cannot be written."""
    configured = Path(environ.get("XDG_STATE_HOME", ""))
    try:
        root = configured if configured.is_absolute() else Path.home() / ".local" / "state"
        file = root / "cckg" / "history"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.open("a").close()
    except (OSError, RuntimeError):  # no home, or a read-only one: the history ends with the shell
        return None
    return file


class Shell:
    """A conversation with one graph; remembers the last answer. `show` prints a renderable."""

    def __init__(self, app: "CausalRAG", *, show: Callable[[RenderableType], None]) -> None:
        self._app = app
        self._show = show
        self._last: Answer | None = None

    def run(self, lines: Iterable[str], *, interactive: bool) -> None:
        """Answer lines until they end or one says /quit; Ctrl-C ends an answer, and the shell only where nobody types."""
        if interactive:
            self._show(Text("Ask why something happened, or what follows from it. /help lists the commands.", style=FAINT))
        for line in lines:
            if line.strip() in ("/quit", "/exit"):
                return
            try:
                self.respond(line.strip())
            except (CckgError, OSError) as error:
                self._show(error_line(str(error)))
            except KeyboardInterrupt:
                if not interactive:
                    raise
                self._show(Text("Stopped.", style=FAINT))

    def respond(self, line: str) -> None:
        """Answer one question, follow-up or command; an empty line says nothing.

        Raises:
            InputError: if the line is no command, or a command has nothing to work on.
            CckgError: if the question cannot be answered.
            OSError: if a file cannot be written.
        """
        if line.startswith("/"):
            name, _, argument = line.partition(" ")
            self._show(self._command(name, argument.strip()))
        elif line:
            self._ask(line)

    # Private

    def _ask(self, line: str) -> None:
        follows = follow_up(line)
        question = self._meant(follows, None if follows else asked_as_well(line))
        if isinstance(question, Exhausted):
            self._show(plain(question.told, FAINT))
            return
        if question is not None:
            line = question
            self._show(plain(f"Understood as: {line}", FAINT))
        self._last = self._app.ask(line)
        self._show(Group(answer_view(self._last), Text()))

    def _meant(self, follows: FollowUp | None, as_well: str | None) -> str | Exhausted | None:
        """Return the whole question that a follow-up means behind the last answer, that nothing goes on from it, or None."""
        if self._last is None or not (follows or as_well):
            return None
        parsed = self._app.engine().roles.parser.parse(self._last.question)
        if as_well:
            return question_of(as_well, "causes" if parsed.asks == "causes" else "effects") if parsed.asks in get_args(Direction) else None
        if follows is None or follows == "without":
            return without_it(self._last, parsed) or Exhausted("Nothing was told that could be left out.")
        limit = self._app.settings.questions.max_events
        event = going_on(
            self._last, parsed, follows, around=lambda end, way: self._app.store.neighbourhood([end], way, depth=1, limit=limit)
        )
        return question_of(event, follows) if isinstance(event, str) else event

    def _command(self, name: str, argument: str) -> RenderableType:
        if name == "/help":
            return labelled(COMMANDS.items())
        if name == "/whatif":
            if not argument:
                raise InputError("Say of which event: /whatif EVENT.")
            return whatif_view(self._app.whatif(argument), {document.id: document for document in self._app.documents()})
        if name != "/export" and name not in _VIEWS:
            raise InputError(f"There is no command {name}. /help lists them.")
        if self._last is None:
            raise InputError(f"{name} looks at the last answer, and there is none yet. Ask something first.")
        return _export(self._last, argument) if name == "/export" else _VIEWS[name](self._last)


# Private

_IT = "(it|that|this)"
_WHAT_THEN = (
    rf"(next|then|followed( from {_IT})?|happened( next| then| after {_IT}| afterwards)?|came of {_IT}|"
    rf"d(id|oes) {_IT} (cause|lead to|bring about)|(were|was|are) the (consequences?|effects?|results?|outcome)( of {_IT})?)"
)
_FOLLOW_UPS: dict[FollowUp, re.Pattern[str]] = {
    "causes": re.compile(
        rf"(and |but |so )?((why|how come)( so| then| is that| was that| that| did {_IT} happen)?|"
        rf"what (caused|led to|was behind) {_IT}|(what (was|were) )?the (causes?|reasons?)( of {_IT})?)"
    ),
    "without": re.compile(
        rf"(and |but |so )?(without {_IT}|would {_IT} have happened (anyway|without {_IT})|"
        rf"what (if|would have happened if) {_IT} (had not|hadn't) happened|was {_IT} (really )?necessary|if not for {_IT})"
    ),
    "effects": re.compile(rf"(and |so |but )?(then what|what {_WHAT_THEN}|the (consequences?|effects?|outcome))"),
}
_AS_WELL = re.compile(
    r"(?:and|and for|(?:and )?(?:what|how) about) (?P<event>(?:the|an?|its|their)(?: [\w'’-]+){1,8})[ ?.!]*", re.IGNORECASE
)
_OF_THE_ANSWER = re.compile(
    r"\b(?:causes?|effects?|consequences?|results?|outcome|reasons?|sources?|evidence|documents?|reports?|answer|quotes?|chains?)\Z",
    re.IGNORECASE,
)

_VIEWS: dict[str, Callable[[Answer], RenderableType]] = {
    "/evidence": lambda answer: evidence_view(answer.package),
    "/chain": lambda answer: all_chains_view(answer.package),
    "/sources": lambda answer: all_sources_view(answer.package),
    "/trace": lambda answer: trace_view(answer.trace),
}


def _export(answer: Answer, name: str) -> RenderableType:
    if not name:
        raise InputError("Name a file: /export FILE.")
    try:
        Path(name).expanduser().write_text(json.dumps(ask_payload(answer), indent=2) + "\n", encoding="utf-8")
    except (OSError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "there is no such home"  # as for ~nobody/answer.json
        raise InputError(f"{name} cannot be written: {reason}. Name another file.") from error
    return plain(f"Wrote {name}.")
