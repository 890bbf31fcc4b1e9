#!/usr/bin/env bash
# mutants of the sources that changed in a week, and of the others
set -eu
# The tests write what they build into the tree, and the mutants into src.
seed=$(date +%j)
node scripts/mutate.ts --since '1 week ago' --count 30 --seed "$seed" --minutes 20
node scripts/mutate.ts --count 30 --seed "$seed" --minutes 20
