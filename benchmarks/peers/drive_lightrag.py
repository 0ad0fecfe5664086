"""Runs in an environment of LightRAG: drive_lightrag.py (index|ask) JOB, a JSON object; prints one of what was done and how long it took.

Everything is as it ships but the addresses, the width of the vectors, and the tokenizer, of which there is one without a network.
"""

import asyncio
import json
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from lightrag import LightRAG, QueryParam
from lightrag.llm.openai import gpt_4o_mini_complete, openai_embed
from lightrag.utils import EmbeddingFunc


async def index(rag: LightRAG, job: dict[str, Any]) -> dict[str, Any]:
    """Read the documents and tell what is in the graph then."""
    files = sorted(Path(job["documents"]).iterdir())
    began, cpu = time.perf_counter(), time.process_time()
    await rag.ainsert([path.read_text(encoding="utf-8") for path in files], file_paths=[path.name for path in files])
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    status = await rag.get_processing_status()
    graph = await rag.chunk_entity_relation_graph.get_knowledge_graph("*", max_depth=1, max_nodes=100_000)
    return {"seconds": seconds, "cpu": cpu, "documents": status["processed"], "entities": len(graph.nodes), "relations": len(graph.edges)}


async def ask(rag: LightRAG, job: dict[str, Any]) -> dict[str, Any]:
    """Ask the questions in a mode, one after the other."""
    cpu = time.process_time()
    answers, seconds = [], []
    for question in job["questions"]:
        began = time.perf_counter()
        answers.append(await rag.aquery(question, param=QueryParam(mode=job["mode"])))
        seconds.append(time.perf_counter() - began)
    return {"seconds": seconds, "cpu": time.process_time() - cpu, "answers": answers}


async def main() -> None:
    """Do a job."""
    job = json.loads(sys.argv[2])
    embed = partial(openai_embed.func, base_url=job["url"], api_key="none", model="scripted")
    rag = LightRAG(
        working_dir=job["folder"],
        llm_model_func=gpt_4o_mini_complete,
        llm_model_kwargs={"base_url": job["url"], "api_key": "none"},
        embedding_func=EmbeddingFunc(embedding_dim=job["dimension"], max_token_size=8192, func=embed),
        tiktoken_model_name="gpt-4",
    )
    await rag.initialize_storages()
    done = await {"index": index, "ask": ask}[sys.argv[1]](rag, job)
    await rag.finalize_storages()
    print("\n" + json.dumps(done))


if __name__ == "__main__":
    asyncio.run(main())
