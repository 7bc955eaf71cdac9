#!/bin/sh
# Usage: install.sh VENV EXTRAS
# Installs poise (editable) with these extras, at the versions it is tested with.
set -eu

python=$1/bin/python
extras=$2
minor=$("$python" -c 'import sys; print("%d%d" % sys.version_info[:2])')
constraints=constraints/py$minor.txt

set -- --disable-pip-version-check
if [ -f "$constraints" ]; then
    set -- "$@" -c "$constraints"
else
    echo "There is no $constraints: taking the newest releases within the ranges." >&2
fi

# The build backend first, so that it too comes at its tested version.
"$python" -m pip install "$@" hatchling
"$python" -m pip install "$@" --no-build-isolation -e ".[$extras]"

# The one library that the wheels take from the system.
if ! "$python" -c 'import pinocchio' >/dev/null 2>&1; then
    "$python" -c 'import pinocchio' 2>&1 | tail -n 1 >&2
    echo 'Pinocchio does not load. On Debian or Ubuntu this installs what it needs:' >&2
    echo "    $(sh "$(dirname "$0")/system_packages.sh")" >&2
    exit 1
fi
