# Inglenook. `make serve` and `make test` are all that is needed; each sets up what it needs, once.

HOST ?= 127.0.0.1
PORT ?= 2222
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q

.PHONY: help serve play test check format bench pictures catalogues lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

serve: $(VENV)/.serve ## a server on 127.0.0.1:2222 (HOST=, PORT=, ARGS="--access keys ...")
	@exec $(BIN)/inglenook serve --host $(HOST) --port $(PORT) $(ARGS)

play: $(VENV)/.serve ## a game against a bot on this terminal, without SSH
	@exec $(BIN)/inglenook play $(ARGS)

test: $(VENV)/.dev ## all tests
	@$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

check: $(VENV)/.dev ## format, lint, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.dev ## put the code into its format
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.dev ## measure the budgets (ARGS="--json FILE" for a machine)
	@$(BIN)/python -m tests.bench $(ARGS)

pictures: $(VENV)/.dev ## one SVG per state and size of the screens, and build/pictures/index.html
	@rm -rf build/pictures
	@$(BIN)/python -m tests.pictures build/pictures

catalogues: $(VENV)/.dev ## take new and changed texts into tui/locale/*.po
	@$(BIN)/python -m tests.catalogues update

lock: ## refresh the lock files (needs uv)
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--no-annotate --extra dev pyproject.toml -o requirements-dev.txt
	uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--no-annotate --extra build -c requirements-dev.txt pyproject.toml -o requirements.txt

clean: ## remove the environment and what tools left behind
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/.python:
	@test -w . || { echo "Inglenook: this folder is not writable: make it writable or clone into your home folder." >&2; exit 1; }
	@for python in $(or $(PYTHON),python3.13 python3.12 python3.11 python3 python); do \
		$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && found=$$python && break; \
	done; \
	if [ -z "$$found" ]; then \
		echo "Inglenook needs Python 3.11 or newer, and $(or $(PYTHON),python3) is $$(command -v $(or $(PYTHON),python3) >/dev/null && $(or $(PYTHON),python3) --version 2>&1 || echo missing)." \
			"Install one, or name it: make PYTHON=/path/to/python3 $(MAKECMDGOALS)" >&2; exit 1; \
	fi; \
	rm -rf $(VENV); \
	$$found -m venv $(VENV) || { rm -rf $(VENV); echo "Inglenook: $$found has no venv module: install it (Debian: apt install python3-venv)." >&2; exit 1; }
	@touch $@

$(VENV)/.serve: requirements.txt pyproject.toml | $(VENV)/.python
	@echo "Installing what Inglenook needs into $(VENV) (once) ..."
	@$(PIP) install --require-hashes -r requirements.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.serve
	@echo "Installing the tools for tests and checks into $(VENV) (once) ..."
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@touch $@
