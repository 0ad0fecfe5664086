# Targets a person types; .ci/run uses the same ones.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
EXTRAS ?= dev
SCALE ?= 10k
PACKAGES := cckg ingest queries prompts
NEO4J_VERSION ?= 5.26
DOCKER := docker version >/dev/null 2>&1 && docker compose version >/dev/null 2>&1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: install demo demo-eval test test-all test-slow check docs golden bench bench-chat bench-chat-models bench-cis bench-cfrag bench-cladder bench-identity bench-injection bench-logic bench-passages bench-peers bench-public-data bench-routes bench-reading \
	bench-stores bench-verdicts train train-strong neo4j neo4j-stop clean help

help:            ## Show the targets
	@grep -hE '^[a-z0-9-]+: .*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 20

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[$(EXTRAS)]'
	@touch $@

install: $(STAMP)  ## Make .venv with the command cckg in it

demo: $(STAMP)   ## Read the demo corpus and answer five questions
	@sh examples/demo.sh

demo-eval: $(STAMP)  ## Score all questions of the demo corpus
	@$(BIN)/python -m benchmarks.demo_eval

# Hundreds of processes are started by the tests; none but the first is to compile our code.
test test-all check: export PYTHONDONTWRITEBYTECODE :=
test: $(STAMP)   ## Run the tests of a few minutes: rules, SQLite, the encoder, the main job
	$(BIN)/python -m pytest -q -m "not (check or full or slow)" -n 2

test-all: test   ## Run those and the others too: faults, every command, Neo4j, a real chat model
	$(BIN)/python -m pytest -q -m "full and not slow" -n 2

test-slow: $(STAMP)  ## Run the tests that take minutes: kills, public texts, the torch encoder
	$(BIN)/python -m pip install --quiet --editable '.[dev,torch]'
	$(BIN)/python -m pytest -q -m slow

check: $(STAMP)  ## Lint, types, layers, docs with their links, layout, packages
	$(BIN)/ruff check $(PACKAGES) tests benchmarks examples training
	$(BIN)/ruff format --check $(PACKAGES) tests benchmarks examples training
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m docs.generate --check
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	$(BIN)/python -m pytest -q -m check tests/test_*.py

docs: $(STAMP)   ## Write docs/reference anew and build the site into site/
	$(BIN)/python -m docs.generate
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

golden: $(STAMP)  ## Answer with this checkout and with BASE=<commit>, and tell where they differ
	$(if $(BASE),,$(error Name the commit to compare with: make golden BASE=main))
	@$(BIN)/python -m benchmarks.golden $(BASE)

bench: $(STAMP)  ## Time the commands and the ingestion
	$(BIN)/python -m benchmarks.commands

bench-chat: $(STAMP)  ## Measure ingestion through a chat model, against a scripted server
	$(BIN)/python -m benchmarks.chat

bench-chat-models: $(STAMP)  ## Measure the demo corpus through real chat models on this machine: hours
	$(BIN)/python -m benchmarks.chat_models

bench-peers: $(STAMP)  ## Count what LightRAG and GraphRAG ask of a chat model beside cckg; 2 GB of packages in .peers
	$(BIN)/python -m benchmarks.peers

bench-logic: $(STAMP)  ## Measure logical queries: operators, negations, how questions are put as queries
	$(BIN)/python -m benchmarks.logic

bench-passages: $(STAMP)  ## Measure which passages are found, and the short answers in them
	$(BIN)/python -m benchmarks.passages

bench-cfrag: $(STAMP)  ## Measure counterfactual exploration and arbitration, with distractors
	$(BIN)/python -m benchmarks.cfrag
	$(BIN)/python -m benchmarks.cfrag.plots

bench-routes: $(STAMP)  ## Measure which route questions take
	$(BIN)/python -m benchmarks.routes

bench-injection: $(STAMP)  ## Count which documents that give orders are obeyed; MODEL=provider:name for a chat model as well
	@$(BIN)/python -m benchmarks.injection $(if $(MODEL),--model $(MODEL))

bench-identity: $(STAMP)  ## Measure which happenings are told apart and which together
	$(BIN)/python -m benchmarks.identity

bench-public-data: $(STAMP)  ## Measure the local roles on public data, where $CCKG_DATA has it
	$(BIN)/python -m benchmarks.public_data

