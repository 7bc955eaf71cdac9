#!/bin/sh
# Prints the command that installs the system packages poise needs on Debian or Ubuntu.
#
# libgomp1 is the one shared library that the wheels expect from the system and that a
# minimal installation lacks (Pinocchio is compiled with OpenMP). Nothing needs a screen.
set -eu

sudo=''
[ "$(id -u)" -eq 0 ] || sudo='sudo '

# Where the distribution's own python3 is too old, the versioned packages are named.
python=python3
if [ -x /usr/bin/python3 ] &&
    ! /usr/bin/python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    python=python3.11
fi

echo "${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends" \
    "make $python $python-venv libgomp1"
