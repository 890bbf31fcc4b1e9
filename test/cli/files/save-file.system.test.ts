import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
