import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatApiKey } from '../../src/contract/index.ts';
import { findByKey } from '../../src/server/requests/authenticate.ts';
import { openStore, type Store } from '../../src/store/index.ts';
import { buildProgram } from '../helpers/built-program.ts';
import { findProgram } from '../helpers/bundled-program.ts';
import { isLong } from '../helpers/is-long.ts';
import { openWorkspace, type Workspace } from '../helpers/workspace.ts';
import { done, openTestService, type TestService } from '../server/test-service.ts';
import { canMount, mount } from './mount.ts';

const large = Buffer.from(`%PDF-1.7\n${'x'.repeat(400_000)}\n%%EOF\n`);

let workspace: Workspace;
let service: TestService;
let env: Record<string, string>;

beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
  writeFileSync(join(workspace.folder, 'page.html'), '<p>page');
  service = await openTestService();
  service.engine.answer = async () => ({ ...done, pdf: large });
  env = { PLATEN_BASE_URL: `http://127.0.0.1:${await service.listen()}`, PLATEN_API_KEY: service.key };
});
afterAll(() => workspace.clear());

describe('the output, where', () => {
  const render = 'platen render pdf page.html --force';

  test('a file may not grow that far, keeps what it was', async () => {
    writeFileSync(join(workspace.folder, 'out.pdf'), 'old');
    const { code, stderr } = await workspace.shell(`ulimit -f 100; ${render} -o out.pdf`, { env });
    expect([code, stderr]).toEqual([15, expect.stringContaining('EFBIG (out.pdf is as it was)')]);
    expect(readFileSync(join(workspace.folder, 'out.pdf'), 'utf8')).toBe('old');
    expect(readdirSync(workspace.folder).sort()).toEqual(['out.pdf', 'page.html']);
  });

  test('a batch cannot write its lock, fails by name and leaves none', async () => {
    writeFileSync(join(workspace.folder, 'jobs.ndjson'), '{"parts":["https://example.com"]}\n');
    const { code, stderr } = await workspace.shell('ulimit -f 0; platen render batch jobs.ndjson', { env });
    expect([code, stderr]).toEqual([15, expect.stringContaining('EFBIG')]);
    expect(readdirSync(workspace.folder).filter((name) => name.endsWith('.lock'))).toEqual([]);
  });

  test.runIf(canMount)('the disk is full or may not be written, keeps what it was', async () => {
    const disk = mount(join(workspace.folder, 'disk'), 'size=64k');
    try {
      const file = join(disk.folder, 'out.pdf');
      writeFileSync(file, 'old');
      const full = await workspace.shell(`${render} -o disk/out.pdf`, { env });
      expect([full.code, full.stderr]).toEqual([
        15,
        expect.stringContaining('the disk is full (out.pdf is as it was)'),
      ]);
      disk.remount('ro');
      const closed = await workspace.shell(`${render} -o disk/out.pdf`, { env });
      expect([closed.code, closed.stderr]).toEqual([
        15,
        expect.stringContaining('the file system is read-only (out.pdf is as it was)'),
      ]);
      expect([readFileSync(file, 'utf8'), readdirSync(disk.folder)]).toEqual(['old', ['out.pdf']]);
    } finally {
      disk.end();
    }
  });
});

test.runIf(canMount)('a browser that there is no room for is an error that says so, and leaves nothing', async () => {
  // The user that the browser runs as under root must be able to reach it.
  const disk = mount(join(tmpdir(), `platen-disk-${process.pid}`), 'size=20m,mode=755');
  try {
    const { code, stderr } = await workspace.platen(['render', 'pdf', 'page.html', '-o', 'new.pdf'], {
      env: { XDG_CACHE_HOME: disk.folder, HOME: disk.folder },
    });
    expect([code, stderr]).toEqual([15, expect.stringContaining('the disk is full')]);
    expect(readdirSync(join(disk.folder, 'platen', 'chromium'))).toEqual([]);
    expect(readdirSync(workspace.folder)).not.toContain('new.pdf');
  } finally {
    disk.end();
  }
});

