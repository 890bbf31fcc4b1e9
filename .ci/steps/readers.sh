#!/usr/bin/env bash
# a page of effects in every PDF reader that is installed
set -eu
node .ci/readers/check-readers.ts
