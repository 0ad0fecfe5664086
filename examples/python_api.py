"""The Python API in one program: reads two reports of the demo corpus, asks, looks at the evidence, takes a cause out of the world.

Run it in a clone as `.venv/bin/python -m examples.python_api`. The graph is in memory, and gone when the program ends.
"""

import sys
from pathlib import Path

from cckg.app import CausalRAG, open_app
from cckg.settings import load_settings

CORPUS = Path(__file__).parent / "corpus"
REPORTS = [CORPUS / "silver_bridge.md", CORPUS / "ariane_501.txt"]


def main() -> None:
    """Read, ask, and look at what was found."""
    with open_app(load_settings(store=":memory:"), create=True) as app:
        report = app.ingest(REPORTS)
        say(f"{report.added} documents, {report.claims_kept} claims")
        show_answer(app, "Why did the Silver Bridge collapse?")
        show_answer(app, "Why did the Morandi bridge collapse?")
        show_intervention(app, "the fracture of eyebar 330", "the Silver Bridge collapsed")


def show_answer(app: CausalRAG, question: str) -> None:
    """Show an answer with the quotes that it rests on, or that there is none."""
    answer = app.ask(question)
    say(f"\n{question} [{answer.route}]")
    if answer.abstained:
        say(answer.text)
        return
    for chain in answer.package.chains:
        say("  " + " -> ".join(event.text for event in chain.events))
    for citation in answer.package.citations:
        say(f"  [{citation.n}] {Path(citation.uri).name} {citation.start}-{citation.end}: {citation.quote}")


def show_intervention(app: CausalRAG, cause: str, effect: str) -> None:
    """Show what is lost in a world without a cause, and whether the effect needed it."""
    result = app.whatif(cause, effect=effect)
    for simulation in result.simulations:
        if simulation.kind == "absent":
            say(f"\nWithout {simulation.event.text}:")
            for event in simulation.lost:
                say(f"  lost: {event.text}")
    if result.verdict:
        say(f"  {result.verdict.necessity}, by the rule {result.verdict.rule!r}")


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
