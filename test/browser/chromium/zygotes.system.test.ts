import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test.runIf(process.platform === 'linux')(
  'a process counts as gone only where the system says so, not where it cannot be asked',
  async () => {
    const script = join(import.meta.dirname, 'running-without-files.ts');
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      'ulimit -n 64; exec "$0" "$1"',
      process.execPath,
      script,
    ]);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      [true, true, true],
      [true, false, false],
    ]);
  },
);
