#!/usr/bin/env bash
# the attack suite, in network namespaces that nothing can leave
set -eu
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -E env "PATH=$PATH" "$@"; fi; }
command -v ip >/dev/null || { as_root apt-get update -qq && as_root apt-get install -y -qq iproute2; }
as_root node test/hostile/run.ts
