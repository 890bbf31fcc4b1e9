import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { buildProgram } from '../helpers/built-program.ts';
import { installPackage } from '../helpers/installed-package.ts';
import { waitUntil } from '../helpers/process-tree.ts';
import { openWorkspace, type Workspace } from '../helpers/workspace.ts';

const examples = resolve(import.meta.dirname, '../../examples/ci');

interface Step {
  name?: string;
  run?: string;
}

let workspace: Workspace;
/** A repository that has nothing but the installed package. */
let repository: string;

beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
  ({ folder: repository } = await installPackage(workspace));
});
afterAll(() => workspace.clear());

/** Runs the commands of a workflow, one after the other, but for the installation. */
async function runWorkflow(file: string, env: Record<string, string> = {}): Promise<void> {
  const workflow = parse(readFileSync(join(examples, file), 'utf8')) as { jobs: Record<string, { steps: Step[] }> };
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);
  const commands = steps.flatMap(({ run }) => (run === undefined || run === 'npm ci' ? [] : [run]));
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) {
    const { code, stdout, stderr } = await workspace.shell(`set -euo pipefail\n${command}`, {
      cwd: repository,
      env: { ...workspace.env, CI: 'true', ...env },
      limitMs: 100_000,
    });
    expect([command, code, code === 0 ? '' : stdout + stderr]).toEqual([command, 0, '']);
  }
}

it('the workflow for documents makes a PDF of each', async () => {
  mkdirSync(join(repository, 'docs'));
  writeFileSync(join(repository, 'docs', 'one.md'), '# One');
  writeFileSync(join(repository, 'docs', 'two.md'), '# Two');
  await runWorkflow('render.yml');
  expect(readdirSync(join(repository, 'pdfs')).sort()).toEqual(['one.pdf', 'two.pdf']);
}, 200_000);

it('the workflow for templates checks them and pushes them to the service', async () => {
  const init = await workspace.shell('npx platen init templates', { cwd: repository });
  expect([init.code, init.stderr]).toEqual([0, expect.any(String)]);
  const made = await workspace.platen(['keys', 'create', '--name', 'ci', '--json']);
  const { key } = (JSON.parse(made.stdout) as { data: { key: string } }).data;
  const service = workspace.start(['serve', '--port', '0', '--sandbox', 'preferred'], { limitMs: 250_000 });
  const address = () => /listens on (http:\S+)/.exec(service.stderr())?.[1];
  await waitUntil('the service listens', () => address() !== undefined);
  const env = { PLATEN_BASE_URL: address() ?? '', PLATEN_API_KEY: key };
  await runWorkflow('github-actions.yml', env);
  const listed = await workspace.platen(['templates', 'list', '--json'], { env: { ...workspace.env, ...env } });
  const names = (JSON.parse(listed.stdout) as { data: { name: string }[] }).data.map(({ name }) => name);
  expect(names.sort()).toEqual(['Invoice', 'Letter', 'Report']);
}, 300_000);
