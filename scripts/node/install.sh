#!/bin/sh
# Installs what the lock files name, once for each change of them, and sees to it that commands
# in node_modules/.bin run on a Node that the project runs on: the machine's own, or one from npm.
set -eu
cd "$(dirname "$0")/../.."
root=$PWD
brought=scripts/node/node_modules/.bin/node
stamp=node_modules/.installed

fail() {
  echo "$*" >&2
  exit 1
}

# An earlier install must not pass for the machine's own Node.
without_own_directories() {
  printf %s "$PATH" | tr : '\n' | grep -v "^$root/" | paste -sd: -
}

# Node 24.18 is the first that all tools accept, see "engines" in package.json.
is_recent() {
  IFS=. read -r major minor _ <<EOF
${1#v}
EOF
  [ "$major" -gt 24 ] || { [ "$major" -eq 24 ] && [ "$minor" -ge 18 ]; }
}

# `npm ci` refuses a lock file when the registry at hand lacks an optional package of some other platform, of which
# the linters have a dozen; `npm install --no-save` keeps to the same versions and hashes without asking for those.
npm_ci() {
  npm ci --ignore-scripts --no-audit --no-fund --loglevel=silent "$@" ||
    npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error "$@"
}

PATH=$(without_own_directories)
version=$(node --version 2>/dev/null) || fail 'Node 20 or newer and npm are needed: https://nodejs.org'
command -v npm >/dev/null || fail 'npm is needed; it comes with Node from https://nodejs.org, on Debian: apt-get install npm'

if ! is_recent "$version"; then
  if ! cmp -s scripts/node/package-lock.json scripts/node/node_modules/.installed || ! $brought --version >/dev/null 2>&1; then
    echo "This machine has Node $version, the project runs on 24.18 or newer: bringing one into scripts/node."
    npm_ci --prefix scripts/node
    $brought --version >/dev/null 2>&1 ||
      fail "There is no Node package for $(uname -sm). Install Node 24.18 or newer from https://nodejs.org and repeat."
    cp scripts/node/package-lock.json scripts/node/node_modules/.installed
  fi
fi

if ! cmp -s package-lock.json $stamp; then
  echo 'Installing the dependencies.'
  rm -f $stamp
  # npm itself on the newer Node, as it warns otherwise; not where it needs the Node it came with (Debian's own).
  if ! is_recent "$version" && PATH="$root/${brought%/*}:$PATH" npm --version >/dev/null 2>&1; then
    PATH="$root/${brought%/*}:$PATH" npm_ci
  else
    npm_ci
  fi
  cp package-lock.json $stamp
fi

if is_recent "$version"; then
  rm -f node_modules/.bin/node
elif [ ! -x node_modules/.bin/node ]; then
  ln -sf "../../$brought" node_modules/.bin/node
fi

# The first start on the embedded database copies it; without one that start makes it, which takes longer.
if [ ! -d node_modules/.cache/database ]; then
  PATH="$root/node_modules/.bin:$PATH" node scripts/generate/database-image.ts || rm -rf node_modules/.cache/database
fi
