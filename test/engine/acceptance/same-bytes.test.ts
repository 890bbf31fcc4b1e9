import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { digestRenders } from './digest-renders.ts';
import { openWebPage } from './six-forms.ts';

const isLong = process.env.PLATEN_LONG === '1';
const here = isLong ? 25 : 2;
const elsewhere = isLong ? 25 : 1;
const atOnce = isLong ? 4 : 2;

test(`${here} renders, ${atOnce} at once, are the same bytes as ${elsewhere} in another process`, {
  timeout: 180_000,
}, async () => {
  const web = await openWebPage();
  const address = `http://127.0.0.1:${web.port}/`;
  const digestElsewhere = async () => {
    const args = [join(import.meta.dirname, 'digest-child.ts'), address, String(elsewhere), String(atOnce)];
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', ...args]);
    return stdout.trim().split('\n');
  };
  const digests = (await Promise.all([digestRenders(address, here, atOnce), digestElsewhere()])).flat();
  await web.close();
  expect(digests).toHaveLength(here + elsewhere);
  expect(new Set(digests).size).toBe(1);
});
