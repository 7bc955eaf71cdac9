#!/bin/sh
# Usage: create_venv.sh DIRECTORY [PYTHON]
# Creates a virtual environment with the newest Python that poise is tested with.
set -eu

venv=$1
candidates=${2:-"python3.13 python3.12 python3.11 python3"}
here=$(dirname "$0")
reason='No Python 3.11 or newer was found on PATH.'

usable() {
    # A name on PATH may be a stub that fails, or an old python3.
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

for python in $candidates; do
    usable "$python" || continue
    if ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
        reason="$python lacks the modules venv and ensurepip."
        continue
    fi
    rm -rf "$venv"
    echo "Creating $venv with $("$python" --version)."
    "$python" -m venv "$venv"
    touch "$venv/.python"
    exit 0
done

{
    echo "$reason"
    echo 'On Debian or Ubuntu this installs what is missing:'
    echo "    $(sh "$here/system_packages.sh")"
} >&2
exit 1
