#!/usr/bin/env bash
# the oldest and the newest Node that platen runs on
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Some tests run this Node as another user.
chmod 755 "$work"
export PLATEN_DATA_DIR="$work/data"
for version in 22.19.0 26; do
  mkdir -p "$work/$version"
  printf '{"allowScripts":{"node":true}}' >"$work/$version/package.json"
  npm install --silent --no-audit --no-fund --prefix "$work/$version" "node@$version"
  node="$work/$version/node_modules/node/bin/node"
  echo "Node $("$node" --version)"
  "$node" bin/platen.js --help >/dev/null
  "$node" bin/platen.js render pdf examples/invoice.html examples/notes.md -o "$work/$version/out.pdf" --json
  echo '{"name":"x"}' | "$node" bin/platen.js templates create --input - >/dev/null
  "$node" bin/platen.js templates list --json >/dev/null
  "$node" node_modules/vitest/vitest.mjs run test/contract test/client test/store test/cli/settings
done
