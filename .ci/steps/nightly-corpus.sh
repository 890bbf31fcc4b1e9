#!/usr/bin/env bash
# several hundred foreign PDFs, before and after merging
set -eu
PLATEN_LONG=1 node node_modules/vitest/vitest.mjs run test/engine/corpus
