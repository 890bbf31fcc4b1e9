import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildProgram } from '../helpers/built-program.ts';
import { openWorkspace, startProcess, type Workspace } from '../helpers/workspace.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
});
afterAll(() => workspace.clear());

const checkout = resolve(import.meta.dirname, '../..');

function run(node: string, words: string[]) {
  const bin = join(workspace.program, 'bin', 'platen.js');
  return startProcess(node, [...words, bin, '--help'], { cwd: workspace.folder, env: workspace.env }).ended;
}

/** A Node that calls itself another version. */
function pretend(node: string, bun?: string) {
  const disguise = join(workspace.folder, `as-${node}.cjs`);
  const names = JSON.stringify({ node, bun });
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, ...${names} } });`;
  writeFileSync(disguise, versions);
  return run(process.execPath, ['--require', disguise]);
}

it.each(['16.20.2', '18.20.8', '20.20.2', '21.7.3', '22.18.0', '23.11.1'])(
  'Node %s is refused in one line that says what to do',
  async (version) => {
    const { code, stdout, stderr } = await pretend(version);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/^platen needs Node 22\.19 or 24 and newer; this is Node .*nodejs\.org.*\n$/);
    expect(stderr).toContain(version);
  },
);

it.each(['22.19.0', '24.0.0', '26.1.0'])('Node %s is taken', async (version) => {
  expect(await pretend(version)).toMatchObject({ code: 0, stderr: '' });
});

it('Bun is refused in one line that says what to do', async () => {
  const { code, stdout, stderr } = await pretend('24.3.0', '1.2.20');
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toMatch(/^platen needs Node; this is Bun 1\.2\.20\. .*bunx.*\n$/);
});

it('the range is the one that the package declares', () => {
  const { engines } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  expect(engines.node).toBe('^22.19.0 || >=24');
});

/** An old Node of this machine. */
function findOldNode(): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  return places.find((file) => {
    if (!existsSync(file)) return false;
    const [major = 0, minor = 0] = execFileSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' })
      .split('.')
      .map(Number);
    return major < 22 || (major === 22 && minor < 19);
  });
}

const old = findOldNode();
it.skipIf(old === undefined)('an old Node that is really there says so before it fails on anything newer', async () => {
  const { code, stdout, stderr } = await run(old ?? '', []);
  expect([code, stdout, stderr.split('\n').length]).toEqual([3, '', 2]);
  expect(stderr).toContain('platen needs Node');
});
