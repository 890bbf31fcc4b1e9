import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { buildProgram } from '../helpers/built-program.ts';
import { openWorkspace, type Workspace } from '../helpers/workspace.ts';

const checkout = resolve(import.meta.dirname, '../..');
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: checkout }).sort()].flatMap((page) => {
  const text = readFileSync(join(checkout, page), 'utf8');
  const blocks = [...text.matchAll(/^<!-- runs -->\n```sh\n(.*?)^```$/gms)].map(([, script = '']) => script);
  expect(blocks.length, `blocks of ${page} after <!-- runs -->`).toBe(text.split('<!-- runs -->').length - 1);
  return blocks.length > 0 ? [[page, blocks.join('\n')] as const] : [];
});

let workspace: Workspace | undefined;
afterEach(async () => {
  await workspace?.clear();
  workspace = undefined;
});

it('the README and at least 16 recipes have commands that run', () => {
  const names = pages.map(([page]) => page);
  expect(names).toContain('README.md');
  expect(names.filter((page) => page.startsWith('docs/recipes/')).length).toBeGreaterThanOrEqual(16);
});

it.each(pages)(
  'the commands of %s run unchanged, in the folder of the examples',
  async (_, script) => {
    workspace = openWorkspace(await buildProgram());
    cpSync(join(checkout, 'examples'), workspace.folder, { recursive: true });
    const { code, stderr } = await workspace.shell(`set -euo pipefail\n${script}`, { limitMs: 100_000 });
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    const outputs = [...script.matchAll(/(?:-o|--output|[^2]>) ([\w./-]+\.pdf)/g)].map(([, name = '']) => name);
    for (const name of outputs) {
      const file = join(workspace.folder, name);
      expect([name, existsSync(file) && readFileSync(file, 'latin1').slice(0, 5)]).toEqual([name, '%PDF-']);
    }
  },
  120_000,
);
