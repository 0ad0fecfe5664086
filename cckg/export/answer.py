"""One answer as one HTML file to look at: its text, chains and quotes, and where it was arbitrated a drawing of the hypotheses; no script.

All text is escaped, and the page's policy lets nothing be loaded.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib.resources import files
from string import Template

from cckg.core.arbitration import Arbitration, Hypothesis
from cckg.core.arbitration_words import agreement, alike, apart, held_back, told_apart, varied
from cckg.core.claims import Claim
from cckg.core.evidence import Answer, CausalChain, EvidencePackage, Simulation, Verdict
from cckg.realisation import denial, if_same, link_marks, outcomes


def answer_page(answer: Answer) -> str:
    """Return an answer as a self-contained page."""
    template = Template((files("cckg.export") / "data" / "answer.html").read_text(encoding="utf-8"))
    return template.substitute(
        question=escape(answer.question),
        answer=escape(answer.text),
        parts="\n".join(_parts(answer)),
    )


# Private

_ROW, _BAR = 54, 12  # pixels of a hypothesis, of one of its bars
_LEFT, _WIDE = 270, 260  # pixels before the bars, and of a bar of length 1
_SHOWN = 34  # characters of an answer beside its bars


def _parts(answer: Answer) -> Iterator[str]:
    package = answer.package
    yield from (f'<p class="faint">{escape(note)}</p>' for note in answer.notes)
    if package.verdict:
        yield from _verdict(package.verdict, package)
    if package.chains:
        yield "<h2>Chains</h2>"
        yield _chains(package.chains, package)
    for simulation in package.simulations:
        yield from _simulation(simulation)
    if package.denials:
        yield "<h2>Denied</h2>"
        yield _listed(f"{denial(claim)} {_numbers([claim], package)}".strip() for claim in package.denials)
    if answer.arbitration and answer.arbitration.hypotheses:
        yield from _arbitration(answer.arbitration, held_back(answer))
    if package.citations:
        yield "<h2>Quotes</h2>"
    for citation in package.citations:
        yield f'<p class="faint" id="q{citation.n}">[{citation.n}] {escape(citation.title)} – {escape(citation.uri)}</p>'
        yield f"<blockquote>{escape(citation.quote)}</blockquote>"


def _listed(items: Iterable[str]) -> str:
    rows = "".join(f"<li>{escape(item)}</li>" for item in items)
    return f"<ul>{rows}</ul>" if rows else ""


def _verdict(verdict: Verdict, package: EvidencePackage) -> Iterator[str]:
    yield f"<h2>Verdict: {escape(verdict.necessity)}</h2>"
    conditions = [f"only {if_same(verdict.bridge)}"] if verdict.bridge else []
    conditions += [f"but otherwise {if_same(verdict.unless)}"] if verdict.unless else []
    grounds = [f"It is said {_numbers(verdict.grounds, package)}."] if verdict.grounds else []
    yield _listed([*conditions, *verdict.reasons, *grounds])
    if verdict.alternatives:
        yield "<p>Left without it:</p>"
        yield _chains(verdict.alternatives, package)


def _simulation(simulation: Simulation) -> Iterator[str]:
    event = " and ".join(f"“{item.text}”" for item in (simulation.event, *simulation.together))
    if told := outcomes(simulation):
        yield f"<h2>{'Without' if simulation.kind == 'absent' else 'With the opposite of'} {escape(event)}</h2>"
        yield _listed(f"{name}: {'; '.join(events)}" for name, events in told)


def _chains(chains: Iterable[CausalChain], package: EvidencePackage) -> str:
    return f"<ul>{''.join(_chain(chain, package) for chain in chains)}</ul>"


def _numbers(claims: Iterable[Claim], package: EvidencePackage) -> str:
    return "".join(f"[{number}]" for number in package.numbers(claims))


def _chain(chain: CausalChain, package: EvidencePackage) -> str:
    """Write a chain as a list's item; over a bridge its two events stand on a dashed line, and the condition after the chain."""
    told = escape(chain.events[0].text)
    for place, (event, claims) in enumerate(zip(chain.events[1:], chain.claims, strict=True), start=1):
        if claims:
            marks = ", ".join(link_marks(claims))
            arrow = f' → <span class="faint">({escape(marks)})</span> ' if marks else " → "
            told += f"{arrow}{escape(f'{event.text} {_numbers(claims, package)}'.strip())}"
        else:
            left, right = escape(chain.events[place - 1].text), escape(event.text)
            told = f'{told.removesuffix(left)}<span class="perhaps">{left} ~ {right}</span>'
    whole = "" if chain.told_whole else ' <span class="faint">(told whole by no one document)</span>'
    conditions = "".join(f' <span class="faint">({escape(if_same(bridge))})</span>' for bridge in chain.bridges)
    return f"<li>{told}{whole}{conditions}</li>"


def _arbitration(found: Arbitration, held: str) -> Iterator[str]:
    yield "<h2>Hypotheses</h2>"
    yield _drawing([(hypothesis, alike(hypothesis, of=found)) for hypothesis in apart(found)])
    yield '<p class="faint">Coherence φ_coh (blue), contrast φ_causal (green, red below 0), and their weighted sum Ψ (dark).</p>'
    yield from (f"<p>{escape(told)}</p>" for told in (agreement(found), held) if told)
    if found.crr is not None:
        yield f"<p>{escape(told_apart(found))}</p>"
    if found.variations:
        yield "<h2>Asked beside it, with one thing changed</h2>"
        yield _listed(varied(found))
    yield _listed(found.notes)


def _drawing(hypotheses: Sequence[tuple[Hypothesis, str]]) -> str:
    """Draw hypotheses, each with how far others agree with it, "" where that is not told."""
    height = _ROW * len(hypotheses) + 10
    rows = "".join(_bars(hypothesis, agreed, 8 + _ROW * place) for place, (hypothesis, agreed) in enumerate(hypotheses))
    return f'<svg viewBox="0 0 {_LEFT + 2 * _WIDE} {height}" role="img" aria-label="Scores of the hypotheses">{rows}</svg>'


def _bars(hypothesis: Hypothesis, agreed: str, top: int) -> str:
    told = hypothesis.answer or "no answer"
    short = told if len(told) <= _SHOWN else f"{told[: _SHOWN - 1]}…"
    contrast = hypothesis.contrast
    values = (("coherence", hypothesis.coherence), ("contrast" if (contrast or 0) >= 0 else "below", contrast), ("score", hypothesis.score))
    bars = "".join(_bar(kind, value, top + place * (_BAR + 2)) for place, (kind, value) in enumerate(values))
    passages = "passage" if len(hypothesis.evidence) == 1 else "passages"
    agree = ", ".join(filter(None, (agreed, f"{len(hypothesis.evidence)} {passages}")))
    return (
        f"<g><title>{escape(told)}</title>"
        f'<text x="0" y="{top + _BAR}">{escape(short)}</text><text x="0" y="{top + _BAR + 18}">{escape(agree)}</text>{bars}</g>'
    )


def _bar(kind: str, value: float | None, top: int) -> str:
    """Draw a bar with its value behind it; of a value that is not known a dash alone."""
    if value is None:
        return f'<text x="{_LEFT + 6}" y="{top + _BAR - 1}">–</text>'
    width = max(1.0, abs(value) * _WIDE)
    return (
        f'<rect class="{kind}" x="{_LEFT}" y="{top}" width="{width:.1f}" height="{_BAR}"/>'
        f'<text x="{_LEFT + width + 6:.1f}" y="{top + _BAR - 1}">{value:.2f}</text>'
    )
