"""Trains the event reader: two mentions in their contexts are one event, one says less, they are opposites, or they are different.

python -m training.identity.strong --begin FILE [--work FOLDER] [--out FILE] [--epochs N] [--rate R]

It goes on from given weights, a reader that was trained for hours on the same kinds of pairs, and learns beside them what that lacked:
incidents that several documents tell in other words (`data/tellings`), and whole stories (`data/stories`) in which every mention is marked,
with what phrases of questions mean. The rest is ordinary: worlds of half A in context, ECB+ (Cybulska and Vossen 2014, CC BY 3.0), invented
reports, wordings without context, and the nearest mentions of different incidents; without enough of it a reader forgets them. What it is
used for: `cckg.identity.event_reader`.
"""

import argparse
import json
import lzma
import os
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
from tokenizers import Tokenizer

from benchmarks.rows import rows
from benchmarks.worlds.settings import WorldSettings
from benchmarks.worlds.worlds import make_world
from cckg.core.claims import Span
from cckg.core.graph import CONTEXT, EventMention, MentionContext, Polarity
from cckg.core.text import squeeze
from cckg.identity import first_side, written
from cckg.models import Embedder, find_weights, open_embedder
from training.adapters import AdaptedBert, half_precision
from training.loop import Example, Plan, finish, open_tokenizer, predict, train
from training.pairs import HELD_OUT, WORLDS, PairMaker, causes_and_effects, detailed_groups, groups, report_groups, world_groups

CLASSES = ("same", "less", "opposite", "different")
BASE, RANK = "all-mpnet-base-v2", 32
TELLINGS = Path(__file__).parents[1] / "data" / "tellings"
STORIES = TELLINGS.with_name("stories")
DATA = Path(os.environ.get("CCKG_DATA", "../shared/data"))
SHIPPED = Path(__file__).parents[2] / "cckg" / "models" / "data" / "coreference.safetensors"
SETS = {
    "retold_wikitech": "wikitech_incidents",
    "retold_osha": "osha_accidents",
    "retold_nasa": "nasa_lessons",
    "retold_safenet": "safenet_wildfire",
}
"""Where the reports lie that are told anew in `data/tellings`."""
MOST_PIECES = 224
SEEDS = range(WORLDS.start, WORLDS.start + 40)
KEPT = 7  # of as many incidents, the fourth is kept apart
SAMPLES = {  # pairs of each kind, of ordinary text
    ("world", "same"): 3600,
    ("world", "opposite"): 500,
    ("world", "different"): 2900,
    ("ecb", "same"): 1600,
    ("ecb", "different"): 1700,
    ("report", "same"): 700,
    ("report", "opposite"): 200,
    ("report", "different"): 1000,
    ("bare", "same"): 1300,
    ("bare", "different"): 1300,
    ("bare", "opposite"): 450,
    ("bare", "less"): 100,
}
ACROSS = 3800
"""Pairs of mentions of different incidents that are learnt."""

Told = list[tuple[str, EventMention]]
"""Mentions, each with the name of its event."""

Label = Literal["same", "less", "opposite", "different"]


@dataclass(frozen=True, slots=True)
class MentionPair:
    """Two mentions and what they are to each other."""

    left: EventMention
    right: EventMention
    label: str


