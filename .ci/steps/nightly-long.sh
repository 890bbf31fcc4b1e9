#!/usr/bin/env bash
# the long forms of the tests of faults, batches and the engine
set -eu
PLATEN_LONG=1 PLATEN_TEST_BATCH_JOBS=300 PLATEN_TEST_BATCH_KILLS=20 node node_modules/vitest/vitest.mjs run test/faults test/engine/acceptance test/pdf/merge test/engine/page/prepare/language-forms.slow.test.ts test/engine/page/page-reuse.faults.test.ts test/e2e/{fonts,pipeline}.slow.test.ts test/e2e/{killed,rolling}.faults.test.ts test/server/bodies.system.test.ts test/cli/documents test/cli/render/batch
