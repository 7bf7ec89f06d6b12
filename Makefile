# Two commands do everything on a fresh machine: `make ask` and `make test`.
.DEFAULT_GOAL := help
PYTHON ?= python3
Q ?= 32B Q4 on a 4090 at 64k context?
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help ask test check calibrate accuracy bench lock clean nightly deploy-check gallery

help: ## Show the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-13s %s\n", $$1, $$2}'

ask: .venv/runtime ## Answer a question: make ask Q="…"
	@$(BIN)/howfast ask "$$Q"
export Q

test: .venv/dev ## Run the tests
	@$(BIN)/python -m pytest -q -n 2 -m "not nightly" $(ARGS)

check: .venv/dev ## Lint, types, import contracts, catalog laws
	@$(BIN)/ruff check --quiet . && $(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-cache > .venv/lint-imports.log 2>&1 || { cat .venv/lint-imports.log; exit 1; }
	@$(BIN)/python -m catalog.check
	@echo "check: ruff, mypy, import contracts and catalog laws are green"

bench: .venv/dev ## Measure speed, as medians and ratios
	@$(BIN)/python -m tests.bench

calibrate: .venv/dev ## Fit the coefficients anew from catalog/data/measurements*.csv
	@OPENBLAS_NUM_THREADS=1 $(BIN)/python -m core.calibration.fit

accuracy: .venv/dev ## Hold the estimates against the measurements they have not seen
	@OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.golden.accuracy

gallery: .venv/runtime ## Draw docs/gallery.md anew
	@$(BIN)/python -m bot.pictures.gallery

lock: .venv/dev ## Write deploy/*.lock anew from pyproject.toml
	@$(PIP) install uv
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --no-annotate --upgrade deploy/build.in pyproject.toml -o deploy/requirements.lock
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --no-annotate -c deploy/requirements.lock --group dev deploy/build.in pyproject.toml -o deploy/requirements-dev.lock
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --no-annotate --upgrade deploy/check.in -o deploy/check.lock
	@$(BIN)/python deploy/sbom.py > deploy/sbom.json

nightly: .venv/dev ## Run the long forms: faults, load, 50,000 hostile texts; ends with one table
	@$(BIN)/python -m tests.nightly

deploy-check: .venv/deploy ## Check deploy/ with the tools that will read it
	@.venv/deploy/bin/python deploy/check.py

clean: ## Remove what was built
	rm -rf .venv dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "howfast needs Python 3.11 or newer; $$($(PYTHON) --version 2>&1) is too old. Try: make PYTHON=python3.12 …"; exit 2; }
	@echo "howfast: making .venv with $$($(PYTHON) --version)" >&2
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/runtime: .venv/python deploy/requirements.lock pyproject.toml
	@echo "howfast: installing what it needs into .venv (about a minute, once)" >&2
	@$(PIP) install --require-hashes -r deploy/requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q bot core catalog
	@touch $@

.venv/deploy: .venv/python deploy/check.lock
	@echo "howfast: installing the deployment checkers into .venv/deploy (once)" >&2
	@$(PYTHON) -m venv .venv/deploy
	@.venv/deploy/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r deploy/check.lock
	@touch $@

.venv/dev: .venv/runtime deploy/requirements-dev.lock
	@echo "howfast: installing the test tools into .venv (about a minute, once)" >&2
	@$(PIP) install --require-hashes -r deploy/requirements-dev.lock
	@touch $@