test.runIf(process.platform === 'linux')(
  'an engine that may open no more files fails by name and recovers',
  async () => {
    const { stdout, stderr } = await workspace.shell(`ulimit -n 90; exec node ${findProgram('without-files')}`, {
      env: { HOME: process.env.HOME },
    });
    expect(stderr).toBe('');
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { when: 'before', html: 'ok', markdown: 'ok', pdf: 'ok' },
      { when: 'short', sameBrowser: true },
      {
        when: 'without',
        html: expect.stringMatching(/^browser_restarting: .*EMFILE/),
        pdf: 'internal: the process that merges PDFs did not start',
      },
      { when: 'after', html: 'ok', markdown: 'ok', pdf: 'ok' },
    ]);
  },
);

test.runIf(isLong)(
  'a database that another process keeps locked fails by name and recovers',
  {
    timeout: 60_000,
  },
  async () => {
    const dataFolder = join(workspace.folder, '..', 'locked');
    const store = await openStore({ dataFolder });
    const { auth, listen, internal } = await openTestService({ store });
    const base = `http://127.0.0.1:${await listen()}`;
    const create = () =>
      fetch(`${base}/api/v1/templates`, {
        method: 'POST',
        headers: { ...auth, 'content-type': 'application/json' },
        body: JSON.stringify({ template: { name: 'locked' } }),
      });
    const holder = new DatabaseSync(join(dataFolder, 'platen.db'));
    holder.exec('begin immediate');
    const refused = await create();
    expect([refused.status, (await refused.json()).code]).toEqual([500, 'internal']);
    expect(internal.at(-1)).toMatchObject({ message: expect.stringContaining('is locked by another process') });
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    holder.exec('rollback');
    holder.close();
    expect((await create()).status).toBe(201);
    await store.close();
  },
);

test.runIf(canMount)(
  'a store on a full disk refuses what it cannot keep and says so, while renders go on',
  async () => {
    const disk = mount(join(tmpdir(), `platen-store-${process.pid}`), 'size=560k,mode=700');
    let time = 0;
    const store = await openStore({ dataFolder: disk.folder });
    const { app, auth, lines } = await openServiceOn(store, () => time);
    const send = (url: string, payload?: object) =>
      app.inject({ method: payload ? 'POST' : 'GET', url, headers: auth, ...(payload && { payload }) });
    const template = { name: 'Large', content: 'x'.repeat(500_000) };
    try {
      expect((await send('/readyz')).json()).toMatchObject({ status: 'ready' });
      const full = await send('/api/v1/templates', { template });
      expect([full.statusCode, full.json()]).toEqual([
        507,
        expect.objectContaining({ code: 'storage_full', status: 507 }),
      ]);
      expect(full.body).not.toContain(disk.folder);
      expect(lines.filter((line) => line.includes('platen.db'))).toHaveLength(1);
      writeFileSync(join(disk.folder, 'rest'), '');
      expect(() => writeFileSync(join(disk.folder, 'rest'), 'x'.repeat(400_000))).toThrow(/ENOSPC/);
      time += 60_000;
      const probe = await send('/readyz');
      expect([probe.statusCode, probe.json().status]).toEqual([503, 'storage_full']);
      expect(probe.json().detail).toMatch(/until the disk .* has free space .*12 MiB/);
      expect((await send('/api/v1/renderers/pdf', { parts: { html: '<p>' } })).statusCode).toBe(200);
      disk.remount('size=20m');
      time += 60_000;
      expect((await send('/readyz')).json()).toMatchObject({ status: 'ready' });
      expect((await send('/api/v1/templates', { template })).statusCode).toBe(201);
    } finally {
      await store.close();
      disk.end();
    }
  },
);

/** A service over a store, with a key of it. */
async function openServiceOn(store: Store, clock: () => number) {
  const key = formatApiKey(randomBytes(32));
  await store.keys.create({ account: 'a', name: 'test', key });
  const opened = await openTestService({
    store,
    clock,
    findCaller: findByKey(store.keys),
  });
  return Object.assign(opened, { auth: { authorization: `Bearer ${key}` } });
}
