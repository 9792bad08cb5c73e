# Everything a person or a machine runs in this project. `make help` lists it.
# Each target can be called twice and from any folder (make -C): what is made once is kept as a stamp inside .venv.

# A recipe must see the same paths wherever make was called from.
ROOT := $(patsubst %/,%,$(dir $(abspath $(lastword $(MAKEFILE_LIST)))))
VENV := $(ROOT)/.venv
BIN := $(VENV)/bin
PYTHON ?= python3

# The template that Voila serves is copied into the environment when the package is installed, so it is installed again
# when the template changed. The code itself is installed in place and needs no second install.
INSTALLED_FROM := $(ROOT)/pyproject.toml $(ROOT)/constraints.txt $(ROOT)/rising_tutor/render/rising.css $(shell find $(ROOT)/share/jupyter -type f 2>/dev/null)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint $(ROOT)/constraints.txt

# The markers are explained in pyproject.toml; tests/conftest.py marks whole folders.
QUICK := not slow and not browser and not wide and not long
# Folders in which all tests are slow (tests/conftest.py): to read them alone takes a third of a quick run.
STARTING := ui cli jupyterlab notebooks

.DEFAULT_GOAL := help
.PHONY: help venv app lab quick test wide lint dist bench compiled plain long clean

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' $(ROOT)/Makefile | column -t -s '|' 2>/dev/null \
	  || sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1: \2/p' $(ROOT)/Makefile

venv: $(VENV)/.with-app  ## make .venv with what the app needs

app: $(VENV)/.with-app  ## start the app on this machine and print its address
	cd $(ROOT) && $(BIN)/rising-tutor app

# Its settings are those of share/lab, over a person's own: it asks nothing and fetches nothing from another host.
lab: export JUPYTER_CONFIG_PATH = $(ROOT)/share/lab
lab: $(VENV)/.with-lab  ## start JupyterLab with the notebooks on this machine and print its address
	cd $(ROOT)/notebooks && $(BIN)/jupyter lab --ip=127.0.0.1 00_start_here.ipynb

# What takes longest is told, so that a test which should have the marker `slow` is seen.
quick: export PYTHONDONTWRITEBYTECODE =
quick: plain $(VENV)/.with-test  ## run the tests without browsers, kernels and notebooks: about a minute
	cd $(ROOT) && $(BIN)/python -m pytest -p no:nbval --numprocesses 2 --dist worksteal --durations 5 -m "$(QUICK)" $(STARTING:%=--ignore=tests/%)

# Tests start kernels, servers and commands by the dozen: compiled files are kept, also where the shell asks for none, so
# that each does not compile the package again. The plugin for notebooks, slow to import, is for the second call only.
# Notebooks run also when a test has failed. Whoever interrupts the tests wants no notebooks either: pytest ends by itself
# then, so the shell has to be told.
test: export PYTHONDONTWRITEBYTECODE =
test: plain $(VENV)/.with-test $(VENV)/.with-browser  ## run the tests of a change, and a notebook of each kind: under eight minutes
	cd $(ROOT) || exit; trap 'exit 130' INT; failed=0; \
	  $(BIN)/python -m pytest -p no:nbval --numprocesses 3 --dist worksteal -m "not wide and not long" || failed=1; \
	  $(BIN)/python -m pytest -p tests.notebooks.compare --numprocesses 2 --dist loadfile -m "not wide and not long" notebooks || failed=1; \
	  exit $$failed

# The same checks at every other place, and those that take long and seldom break: .ci/run calls this after `make test`, so
# nothing lands without them.
wide: export PYTHONDONTWRITEBYTECODE =
wide: plain $(VENV)/.with-test $(VENV)/.with-browser  ## run what `make test` does one of a kind of at all other places
	cd $(ROOT) || exit; trap 'exit 130' INT; failed=0; \
	  $(BIN)/python -m pytest -p no:nbval --numprocesses 3 --dist worksteal -m "wide and not long" || failed=1; \
	  $(BIN)/python -m pytest -p tests.notebooks.compare --numprocesses 2 --dist loadfile -m "wide and not long" notebooks || failed=1; \
	  exit $$failed

