#!/usr/bin/env bash
# the packed package by npm, pnpm, Yarn classic, Berry and Plug'n'Play, with scripts blocked: its size, and a render each by command, ESM and CommonJS
set -eu
limit=150
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm pack --silent --pack-destination "$work" >/dev/null
tarball=$(echo "$work"/platen-*.tgz)
tar xOzf "$tarball" package/package.json | node -e '
  const { scripts } = JSON.parse(require("fs").readFileSync(0, "utf8"));
  if (scripts) throw new Error("the packed manifest has scripts");'
export PLATEN_DATA_DIR="$work/data"
failed=
skipped=

# Puts a program of npm in its own folder, without its scripts. Fails if the registry in use does not have it.
get_tool() {
  npm install --silent --ignore-scripts --no-audit --no-fund --prefix "$work/tools/$1" "$2" >/dev/null 2>&1
}

# Renders by the command and by the library, in the project of this folder. The words are what runs Node and platen there.
render() {
  local node=$1 command=$2
  echo '<h1>Installed</h1>' >page.html
  cat >use.mjs <<'JS'
import { openPlaten } from 'platen';
const platen = await openPlaten();
const pdf = await platen.renderPdf({ parts: { html: '<h1>ESM</h1>' } });
await pdf.save('esm.pdf');
await platen.close();
JS
  cat >use.cjs <<'JS'
const { openPlaten } = require('platen');
(async () => {
  const platen = await openPlaten();
  const pdf = await platen.renderPdf({ parts: { html: '<h1>CommonJS</h1>' } });
  await pdf.save('commonjs.pdf');
  await platen.close();
})();
JS
  $command render pdf page.html -o page.pdf --timeout 2m && $node use.mjs && $node use.cjs &&
    test "$(head -qc 5 page.pdf esm.pdf commonjs.pdf)" = '%PDF-%PDF-%PDF-'
}

# try NAME TOOL INSTALL NODE COMMAND: TOOL is the package on npm, empty for npm itself.
try() {
  local name=$1 tool=$2 install=$3 node=$4 command=$5
  if [ -n "$tool" ] && ! get_tool "$name" "$tool"; then
    skipped="$skipped $name"
    return
  fi
  mkdir -p "$work/$name"
  echo '{"name":"project","private":true}' >"$work/$name/package.json"
  if (cd "$work/$name" && export PATH="$work/tools/$name/node_modules/.bin:$PATH" && $install >install.log 2>&1 && render "$node" "$command"); then
    echo "$name: renders"
  else
    echo "$name: failed"
    tail -n 20 "$work/$name/install.log"
    failed="$failed $name"
  fi
}

install_npm() { npm install --ignore-scripts --no-audit --no-fund "$tarball"; }
install_pnpm() { pnpm add --ignore-scripts --store-dir "$work/pnpm-store" "$tarball"; }
install_classic() { yarn add --ignore-scripts --no-lockfile --cache-folder "$work/yarn-cache" "$tarball"; }
install_linked() { install_berry node-modules; }
install_pnp() { install_berry pnp; }
install_berry() {
  touch yarn.lock
  # Yarn ignores the registry that npm is set to.
  printf 'nodeLinker: %s\nenableScripts: false\nenableTelemetry: false\nenableGlobalCache: false\nnetworkConcurrency: 8\nnpmRegistryServer: %s\n' \
    "$1" "$(npm config get registry)" >.yarnrc.yml
  yarn add "platen@file:$tarball"
}

try npm '' install_npm node 'npx --no-install platen'
try pnpm pnpm install_pnpm node 'pnpm exec platen'
try yarn-classic yarn@1 install_classic node 'yarn --silent platen'
try yarn-berry @yarnpkg/cli-dist install_linked 'yarn node' 'yarn platen'
try yarn-pnp @yarnpkg/cli-dist install_pnp 'yarn node' 'yarn platen'

size=$(du -sm "$work/npm/node_modules" | cut -f1)
echo "installed by npm: $size MB, limit $limit MB"
[ -z "$skipped" ] || echo "skipped, the registry does not have their program:$skipped"
[ -z "$failed" ] || { echo "failed:$failed" >&2; exit 1; }
[ "$size" -le "$limit" ] || { echo "the installation is larger than $limit MB" >&2; exit 1; }
