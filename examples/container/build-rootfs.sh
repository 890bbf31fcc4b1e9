#!/usr/bin/env bash
# Makes the root file system of the image without Docker: Debian by mmdebstrap, this Node, and platen as npm packs it. As root:
#   examples/container/build-rootfs.sh rootfs [arm64]   for another architecture with its emulator of qemu-user in binfmt_misc
# Docker takes it as an image:
#   tar -C rootfs -c . | docker import --change 'USER 1000' --change 'ENTRYPOINT ["tini", "--", "platen"]' \
#     --change 'ENV PATH=/platen/node_modules/.bin:/usr/local/bin:/usr/bin:/bin PLATEN_BROWSER_DIR=/opt/platen PLATEN_DATA_DIR=/var/lib/platen XDG_CACHE_HOME=/tmp/cache' \
#     --change 'CMD ["serve", "--host", "0.0.0.0", "--json"]' - platen
set -euo pipefail
root=$(realpath -m "${1:?usage: build-rootfs.sh FOLDER [ARCHITECTURE]}")
own=$(dpkg --print-architecture)
architecture=${2:-$own}
cd "$(dirname "$0")/../.."
[ ! -e "$root" ] || { echo "$root exists" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
packages=$(paste -sd, examples/container/packages.txt)
# platen brings its browser for amd64; elsewhere it takes the one of Debian.
[ "$architecture" = amd64 ] || packages="$packages,chromium-headless-shell"
mmdebstrap --quiet --variant=minbase --architectures="$architecture" --include="$packages" bookworm "$root"
# The words of npm for this machine and its programs.
target=(--os=linux --cpu="${architecture/amd64/x64}" --libc=glibc)
node=$(readlink -f "$(node -p process.execPath)")
if [ "$architecture" != "$own" ]; then
  other="node-linux-${architecture/amd64/x64}"
  npm install --prefix "$work" --force --no-audit --no-fund --silent "${target[@]}" "$other@$(node -p process.versions.node)"
  node="$work/node_modules/$other/bin/node"
fi
install -D -m 0755 "$node" "$root/usr/local/bin/node"
npm pack --silent --pack-destination "$work" >/dev/null
install -d "$root/platen"
echo '{ "private": true }' >"$root/platen/package.json"
npm install --prefix "$root/platen" --omit=dev --no-audit --no-fund --silent "${target[@]}" "$work"/platen-*.tgz
# By root, so that the service cannot change its browser. Only amd64 has a bundled one.
if [ "$architecture" = amd64 ] && [ "$own" = amd64 ]; then
  chroot "$root" env PATH=/platen/node_modules/.bin:/usr/local/bin:/usr/bin:/bin PLATEN_BROWSER_DIR=/opt/platen XDG_CACHE_HOME=/tmp/install platen install
  rm -rf "$root/tmp/install"
fi
install -d -o 1000 -g 1000 -m 0700 "$root/var/lib/platen"
