#!/usr/bin/env bash
# PDF/A, PDF/UA and e-invoices before the reference validator, and mutants that it must refuse (with a JDK)
set -eu
if ! java --list-modules 2>/dev/null | grep -q '^jdk.compiler@'; then
  echo 'veraPDF needs a JDK of version 17 or later on PATH; on Debian and Ubuntu: apt-get install openjdk-17-jdk-headless' >&2
  exit 1
fi
node .ci/verapdf/check-conformance.ts
