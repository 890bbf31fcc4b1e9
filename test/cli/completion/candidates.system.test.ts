import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildProgram } from '../../helpers/built-program.ts';
import { waitUntil } from '../../helpers/process-tree.ts';
import { type RecordingServer, sendJson, startRecordingServer } from '../../helpers/recording-server.ts';
import { makeHome, runCli, type TestHome } from '../../helpers/run-cli.ts';
import { openWorkspace, type Workspace } from '../../helpers/workspace.ts';

const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';

describe('what the scripts ask for', () => {
  let home: TestHome;
  beforeEach(() => {
    home = makeHome();
  });
  afterEach(() => home.remove());
  const ask = (...words: string[]) =>
    runCli(['__complete', ...words], {
      cwd: home.folder,
      env: { ...home.env, XDG_CACHE_HOME: join(home.folder, 'cache') },
    });

  it('profiles: those of the user and of the project', async () => {
    const config = join(home.env.XDG_CONFIG_HOME ?? '', 'platen');
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, 'config.yaml'), 'profiles: {mine: {retries: 1}}\n', { mode: 0o600 });
    writeFileSync(join(home.folder, '.platenrc'), 'profiles: {theirs: {retries: 1}, mine: {retries: 2}}\n');
    expect((await ask('profiles')).stdout).toBe('mine\tyour settings\ntheirs\tproject\n');
  });

  it('slugs: the folders of templates, but none that a shell could take for more', async () => {
    for (const name of ['invoice', '$(touch x)', 'a b', '-rf', 'ünï']) {
      mkdirSync(join(home.folder, 'templates', name), { recursive: true });
    }
    expect((await ask('slugs')).stdout.split('\n').sort()).toEqual(['', 'invoice\t', 'ünï\t']);
  });

  it('nothing, and no error either, where something is wrong', async () => {
    writeFileSync(join(home.folder, '.platenrc'), 'nonsense: [');
    for (const what of ['profiles', 'slugs', 'templates', 'other']) {
      expect(await ask(what)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    }
  });

  it('starts no service and makes no store for templates that cannot be there', async () => {
    expect(await ask('templates', '--refresh')).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(existsSync(join(home.env.XDG_DATA_HOME ?? '', 'platen'))).toBe(false);
  });
});

describe('a long list of templates', () => {
  it('is kept as far as its first five pages', async () => {
    const home = makeHome();
    let listed = 0;
    const server = await startRecordingServer((_request, response) => {
      listed += 1;
      const data = [{ id: id.replace(/.$/, String(listed)), name: `Page ${listed}` }];
      sendJson(response, 200, { data, page: { next: `after-${listed}` } });
    });
    try {
      const env = {
        ...home.env,
        PLATEN_BASE_URL: server.url,
        PLATEN_API_KEY: 'k',
        XDG_CACHE_HOME: join(home.folder, 'cache'),
      };
      const ask = (...words: string[]) => runCli(['__complete', 'templates', ...words], { cwd: home.folder, env });
      expect(await ask('--refresh')).toMatchObject({ code: 0, stdout: '', stderr: '' });
      expect(server.requests).toHaveLength(5);
      expect((await ask()).stdout.match(/Page \d/g)).toEqual(['Page 1', 'Page 2', 'Page 3', 'Page 4', 'Page 5']);
    } finally {
      await server.close();
      home.remove();
    }
  });
});

describe('templates', () => {
  let workspace: Workspace;
  let server: RecordingServer;
  beforeAll(async () => {
    workspace = openWorkspace(await buildProgram());
    server = await startRecordingServer((_request, response) =>
      sendJson(response, 200, { data: [{ id, name: 'In\u001b[31mvoice', slug: 'invoice' }], page: { next: null } }),
    );
  });
  afterAll(async () => {
    await server.close();
    await workspace.clear();
  });

  it('are offered by slug and by id, from a list that is kept, and is renewed behind the back of the user who presses Tab', async () => {
    const cache = join(workspace.folder, 'cache');
    const env = { PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'a-key-of-a-test', XDG_CACHE_HOME: cache };
    const ask = () => workspace.platen(['__complete', 'templates'], { env });
    expect(await ask()).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const folder = join(cache, 'platen', 'completion');
    await waitUntil('the list is kept', () =>
      readdirSync(folder).some((name) => name.endsWith('.json') && statSync(join(folder, name)).size > 10),
    );
    expect((await ask()).stdout).toBe(`invoice\tIn\\u001b[31mvoice\n${id}\tIn\\u001b[31mvoice\n`);
    await ask();
    expect(server.requests).toHaveLength(1);
    const [file = ''] = readdirSync(folder);
    expect([statSync(folder).mode & 0o777, statSync(join(folder, file)).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  it('are those seen last, at once, where the service does not answer', async () => {
    const cache = join(workspace.folder, 'patient-cache');
    let silent = false;
    const unanswered: ServerResponse[] = [];
    const slow = await startRecordingServer((_request, response) => {
      if (silent) unanswered.push(response);
      else sendJson(response, 200, { data: [{ id, name: 'Invoice' }], page: { next: null } });
    });
    const env = { PLATEN_BASE_URL: slow.url, PLATEN_API_KEY: 'a-key-of-a-test', XDG_CACHE_HOME: cache };
    expect(await workspace.platen(['__complete', 'templates', '--refresh'], { env })).toMatchObject({ code: 0 });
    silent = true;
    const folder = join(cache, 'platen', 'completion');
    const long = new Date(Date.now() - 3_600_000);
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), long, long);
    // Who waited for the service would wait for ever: it is told to answer only after this.
    expect(await workspace.platen(['__complete', 'templates'], { env })).toMatchObject({
      code: 0,
      stdout: `${id}\tInvoice\n`,
    });
    await waitUntil('the service is asked behind the back', () => unanswered.length === 1);
    await slow.close();
  });
});
