"""The chat answer writer: a model words what was found; it can neither change a verdict nor cite what is not there.

It is given the findings as the built-in writer states them, every link of them, the quotes they rest on, and the passages that fit the
question best. It may decline where these do not answer, but not where a verdict is decided. What neither its quotes nor the findings bear
out, as a small trained reader judges (`training.entailment`), is said to it once, and marked if it still stands.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from cckg.core.evidence import EvidencePackage
from cckg.core.questions import ParsedQuestion
from cckg.core.text import content_words, squeeze
from cckg.language import polarity_of, split_sentences, stem
from cckg.models import Comparer
from cckg.models.chat import Chat, Reply
from cckg.realisation.answers import LocalAnswerWriter
from prompts import prompt, render


class WrittenSentence(Reply):
    """A sentence and the numbers of its sources."""

    text: str
    sources: list[int]


class Written(Reply):
    """An answer, sentence by sentence."""

    sentences: list[WrittenSentence]


class ChatAnswerWriter:
    """Writes answers by a chat model, one call for each, and one more where a sentence is not borne out."""

    reads_passages = True

    def __init__(self, chat: Chat, comparer: Comparer | None = None) -> None:
        """Take the model, and the reader `entailment` of `cckg.models.readers`; without it no sentence is marked."""
        self.name = chat.name
        self._chat = chat
        self._comparer = comparer
        self._plain = LocalAnswerWriter(is_whole=True)

    def write(self, parsed: ParsedQuestion, package: EvidencePackage) -> str:
        """Return the answer; nothing where the model finds that the evidence does not answer the question.

        Raises:
            ModelError: if no usable reply came.
        """
        plain = self._plain.write(parsed, package)
        if package.abstain_because is not None or package.contested or not package.citations:
            return plain
        quotes = [f"[{citation.n}] {squeeze(citation.quote)} ({citation.title})" for citation in package.citations]
        name, evidence = ("answer_from_passages", quotes) if package.passages else ("synthesise", ["Findings:", plain, "Quotes:", *quotes])
        told = {"question": parsed.question, "evidence": "\n".join(evidence)}
        quoted = {citation.n: squeeze(citation.quote) for citation in package.citations}
        is_named = package.short_answer is not None and not _DECIDED.fullmatch(package.short_answer)
        stated = plain[plain.find("“") :] if is_named else plain  # a short answer may begin with "No" and be no decision
        given = None if parsed.asks == "verdict" and package.verdict is None else stated
        is_decided = package.verdict is not None and package.verdict.leaning is not None

        def complaints(reply: Written) -> list[str]:
            declined = ["The findings decide it; say so."] if is_decided and not reply.sentences else []
            return [*declined, *_complaints(reply, given, set(quoted))]

        reply = self._chat.complete(prompt(name, **told), Written, check=complaints).reply
        if doubted := self._doubted(reply, quoted, plain):
            said = "\n".join(sentence.text for sentence in reply.sentences)
            wrong = "\n".join(sentence.text for sentence in doubted)
            again = prompt(name, user="user_again", **told, said=said, wrong=wrong)
            reply = self._chat.complete(again, Written, check=complaints).reply
            doubted = self._doubted(reply, quoted, plain)
        return " ".join(
            render("answer", "not_borne_out", sentence=_cited(one)) if one in doubted else _cited(one) for one in reply.sentences
        )

    # Private

    def _doubted(self, reply: Written, quoted: Mapping[int, str], plain: str) -> list[WrittenSentence]:
        """Return the sentences that neither their quotes nor the findings bear out."""
        if self._comparer is None:
            return []
        stated = [(_NUMBERS.sub("", found.text), set(_numbers(found.text))) for found in split_sentences(plain)]
        doubted = []
        for sentence in reply.sentences:
            said, sources = _NUMBERS.sub("", squeeze(sentence.text)), sorted(set(sentence.sources))
            bases = [" ".join(quoted[number] for number in sources), *(finding for finding, rests in stated if rests & set(sources))]
            states = sources and not _DECIDED.fullmatch(said.strip(" .,!"))
            if states and not _is_borne_out(self._comparer, said, bases):
                doubted.append(sentence)
        return doubted


# Private

_NEARLY_VERBATIM = 0.9  # share of its content words that a base has, from which a sentence says what that says
_NUMBERS = re.compile(r"\s*\[\d+(?:,\s*\d+)*\]")
_DECIDED = re.compile(r"(yes|no)\b", re.IGNORECASE)
_BORNE_OUT = 0.2  # probability of being entailed from which a sentence passes; 6 % of what is entailed and 44 % of near misses lie below


def _complaints(reply: Written, plain: str | None, numbers: set[int]) -> Iterator[str]:
    """Yield what makes no sense: sources that do not exist, sentences without any, another verdict than the findings', if they have one."""
    for sentence in reply.sentences:
        if unknown := sorted(set(sentence.sources) - numbers):
            yield f"There is no source {unknown[0]}."
        if not sentence.sources and not _DECIDED.fullmatch(sentence.text.strip(" .,!")):
            yield f"The sentence {sentence.text[:60]!r} has no source."
    if plain is None:
        return
    said, found = (_decision(text) for text in (reply.sentences[0].text if reply.sentences else "", plain))
    if reply.sentences and said != found:
        yield f"The findings begin with {found!r}." if found else "The findings say neither yes nor no."


def _decision(text: str) -> str:
    found = _DECIDED.match(text.strip())
    return found.group(1).capitalize() if found else ""


def _numbers(text: str) -> list[int]:
    return [int(number) for marks in _NUMBERS.findall(text) for number in re.findall(r"\d+", marks)]


def _is_borne_out(comparer: Comparer, said: str, bases: Sequence[str]) -> bool:
    """Tell whether one of the texts bears out what is said; the reader learnt from near misses: what shares no word is not shown to it."""
    meant = set(map(stem, content_words(said)))
    if any(polarity_of(base) is polarity_of(said) and _share(meant, base) >= _NEARLY_VERBATIM for base in bases):
        return True
    if all(meant.isdisjoint(map(stem, content_words(base))) for base in bases):
        return False
    entailed = comparer.compare([(base, said) for base in bases])[:, comparer.classes.index("entailed")]
    return float(entailed.max()) >= _BORNE_OUT


def _share(meant: set[str], base: str) -> float:
    """Return the share of some stems that a text has, 0..1."""
    return len(meant.intersection(map(stem, content_words(base)))) / max(1, len(meant))


def _cited(sentence: WrittenSentence) -> str:
    """Return the text with its sources in numbers, after each of its sentences where a model wrote several into one."""
    marks = "".join(f"[{number}]" for number in sorted(set(sentence.sources)))
    text = _NUMBERS.sub("", squeeze(sentence.text)).strip()
    return " ".join(_marked(part, marks) for part in _parts(text))


def _parts(text: str) -> list[str]:
    """Return the sentences of a text; one with an open quotation mark goes on."""
    parts: list[str] = []
    for found in split_sentences(text):
        if parts and (parts[-1].count('"') % 2 or parts[-1].count("“") > parts[-1].count("”")):
            parts[-1] = f"{parts[-1]} {found.text}"
        else:
            parts.append(found.text)
    return parts or [text]


def _marked(text: str, marks: str) -> str:
    end = text[-1] if text.endswith((".", "!", "?")) else "."
    bare = text.rstrip(".!?")
    return f"{bare} {marks}{end}" if marks and not _DECIDED.fullmatch(bare.strip(" ,")) else f"{bare}{end}"
