#!/bin/sh
# Usage: test_wheel.sh VENV
# Builds the wheel, installs it into a second environment that shares only the dependencies
# of the first, and runs there the fast tests of what a wheel could lack: data files, commands,
# packages. src is not on the path.
set -eu

venv=$1
second=.venv-wheel
out=build/wheel

rm -rf "$out" "$second"
"$venv/bin/python" -m build --wheel --no-isolation --outdir "$out" . >/dev/null
"$venv/bin/python" -m venv --without-pip "$second"
"$venv/bin/python" -m pip --python "$second/bin/python" --disable-pip-version-check \
    install --quiet --no-deps "$out"/poise-*.whl

# A path file adds the first environment's packages without reading its own path files, one of
# which is the editable poise. cmeel_pth is the one that Pinocchio needs.
packages='import sysconfig; print(sysconfig.get_path("purelib"))'
{
    "$venv/bin/python" -c "$packages"
    echo 'import cmeel_pth'
} >"$("$second/bin/python" -c "$packages")/shared.pth"

POISE_TEST_INSTALLED=1 "$second/bin/python" -m pytest -m 'not slow and not soak' \
    -p no:cacheprovider tests/architecture tests/cli tests/config tests/model tests/report
