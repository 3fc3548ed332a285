# `make` or `make help` lists what there is.
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
# Named one by one: rustfmt does not see the modules that the list of games declares.
RUST := $(shell find crates -name '*.rs' -not -path '*/target/*' 2>/dev/null) Cargo.toml Cargo.lock crates/core/Cargo.toml crates/py/Cargo.toml
CHROMIUM = $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)
# Root needs no sudo and may not have it.
SUDO = $(shell [ "$$(id -u)" = 0 ] || command -v sudo)

.PHONY: help run test build check test-rust test-long test-python test-docs browser postgres gnubg xboard docs bench record format fuzz clean

help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

run: build ## set everything up and open the web page (its address is printed)
	$(BIN)/zermelo serve --open

test: check test-rust test-python test-docs ## set everything up and run all checks and tests

build: .venv/built ## build everything; leaves .venv/bin/zermelo

.venv/built: .venv/tools $(RUST) pyproject.toml
	@echo "· building the native module (a minute or two the first time)"
	@source $(BIN)/activate && PIP_QUIET=1 maturin develop --release
	@touch $@

.venv/tools: pyproject.toml
	@command -v cargo >/dev/null || { echo "zermelo needs the Rust compiler: install it from https://rustup.rs, or with 'apt install cargo' where that is 1.85 or newer" >&2; exit 1; }
	@command -v cc >/dev/null || { echo "zermelo needs a C linker: install it with 'apt install build-essential' or your system's equivalent" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "zermelo needs Python 3.11 or newer: name one with 'make PYTHON=python3.12 …'" >&2; exit 1; }
	@echo "· creating the virtual environment .venv"
	@$(PYTHON) -m venv .venv
	@echo "· installing Python packages"
	@$(BIN)/pip install --progress-bar on --quiet 'maturin>=1.9,<2'
	@$(BIN)/python -c 'import tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; print("\n".join(p["dependencies"] + p["optional-dependencies"]["test"] + p["optional-dependencies"]["docs"]))' > .venv/requirements.txt
	@$(BIN)/pip install --progress-bar on -r .venv/requirements.txt | grep -E '^(Collecting|Installing)' --line-buffered | cut -c 1-100
	@touch $@

browser: # chromium for the browser tests, from Debian's packages, only when there is none
	@[ -n "$(CHROMIUM)" ] || { echo "· installing chromium for the browser tests"; $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null; }

postgres: # PostgreSQL for the tests of where games are kept, only when there is none
	@command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || { echo "· installing postgresql for the tests"; $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq --no-install-recommends postgresql >/dev/null; }

gnubg: # GNU Backgammon for the tests that play against it, from Debian's packages, only when there is none
	@command -v gnubg >/dev/null || [ -x /usr/games/gnubg ] || { echo "· installing GNU Backgammon"; $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq --no-install-recommends gnubg >/dev/null; }

xboard: # XBoard and a screen for it, for the test that it plays, from Debian's packages, only when there is none
	@command -v xvfb-run >/dev/null && { command -v xboard >/dev/null || [ -x /usr/games/xboard ]; } || { echo "· installing XBoard"; $(SUDO) apt-get update -qq && $(SUDO) apt-get install -y -qq --no-install-recommends xboard xvfb xauth >/dev/null; }

check: build ## formatting, lints and types, Rust and Python
	rustfmt --edition 2024 --check $(filter %.rs,$(RUST))
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	RUSTDOCFLAGS='-D warnings' cargo doc --quiet --no-deps
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy

test-rust: ## the tests of the core, free of Python
	cargo test --quiet

test-long: build gnubg xboard ## the tests that take minutes
	cargo test --release --quiet -- --ignored
	ZERMELO_TREES=100000 $(BIN)/pytest tests/test_explain.py -k "pruned_leaves_cannot_matter"
	$(BIN)/pytest tests/test_external.py tests/test_xboard.py
	ZERMELO_PEER_GAMES=200 ZERMELO_PEER_POSITIONS=20000 $(BIN)/pytest tests/test_peer_*.py

test-python: build browser postgres ## the tests of the package, the command line and the page
	$(BIN)/pytest --numprocesses auto --dist loadfile

docs: build ## build the documentation into docs/_build
	$(BIN)/sphinx-build -W -q -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

test-docs: docs ## run every example of the documentation
	$(BIN)/sphinx-build -W -q -b doctest docs docs/_build/doctest

bench: build ## time native searches beside Stockfish, python-chess, OpenSpiel, easyAI and plain C
	$(BIN)/pip install --quiet open_spiel easyAI numpy chess
	$(BIN)/python benchmarks/peers.py

record: ## write the games on record anew, after a change of rules or notation
	ZERMELO_RECORD=1 cargo test --quiet --test games every_game_on_record

format: build ## format Rust and Python
	rustfmt --edition 2024 $(filter %.rs,$(RUST))
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

fuzz: ## feed the parsers random bytes for a minute (needs a nightly toolchain and cargo-fuzz)
	cd crates/core && cargo +nightly fuzz run parsers -- -max_total_time=60

clean: ## remove everything that was built
	rm -rf .venv target docs/_build
