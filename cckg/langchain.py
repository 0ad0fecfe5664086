"""The passages of a graph as a retriever of langchain-core."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict, Field, PrivateAttr

from cckg.app import CausalRAG, open_app
from cckg.core.results import SearchMethod, SearchResult
from cckg.settings import Settings


class CckgRetriever(BaseRetriever):
    """Finds chunks by a method of `cckg search`; each document's metadata holds id, document, uri, title, score and rank.

    The graph is opened at the first search and used from one thread of the retriever's own, whichever threads ask: chains run in several.
    `close` releases it; a context manager does so at its end.

    Args:
        settings: from `cckg.settings.load_settings`; they name the store.
        method: "dense", "bm25", "hybrid", "cis", which ranks the first of "hybrid" anew by the Causal Inference Score, or "logic".
        k: passages, at most.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    settings: Settings
    method: SearchMethod = "cis"
    k: int = Field(default=5, ge=1)
    _thread: ThreadPoolExecutor = PrivateAttr(default_factory=lambda: ThreadPoolExecutor(1))
    _app: CausalRAG | None = PrivateAttr(default=None)
    _closed: bool = PrivateAttr(default=False)

    def __enter__(self) -> "CckgRetriever":
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the graph; no search is possible any more."""
        if not self._closed:
            self._closed = True
            self._thread.submit(self._close).result()
            self._thread.shutdown()

    # Private

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        """Return the passages for a query, best first; errors are those of `CausalRAG.search` and of opening the store.

        Raises:
            ValueError: after `close`.
        """
        del run_manager
        if self._closed:
            raise ValueError("This retriever is closed. Make a new one.")
        found = self._thread.submit(self._search, query).result()
        return [Document(page_content=result.text, id=result.id, metadata=_metadata(result)) for result in found]

    def _search(self, query: str) -> list[SearchResult]:
        if self._app is None:
            self._app = open_app(self.settings)
        return self._app.search(query, method=self.method, k=self.k)

    def _close(self) -> None:
        if self._app is not None:
            self._app.close()


# Private


def _metadata(result: SearchResult) -> dict[str, Any]:
    return {name: getattr(result, name) for name in ("id", "document", "uri", "title", "score", "rank")}
