import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { saveFile } from '../../../src/cli/files/save-file.ts';
import { waitUntil } from '../../helpers/process-tree.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-save-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it.skipIf(process.platform !== 'linux')(
  'a save removes what killed commands left, also where nobody has buried them, and nothing of the living',
  async () => {
    const folder = makeFolder();
    // The second program never asks what became of the first, which so stays as a zombie.
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [printed] = await once(parent.stdout, 'data');
    const zombie = Number(String(printed));
    await waitUntil('it is a zombie', () => / Z /.test(readFileSync(`/proc/${zombie}/stat`, 'utf8')));
    const nameOf = (id: number | undefined) => `.platen-${id}-0123456789ab.tmp`;
    for (const id of [zombie, parent.pid, 2 ** 22 + 1]) writeFileSync(join(folder, nameOf(id)), 'half');
    await saveFile(join(folder, 'a.pdf'), Buffer.from('whole'), false);
    expect(readdirSync(folder).sort()).toEqual([nameOf(parent.pid), 'a.pdf'].sort());
  },
);

it('a file that is there stays without force, and nothing lies beside it', async () => {
  const folder = makeFolder();
  const path = join(folder, 'a.pdf');
  writeFileSync(path, 'mine');
  await expect(saveFile(path, Buffer.from('other'), false)).rejects.toMatchObject({ code: 'output_exists' });
  await expect(saveFile(join(folder, 'no/a.pdf'), Buffer.from('x'), false)).rejects.toMatchObject({
    code: 'io_failed',
  });
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['a.pdf'], 'mine']);
  await saveFile(path, Buffer.from('other'), true);
  expect(readFileSync(path, 'utf8')).toBe('other');
});

it.skipIf(process.platform === 'win32')('a file that is replaced keeps its permissions', async () => {
  const path = join(makeFolder(), 'a.pdf');
  writeFileSync(path, 'mine', { mode: 0o640 });
  chmodSync(path, 0o640);
  await saveFile(path, Buffer.from('other'), true);
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['other', 0o640]);
  const link = join(dirname(path), 'link');
  symlinkSync(path, link);
  await saveFile(link, Buffer.from('no link'), true);
  expect(lstatSync(link).mode & 0o111).toBe(0);
  await saveFile(path, Buffer.from('own'), true, 0o600);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
