import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { buildProgram } from '../helpers/built-program.ts';
import { openWorkspace, type Workspace } from '../helpers/workspace.ts';

const checkout = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(checkout, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^<!-- runs -->\n```sh\n(.*?)^```$/gms)].map(([, script = '']) => script);

let workspace: Workspace | undefined;
afterEach(async () => {
  await workspace?.clear();
  workspace = undefined;
});

it('marks at least one block of commands as one that runs', () => {
  expect(blocks.length).toBe(readme.split('<!-- runs -->').length - 1);
  expect(blocks.length).toBeGreaterThan(0);
});

it.each(blocks.map((script, index) => [index + 1, script] as const))(
  'block %i of the README runs as it stands there, in the folder of the examples',
  async (_, script) => {
    workspace = openWorkspace(await buildProgram());
    cpSync(join(checkout, 'examples'), workspace.folder, { recursive: true });
    const { code, stderr } = await workspace.shell(`set -euo pipefail\n${script}`, { limitMs: 50_000 });
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    const outputs = [...script.matchAll(/(?:-o|--output|[^2]>) ([\w.-]+\.pdf)/g)].map(([, name = '']) => name);
    for (const name of outputs) {
      const file = join(workspace.folder, name);
      expect([name, existsSync(file) && readFileSync(file, 'latin1').slice(0, 5)]).toEqual([name, '%PDF-']);
    }
  },
  60_000,
);
