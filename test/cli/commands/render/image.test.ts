import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder, runCommand } from '../run-command.ts';

/** Runs `platen render image` without a service, in a folder with `a.html`. */
function run(...words: string[]) {
  const cwd = makeFolder();
  writeFileSync(join(cwd, 'a.html'), '<p>');
  return runCommand(['render', 'image', ...words], {}, { cwd, env: { PLATEN_BASE_URL: '', PLATEN_API_KEY: '' } });
}

it('images in the background need a service', async () => {
  expect((await run('a.html', '--async')).error).toMatchObject({
    ...{ code: 'config_invalid', message: '--async needs a service that keeps running' },
  });
});

it('images of a command need a source', async () => {
  expect((await run('gone.html')).error).toMatchObject({ code: 'input_missing' });
});
