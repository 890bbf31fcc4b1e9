import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collect } from './collect.ts';
import { makeFolder } from './folder.ts';

test.skipIf(process.platform === 'win32')('what is no ordinary file is refused, and nothing hangs', async () => {
  const cwd = await makeFolder({ 'page.html': '<img src=pipe.png>' });
  for (const name of ['pipe.html', 'pipe.png']) execFileSync('mkfifo', [join(cwd, name)]);
  await expect(collect(cwd, ['pipe.html'])).rejects.toMatchObject({ code: 'input_invalid' });
  await expect(collect(cwd, ['/dev/zero'], { from: 'html' })).rejects.toMatchObject({ code: 'input_invalid' });
  expect((await collect(cwd, ['page.html'])).warnings).toEqual([
    'page.html:1: pipe.png is left out: it is a pipe, not a file',
  ]);
});

test('a request too large is refused before it is built, and the largest files are named', async () => {
  const cwd = await makeFolder({
    'page.html': '<img src=small.png><img src=big.png>',
    'small.png': Buffer.alloc(3 * 1024 * 1024),
    'big.png': Buffer.alloc(23 * 1024 * 1024),
    'huge.html': Buffer.alloc(33 * 1024 * 1024, 'a'),
  });
  await expect(collect(cwd, ['page.html'])).rejects.toMatchObject({
    code: 'too_large',
    why: 'the largest: big.png (23 MiB), small.png (3 MiB), page.html (1 KiB)',
  });
  await expect(collect(cwd, ['huge.html'])).rejects.toMatchObject({ code: 'too_large' });
  async function* endless() {
    for (;;) yield Buffer.alloc(1024 * 1024);
  }
  await expect(collect(cwd, ['-'], {}, endless())).rejects.toMatchObject({ code: 'too_large' });
});