def tellings(*, kept: bool) -> Iterator[tuple[str, MentionPair]]:
    """Yield the pairs of incidents that are told twice, each with the incident; of those kept apart, or of the others.

    Reports of public data are told by their places in them; incidents whose report is not there are passed over.
    """
    for path in sorted(TELLINGS.glob("*.jsonl")):
        for number, told in enumerate(rows(path)):
            documents = told.get("docs") or _retold(path.stem, told)
            if documents is None or (number % KEPT == KEPT // 2) != kept:
                continue
            incident = f"{path.stem} {told['id']}"
            for label in CLASSES:
                for ends in told.get(label, ()):
                    sides = [_mention(incident, place, documents[place], *span) for place, *span in ends]
                    yield incident, MentionPair(sides[0], sides[1], label)


def stories(embedder: Embedder, chance: random.Random, *, kept: bool, files: str = "*") -> Iterator[MentionPair]:
    """Yield pairs of the stories whose mentions are all marked; of those kept apart, or of the others.

    Of each mention those that are near, and some of its happening and of its opposite.
    """
    for story, told in _told_stories(kept=kept, files=files):
        against = {frozenset(pair) for pair in story.get("opposite", []) if pair[0][0] == pair[1][0]}  # of one incident
        near = _nearest([mention for _, mention in told], embedder, len(told))
        for place in range(len(told)):
            yield from _of_story(told, place, near[place], against, chance)


def questions(embedder: Embedder, chance: random.Random, *, kept: bool, files: str = "*", besides: str = "") -> Iterator[MentionPair]:
    """Yield phrases of the stories' questions, in these or alone, with mentions of what they mean or go against, and near others."""
    for story, told in _told_stories(kept=kept, files=files, besides=besides):
        for question in story["questions"]:
            for label in ("means", "against"):
                for meant in question.get(label, ()):
                    right: Label = "same" if label == "means" else "opposite"
                    yield from _of_question(question["ask"], meant, right, told, embedder, chance)


def told_in_stories(*, kept: bool) -> Iterator[tuple[Told, Told]]:
    """Yield of each story its marked mentions, and the phrases of its questions that mean some of these."""
    for story, told in _told_stories(kept=kept):
        phrases = [
            (meant["event"], alone(meant["phrase"], title=question["ask"]))
            for question in story["questions"]
            for meant in question["means"]
            if meant["event"] != "none"
        ]
        yield told, phrases


def told_in_world(seed: int) -> Told:
    """Return the mentions of a made-up world of half A."""
    return [
        (mention.event, mention_at(page.text, *_ends(mention.span), document=f"{seed} {page.name}", title=page.title, alone=mention.text))
        for page in make_world(seed, WorldSettings(half="A")).documents
        for mention in page.mentions
    ]


def told_in_ecb(part: str) -> dict[int, Told]:
    """Return the mentions of ECB+ by topic, of its part "train", "dev" or "test"; none where it is not there."""
    topics: defaultdict[int, Told] = defaultdict(list)
    path = DATA / "ecbplus" / "mentions.jsonl.xz"
    if path.exists():
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for number, row in enumerate(map(json.loads, lines)):
                if row["part"] == part:
                    context = MentionContext(row["span"], 0, 0, row["left"][-CONTEXT:].strip(), row["right"][:CONTEXT].strip())
                    mention = EventMention(str(number), "", row["document"], "", row["span"], Polarity.OCCURRENCE, context)
                    topics[row["topic"]].append((row["chain"], mention))
    return topics


def ordinary(embedder: Embedder, chance: random.Random, *, times: int = 1) -> list[MentionPair]:
    """Return the pairs of ordinary text, so many times as many of each kind as `SAMPLES` says, where there are so many."""
    pools: defaultdict[tuple[str, str], list[MentionPair]] = defaultdict(list)
    found = (
        ("world", of_worlds(SEEDS, embedder, chance)),
        ("ecb", of_ecb("train", embedder, chance)),
        ("report", _reports(chance)),
        ("bare", _bare()),
    )
    for kind, pairs in found:
        for pair in pairs:
            pools[kind, pair.label].append(pair)
    return [pair for key, count in SAMPLES.items() for pair in chance.sample(pools[key], min(times * count, len(pools[key])))]


def across(embedder: Embedder, chance: random.Random, *, times: int = 1) -> list[MentionPair]:
    """Return pairs of near mentions of different incidents, `times` times `ACROSS` at most: who shares words is not yet one."""
    found = list(_across(embedder, chance))
    return chance.sample(found, min(times * ACROSS, len(found)))


def of_worlds(seeds: Iterable[int], embedder: Embedder, chance: random.Random) -> Iterator[MentionPair]:
    """Yield mentions of made-up worlds of half A with others of their event, with opposites, and with near ones of their world."""
    for seed in seeds:
        opposite = {event.id: event.opposite for event in make_world(seed, WorldSettings(half="A")).events}
        told = told_in_world(seed)
        near = _nearest([mention for _, mention in told], embedder, 40)
        for place, (event, mention) in enumerate(told):
            same = [other for name, other in told if name == event and other is not mention]
            against = [other for name, other in told if name == opposite.get(event)]
            unlike = [told[other][1] for other in near[place] if told[other][0] not in (event, opposite.get(event))][:12]
            for others, label, most in ((same, "same", 2), (against, "opposite", 1), (unlike, "different", 2)):
                yield from (MentionPair(mention, other, label) for other in chance.sample(others, min(most, len(others))))


def of_ecb(part: str, embedder: Embedder, chance: random.Random) -> Iterator[MentionPair]:
    """Yield mentions of ECB+, of its part "train", "dev" or "test", with others of their chain, and with near ones of their topic."""
    for of_topic in told_in_ecb(part).values():
        near = _nearest([mention for _, mention in of_topic], embedder, 40)
        for place, (chain, mention) in enumerate(of_topic):
            same = [other for name, other in of_topic if name == chain and other is not mention]
            unlike = [of_topic[other][1] for other in near[place] if of_topic[other][0] != chain][:15]
            yield from (MentionPair(mention, other, "same") for other in chance.sample(same, min(2, len(same))))
            yield from (MentionPair(mention, other, "different") for other in chance.sample(unlike, min(2, len(unlike))))


def examples(pairs: Sequence[MentionPair], tokenizer: Tokenizer, chance: random.Random | None = None) -> list[Example]:
    """Tokenise pairs as the event reader writes them; for the generator see `both_sides`."""
    texts = tokenizer.encode_batch([both_sides(pair, chance) for pair in pairs])
    return [Example(tuple(one.ids[:MOST_PIECES]), CLASSES.index(pair.label)) for one, pair in zip(texts, pairs, strict=True)]


def both_sides(pair: MentionPair, chance: random.Random | None = None) -> tuple[str, str]:
    """Write a pair as the event reader does; with a generator some lose their titles or much of their context, or are turned."""
    left, right = (pair.left, pair.right) if chance is None or chance.random() < 0.5 else (pair.right, pair.left)
    if chance:
        without = chance.random() < 0.25
        left, right = shortened(left, chance, without=without), shortened(right, chance, without=without)
        left = replace(left, document="") if chance.random() < 0.1 else left
    return first_side(left, right), written(right)


def mention_at(text: str, start: int, end: int, *, document: str, title: str = "", alone: str = "") -> EventMention:
    """Return the mention of a stretch of a text; `alone` is how it is told where nothing stands around it."""
    words = squeeze(text[start:end])
    left, right = squeeze(text[max(0, start - CONTEXT) : start]), squeeze(text[end : end + CONTEXT])
    context = MentionContext(words, start, end, left, right)
    return EventMention(f"{document} {start}", "", document, title, alone or words, Polarity.OCCURRENCE, context)


def shortened(mention: EventMention, chance: random.Random, *, without: bool) -> EventMention:
    """Take the title away, or at times the context or much of it."""
    drawn = chance.random()
    told = mention.context
    if drawn < 0.08:
        told = MentionContext("", 0, 0)
    elif drawn < 0.2:
        told = replace(told, left=told.left[-60:], right=told.right[:60])
    return replace(mention, title="" if without else mention.title, context=told)


def alone(text: str, *, document: str = "", title: str = "") -> EventMention:
    """Return a mention with nothing around it."""
    return EventMention(text, "", document, title, text, Polarity.OCCURRENCE, MentionContext("", 0, 0))


def judged(model: AdaptedBert, kept: Sequence[MentionPair], tokenizer: Tokenizer) -> dict[str, float]:
    """Return how many of the pairs of two documents kept apart that are one event, and that are not, the model takes for one."""
    across = [pair for pair in kept if pair.left.document != pair.right.document]
    with half_precision():
        told = [float(classes.float().softmax(-1)[0]) for classes, _ in predict(model, examples(across, tokenizer))]
    taken = {
        label: [same > bar for same, pair in zip(told, across, strict=True) if (pair.label == "same") == label]
        for bar in (0.5,)
        for label in (True, False)
    }
    return {"recall": float(np.mean(taken[True])), "wrongly": float(np.mean(taken[False]))}


def main() -> None:
    """Train, and write the adapters."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--begin", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path(".training") / "coreference")
    parser.add_argument("--out", type=Path, default=SHIPPED)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1.2e-4)
    parser.add_argument("--stories", default="*", help="the files of stories that are new: all their questions are learnt")
    parser.add_argument("--share", type=float, default=1.0, help="of what is known already; of the new stories' own pairs four times it")
    given = parser.parse_args()
    weights = find_weights(BASE)
    tokenizer, embedder, chance = (
        open_tokenizer(weights),
        open_embedder("local:all-MiniLM-L6-v2", folder=None, offline=False, threads=0),
        random.Random(700),
    )
    others = [
        *(pair for _, pair in tellings(kept=False)),
        *questions(embedder, chance, kept=False, besides=given.stories),
        *ordinary(embedder, chance),
    ]
    told = [*stories(embedder, chance, kept=False, files=given.stories)]
    learnt = [
        *questions(embedder, chance, kept=False, files=given.stories),
        *chance.sample(told, int(len(told) * min(1.0, 4 * given.share))),
        *chance.sample(others, int(len(others) * given.share)),
        *across(embedder, chance),  # whole: a reader that learns less of it takes real reports of two incidents for one
    ]
    kept = [pair for _, pair in tellings(kept=True)]
    chance.shuffle(learnt)
    made = examples(learnt, tokenizer, chance)
    model = AdaptedBert(weights, classes=CLASSES, rank=RANK)
    model.load(given.begin)
    train(
        model,
        lambda epoch: made[epoch :: given.epochs],  # all pairs once: an epoch is a part of them, after which the state is kept
        plan=Plan(given.epochs, rate=given.rate),
        work=given.work,
        judge=lambda: judged(model, kept, tokenizer),
    )
    model.save(given.out, notes={"base": BASE}, eight_bit=True)
    finish(given.work)


# Private


def _mention(incident: str, number: int, document: dict[str, str], *span: str | int) -> EventMention:
    """Return a mention of a document, told by its words or by its place."""
    text = document["text"]
    start, end = (
        (int(span[0]), int(span[1])) if len(span) == 2 else (text.index(str(span[0])), text.index(str(span[0])) + len(str(span[0])))
    )
    return mention_at(text, start, end, document=f"{incident} {number}", title=document.get("title") or "")


_MARK = re.compile(r"\{(\w+)\|([^{}|]+)\}")


def _told_stories(*, kept: bool, files: str = "*", besides: str = "") -> Iterator[tuple[Mapping[str, Any], Told]]:
    """Yield the stories of the files of this pattern, but for those of another one."""
    for path in sorted(set(STORIES.glob(f"{files}.jsonl")) - set(STORIES.glob(f"{besides}.jsonl"))):
        for number, story in enumerate(rows(path)):
            if (number % KEPT == KEPT // 2) == kept:
                yield story, _marked(story, f"{path.stem} {story['id']}")


def _marked(story: Mapping[str, Any], name: str) -> Told:
    """Return the marked mentions of a story, `{event|words}`, with their events."""
    found = []
    for number, document in enumerate(story["docs"]):
        text, places = "", []
        for part in re.split(r"(\{\w+\|[^{}|]+\})", document["text"]):
            mark = _MARK.fullmatch(part)
            places += [(mark[1], len(text), len(text) + len(mark[2]))] if mark else []
            text += mark[2] if mark else part
        where = {"document": f"{name} {number}", "title": document["title"]}
        found += [(event, mention_at(text, start, end, **where)) for event, start, end in places]
    return found


def _of_story(
    told: Sequence[tuple[str, EventMention]], place: int, near: Sequence[int], against: set[frozenset[str]], chance: random.Random
) -> Iterator[MentionPair]:
    """Yield a mention with those that it would be read with, the nearest of each text, and with some of its own happening."""
    event, mention = told[place]
    for document in dict.fromkeys(other.document for _, other in told):
        here = [other for other in near if told[other][1].document == document]
        for other in here[: 3 if document == mention.document else 1]:
            name = told[other][0]
            label = "same" if name == event else "opposite" if frozenset((name, event)) in against else "different"
            yield MentionPair(mention, told[other][1], label)
    same = [other for name, other in told if name == event and other is not mention]
    contrary = [other for name, other in told if frozenset((name, event)) in against]
    for others, label, most in ((same, "same", 2), (contrary, "opposite", 1)):
        yield from (MentionPair(mention, other, label) for other in chance.sample(others, min(most, len(others))))


def _of_question(
    ask: str,
    meant: Mapping[str, str],
    label: Label,
    told: Sequence[tuple[str, EventMention]],
    embedder: Embedder,
    chance: random.Random,
) -> Iterator[MentionPair]:
    """Yield a phrase with mentions that it means, or goes against, and with near ones of the same incident, or of none, for neither."""
    phrase, supposed = alone(meant["phrase"], title=ask), re.search(r"\b(?:if|without|would|had)\b", ask, re.IGNORECASE)
    if meant["event"] == "none" and supposed:  # what is supposed not to be may be the opposite of what was
        return
    of_incident = [(event, mention) for event, mention in told if meant["event"] == "none" or event[0] == meant["event"][0]]
    right = [mention for event, mention in of_incident if event == meant["event"]]
    wrong = [mention for event, mention in of_incident if event != meant["event"]]
    vectors = embedder.encode([phrase.text, *(mention.text for mention in wrong)])
    near = [wrong[place] for place in np.argsort(-(vectors[1:] @ vectors[0]), kind="stable")[:4].tolist()]
    for others, is_it, most in ((right, label, 3), (near, "different", 2)):
        for other in chance.sample(others, min(most, len(others))):
            yield MentionPair(replace(phrase, title="") if chance.random() < 0.5 else phrase, other, is_it)


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _retold(name: str, told: Mapping[str, Any]) -> list[dict[str, str]] | None:
    """Return the report, its two tellings and its neighbour; None where the public data is not there."""
    reports = _reports_of(SETS[name])
    if not reports:
        return None
    first, last = told["lengths"]
    report, neighbour = reports[str(told["id"])], reports[str(told["neighbour"])]
    return [{**report, "text": report["text"][:first]}, *told["tellings"], {**neighbour, "text": neighbour["text"][:last]}]


@cache
def _reports_of(name: str) -> dict[str, dict[str, str]]:
    path = DATA / name / "docs.jsonl"
    if not path.exists():
        return {}
    return {
        row["id"]: {"title": row.get("title") or "", "text": row["text"].replace("<br/>", "\n").replace("<br>", "\n").strip()}
        for row in rows(path)
    }


def _nearest(mentions: Sequence[EventMention], embedder: Embedder, count: int) -> list[list[int]]:
    """Return for each mention the places of others that are near by wording and context, the nearest first."""
    alone = embedder.encode([one.text for one in mentions])
    around = embedder.encode([f"{one.context.left} {one.context.words} {one.context.right}" for one in mentions])
    vectors = np.concatenate([alone, 0.77 * around], axis=1)  # the cosine of the wordings and 0.6 times that of the contexts
    return [np.argsort(-(vectors @ row), kind="stable")[1 : count + 1].tolist() for row in vectors]


def _across(embedder: Embedder, chance: random.Random) -> Iterator[MentionPair]:
    told = {side.id: (incident, side) for incident, pair in tellings(kept=False) for side in (pair.left, pair.right)}
    incidents, mentions = zip(*told.values(), strict=True)
    for place, near in enumerate(_nearest(mentions, embedder, 60)):
        others = [other for other in near if incidents[other] != incidents[place]]
        for other in [*others[:2], *chance.sample(others[2:14], min(1, len(others[2:14])))]:
            yield MentionPair(mentions[place], mentions[other], "different")


def _reports(chance: random.Random) -> Iterator[MentionPair]:
    """Yield happenings of invented reports: each wording with another of its own, its contrary, and one of another happening there."""
    folder = TELLINGS.parent
    told = [row for name in ("reports", "reports_more") for path in sorted((folder / name).glob("*.jsonl")) for row in rows(path)]
    for number, report in enumerate(told):
        if number % HELD_OUT == 0:
            continue
        for event in report["events"]:
            elsewhere = [wording for other in report["events"] if other is not event for wording in other["same"]]
            for others, label in ((event["same"][1:], "same"), (event["opposite"], "opposite"), (elsewhere, "different")):
                if others:
                    sides = [
                        alone(text, document=report["context"], title=report["context"])
                        for text in (event["same"][0], chance.choice(others))
                    ]
                    yield MentionPair(sides[0], sides[1], label)


def _bare() -> Iterator[MentionPair]:
    parts = [[[group] for group in groups()], [[group] for group in detailed_groups()], report_groups()]
    learnt = [group for part in parts for number, some in enumerate(part) if number % HELD_OUT for group in some]
    maker = PairMaker([*learnt, *world_groups(WORLDS)], seed=0, apart=causes_and_effects())
    yield from (MentionPair(alone(pair.left), alone(pair.right), pair.label) for pair in maker.pairs(0))


if __name__ == "__main__":
    main()
