"""The small trained readers of one application, and who scores how far knowledge helps with a question; each opened when first asked."""

from functools import cached_property
from typing import TYPE_CHECKING

from cckg.settings import Settings

if TYPE_CHECKING:
    from cckg.core.trace import Progress
    from cckg.models import KnowledgeScorer, LanguageModel, Reader
    from cckg.scoring import CausalInferenceScore
    from cckg.stores import GraphStore


class Readers:
    """Opens readers and scorers as the settings say: `models` where weights lie, `cis` who scores."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._language_model: LanguageModel | None = None

    def of_role(self, role: str) -> "Reader":
        """Return the reader of a built-in role, the small or the strong one."""
        from cckg.models import reader_of

        return self.named(reader_of(role, self._settings.models.reader))

    def named(self, name: str) -> "Reader":
        """Return a reader by its name; errors as of `cckg.models.open_reader`."""
        from cckg.models import open_reader

        models = self._settings.models
        return open_reader(name, folder=models.folder, offline=models.offline, threads=models.threads)

    def scorer(self, store: "GraphStore", *, progress: "Progress | None" = None) -> "KnowledgeScorer | None":
        """Return who tells how far knowledge helps with a question, opened when first asked, or None if nobody does.

        Where it cannot be opened, asking raises NotAvailableError, for the extra `torch`, or WeightsError.
        """
        chosen = self._settings.cis
        if chosen.scorer == "off":
            return None
        from cckg.scoring import Deferred, Student

        return Deferred(lambda: Student(self._student) if chosen.scorer == "student" else self.teacher(store, progress=progress))

    def passage_scorer(self, store: "GraphStore", *, progress: "Progress | None" = None) -> "KnowledgeScorer | None":
        """Return who ranks passages anew: beside a student the reader that tells whether they are needed; else as `scorer`."""
        if self._settings.cis.scorer != "student":
            return self.scorer(store, progress=progress)
        from cckg.models import NEEDED
        from cckg.scoring import Deferred, Needed

        return Deferred(lambda: Needed(self.named(NEEDED)))

    def teacher(self, store: "GraphStore", *, progress: "Progress | None" = None) -> "CausalInferenceScore":
        """Return the Causal Inference Score by the language model of the settings; it takes its priors from the store."""
        from cckg.scoring import CausalInferenceScore, Priors

        return CausalInferenceScore(self.language_model(progress=progress), priors=Priors(store))

    def language_model(self, *, progress: "Progress | None" = None) -> "LanguageModel":
        """Return the language model of the settings, opened; errors as of `cckg.scoring.open_language_model`."""
        if self._language_model is None:
            from cckg.scoring import open_language_model

            models, chosen = self._settings.models, self._settings.cis
            self._language_model = open_language_model(
                chosen.teacher, folder=models.folder, offline=models.offline, precision=chosen.precision, progress=progress
            )
        return self._language_model

    # Private

    @cached_property
    def _student(self) -> "Reader":
        from cckg.models import STUDENT, open_distilled

        folder = self._settings.cis.student
        return open_distilled(folder, threads=self._settings.models.threads) if folder else self.named(STUDENT)
