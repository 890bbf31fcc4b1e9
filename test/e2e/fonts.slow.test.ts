import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../helpers/built-program.ts';
import { isLong } from '../helpers/is-long.ts';
import { openWorkspace, type Workspace } from '../helpers/workspace.ts';

const checkout = resolve(import.meta.dirname, '../..');
const page = join(checkout, 'examples', 'scripts.html');

/** Whether this user may give a process its own folders: root, outside of a narrow container. */
const canMount =
  process.platform === 'linux' && spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'x', '/mnt']).status === 0;

const hide =
  'for f in /etc/fonts /usr/share/fonts /usr/local/share/fonts; do [ ! -d $f ] || mount -t tmpfs none $f; done';
/** What a machine may have for fonts, as a script that changes the folders of one process. */
const machines = {
  'no fonts': hide,
  'one family': `${hide}; cp ${join(checkout, 'node_modules/pdfjs-dist/standard_fonts')}/Liberation*.ttf /usr/share/fonts`,
  'its own fonts': ':',
};

/**
 * Those whose bytes are compared, and the page. What fonts this machine has nobody knows; it is among them in a long run, with all
 * scripts. The one family has letters of Latin, Greek, Cyrillic and Hebrew, and names that stand for others.
 */
const compared: (keyof typeof machines)[] = isLong
  ? ['no fonts', 'one family', 'its own fonts']
  : ['no fonts', 'one family'];
const letters = `<!doctype html><html lang="en"><title>Letters</title>${[
  'Liberation Sans',
  'Arial',
  'Times New Roman',
  'serif',
  'monospace',
  'Nobody Has This',
]
  .map((family) => `<p style="font-family: ${family}">Zoë Ζωή Зоя <b>זואי</b></p>`)
  .join('')}`;

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
});
afterAll(() => workspace.clear());

/** Renders on a machine with these fonts. */
function render(machine: keyof typeof machines, words: string) {
  const command = `exec platen render pdf ${words} -o - --on-missing-glyph fail`;
  return workspace.shell(`unshare -m bash -c '${machines[machine]}; ${command}'`);
}

describe.runIf(canMount)('fonts of the machine', () => {
  it('may be none: 30 scripts and languages, signs, mathematics and emoji print all the same', async () => {
    expect(await render('no fonts', page)).toMatchObject({ code: 0, stderr: '' });
  });

  it('change no byte with --fonts bundled', async () => {
    const digests = new Set<string>();
    writeFileSync(join(workspace.folder, 'letters.html'), letters);
    for (const machine of compared) {
      const { code, bytes } = await render(machine, `${isLong ? page : 'letters.html'} --fonts bundled`);
      expect(code).toBe(0);
      digests.add(createHash('sha256').update(bytes).digest('hex'));
    }
    expect(digests.size).toBe(1);
  });
});
