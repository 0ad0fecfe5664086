# Targets a person types; .ci/run uses the same ones.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PACKAGES := cckg ingest queries prompts
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: install demo demo-eval test test-slow check docs bench clean help

help:            ## Show the targets
	@grep -hE '^[a-z-]+: .*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@

install: $(STAMP)  ## Make .venv with the command cckg in it

demo: $(STAMP)   ## Read the demo corpus and answer five questions
	@sh examples/demo.sh

demo-eval: $(STAMP)  ## Score all questions of the demo corpus
	@$(BIN)/python -m benchmarks.demo_eval

test: $(STAMP)   ## Run the tests
	$(BIN)/python -m pytest -q -m "not slow"

test-slow: $(STAMP)  ## Run the tests that take minutes: kills, public texts, the torch encoder
	$(BIN)/python -m pip install --quiet --editable '.[dev,torch]'
	$(BIN)/python -m pytest -q -m slow

check: $(STAMP)  ## Lint, types, layers, generated docs
	$(BIN)/ruff check $(PACKAGES) tests benchmarks examples
	$(BIN)/ruff format --check $(PACKAGES) tests benchmarks examples
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m docs.generate --check

docs: $(STAMP)   ## Write docs/cli.md and docs/settings.md anew
	$(BIN)/python -m docs.generate

bench: $(STAMP)  ## Time the commands and the ingestion
	$(BIN)/python -m benchmarks.commands

clean:           ## Remove what the other targets made
	rm -rf $(VENV) .cckg dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
