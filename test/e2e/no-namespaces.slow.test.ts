import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../helpers/built-program.ts';
import { openWorkspace, type Workspace } from '../helpers/workspace.ts';

// Only root may map several users into a namespace, which the browser's own user needs.
const canForbid =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--user', '--map-root-user', 'sh', '-c', 'echo 0 > /proc/sys/user/max_user_namespaces'])
    .status === 0;

describe.skipIf(!canForbid)('a machine that refuses user namespaces', () => {
  let workspace: Workspace;
  let holder: ReturnType<typeof spawn>;
  let forbidden: string;
  beforeAll(async () => {
    workspace = openWorkspace(await buildProgram());
    writeFileSync(join(workspace.folder, 'page.html'), '<p>Page</p>');
    holder = spawn('unshare', ['--user', 'sh', '-c', 'echo; exec sleep 600'], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (holder.stdout) await once(holder.stdout, 'data');
    for (const map of ['uid_map', 'gid_map']) writeFileSync(`/proc/${holder.pid}/${map}`, '0 0 70000\n');
    const enter = `nsenter --preserve-credentials --user --target ${holder.pid}`;
    forbidden = `${enter} sh -c 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"' sh platen`;
  });
  afterAll(async () => {
    holder.kill();
    await workspace.clear();
  });
  const fix = 'Allow user namespaces: sudo sysctl -w user.max_user_namespaces=15000';

  it('prints, and warns on stderr and with --json', async () => {
    const people = await workspace.shell(`${forbidden} render pdf page.html -o people.pdf`);
    expect([people.code, people.stderr]).toEqual([
      0,
      expect.stringMatching(/^warning: Chromium runs without its sandbox/),
    ]);
    const program = await workspace.shell(`${forbidden} render pdf page.html -o program.pdf --json`);
    expect([program.code, program.stderr]).toEqual([0, '']);
    expect(JSON.parse(program.stdout).warnings).toEqual([
      { part: null, code: 'sandbox_off', detail: expect.stringContaining(fix) },
    ]);
  });

  it('gets warnings and one fix from doctor', async () => {
    const { code, stdout, stderr } = await workspace.shell(`${forbidden} doctor --json`);
    const found: { check: string; state: string; fix: string }[] = JSON.parse(stdout).data;
    expect([code, stderr]).toEqual([0, '']);
    expect(found.find(({ check }) => check === 'sandbox')).toMatchObject({ state: 'warn', fix });
    expect(found.find(({ check }) => check === 'network')).toMatchObject({ state: 'warn' });
  });
});
