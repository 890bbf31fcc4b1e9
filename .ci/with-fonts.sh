#!/usr/bin/env bash
# usage: with-fonts.sh FONTS SETTINGS COMMAND...
# Runs a command on a machine of other fonts: it finds the folder FONTS at /usr/share/fonts, SETTINGS at /etc/fonts, and nothing at
# /usr/local/share/fonts. The mounts are those of a namespace, so nobody else sees them; the command runs as the caller.
set -euo pipefail
fonts=$1
settings=$2
shift 2
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -E env "PATH=$PATH" "$@"; fi; }
as_root mkdir -p /usr/share/fonts /etc/fonts /usr/local/share/fonts
as_root unshare --mount bash -euc '
  mount --bind "$1" /usr/share/fonts
  mount --bind "$2" /etc/fonts
  mount -t tmpfs none /usr/local/share/fonts
  exec setpriv --reuid "$3" --regid "$4" --init-groups "${@:5}"' bash "$fonts" "$settings" "$(id -u)" "$(id -g)" "$@"
