import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePrivateFolder } from '../engine/private-test-folder.ts';
import { buildProgram } from '../helpers/built-program.ts';
import { callService, type ServiceAnswer } from '../helpers/call-service.ts';
import { listDescendants, waitUntil, waitUntilGone } from '../helpers/process-tree.ts';
import { runCli } from '../helpers/run-cli.ts';
import { startWaitingPage, type WaitingPage } from '../helpers/waiting-page.ts';
import { openWorkspace, type Started, type Workspace } from '../helpers/workspace.ts';
import { listFonts } from '../pdf/list-fonts.ts';

const faces = resolve(import.meta.dirname, '../../node_modules/pdfjs-dist/standard_fonts');
let program: string;
let workspace: Workspace;
let page: WaitingPage;
let service: Started;
let url: string;

beforeAll(async () => {
  program = await buildProgram();
  page = await startWaitingPage();
});
afterAll(() => page.close());

async function startService(words: string[]): Promise<{ service: Started; url: string }> {
  const started = workspace.start(['serve', ...words], { limitMs: 50_000 });
  const shown = () => /listens on (http:\S+)/.exec(started.stderr())?.[1];
  await Promise.race([waitUntil('the service listens', () => shown() !== undefined), started.ended]);
  const address = shown();
  if (address === undefined) throw new Error(`the service ended: ${started.stderr()}`);
  return { service: started, url: address };
}

/** Runs a command inside this process, which is as good as another beside the service. */
const run = (words: string[]) => runCli(words, { cwd: workspace.folder, env: workspace.env });

async function makeKey(...words: string[]): Promise<{ key: string; id: string }> {
  return JSON.parse((await run(['keys', 'create', '--name', 'test', '--json', ...words])).stdout).data;
}

const call = (key: string | undefined, method: string, path: string, body?: unknown): Promise<ServiceAnswer> =>
  callService(url, { key, method, path, body });
const render = (key: string, parts: unknown) => call(key, 'POST', '/api/v1/renderers/pdf', { parts });

/** Starts a service on its own store, with these lines in the user's file of settings. */
async function startAnew(settings = ''): Promise<void> {
  workspace = openWorkspace(program);
  const file = join(workspace.env.XDG_CONFIG_HOME ?? '', 'platen', 'config.yaml');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, settings, { mode: 0o600 });
  // The waiting page is on this machine, which is no public address.
  ({ service, url } = await startService(['--port', '0', '--egress', 'open', '--sandbox', 'preferred']));
}

