#!/usr/bin/env bash
# the examples in every PDF reader that is installed
set -eu
node .ci/readers/check-readers.ts --examples
