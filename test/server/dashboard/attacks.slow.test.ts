import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { dashboardRoutes, type Route, routes } from '../../../src/contract/index.ts';
import { host, openTestDashboard, password } from './test-dashboard.ts';

type Workspace = Awaited<ReturnType<typeof openTestDashboard>>;
const session = '/api/dashboard/session';
const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('a page of another origin', () => {
  const foreign: [string, Record<string, string>][] = [
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a neighbour under the same domain', { 'sec-fetch-site': 'same-site', origin: 'https://evil.example.com' }],
    ['a form opened by hand', { 'sec-fetch-site': 'none' }],
    ['an old browser', { 'sec-fetch-site': '', origin: 'https://evil.example' }],
    ['an old browser, another port', { 'sec-fetch-site': '', origin: `https://${host}:8443` }],
    ['a sandboxed frame', { 'sec-fetch-site': '', origin: 'null' }],
    ['a client that says nothing', { 'sec-fetch-site': '' }],
  ];
  let workspace: Workspace;
  let victim: Awaited<ReturnType<Workspace['addPerson']>>;
  beforeAll(async () => {
    workspace = await openTestDashboard();
    victim = await workspace.addPerson('ada@example.com');
  });

  /** Sends with the victim's cookie, as if the browser let it through. An empty header is left out. */
  function sendAs(
    headers: Record<string, string>,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object | string,
  ) {
    const sent = { host, cookie: victim.browser.cookie, ...headers };
    return workspace.app.inject({
      method,
      url,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')),
      ...(payload !== undefined && { payload }),
    });
  }

  it.each(foreign)('changes nothing: %s', async (_who, headers) => {
    for (const [method, url, payload] of [
      ['POST', '/api/v1/keys', { key: { name: 'stolen' } }],
      ['POST', '/api/v1/templates', { template: { name: 'x' } }],
      ['POST', '/api/dashboard/users', { email: 'evil@example.com', role: 'admin' }],
      ['PATCH', session, { account: 'a' }],
      ['DELETE', session, undefined],
      ['DELETE', '/api/dashboard/sessions', undefined],
      ['DELETE', `/api/dashboard/background/${unknown}`, undefined],
      // Signing the victim in as somebody else.
      ['POST', session, { email: 'ada@example.com', password }],
    ] as const) {
      const answer = await sendAs(headers, method, url, payload);
      expect(answer.statusCode, `${method} ${url}`).toBe(403);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect((await victim.browser.read('/api/v1/keys')).data.map(({ name }: { name: string }) => name)).toEqual([
      'test',
    ]);
    expect((await victim.browser.read(session)).data.signed_in).toBe(true);
  });

  it('reads nothing, and gets no leave to (CORS)', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const answer = await sendAs({ ...headers, origin: 'https://evil.example' }, 'GET', '/api/v1/templates');
      expect(answer.statusCode).toBe(403);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    const asked = await workspace.app.inject({
      method: 'OPTIONS',
      url: '/api/v1/keys',
      headers: { host, origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(Object.keys(asked.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('sends no form that is read as JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': type };
      const answer = await sendAs(headers, 'POST', '/api/v1/keys', '{"key":{"name":"stolen"}}');
      expect(answer.statusCode, type).toBe(415);
    }
  });

  it('has no way in beside the header: a key in the cookie, a session as a key', async () => {
    const { key } = await workspace.makeKey('a');
    const own = { 'sec-fetch-site': 'same-origin' };
    expect((await sendAs({ ...own, cookie: `__Host-platen=${key}` }, 'GET', '/api/v1/templates')).statusCode).toBe(401);
    const secret = victim.browser.cookie.split('=')[1] ?? '';
    const asKey = { ...own, cookie: '', authorization: `Bearer ${secret}` };
    expect((await sendAs(asKey, 'GET', '/api/v1/templates')).statusCode).toBe(401);
    // A wrong key is refused even where the cookie would do.
    expect((await sendAs({ ...own, authorization: 'Bearer x' }, 'GET', '/api/v1/templates')).statusCode).toBe(401);
  });
});

describe('the pages', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await openTestDashboard();
  });

  it('cannot be framed, run no text as script, and reach no one', async () => {
    const { openBrowser, folder } = workspace;
    writeFileSync(join(folder, 'dashboard.html'), '<script src="%BASE%assets/x.js"></script>');
    writeFileSync(join(folder, 'dashboard.AbCd1234.js'), 'export {}');
    for (const url of [
      '/dashboard/',
      '/dashboard/keys',
      `/dashboard/templates/${unknown}`,
      '/dashboard/assets/dashboard.AbCd1234.js',
    ]) {
      const { headers, statusCode } = await openBrowser().send({ url });
      expect(statusCode, url).toBe(200);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
    }
    expect((await openBrowser().send({ url: `/dashboard/templates/${unknown}` })).body).toContain(
      'src="../assets/x.js"',
    );
    expect((await openBrowser().send({ url: '/dashboard/keys' })).body).toContain('src="./assets/x.js"');
    const script = await openBrowser().send({ url: '/dashboard/assets/dashboard.AbCd1234.js' });
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it.each([
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2fplaten.db',
    'platen.db',
    'dashboard.html',
    'constructor',
    'a.AbCd1234.js%00',
  ])('give out no file but their own: %s', async (name) => {
    const { openBrowser, folder } = workspace;
    writeFileSync(join(folder, 'dashboard.html'), 'x');
    const { statusCode, body } = await openBrowser().send({ url: `/dashboard/assets/${name}` });
    expect([statusCode, body.includes('SQLite')]).toEqual([404, false]);
  });

  it('draw what a template holds into a PDF, and answer nothing of it as a page', async () => {
    const { addPerson, engine } = workspace;
    const { browser } = await addPerson('ada@example.com');
    const content = '<script>fetch("/api/v1/keys")</script>';
    const drawing = { content, preview_context: { a: '<img onerror=x>' } };
    const drawn = await browser.send({ method: 'POST', url: '/api/dashboard/drawing', payload: drawing });
    expect(drawn.headers['content-type']).toBe('application/pdf');
    const [call] = engine.calls;
    const { template } = (call?.request.parts ?? {}) as { template: string };
    expect(await call?.context.loadTemplate?.(template)).toMatchObject({
      content,
      preview_context: { a: '<img onerror=x>' },
    });
    const stored = await browser.send({
      method: 'POST',
      url: '/api/v1/templates',
      payload: { template: { name: content, content } },
    });
    for (const url of [
      `/api/v1/templates/${stored.json().data.id}`,
      '/api/dashboard/templates',
      `/api/dashboard/templates?search=${encodeURIComponent(content)}`,
    ]) {
      const { headers, body } = await browser.send({ url });
      expect(headers['content-type']).toMatch(/^application\/json/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(body).toContain('script');
    }
  });
});

describe('a cookie', () => {
  it('that somebody planted before the sign-in is worth nothing after it', async () => {
    const { addPerson, openBrowser } = await openTestDashboard();
    const mallory = await addPerson('mallory@example.com');
    const { email } = await addPerson('ada@example.com');
    const browser = openBrowser();
    const planted = mallory.browser.cookie;
    browser.cookie = planted;
    await browser.signIn(email);
    expect(browser.cookie).not.toBe(planted);
    // The sign-in that was planted has ended with it.
    expect((await mallory.browser.send({ url: '/api/v1/templates' })).statusCode).toBe(401);
    const made = openBrowser();
    made.cookie = `__Host-platen=${'A'.repeat(43)}`;
    await made.signIn(email);
    expect(made.cookie).not.toContain('AAAA');
  });

  it('is taken neither twice nor under the name of the other kind of host', async () => {
    const { addPerson, app } = await openTestDashboard();
    const { browser } = await addPerson('ada@example.com');
    const secret = browser.cookie.split('=')[1];
    const read = async (cookie: string, at = host) =>
      (await app.inject({ url: '/api/v1/templates', headers: { host: at, cookie, 'sec-fetch-site': 'same-origin' } }))
        .statusCode;
    expect(await read(`__Host-platen=${secret}`)).toBe(200);
    expect(await read(`a=b; __Host-platen=${secret}; c=d`)).toBe(200);
    expect(await read(`platen=${secret}`)).toBe(401);
    expect(await read(`__Host-platen=x; __Host-platen=${secret}`)).toBe(401);
    expect(await read(`__Host-platen=${secret}`, '127.0.0.1:8080')).toBe(401);
  });
});

type Target = Pick<Route, 'method' | 'path'>;

describe('an id of another account', () => {
  it('is as unknown as any in every operation that takes one', async () => {
    const { addPerson, store, accounts } = await openTestDashboard();
    const theirs = await addPerson('ada@example.com', 'admin', 'theirs');
    const { browser } = await addPerson('mallory@example.com', 'admin', 'mine');
    const template = await store.templates.create('theirs', { name: 'secret' });
    const key = (
      await theirs.browser.send({ method: 'POST', url: '/api/v1/keys', payload: { key: { name: 'k' } } })
    ).json().data;
    await accounts.renders.add([
      {
        account: 'theirs',
        at: 0,
        source: 'html',
        template: null,
        key: null,
        by: 'x',
        pages: 1,
        bytes: 1,
        timings: null,
        ms: 1,
        warnings: [],
        error: null,
        request_id: 'r',
        shape: null,
        request: '{}',
        pdf: new Uint8Array(1),
      },
    ]);
    const [render] = (await accounts.renders.list('theirs', { limit: 1 })).entries;
    const [signIn] = await accounts.sessions.list(theirs.id);
    const { job } = await (await store.jobs()).create({
      account: 'theirs',
      api_key: key.id,
      by: 'x',
      source: 'html',
      request_id: 'r',
      request: '{}',
      priority: 'normal',
      keepSeconds: 60,
    });
    const { webhooks, deliveries } = await store.webhooks();
    const webhook = await webhooks.create(
      'theirs',
      { address: 'https://hooks.example.com', events: ['render.done'], secret: 'x', createdBy: 'x' },
      1,
    );
    const event = { event: 'render.done', subject: job.id, body: '{}' } as const;
    const delivery = await deliveries.add('theirs', webhook.id, event, 1000);
    const ids: Record<string, string> = {
      templates: template.id,
      keys: key.id,
      renders: job.id,
      background: job.id,
      'the log of renders': render?.id ?? '',
      webhooks: webhook.id,
      deliveries: delivery.id,
      users: theirs.id,
      sessions: signIn?.id ?? '',
    };
    const bodies: Record<string, object> = {
      updateTemplate: { template: { name: 'x' } },
      rotateKey: { rotation: {} },
      rotateWebhook: { rotation: {} },
      updateWebhook: { webhook: { enabled: false } },
      changeRole: { role: 'viewer' },
      setLabel: { revision: 1 },
      updateTemplateProperties: { properties: { folder: 'mine' } },
      updateValueSets: { values: { sets: { more: {} } } },
      setValueSet: { values: {} },
      setValuesSchema: { schema: {} },
    };
    const fill = (path: string, id: string) =>
      path.replace('{id}', id).replace('{revision}', '1').replace('{label}', 'live').replace('{set}', 'more');
    const all = [routes, dashboardRoutes]
      .flatMap((table) => Object.entries<Target>(table))
      .filter(([, { path }]) => path.includes('{id}'));
    expect(all.length).toBeGreaterThan(10);
    for (const [name, { method, path }] of all) {
      const isLogged = path.startsWith('/api/dashboard/renders/');
      const kind = isLogged ? 'the log of renders' : (path.split('/')[3] ?? '');
      const send = (id: string) =>
        browser.send({ method, url: fill(path, id), ...(bodies[name] && { payload: bodies[name] }) });
      expect(ids[kind], name).toBeTruthy();
      const [there, none] = [await send(ids[kind] ?? ''), await send(unknown)];
      expect(there.statusCode, name).toBe(404);
      if (method === 'GET') {
        const own = await theirs.browser.send({ url: fill(path, ids[kind] ?? '') });
        expect(own.statusCode, name).not.toBe(404);
      }
      expect({ ...there.json(), request_id: '' }, name).toEqual({ ...none.json(), request_id: '' });
    }
    expect((await theirs.browser.read('/api/v1/keys')).data).toMatchObject([{ id: key.id, revoked_at: null }]);
    expect(await store.templates.get('theirs', template.id)).toMatchObject({ name: 'secret', version: 1 });
  });

  it('is refused as an account to look at', async () => {
    const { addPerson } = await openTestDashboard();
    await addPerson('ada@example.com', 'admin', 'theirs');
    const { browser } = await addPerson('mallory@example.com', 'admin', 'mine');
    for (const account of ['theirs', '', '__proto__', 'mine, theirs']) {
      const answer = await browser.send({ url: '/api/v1/templates', headers: { 'platen-account': account } });
      expect(answer.statusCode, account).toBe(403);
    }
  });
});

describe('a name', () => {
  let browser: Awaited<ReturnType<Workspace['addPerson']>>['browser'];
  beforeAll(async () => {
    const { addPerson } = await openTestDashboard();
    ({ browser } = await addPerson('ada@example.com'));
  });

  it.each(['a\r\nSet-Cookie: x=1', 'a\u0000b', 'a\u2028\u0085b'])('with %j in it makes no header', async (name) => {
    const answer = await browser.send({ method: 'POST', url: '/api/v1/keys', payload: { key: { name } } });
    if (answer.statusCode === 201) expect(answer.headers['set-cookie']).toBeUndefined();
    else expect(answer.json()).toMatchObject({ errors: [{ pointer: '/key/name' }] });
    const email = `ada${name}@example.com`;
    const added = await browser.send({
      method: 'POST',
      url: '/api/dashboard/users',
      payload: { email, role: 'viewer' },
    });
    expect(added.statusCode).toBe(422);
  });

  it('of a template becomes no header where its PDF is sent', async () => {
    const payload = { parts: { html: 'x' }, metadata: { title: 'a"; filename="evil.html' } };
    const { headers } = await browser.send({ method: 'POST', url: '/api/v1/renderers/pdf', payload });
    expect(headers['content-disposition']).not.toContain('evil.html"');
  });
});

describe('guessing passwords', () => {
  it('is slowed down from one network, and nobody else is', async () => {
    const { addPerson, openBrowser, move } = await openTestDashboard();
    const { email } = await addPerson('ada@example.com');
    await addPerson('bob@example.com');
    const [mallory, bob] = [
      openBrowser({ remoteAddress: '203.0.113.9' }),
      openBrowser({ remoteAddress: '198.51.100.4' }),
    ];
    const tries = [];
    for (let count = 0; count < 12; count += 1) tries.push(await mallory.signIn(email, `guess number ${count}`));
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([...Array(10).fill(401), 429, 429]);
    expect(tries[11]?.headers['retry-after']).toBe('10');
    expect(tries[11]?.json()).toMatchObject({ code: 'rate_limited' });
    // Not even with the right one, so that a guess costs as much as a failure.
    expect((await mallory.signIn(email)).statusCode).toBe(429);
    expect((await bob.signIn('bob@example.com')).statusCode).toBe(200);
    move(10_000);
    expect((await mallory.signIn(email, 'one more guess')).statusCode).toBe(401);
  });

  it('from many networks locks nobody out who has signed in from theirs before', async () => {
    const { addPerson, openBrowser } = await openTestDashboard();
    const { email } = await addPerson('ada@example.com');
    const home = openBrowser({ remoteAddress: '198.51.100.4' });
    await home.signIn(email);
    const guess = (network: number) =>
      openBrowser({ remoteAddress: `203.0.113.${network}` }).signIn(email, 'a wrong password');
    const answers = await Promise.all(Array.from({ length: 30 }, (_, network) => guess(network)));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
    expect((await home.signIn(email)).statusCode).toBe(200);
  });

  it('counts many at once, and no right one', async () => {
    const { addPerson, openBrowser } = await openTestDashboard();
    const { email } = await addPerson('ada@example.com');
    const burst = await Promise.all(Array.from({ length: 20 }, () => openBrowser().signIn(email, 'a wrong password')));
    expect(burst.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    const bob = openBrowser({ remoteAddress: '198.51.100.4' });
    await addPerson('bob@example.com');
    for (let count = 0; count < 15; count += 1) expect((await bob.signIn('bob@example.com')).statusCode).toBe(200);
  });

  it('of links is as hopeless as of keys: only the right form is looked up, and 429 follows for keys', async () => {
    const { openBrowser } = await openTestDashboard();
    for (const link of ['', 'x', 'A'.repeat(42), `${'A'.repeat(42)}=`, ['A'.repeat(43)], null]) {
      const answer = await openBrowser().send({
        method: 'POST',
        url: '/api/dashboard/password',
        payload: { link, password },
      });
      expect(answer.statusCode).toBe(422);
    }
    const wrong = { link: 'A'.repeat(43), password };
    expect(
      (await openBrowser().send({ method: 'POST', url: '/api/dashboard/password', payload: wrong })).statusCode,
    ).toBe(401);
  });

  it('costs the service no more of a body than a password needs', async () => {
    const { openBrowser } = await openTestDashboard();
    for (const [name, route] of Object.entries<{ method: string; path: string; needs: string }>(dashboardRoutes)) {
      if (route.needs !== 'nobody' || route.method !== 'POST') continue;
      const payload = { password: 'x'.repeat(100_000) };
      const answer = await openBrowser().send({ method: 'POST', url: route.path, payload });
      expect(answer.json(), name).toMatchObject({ status: 413, code: 'too_large' });
    }
  });
});

describe('the dashboard of one machine', () => {
  const ticket = 'T'.repeat(43);
  const open = async () => {
    const workspace = await openTestDashboard({ local: { tickets: [ticket], account: 'default' } });
    return { ...workspace, browser: workspace.openBrowser({ host: '127.0.0.1:4711' }) };
  };
  const redeem = { method: 'POST', url: '/api/dashboard/ticket', payload: { ticket } } as const;

  it('lets in one browser, once', async () => {
    const { browser, openBrowser } = await open();
    expect((await browser.send(redeem)).json().data).toMatchObject({
      signed_in: true,
      local: true,
      role: 'admin',
      email: null,
    });
    expect((await browser.send({ url: '/api/v1/keys' })).statusCode).toBe(200);
    const second = openBrowser({ host: '127.0.0.1:4711' });
    expect((await second.send(redeem)).statusCode).toBe(401);
    expect((await second.send({ url: '/api/v1/keys' })).statusCode).toBe(401);
    expect((await second.send({ ...redeem, payload: { ticket: 'A'.repeat(43) } })).statusCode).toBe(401);
  });

  it('answers nothing to a name that was led here (DNS rebinding)', async () => {
    const { browser, app } = await open();
    await browser.send(redeem);
    for (const name of [
      'evil.example',
      'evil.example:4711',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '127.0.0.1@evil.example',
      '[::2]',
      '0.0.0.0:4711',
    ]) {
      for (const url of ['/', '/dashboard/', '/api/dashboard/session', '/api/v1/keys', '/healthz', '/nothing']) {
        const answer = await app.inject({
          url,
          headers: { host: name, cookie: browser.cookie, 'sec-fetch-site': 'same-origin' },
        });
        expect(answer.statusCode, `${name} ${url}`).toBe(403);
      }
    }
    for (const name of ['localhost:4711', '127.0.0.1:4711', '[::1]:4711', 'LOCALHOST']) {
      expect((await app.inject({ url: '/healthz', headers: { host: name } })).statusCode, name).toBe(200);
    }
  });

  it('knows no people, no passwords and no links', async () => {
    const { browser, accounts } = await open();
    const { id } = await accounts.users.create('ada@example.com');
    await accounts.users.setRole(id, 'default', 'admin');
    await browser.send(redeem);
    const added = await browser.send({
      method: 'POST',
      url: '/api/dashboard/users',
      payload: { email: 'x@example.com', role: 'admin' },
    });
    expect(added.statusCode).toBe(403);
    const change = { old_password: password, password: 'another password' };
    expect((await browser.send({ method: 'PATCH', url: '/api/dashboard/password', payload: change })).statusCode).toBe(
      403,
    );
  });
});
