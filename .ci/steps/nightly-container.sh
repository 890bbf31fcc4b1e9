#!/usr/bin/env bash
# the container recipe without Docker: its root file system by mmdebstrap, its settings by runc
set -euo pipefail
[ "$(uname -s)" = Linux ] || { echo 'left out: containers are of Linux'; exit 0; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -E env "PATH=$PATH" "$@"; fi; }
if ! command -v runc >/dev/null || ! command -v mmdebstrap >/dev/null; then
  as_root apt-get update -qq
  as_root apt-get install -y -qq --no-install-recommends runc mmdebstrap
fi
as_root node .ci/container/try-container.ts
