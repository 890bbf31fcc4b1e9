import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildProgram } from '../helpers/built-program.ts';
import { isLong } from '../helpers/is-long.ts';
import { waitUntil } from '../helpers/process-tree.ts';
import { runCli } from '../helpers/run-cli.ts';
import { openWorkspace, type Workspace } from '../helpers/workspace.ts';

let workspace: Workspace;
beforeEach(async () => {
  workspace = openWorkspace(await buildProgram());
});
afterEach(() => workspace.clear());

const script = `sh ${join(import.meta.dirname, 'pipeline.sh')}`;
/**
 * How long a pipeline is. The short ones share its steps, each of which takes several commands; a single render costs least
 * with a service that has its browser.
 */
const length = (steps: string) => (isLong ? { PIPELINE_JOBS: '100' } : { PIPELINE_JOBS: '5', PIPELINE_STEPS: steps });

it('a pipeline gets its work done with the service inside each command', async () => {
  const { code, stdout, stderr } = await workspace.shell(script, { env: length('batch'), limitMs: 100_000 });
  expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: expect.stringMatching(/pipeline ok\n$/) });
}, 120_000);

it('a pipeline gets its work done with its own service', async () => {
  const service = workspace.start(['serve', '--port', '0', '--sandbox', 'preferred'], { limitMs: 110_000 });
  const url = () => /listens on (http:\S+)/.exec(service.stderr())?.[1];
  await waitUntil('the service listens', () => url() !== undefined);
  const made = await runCli(['keys', 'create', '--name', 'ci'], { cwd: workspace.folder, env: workspace.env });
  const key = made.stdout.trim();
  const env = { PLATEN_BASE_URL: url(), PLATEN_API_KEY: key, ...length('store render files') };
  const { code, stdout, stderr } = await workspace.shell(script, { env, limitMs: 100_000 });
  expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: expect.stringMatching(/pipeline ok\n$/) });
  expect(stdout + stderr).not.toContain(key);
}, 120_000);
