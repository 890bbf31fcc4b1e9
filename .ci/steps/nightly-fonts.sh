#!/usr/bin/env bash
# all tests without fonts, with DejaVu alone, and with the fonts of URW and Noto
set -eu
[ "$(uname -s)" = Linux ] || { echo 'left out: namespaces are of Linux'; exit 0; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -E env "PATH=$PATH" "$@"; fi; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The browser of root reads it as another user.
chmod 755 "$work"

# Makes a machine: the fonts of packages of Debian, and the settings of this machine with those of the packages. None where no package
# is named.
make_machine() {
  local machine=$work/$1 package
  shift
  mkdir -p "$machine/fonts" "$machine/settings/conf.d" "$machine/packages"
  [ $# -gt 0 ] || return 0
  (cd "$machine/packages" && apt-get download -qq "$@")
  for package in "$machine"/packages/*.deb; do dpkg-deb -x "$package" "$machine/files"; done
  mv "$machine"/files/usr/share/fonts/* "$machine/fonts"
  [ ! -d /etc/fonts ] || cp -rL /etc/fonts/. "$machine/settings"
  for file in "$machine"/files/usr/share/fontconfig/conf.avail/*.conf; do
    [ ! -e "$file" ] || cp "$file" "$machine/settings/conf.d/61-${file##*/}"
  done
}

as_root apt-get update -qq
make_machine none
make_machine dejavu fonts-dejavu-core
make_machine urw-noto fonts-urw-base35 fonts-noto-core
failed=
for machine in none dejavu urw-noto; do
  echo "fonts of the machine: $machine"
  bash .ci/with-fonts.sh "$work/$machine/fonts" "$work/$machine/settings" node node_modules/vitest/vitest.mjs run || failed="$failed $machine"
done
[ -z "$failed" ] || { echo "failed with the fonts:$failed" >&2; exit 1; }
