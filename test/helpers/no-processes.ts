// Set up for unit tests: they start no process, so that `npm run test:unit` stays fast and runs anywhere.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

function refuse(): never {
  throw new Error('a unit test starts no process: list its file under processTests in vitest.config.ts');
}

for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const) {
  Object.assign(childProcess, { [name]: refuse });
}
syncBuiltinESMExports();
