import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { dashboardRoutes } from '../../src/contract/index.ts';
import { buildProgram } from '../helpers/built-program.ts';
import { waitUntil } from '../helpers/process-tree.ts';
import { makeHome, runCli } from '../helpers/run-cli.ts';
import { startCommand } from '../helpers/start-command.ts';
import { openWorkspace, type Started, type Workspace } from '../helpers/workspace.ts';

let program: string;
let workspace: Workspace;

beforeAll(async () => {
  program = await buildProgram();
});
beforeEach(() => {
  workspace = openWorkspace(program);
});
afterEach(() => workspace.clear());

/** Starts a command and waits for what it prints of itself. */
async function start(words: string[], said: RegExp): Promise<{ started: Started; found: string }> {
  const started = workspace.start(words, { limitMs: 50_000 });
  const shown = () => said.exec(started.stderr())?.[1];
  await Promise.race([waitUntil('it listens', () => shown() !== undefined), started.ended]);
  const found = shown();
  if (found === undefined) throw new Error(`it ended: ${started.stderr()}`);
  return { started, found };
}

/** What a page of the address itself sends, with the cookie that it was given. */
function openPage(url: string) {
  let cookie = '';
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: { origin: new URL(url).origin, cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const [set] = answer.headers.getSetCookie();
    if (set !== undefined) cookie = set.split(';')[0] ?? '';
    return answer;
  };
}

describe('the dashboard of a service', () => {
  it('leads from the first link to a key that renders, is rotated and retired', async () => {
    const { found: url } = await start(['serve', '--port', '0', '--sandbox', 'preferred'], /listens on (http:\S+)/);
    const made = await workspace.platen(['users', 'create', 'ada@example.com', '--public-url', url]);
    const [, link = ''] = /#link=(\S+)/.exec(made.stdout) ?? [];
    const send = openPage(url);
    expect((await send('GET', '/')).headers.get('location')).toBe('dashboard/');
    const set = await send('POST', '/api/dashboard/password', { link, password: 'correct horse battery' });
    expect((await set.json()).data).toMatchObject({ signed_in: true, email: 'ada@example.com', role: 'admin' });
    const { data } = await (await send('POST', '/api/v1/keys', { key: { name: 'ci' } })).json();
    const render = async (key: string) =>
      (
        await fetch(`${url}/api/v1/renderers/pdf`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ parts: { html: '<h1>Hello</h1>' } }),
        })
      ).status;
    expect(await render(data.key)).toBe(200);
    const rotation = { rotation: { overlap_seconds: 0 } };
    const rotated = await (await send('POST', `/api/v1/keys/${data.id}/rotate`, rotation)).json();
    expect([await render(data.key), await render(rotated.data.key)]).toEqual([401, 200]);
    expect((await send('DELETE', `/api/v1/keys/${rotated.data.id}`)).status).toBe(204);
    expect(await render(rotated.data.key)).toBe(401);
    const list = async () => (await (await send('GET', '/api/dashboard/renders')).json()).data;
    await expect.poll(async () => (await list()).length).toBe(2);
    expect(await list()).toMatchObject([
      { key: rotated.data.id, pages: 1 },
      { key: data.id, source: 'html', error: null },
    ]);
  });

  it('is not there with --no-dashboard, nor anything that belongs to it', async () => {
    const words = ['serve', '--port', '0', '--role', 'web', '--no-dashboard'];
    const home = makeHome();
    const { found: url, stop } = await startCommand(words, home, /listens on (http:\S+)/);
    onTestFinished(async () => {
      await stop();
      home.remove();
    });
    const made = await runCli(['users', 'create', 'ada@example.com'], { cwd: home.folder, env: home.env });
    const [, link = ''] = /#link=(\S+)/.exec(made.stdout) ?? [];
    const send = openPage(url);
    expect((await send('GET', '/')).headers.get('location')).toBe('docs');
    for (const { method, path } of Object.values(dashboardRoutes)) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : { link, password: 'correct horse battery' };
      expect((await send(method, path, body)).status, `${method} ${path}`).toBe(404);
    }
    for (const path of [
      '/dashboard',
      '/dashboard/',
      '/dashboard/keys',
      '/dashboard/assets/x.js',
      '/api/dashboard/openid',
    ]) {
      expect((await send('GET', path)).status, path).toBe(404);
    }
    const withCookie = { headers: { cookie: `platen-${new URL(url).port}=${'A'.repeat(43)}` } };
    expect((await fetch(`${url}/api/v1/templates`, withCookie)).status).toBe(401);
  });
});

describe('platen dashboard', () => {
  it('shows a page of this machine within five seconds, to who holds its ticket', async () => {
    const begun = performance.now();
    const { started, found } = await start(['dashboard', '--no-open'], /Dashboard: (http:\S+)/);
    const { origin, pathname, hash } = new URL(found);
    const send = openPage(origin);
    const page = await send('GET', pathname);
    const text = await page.text();
    expect([page.status, text]).toEqual([200, expect.not.stringContaining('%BASE%')]);
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      ([, file = '']) => new URL(file, `${origin}${pathname}`),
    );
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const answer = await fetch(file);
      expect([file.href, answer.status, answer.headers.get('cache-control')]).toEqual([
        file.href,
        200,
        expect.stringContaining('immutable'),
      ]);
    }
    const session = await send('POST', '/api/dashboard/ticket', { ticket: hash.slice('#ticket='.length) });
    expect((await session.json()).data).toMatchObject({ local: true, account: 'default' });
    const template = { content: '<h1>{{ who }}</h1>', preview_context: { who: 'Ada' } };
    const drawn = await send('POST', '/api/dashboard/drawing', template);
    expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const broken = await send('POST', '/api/dashboard/drawing', {
      ...template,
      content: '<h1>\n{{ who | nope }}</h1>',
    });
    expect(await broken.json()).toMatchObject({ code: 'template_error', line: 2 });
    expect(performance.now() - begun).toBeLessThan(20_000);
    started.child.kill('SIGINT');
    expect((await started.ended).code).toBe(0);
  });
});