bench-cladder: $(STAMP)  ## Ask what would have been in stated worlds without chance, and in stories, where $CCKG_DATA has them
	$(BIN)/python -m benchmarks.public_data --sets det_counterfactuals,causal_judgement --wrong

bench-reading: $(STAMP)  ## Measure the small readers: claims, questions, wordings, entailment
	$(BIN)/python -m benchmarks.reading

# Two readers at a time, a thread each, learn 1.2 times as fast as one after the other with two. Idle threads leave the processor to others, and freed
# memory stays with the process: large tensors come and go many times a second. What was trained is noted until all are, so that it is
# not trained again where `make train` was interrupted.
TRAINED := $(patsubst %,.training/%.trained,claims needed parser entailment student coreference_small mentions)
TRAINER := $(VENV)/.trainer
train train-strong: export OMP_WAIT_POLICY := passive
train train-strong: export MALLOC_MMAP_MAX_ := 0
train train-strong: export MALLOC_TRIM_THRESHOLD_ := 20000000000
train: $(TRAINER)  ## Train all shipped readers anew, the strong one too: docs/how-to/train-readers.md
	@mkdir -p .training
	@$(MAKE) --no-print-directory --jobs=2 $(TRAINED)
	@$(MAKE) --no-print-directory train-strong
	@rm $(TRAINED)

train-strong: $(TRAINER)  ## Train the strong reader of claims alone
	$(BIN)/python -m training.claims --base all-mpnet-base-v2 --rank 8 --epochs 3 --rate 4e-4 --work .training/claims-strong \
		--out cckg/models/data/claims-strong.safetensors

$(TRAINER): $(STAMP)
	$(BIN)/python -m pip install --quiet --editable '.[dev,train]'
	@touch $@

.training/student.trained: .training/needed.trained
$(TRAINED): export OMP_NUM_THREADS := 1
$(TRAINED): READER = $(basename $(notdir $@))
.training/needed.trained: READER := student --needed
.training/coreference_small.trained: READER := identity.small
.training/mentions.trained: READER := identity.mentions
$(TRAINED):
	$(BIN)/python -m training.$(READER)
	@touch $@

bench-cis: export OMP_WAIT_POLICY := passive
bench-cis: $(STAMP)  ## Measure the Causal Inference Score: passages, entry events, speed, answers, re-ranking
	$(BIN)/python -m pip install --quiet --editable '.[dev,torch]'
	$(BIN)/python -m benchmarks.cis
	$(BIN)/python -m benchmarks.cis.plots

bench-verdicts: $(STAMP)  ## Check verdicts by enumeration, time them in a graph of a million events: an hour, 7 GB of disk
	$(BIN)/python -m benchmarks.enumeration --five
	$(BIN)/python -m benchmarks.verdicts

bench-stores: $(STAMP)  ## Measure SQLite and Neo4j; SCALE=10k, 100k or 1m events
	@$(BIN)/python -m pip install --quiet --editable '.[$(EXTRAS),fast]'
	@$(BIN)/python -m benchmarks.stores --scale $(SCALE)

neo4j: $(STAMP)  ## Start a Neo4j server, by Docker or else by a JDK and Maven; NEO4J_VERSION=2026 for the newer one
	@if $(DOCKER); then docker compose up --detach --wait $(if $(filter 2026,$(NEO4J_VERSION)),neo4j-2026,neo4j); \
	else echo "Neo4j is started by a JDK and Maven, for Docker does not run here." >&2; \
		$(BIN)/python -m examples.neo4j.server start --version $(NEO4J_VERSION); fi

neo4j-stop:      ## End the servers that make neo4j started, and keep their data
	@if $(DOCKER); then NEO4J_PASSWORD=unused-to-stop docker compose --profile 2026 stop; fi
	@for home in .cckg/neo4j/*/; do test ! -d $$home || $(PYTHON) -m examples.neo4j.server stop --home $$home; done

clean:           ## Remove what the other targets made
	@for kind in neo4j chat; do for home in .cckg/$$kind/*/; do test ! -d $$home || $(PYTHON) -m examples.$$kind.server stop --home $$home; done; done
	rm -rf $(VENV) .cckg .peers dist build site .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
