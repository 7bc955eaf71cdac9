# Works with any POSIX make. Nothing here calls sudo: `make system` prints what a
# machine may lack, with the command that installs it.
.POSIX:

VENV = .venv
PYTHON =
DEMO_ARGS =
TEST_ARGS =
BIN = $(VENV)/bin
CONSTRAINTS = constraints/py311.txt constraints/py312.txt constraints/py313.txt

help:
	@echo 'make demo    install what the demo needs into $(VENV) and run it (DEMO_ARGS="--robot talos")'
	@echo 'make test    install everything and run all checks and tests (TEST_ARGS="-k spatial")'
	@echo 'make test-torch test the contact laws with PyTorch, in an environment of its own'
	@echo 'make lint    style, types and layers only'
	@echo 'make format  let ruff rewrite the sources in the common style'
	@echo 'make warmup  compile the fast loops beforehand'
	@echo 'make bench-ik compare inverse kinematics with other libraries (minutes)'
	@echo 'make pictures make the pictures of the documents anew'
	@echo 'make system  print the command that installs the system packages needed'
	@echo 'make clean   remove everything that was installed or built here'
	@echo 'PYTHON=python3.12 chooses the interpreter; otherwise the newest tested one on PATH.'

demo: $(VENV)/.demo
	$(BIN)/poise demo $(DEMO_ARGS)

warmup: $(VENV)/.demo
	$(BIN)/poise warmup

test: lint warmup
	$(BIN)/python -m pytest $(TEST_ARGS)
	$(MAKE) test-wheel

# What a wheel could lack: tests once more, against the built wheel and with src out of reach.
test-wheel: $(VENV)/.test
	sh scripts/test_wheel.sh "$(VENV)"

# PyTorch apart: it is large, and nothing else needs it.
test-torch: $(VENV)-torch/.test
	$(VENV)-torch/bin/python -m pytest -k torch $(TEST_ARGS) tests/contact/test_array_libraries.py

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench-ik: $(VENV)/.demo
	$(BIN)/python benchmarks/ik.py

pictures: $(VENV)/.demo
	$(BIN)/python docs/make_pictures.py

system:
	@sh scripts/system_packages.sh

clean:
	rm -rf $(VENV) $(VENV)-torch .venv-wheel build dist
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamp files: each step is done again only when what it depends on has changed.
$(VENV)/.python: scripts/create_venv.sh
	sh scripts/create_venv.sh "$(VENV)" "$(PYTHON)"

$(VENV)/.demo: $(VENV)/.python pyproject.toml $(CONSTRAINTS)
	sh scripts/install.sh "$(VENV)" mujoco,robots,report
	touch $@

$(VENV)/.test: $(VENV)/.python pyproject.toml $(CONSTRAINTS)
	sh scripts/install.sh "$(VENV)" all,dev
	touch $(VENV)/.demo $@

$(VENV)-torch/.python: scripts/create_venv.sh
	sh scripts/create_venv.sh "$(VENV)-torch" "$(PYTHON)"

$(VENV)-torch/.test: $(VENV)-torch/.python pyproject.toml $(CONSTRAINTS)
	sh scripts/install.sh "$(VENV)-torch" torch,dev
	touch $@

.PHONY: help demo test test-wheel test-torch lint format pictures system clean
