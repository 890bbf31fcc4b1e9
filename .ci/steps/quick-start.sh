#!/usr/bin/env bash
# the quick start in a fresh clone, with an empty home and an empty npm cache
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git clone --quiet --no-hardlinks . "$work/platen"
cd "$work/platen"
# The machine's own Node again, not the one that the checkout above brought along.
PATH=$(printf '%s' "$PATH" | tr ':' '\n' | grep -v 'node_modules/.bin' | paste -sd: -)
export PATH HOME="$work/home" npm_config_cache="$work/cache"
unset XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME
mkdir -p "$HOME"
npm ci --no-audit --no-fund
# npx takes what npm ci built and builds nothing: a mark in there survives.
touch dist/mark
timeout 20 npx platen --version
timeout 20 npx platen --version
test -e dist/mark
npx platen render pdf examples/invoice.html -o invoice.pdf
head -c 5 invoice.pdf | grep -q '^%PDF-'
tail -c 1024 invoice.pdf | grep -aq '%%EOF'
test "$(cat examples/invoice.html | npx platen render pdf - | head -c 5)" = '%PDF-'
