#!/usr/bin/env bash
# Makes the environment of a package for Python, $DATA_DIR/runtimes/<name>, and prints its folder. Once: it is made anew when
# the package's requirements change, and with NEWEST=1, which takes the newest version of each, in a folder of its own.
set -euo pipefail
name=$1
here=$(cd "$(dirname "$0")" && pwd)
requirements=$here/$name/requirements.txt
into=${DATA_DIR:-$here/../../.data}/runtimes/$name${NEWEST:+-newest}

python=
for each in python3 python3.14 python3.13 python3.12 python3.11; do
  if "$each" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    python=$each
    break
  fi
done
if [ -z "$python" ]; then
  echo "Python 3.11 or later is missing. Debian and Ubuntu: apt-get install python3 python3-venv; macOS: brew install python" >&2
  exit 1
fi
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
  echo "Python's venv is missing. Debian and Ubuntu: apt-get install python3-venv" >&2
  exit 1
fi

made=$("$python" --version; cat "$requirements")
if [ -n "${NEWEST:-}" ] || [ "$(cat "$into/made" 2>/dev/null)" != "$made" ]; then
  echo "Installing $name for Python in $into, once. It takes about a minute." >&2
  rm -rf "$into"
  mkdir -p "$(dirname "$into")"
  "$python" -m venv "$into"
  list=$requirements
  if [ -n "${NEWEST:-}" ]; then
    list=$into/newest.txt
    sed -E 's/==[^ ;]*//' "$requirements" > "$list"
  fi
  if ! "$into/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile -r "$list" >&2; then
    echo "The packages of $requirements could not be installed. They come from the registry of pip, which needs the internet or a mirror, once." >&2
    exit 1
  fi
  printf '%s' "$made" > "$into/made"
fi
cd "$into" && pwd
