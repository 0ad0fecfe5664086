"""Runs in an environment of GraphRAG: drive_graphrag.py (index|ask) JOB, a JSON object; prints one of what was done and how long it took.

Everything is as `graphrag init` writes it but the addresses, the width of the vectors, and the tokenizer.
"""

import asyncio
import json
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import yaml
from graphrag.api import build_index, global_search, local_search
from graphrag.cli.initialize import initialize_project_at
from graphrag.config.load_config import load_config
from graphrag.config.models.graph_rag_config import GraphRagConfig
from graphrag.data_model.data_reader import DataReader
from graphrag_storage import create_storage
from graphrag_storage.tables.table_provider_factory import create_table_provider

COMMUNITY_LEVEL = 2
RESPONSE_TYPE = "Multiple Paragraphs"
"""What the command `graphrag query` takes if nothing else is said."""


def configure(root: Path, job: dict[str, Any]) -> None:
    """Make a project as the command does, and name the server in it."""
    initialize_project_at(root, force=True, model="scripted", embedding_model="scripted")
    (root / ".env").write_text("GRAPHRAG_API_KEY=none\n", encoding="utf-8")
    settings = yaml.safe_load((root / "settings.yaml").read_text(encoding="utf-8"))
    for kind in ("completion_models", "embedding_models"):
        for model in settings[kind].values():
            model["api_base"] = job["url"]
    settings["chunking"]["encoding_model"] = "cl100k_base"
    settings["vector_store"]["vector_size"] = job["dimension"]
    (root / "settings.yaml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    for path in Path(job["documents"]).iterdir():
        shutil.copy(path, root / "input" / f"{path.stem}.txt")


async def tables(config: GraphRagConfig, *names: str) -> dict[str, Any]:
    """Return tables of an index."""
    reader = DataReader(create_table_provider(config.table_provider, storage=create_storage(config.output_storage)))
    return {name: await getattr(reader, name)() for name in names}


async def index(root: Path, job: dict[str, Any]) -> dict[str, Any]:
    """Read the documents and tell what is in the index then."""
    configure(root, job)
    config = load_config(root_dir=root)
    began, cpu = time.perf_counter(), time.process_time()
    outputs = await build_index(config=config)
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    if errors := [output.error for output in outputs if output.error]:
        raise errors[0]
    held = await tables(config, "documents", "entities", "relationships", "communities", "community_reports")
    grouped = {entity for entities in held["communities"]["entity_ids"] for entity in entities}
    counts = {name: len(held[name]) for name in ("documents", "entities", "community_reports")}
    relations = {"relations": len(held["relationships"]), "entities_in_communities": len(grouped)}
    return {"seconds": seconds, "cpu": cpu, **counts, **relations}


async def ask(root: Path, job: dict[str, Any]) -> dict[str, Any]:
    """Ask the questions in a mode, one after the other; reading the tables is not part of the seconds."""
    config = load_config(root_dir=root)
    given = await tables(config, "entities", "communities", "community_reports")
    common = {"config": config, "community_level": COMMUNITY_LEVEL, "response_type": RESPONSE_TYPE}
    if job["mode"] == "local":
        given |= await tables(config, "text_units", "relationships") | {"covariates": None}
        search = local_search
    else:
        given["dynamic_community_selection"] = False
        search = global_search
    cpu = time.process_time()
    answers, seconds = [], []
    for question in job["questions"]:
        began = time.perf_counter()
        answers.append((await search(**common, **given, query=question))[0])
        seconds.append(time.perf_counter() - began)
    return {"seconds": seconds, "cpu": time.process_time() - cpu, "answers": answers}


if __name__ == "__main__":
    task = json.loads(sys.argv[2])
    print("\n" + json.dumps(asyncio.run({"index": index, "ask": ask}[sys.argv[1]](Path(task["folder"]), task))))
