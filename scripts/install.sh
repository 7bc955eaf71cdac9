#!/bin/sh
# Usage: install.sh VENV EXTRAS
# Installs poise (editable) with these extras, at the versions it is tested with.
set -eu

python=$1/bin/python
extras=$2
minor=$("$python" -c 'import sys; print("%d%d" % sys.version_info[:2])')
constraints=constraints/py$minor.txt

# The one library that the wheels take from the system (Pinocchio is compiled with OpenMP).
# Better to know before a long download.
if [ "$(uname -s)" = Linux ] &&
    ! "$python" -c 'import ctypes; ctypes.CDLL("libgomp.so.1")' 2>/dev/null; then
    echo 'The library libgomp.so.1 is missing. On Debian or Ubuntu this installs it:' >&2
    echo "    $(sh "$(dirname "$0")/system_packages.sh")" >&2
    exit 1
fi

set -- --disable-pip-version-check
if [ -f "$constraints" ]; then
    set -- "$@" -c "$constraints"
else
    echo "There is no $constraints: taking the newest releases within the ranges." >&2
fi

# The build backend first, so that it too comes at its tested version.
"$python" -m pip install "$@" hatchling
"$python" -m pip install "$@" --no-build-isolation -e ".[$extras]"
