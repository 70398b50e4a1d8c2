#!/usr/bin/env bash
# Runs the tests of each package for agent runtimes in its own environment, side by side.
set -uo pipefail
cd "$(dirname "$0")"
failed=0
for requirements in */requirements.txt; do
  name=$(dirname "$requirements")
  environment=$(./install.sh "$name") || { failed=1; continue; }
  (cd "$name" && LOGURU_LEVEL=ERROR PYTHONDONTWRITEBYTECODE=1 "$environment/bin/python" -m pytest -q -p no:cacheprovider -W ignore) &
done
for job in $(jobs -p); do
  wait "$job" || failed=1
done
exit "$failed"
