#!/usr/bin/env bash
# the container recipe for arm64, its processor emulated by qemu-user
set -euo pipefail
[ "$(uname -sm)" = 'Linux x86_64' ] || { echo 'left out: the emulation is tried on Linux on x64'; exit 0; }
[ "$(id -u)" = 0 ] || exec sudo -E env "PATH=$PATH" bash "$0"
command -v runc >/dev/null && command -v mmdebstrap >/dev/null || {
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends runc mmdebstrap
}
work=$(mktemp -d)
emulator=/proc/sys/fs/binfmt_misc/platen-arm64
finish() {
  [ ! -e "$emulator" ] || echo -1 >"$emulator"
  [ ! -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] || echo 1 >/proc/sys/fs/binfmt_misc/qemu-aarch64
  rm -rf --one-file-system "$work"
}
trap finish EXIT

# Debian 13's: in that of Debian 12, Chromium cannot start its processes.
mkdir -p "$work"/apt/{lists,cache}/partial "$work"/apt/cache/archives/partial
echo 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main' >"$work/apt/sources.list"
apt=(apt-get -qq -o Dir::Etc::SourceList="$work/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
  -o Dir::State::Lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache" -o APT::Sandbox::User=root)
"${apt[@]}" update
(cd "$work" && "${apt[@]}" download qemu-user && dpkg-deb -x qemu-user_*.deb emulator)

# The kernel keeps the emulator open (F), so that it is there in another root as well: binfmt_misc, elf(5).
[ -e /proc/sys/fs/binfmt_misc/register ] || mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
[ ! -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] || echo 0 >/proc/sys/fs/binfmt_misc/qemu-aarch64
magic='\x7f\x45\x4c\x46\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
echo ":platen-arm64:M::$magic:$mask:$work/emulator/usr/bin/qemu-aarch64:F" >/proc/sys/fs/binfmt_misc/register

examples/container/build-rootfs.sh "$work/rootfs" arm64
node .ci/container/try-container.ts "$work/rootfs"
