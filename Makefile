PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: test check format bench soak kernel lock clean

test: kernel ## run the tests
	$(BIN)/pytest -n 2

check: $(READY) ## lint, formatting, types and import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY) ## put the code into its standard form
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: kernel ## measure our engine and its peers
	$(BIN)/python benchmarks/peers.py
	$(BIN)/python benchmarks/kernel.py

soak: kernel ## the long tests
	$(BIN)/pytest -n 2 -m soak

kernel: $(READY) ## compile the kernels whose source has changed
	$(BIN)/python -m kernel_compiler --in-place

lock: $(READY) ## choose new versions of everything we install
	$(BIN)/uv pip compile --quiet --universal --no-header --no-annotate --upgrade --all-extras \
		--python-version 3.11 --output-file constraints.txt pyproject.toml

clean: ## remove everything that was built
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find src \( -name '*.so' -o -name '*.pyd' \) -delete

$(READY): pyproject.toml constraints.txt hatch_build.py
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python -c constraints.txt -e '.[dev]'
	touch $@