describe('platen serve', () => {
  beforeAll(() => startAnew());
  afterAll(() => workspace.clear());

  it('says at its first start how to make a key, which then works at once', async () => {
    await waitUntil('it says so', () => service.stderr().includes('Create one: platen keys create'));
    expect((await call(undefined, 'GET', '/api/v1/templates')).status).toBe(401);
    expect((await call('platen_wrong', 'GET', '/api/v1/templates')).json().code).toBe('unauthorized');
    const { key } = await makeKey();
    expect((await call(key, 'GET', '/api/v1/templates')).json()).toEqual({ data: [], page: { next: null } });
    expect(service.stdout()).toBe('');
    expect(service.stderr()).not.toContain(key);
  });

  it('speaks the published interface, keeps accounts apart and refuses a retired key at once', async () => {
    const [{ key, id }, other] = [await makeKey(), await makeKey('--account', 'other')];
    const made = await call(key, 'POST', '/api/v1/templates', { template: { name: 'A', content: '<p>{{ who }}</p>' } });
    expect(made.status).toBe(201);
    const path = `/api/v1/templates/${made.json().data.id}`;

    const patch = { template: { name: 'B', preview_context: { who: 'Ada' } } };
    const patched = await call(key, 'PATCH', path, patch);
    expect([patched.status, Object.keys(patched.json())]).toEqual([200, ['data']]);
    expect(patched.json().data).toEqual({
      content: '<p>{{ who }}</p>',
      id: made.json().data.id,
      inserted_at: made.json().data.inserted_at,
      name: 'B',
      preview_context: { who: 'Ada' },
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    const pdf = await render(key, { template: made.json().data.id });
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');

    const foreign = [await call(other.key, 'GET', path), await call(other.key, 'PATCH', path, patch)];
    expect(foreign.map((answer) => [answer.status, answer.json().code])).toEqual([
      [404, 'template_not_found'],
      [404, 'template_not_found'],
    ]);
    expect((await run(['keys', 'revoke', id])).code).toBe(0);
    expect((await call(key, 'GET', path)).status).toBe(401);
    expect((await call(other.key, 'GET', '/api/v1/templates')).status).toBe(200);
  });

  it('names a key that is not there', async () => {
    const { code, stderr } = await run(['keys', 'revoke', '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f']);
    expect([code, stderr]).toEqual([5, expect.stringContaining('there is no key with this id')]);
    expect(stderr).not.toContain('base_url');
  });

  // The last of this service.
  it('finishes at SIGTERM what runs, refuses the rest and ends with 0', async () => {
    const { key } = await makeKey();
    const asked = page.asked();
    const running = render(key, page.url);
    await asked;
    const processes = listDescendants(service.pid);
    service.child.kill('SIGTERM');
    await waitUntil('the service drains', () => service.stderr().includes('finishing what runs'));
    const refused = await call(key, 'GET', '/api/v1/templates');
    expect([refused.status, refused.json().code]).toEqual([503, 'shutting_down']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    page.release();
    const pdf = await running;
    expect([pdf.status, pdf.bytes.subarray(-6).toString().trim()]).toEqual([200, '%%EOF']);
    expect(await service.ended).toMatchObject({ code: 0, signal: null });
    expect(await waitUntilGone(processes)).toEqual([]);
  });
});

describe('a service with a folder of fonts in its settings', () => {
  /** A folder with a company's face. */
  const company = makePrivateFolder();
  beforeAll(async () => {
    chmodSync(company.path, 0o755);
    cpSync(join(faces, 'LiberationSans-Regular.ttf'), join(company.path, 'company.ttf'));
    await startAnew(`font_dir: ${company.path}\n`);
  });
  afterAll(async () => {
    await workspace.clear();
    company.remove();
  });

  it('has it beside its own faces, and leaves it out for a request of bundled fonts', async () => {
    const { key } = await makeKey();
    const html = '<!doctype html><html lang="en"><title>T</title><p style="font-family: Liberation Sans">Dear';
    const facesOf = async (options: object) => {
      const { status, bytes } = await call(key, 'POST', '/api/v1/renderers/pdf', { parts: { html }, options });
      expect(status).toBe(200);
      return listFonts(bytes);
    };
    expect(await facesOf({})).toEqual(['LiberationSans']);
    expect(await facesOf({ fonts: 'bundled' })).toEqual(['Arimo-Regular']);
  });

  it('that is a file keeps it from starting', async () => {
    const { code, stderr } = await run(['serve', '--port', '0', '--font-dir', join(company.path, 'company.ttf')]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('company.ttf is a file')]);
  });

  // The last of this service.
  it('ends at once at a second SIGTERM, browser and all', async () => {
    const { key } = await makeKey();
    const asked = page.asked();
    const running = render(key, page.url).catch((error: Error) => error);
    await asked;
    const processes = listDescendants(service.pid);
    service.child.kill('SIGTERM');
    await waitUntil('the service drains', () => service.stderr().includes('finishing what runs'));
    // One that comes within a tenth of a second is the first once more, as timeout(1) sends it.
    await new Promise((resolve) => setTimeout(resolve, 200));
    service.child.kill('SIGTERM');
    expect((await service.ended).code).toBe(143);
    expect(await waitUntilGone(processes)).toEqual([]);
    expect(await running).toBeInstanceOf(Error);
  });
});

describe('an address that cannot be listened on', () => {
  const holder = createServer();
  let taken: number;
  beforeAll(async () => {
    workspace = openWorkspace(program);
    holder.listen(0, '127.0.0.1');
    await once(holder, 'listening');
    taken = (holder.address() as AddressInfo).port;
  });
  afterAll(async () => {
    holder.close();
    await workspace.clear();
  });

  it('is named, with what to do, and ends the service', async () => {
    const busy = await workspace.platen(['serve', '--port', String(taken), '--sandbox', 'preferred']);
    expect([busy.code, busy.stderr]).toEqual([15, expect.stringContaining(`cannot listen on 127.0.0.1:${taken}`)]);
    expect(busy.stderr).toContain('--port');
    // It listens before it waits for its browser, so there need be none.
    const foreign = await workspace.platen([
      'serve',
      '--host',
      '192.0.2.1',
      '--chromium',
      '/no/such/browser',
      '--json',
    ]);
    expect([foreign.code, JSON.parse(foreign.stderr).error.code]).toEqual([15, 'io_failed']);
    expect(foreign.stdout).toBe('');
  });
});
