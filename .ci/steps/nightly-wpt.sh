#!/usr/bin/env bash
# the print reftests of web-platform-tests, from the source package of Firefox in Debian
set -euo pipefail
command -v apt-get >/dev/null || { echo 'left out: the tests come from a source package of Debian'; exit 0; }
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[ -e "$keyring" ] || sudo apt-get install -y -qq debian-archive-keyring
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/apt/{lists,cache}/partial "$work"/tests
echo "deb-src [signed-by=$keyring] http://deb.debian.org/debian bookworm main" >"$work/apt/sources.list"
apt=(-qq -o Dir::Etc::SourceList="$work/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
  -o Dir::State::Lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache")
apt-get "${apt[@]}" update
# Of its hundred archives, that with the tests.
read -r address _ _ sum < <(apt-get "${apt[@]}" source --print-uris --tar-only firefox-esr | grep -F '.orig.tar.xz' | tr -d "'")
curl -fsSL --retry 3 -o "$work/source.tar.xz" "$address"
echo "${sum#SHA256:}  $work/source.tar.xz" | sha256sum --check --quiet
tar -xJf "$work/source.tar.xz" -C "$work/tests" --strip-components=4 --wildcards --no-anchored \
  'testing/web-platform/tests/css' 'testing/web-platform/tests/fonts' 'testing/web-platform/tests/html' \
  'testing/web-platform/tests/infrastructure' 'testing/web-platform/tests/images' 'testing/web-platform/tests/common'
node .ci/wpt/check-print.ts "$work/tests"