lint: $(VENV)/.with-test  ## ruff, mypy and the import contracts
	cd $(ROOT) && $(BIN)/ruff check .
	cd $(ROOT) && $(BIN)/mypy
	cd $(ROOT) && $(BIN)/lint-imports

dist: $(VENV)/.with-test  ## build the wheel and the sdist in the folder dist
	cd $(ROOT) && rm -rf dist && $(BIN)/python -m hatchling build -d dist

bench: $(VENV)/.with-bench  ## measure speed, next to peers
	cd $(ROOT) && $(BIN)/python -m benchmarks

compiled: $(VENV)/.with-test plain  ## compile the engine in place (a C compiler is needed); `make plain` undoes it
	cd $(ROOT) && $(BIN)/python -m pip install --quiet --disable-pip-version-check setuptools
	cd $(ROOT) && $(BIN)/python -m benchmarks.compiled

plain:  ## take compiled modules away
	find $(ROOT)/rising_tutor $(ROOT)/*__mypyc*.so -name '*.so' -delete 2>/dev/null || true

long: $(VENV)/.with-test  ## the long random and fuzz runs, every notebook in a browser, and the image of a Binder host
	cd $(ROOT) && $(BIN)/python -m pytest -p no:nbval -m long
	cd $(ROOT) && $(BIN)/python -m pytest -p tests.notebooks.compare -m long notebooks

clean:  ## remove .venv and everything that tools left behind
	rm -rf $(VENV) $(ROOT)/build $(ROOT)/dist $(ROOT)/htmlcov $(ROOT)/.coverage
	rm -rf $(ROOT)/.hypothesis $(ROOT)/.import_linter_cache $(ROOT)/.mypy_cache $(ROOT)/.pytest_cache $(ROOT)/.ruff_cache
	find $(ROOT)/rising_tutor $(ROOT)/tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; name one with: make PYTHON=/path/to/python" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.with-app: $(VENV)/.made $(INSTALLED_FROM)
	$(INSTALL) --editable $(ROOT)
	@touch $@

$(VENV)/.with-lab: $(VENV)/.made $(INSTALLED_FROM)
	$(INSTALL) --editable '$(ROOT)[lab]'
	@touch $@ $(VENV)/.with-app

$(VENV)/.with-test: $(VENV)/.made $(INSTALLED_FROM)
	$(INSTALL) --editable '$(ROOT)[lab,test]'
	@touch $@ $(VENV)/.with-app $(VENV)/.with-lab

$(VENV)/.with-bench: $(VENV)/.made $(INSTALLED_FROM)
	$(INSTALL) --editable '$(ROOT)[bench]'
	@touch $@ $(VENV)/.with-app

# Tests that drive a page need a Chromium, best the one without windows. Where none is found it is installed if this
# machine lets us, asked once; where that fails those tests are skipped with their reason (and fail under CI=true), so this
# never stops the others.
$(VENV)/.with-browser: $(VENV)/.made
	@if [ -n "$$CHROMIUM" ] || command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null; then \
	  :; \
	elif ! command -v apt-get >/dev/null; then \
	  echo "no chromium and no apt-get: browser tests will be skipped" >&2; \
	else \
	  if [ "$$(id -u)" = 0 ]; then as_root="env"; else as_root="sudo -n env"; fi; \
	  if $$as_root true 2>/dev/null; then \
	    echo "installing chromium for the browser tests"; \
	    install="$$as_root DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends fonts-liberation"; \
	    { $$as_root apt-get update -q && { $$install chromium-headless-shell || $$install chromium; }; } >/dev/null \
	      || echo "chromium could not be installed: browser tests will be skipped" >&2; \
	  else \
	    echo "no chromium and no right to install one: browser tests will be skipped" >&2; \
	  fi; \
	fi
	@touch $@
