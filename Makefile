# Every target begins with bootstrap.py, so every target works on a fresh checkout.
PYTHON ?= python3
PY := .venv/bin/python
BIN := .venv/bin

.PHONY: run test check quick bench demo outside lock format dev \
	check-format check-lint check-types check-rooms check-templates check-migrations \
	check-production check-locks

# $(call bootstrap,WHAT): .venv holds the packages of WHAT; "run" then starts the site.
define bootstrap
@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON) here: Basra needs \
Python 3.11, 3.12 or 3.13 (make ... PYTHON=python3.12)." >&2; exit 1; }
@$(PYTHON) basra_site/bootstrap.py $(1)
endef

run: ## start the site; Ctrl-C ends it
	$(call bootstrap,run)

test: check ## all checks and all tests, browser included
	@$(PY) -m tests.services chromium
	@$(PY) -m tests.services provider
	$(PY) -m pytest -n 2

quick: check ## what a green commit means: all checks, the tests of rules and games
	HYPOTHESIS_PROFILE=quick $(PY) -m pytest -n 2 -m "not slow and not run and not browser" \
		tests/engine tests/games

check: check-format check-lint check-types check-rooms check-templates check-migrations \
	check-production check-locks ## all checks, no tests

check-format: dev
	$(BIN)/ruff format --check

check-lint: dev
	$(BIN)/ruff check

check-types: dev
	$(BIN)/mypy

check-rooms: dev
	$(BIN)/lint-imports --no-logo

check-templates: dev
	$(BIN)/djlint --check --lint templates

check-migrations: dev
	$(PY) manage.py makemigrations --check --dry-run

check-production: dev
	set -a; . tests/production.env; $(PY) manage.py check --deploy --fail-level WARNING

check-locks: dev
	@! grep -nE '[a-z]+://' requirements/*.txt || { echo "A lock file names an address." >&2; exit 1; }

outside: dev ## the database's tests once more, on PostgreSQL and an outside Redis
	$(PY) -m tests.services outside $(PY) -m pytest -n 2 --only-database

bench: dev ## the figures: engine, cost of a turn, start-up
	$(PY) -m tests.bench

demo: dev ## fill the development database with people and games
	@mkdir -p "$${BASRA_VAR:-var}"
	$(PY) manage.py migrate --verbosity 0
	$(PY) manage.py createcachetable
	$(PY) manage.py demo

format: dev
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	for pass in 1 2 3; do $(BIN)/djlint --reformat --quiet templates; done # it settles step by step

lock: dev ## compile the lock files anew from requirements/*.in
	for name in uv base production dev provider; do \
		$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header \
			--no-emit-index-url --python-version 3.11 requirements/$$name.in \
			--output-file requirements/$$name.txt || exit 1; \
	done

dev:
	$(call bootstrap,dev)
