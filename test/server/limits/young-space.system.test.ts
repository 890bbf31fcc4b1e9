import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const file = pathToFileURL(resolve('src/server/limits/young-space.ts')).href;

/** Keeps many objects for a while, in a fresh Node. Returns the megabytes of the space for young objects, with the bound and without. */
const program = `
  import { setImmediate as turn } from 'node:timers/promises';
  import { getHeapSpaceStatistics } from 'node:v8';
  import { boundYoungSpace } from ${JSON.stringify(file)};
  const release = boundYoungSpace();
  const sizes = [];
  for (let round = 0; round < 2; round += 1) {
    for (let part = 0; part < 400; part += 1) {
      const kept = Array.from({ length: 10_000 }, (_, index) => ({ index, list: [index] }));
      await turn();
      if (kept.length === 0) throw new Error('lost');
    }
    sizes.push(getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 1e6);
    release();
  }
  console.log(JSON.stringify(sizes));
`;

it('the space for young objects stops to grow at 16 MB until its bound is taken away', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  const [bounded, free] = JSON.parse(said) as number[];
  expect(bounded).toBeGreaterThan(16);
  expect(free).toBeGreaterThan(1.5 * (bounded ?? 0));
});
