import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../helpers/built-program.ts';
import { openWorkspace, type Workspace } from '../helpers/workspace.ts';

const can = (...[command = '', ...words]: string[]) => spawnSync(command, words).status === 0;
const isRoot = process.getuid?.() === 0;
/** A user that no account has. */
const stranger = 54_322;
const asStranger = `setpriv --reuid ${stranger} --regid ${stranger} --clear-groups`;
const canSwitch = isRoot && can('sh', '-c', `${asStranger} true`);
const canMount = isRoot && can('unshare', '-m', 'mount', '-t', 'tmpfs', 'x', '/mnt');
const limitMs = 110_000;

let workspace: Workspace;
/** A folder of the stranger's. */
let folder: string;
beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
  // The stranger runs it.
  if (isRoot) chmodSync(workspace.program, 0o755);
  folder = mkdtempSync(join(tmpdir(), 'platen-homes-'));
  writeFileSync(join(folder, 'page.html'), '<p>Page</p>');
  mkdirSync(join(folder, 'temporary'));
  if (isRoot) for (const place of [folder, join(folder, 'temporary')]) chownSync(place, stranger, stranger);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await workspace.clear();
});

const none = { HOME: undefined, XDG_CONFIG_HOME: undefined, XDG_DATA_HOME: undefined, XDG_CACHE_HOME: undefined };
const words = 'render pdf page.html --force -o out.pdf --timeout 90s';
/** By its path, because the stranger cannot read the folder of the workspace. */
const buildRender = () => `${process.execPath} ${join(workspace.program, 'bin', 'platen.js')} ${words}`;

describe.skipIf(!canSwitch)('a user without an account', () => {
  const run = (command: string, env: Record<string, string | undefined>) => {
    const TMPDIR = join(folder, 'temporary');
    return workspace.shell(`${asStranger} ${command}`, { cwd: folder, env: { ...none, TMPDIR, ...env }, limitMs });
  };
  const named = () => ({
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CACHE_HOME: join(folder, 'cache'),
  });

  it('has its files in the temporary folder if there is no HOME, with a warning', async () => {
    const { code, stderr } = await run(buildRender(), {});
    const home = join(folder, 'temporary', `platen-${stranger}`);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`platen keeps its files in ${home}: set HOME`)]);
  });

  it('needs no HOME if all folders are named', async () => {
    const { code, stderr } = await run(buildRender(), named());
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('warning: ')]);
  });

  it('gets a fix for a HOME that it cannot write, and the fix works', async () => {
    const { code, stderr } = await run(buildRender(), { HOME: '/nonexistent' });
    expect([code, stderr]).toEqual([
      15,
      expect.stringMatching(/\/nonexistent .*\n.*why: .*\n {2}fix: .*XDG_CACHE_HOME/),
    ]);
    const { XDG_CACHE_HOME } = named();
    expect((await run(buildRender(), { HOME: '/nonexistent', XDG_CACHE_HOME })).code).toBe(0);
  });

  it('may be alone in a user namespace, as root or as itself', async () => {
    const lone = await run(`unshare --user --map-root-user ${buildRender()}`, named());
    expect([lone.code, lone.stderr]).toEqual([0, expect.stringContaining('run platen as an ordinary user')]);
    const itself = await run(`unshare --user --map-current-user ${buildRender()}`, named());
    expect([itself.code, itself.stderr]).toEqual([0, expect.not.stringContaining('warning: ')]);
  });
});

describe.skipIf(!canMount)('a file system', () => {
  const onMount = (mount: string, command: string, env = {}) =>
    workspace.shell(`unshare -m sh -c '${mount} && exec ${command}'`, { cwd: folder, env, limitMs });

  it('that is read-only may hold the cache, once the browser is in it', async () => {
    expect((await workspace.shell(buildRender(), { cwd: folder, limitMs })).code).toBe(0);
    const cache = workspace.env.XDG_CACHE_HOME;
    const mount = `mount --bind ${cache} ${cache} && mount -o remount,ro,bind ${cache}`;
    const { code, stderr } = await onMount(mount, buildRender());
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Wrote/)]);
  });

  it('that runs no programs is named as the reason, with a fix', async () => {
    const { code, stderr } = await onMount('mount -t tmpfs -o noexec,mode=755 x /mnt', buildRender(), {
      XDG_CACHE_HOME: '/mnt',
    });
    // Another browser of this machine prints the document, if there is one.
    expect([0, 3]).toContain(code);
    expect(stderr).toMatch(/\/mnt\/platen\/[\s\S]*noexec[\s\S]*XDG_CACHE_HOME/);
  });

  it('of shared memory may have 64 KB', async () => {
    const { code, stderr } = await onMount('mount -t tmpfs -o size=64k x /dev/shm', buildRender());
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Wrote/)]);
  });
});
