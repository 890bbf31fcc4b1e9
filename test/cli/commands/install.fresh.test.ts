import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePrivateFolder } from '../../engine/private-test-folder.ts';
import { makeHome, runCli, type TestHome } from '../../helpers/run-cli.ts';

let home: TestHome;
let folder: string;
let remove: () => void;
beforeEach(() => {
  home = makeHome();
  ({ path: folder, remove } = makePrivateFolder());
  chmodSync(folder, 0o755);
});
afterEach(() => {
  remove();
  home.remove();
});

const platen = (words: string[], env: Record<string, string> = {}) =>
  runCli(words, { cwd: home.folder, env: { ...home.env, ...env }, stdin: '' });

describe.runIf(process.platform === 'linux' && process.arch === 'x64')('platen install', () => {
  it('unpacks the browser and the fonts into PLATEN_BROWSER_DIR, for renders that may only read them', async () => {
    const env = { PLATEN_BROWSER_DIR: join(folder, 'browser') };
    const first = await platen(['install', '--json'], env);
    expect(first).toMatchObject({ code: 0, stderr: '{"note":"unpacking the browser, once"}\n' });
    const { data } = JSON.parse(first.stdout);
    expect(data.folder).toBe(env.PLATEN_BROWSER_DIR);
    expect(data.browser.startsWith(join(data.folder, 'chromium'))).toBe(true);
    expect(statSync(data.browser).mode & 0o111).toBe(0o111);
    for (const fonts of data.fonts) expect(readdirSync(fonts).length).toBeGreaterThan(0);

    const again = await platen(['install'], env);
    expect(again).toMatchObject({ code: 0, stdout: `${data.folder}\n`, stderr: '' });

    const all = [data.folder, ...['chromium', 'fonts'].map((name) => join(data.folder, name))];
    for (const path of all) chmodSync(path, 0o555);
    const render = await runCli(['render', 'pdf', '-', '-o', 'one.pdf'], {
      cwd: home.folder,
      env: { ...home.env, ...env },
      stdin: '<h1>One</h1>',
    });
    for (const path of all) chmodSync(path, 0o755);
    expect(render).toMatchObject({ code: 0, stderr: expect.not.stringContaining('unpacking') });
    expect(readdirSync(join(data.folder, 'chromium'))).toHaveLength(1);
  });

  it('names a folder that others can change, and what to do', async () => {
    mkdirSync(join(folder, 'open'));
    chmodSync(join(folder, 'open'), 0o777);
    const { code, stderr } = await platen(['install'], { PLATEN_BROWSER_DIR: join(folder, 'open') });
    expect(code).toBe(3);
    expect(stderr).toContain(`${join(folder, 'open')} can be changed by every user`);
    expect(stderr).toContain('chmod go-w');
  });
});
