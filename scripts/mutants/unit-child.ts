// Runs unit tests again and again in one Vitest, which reads only sources that changed. Waits for a `UnitRun`, and answers with the files
// of tests that failed.
import { relative, resolve } from 'node:path';
import { createVitest } from 'vitest/node';

/** What is run, and which sources have changed since the last run. */
export interface UnitRun {
  tests: readonly string[];
  changed: readonly string[];
}

const vitest = await createVitest('test', {
  watch: false,
  project: ['unit'],
  reporters: [{}],
  bail: 1,
  maxWorkers: 1,
});
await vitest.standalone();
process.on('message', (message) => void answer(message as UnitRun));
process.on('disconnect', () => process.exit());
process.send?.('ready');

async function answer({ tests, changed }: UnitRun): Promise<void> {
  for (const file of changed) vitest.invalidateFile(resolve(file));
  // What is known of the last run would count for this one.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  const specifications = tests.flatMap((test) => vitest.getModuleSpecifications(resolve(test)));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const failed = testModules.filter((module) => module.state() === 'failed');
  const files = failed.map(({ moduleId }) => relative('.', moduleId));
  process.send?.(unhandledErrors.length > 0 && files.length === 0 ? tests : files);
}
