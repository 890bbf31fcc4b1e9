#!/usr/bin/env bash
# what prints text, on a machine without fonts
set -eu
[ "$(uname -s)" = Linux ] || { echo 'left out: namespaces are of Linux'; exit 0; }
empty=$(mktemp -d)
trap 'rmdir "$empty"' EXIT
# The browser of root reads it as another user.
chmod 755 "$empty"
bash .ci/with-fonts.sh "$empty" "$empty" node node_modules/vitest/vitest.mjs run \
  test/engine/acceptance test/browser/fonts test/engine/render test/engine/page test/cli/commands/doctor.slow.test.ts
