import { beforeAll, describe, expect, it } from 'vitest';
import { host, openTestDashboard, password } from './test-dashboard.ts';

const hour = 3_600_000;
const session = '/api/dashboard/session';

describe('signing in', () => {
  it('gives a cookie that no script and no other site can use, and is renewed by use', async () => {
    const { addPerson, move } = await openTestDashboard();
    const { browser } = await addPerson('ada@example.com');
    expect(browser.setCookie).toMatch(
      /^__Host-platen=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(await browser.read(session)).toEqual({
      data: {
        signed_in: true,
        local: false,
        email: 'ada@example.com',
        account: 'a',
        role: 'admin',
        scopes: ['render', 'templates:read', 'templates:write', 'keys', 'webhooks', 'seal:*'],
        accounts: [{ account: 'a', role: 'admin' }],
        openid: null,
        version: '1.2.3',
      },
    });
    move(11 * hour);
    expect((await browser.send({ url: '/api/v1/templates' })).statusCode).toBe(200);
    move(11 * hour);
    expect((await browser.send({ url: '/api/v1/templates' })).statusCode).toBe(200);
    move(12 * hour);
    expect((await browser.send({ url: '/api/v1/templates' })).statusCode).toBe(401);
    expect((await browser.read(session)).data).toMatchObject({ signed_in: false, email: null, account: null });
  });

  it('has a cookie of another name on this machine, where there is no https', async () => {
    const { addPerson, openBrowser } = await openTestDashboard();
    await addPerson('ada@example.com');
    for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080']) {
      const browser = openBrowser({ host });
      expect((await browser.signIn('ada@example.com')).statusCode).toBe(200);
      expect(browser.setCookie).toMatch(
        /^platen-8080=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
      );
    }
  });

  it.each(['localhost', host])(
    'has a cookie for each port of %s, so that services there do not end each other',
    async (name) => {
      const { addPerson, openBrowser } = await openTestDashboard();
      await addPerson('ada@example.com');
      const browser = openBrowser({ host: `${name}:8080` });
      await browser.signIn('ada@example.com');
      const first = browser.cookie;
      expect((await browser.send({ url: '/api/v1/templates', headers: { host: `${name}:9090` } })).statusCode).toBe(
        401,
      );
      const both = { cookie: `${first}; ${first.replace('8080=', '9090=x')}` };
      expect((await browser.send({ url: '/api/v1/templates', headers: both })).statusCode).toBe(200);
    },
  );

  it('has the strict cookie behind a proxy of this machine that speaks https', async () => {
    const { addPerson, openBrowser } = await openTestDashboard();
    await addPerson('ada@example.com');
    const browser = openBrowser({ host: '127.0.0.1:8080' });
    const payload = { email: 'ada@example.com', password };
    const headers = { 'x-forwarded-proto': 'https' };
    await browser.send({ method: 'POST', url: session, payload, headers });
    expect(browser.setCookie).toMatch(/^__Host-platen-8080=.*; Secure$/);
    expect((await browser.send({ url: '/api/v1/templates', headers })).statusCode).toBe(200);
  });

  it('answers the same for a wrong password and for nobody', async () => {
    const { addPerson, openBrowser } = await openTestDashboard();
    await addPerson('ada@example.com');
    const answers = [
      await openBrowser().signIn('ada@example.com', 'wrong horse battery'),
      await openBrowser().signIn('nobody@example.com'),
    ].map((answer) => ({ ...answer.json(), request_id: '' }));
    expect(answers[0]).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(answers[0]).toEqual(answers[1]);
  });

  it('ends at signing out, one by one and everywhere', async () => {
    const { addPerson, openBrowser } = await openTestDashboard();
    const { browser, email } = await addPerson('ada@example.com');
    const [second, third] = [openBrowser(), openBrowser()];
    await second.signIn(email);
    await third.signIn(email);
    const stolen = { cookie: browser.cookie };
    expect((await browser.send({ method: 'DELETE', url: session })).statusCode).toBe(204);
    expect(browser.cookie).toBe('');
    expect((await browser.send({ url: '/api/v1/templates', headers: stolen })).statusCode).toBe(401);

    const list = (await second.read('/api/dashboard/sessions')).data;
    expect(list.map(({ current }: { current: boolean }) => current)).toEqual([false, true]);
    await second.send({ method: 'DELETE', url: `/api/dashboard/sessions/${list[0].id}` });
    expect((await third.send({ url: '/api/v1/templates' })).statusCode).toBe(401);
    expect((await second.send({ url: '/api/v1/templates' })).statusCode).toBe(200);
    const kept = { cookie: second.cookie };
    expect((await second.send({ method: 'DELETE', url: '/api/dashboard/sessions' })).statusCode).toBe(204);
    expect((await second.send({ url: '/api/v1/templates', headers: kept })).statusCode).toBe(401);
  });

  it('ends everywhere when the password changes, but where it was changed', async () => {
    const { addPerson, openBrowser } = await openTestDashboard();
    const { browser, email } = await addPerson('ada@example.com');
    const other = openBrowser();
    await other.signIn(email);
    const change = (old_password: string) =>
      browser.send({
        method: 'PATCH',
        url: '/api/dashboard/password',
        payload: { old_password, password: 'another horse entirely' },
      });
    expect((await change('wrong horse battery')).statusCode).toBe(401);
    const before = browser.cookie;
    expect((await change(password)).statusCode).toBe(200);
    expect(browser.cookie).not.toBe(before);
    expect((await browser.send({ url: '/api/v1/templates' })).statusCode).toBe(200);
    expect((await other.send({ url: '/api/v1/templates' })).statusCode).toBe(401);
    expect((await other.signIn(email)).statusCode).toBe(401);
    expect((await other.signIn(email, 'another horse entirely')).statusCode).toBe(200);
  });

  it('takes a new password of twelve characters or more, and needs no others', async () => {
    const { addPerson } = await openTestDashboard();
    const { browser } = await addPerson('ada@example.com');
    const send = (text: string) =>
      browser.send({
        method: 'PATCH',
        url: '/api/dashboard/password',
        payload: { old_password: password, password: text },
      });
    expect((await send('eleven char')).json()).toMatchObject({ errors: [{ pointer: '/password' }] });
    expect((await send('aaaaaaaaaaaa')).statusCode).toBe(200);
  });
});

describe('a one-time link', () => {
  it('says whom it is for, sets a password once, and is good for 15 minutes', async () => {
    const { addPerson, openBrowser, move } = await openTestDashboard();
    const { browser } = await addPerson('ada@example.com');
    const made = await browser.send({
      method: 'POST',
      url: '/api/dashboard/users',
      payload: { email: 'Bob@example.com', role: 'viewer' },
      headers: { origin: 'https://pdf.example.com' },
    });
    expect(made.statusCode).toBe(201);
    expect(made.json().data).toMatchObject({ email: 'bob@example.com', role: 'viewer', has_password: false });
    const [, link] = /^https:\/\/pdf\.example\.com\/dashboard\/#link=([A-Za-z0-9_-]{43})$/.exec(made.json().link) ?? [];
    const bob = openBrowser();
    const read = () => bob.send({ method: 'POST', url: '/api/dashboard/link', payload: { link } });
    expect((await read()).json()).toEqual({ data: { email: 'bob@example.com' } });
    const use = () =>
      openBrowser().send({ method: 'POST', url: '/api/dashboard/password', payload: { link, password } });
    const uses = await Promise.all([use(), use(), use()]);
    expect(uses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
    expect((await use()).statusCode).toBe(401);
    expect((await read()).statusCode).toBe(401);
    expect((await bob.signIn('bob@example.com')).statusCode).toBe(200);

    const id = made.json().data.id;
    const again = await browser.send({ method: 'POST', url: `/api/dashboard/users/${id}/link` });
    const second = again.json().link.split('#link=')[1];
    move(15 * 60_000);
    const late = { method: 'POST', url: '/api/dashboard/password', payload: { link: second, password } } as const;
    expect((await bob.send(late)).statusCode).toBe(401);
  });

  it('is not made by an admin for somebody who is in other accounts too', async () => {
    const { addPerson, accounts } = await openTestDashboard();
    const { browser } = await addPerson('mallory@example.com', 'admin', 'mine');
    const victim = await addPerson('victim@example.com', 'admin', 'theirs');
    await accounts.users.setRole(victim.id, 'mine', 'viewer');
    const made = await browser.send({ method: 'POST', url: `/api/dashboard/users/${victim.id}/link` });
    expect(made.json()).toMatchObject({ status: 403 });
  });
});

describe('several accounts of one person', () => {
  it('are switched for the browser, or chosen for a request', async () => {
    const { addPerson, accounts, store } = await openTestDashboard();
    const { browser, id } = await addPerson('ada@example.com', 'admin', 'a');
    await accounts.users.setRole((await accounts.users.create('b@example.com')).id, 'b', 'admin');
    await accounts.users.setRole(id, 'b', 'viewer');
    await store.templates.create('b', { name: 'of b' });
    const names = async (headers = {}) =>
      (await browser.send({ url: '/api/v1/templates', headers })).json().data.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual([]);
    expect(await names({ 'platen-account': 'b' })).toEqual(['of b']);
    const switched = await browser.send({ method: 'PATCH', url: session, payload: { account: 'b' } });
    expect(switched.json().data).toMatchObject({ account: 'b', role: 'viewer', scopes: ['render', 'templates:read'] });
    expect(await names()).toEqual(['of b']);
    for (const answer of [
      await browser.send({ url: '/api/v1/templates', headers: { 'platen-account': 'c' } }),
      await browser.send({ method: 'PATCH', url: session, payload: { account: 'c' } }),
    ]) {
      expect(answer.json()).toMatchObject({ status: 403, code: 'forbidden' });
    }
  });
});

describe('a role', () => {
  const template = { template: { name: 'n' } };
  type Person = Awaited<ReturnType<Awaited<ReturnType<typeof openTestDashboard>>['addPerson']>>;
  let people: Record<'viewer' | 'editor' | 'admin', Person>;
  beforeAll(async () => {
    const { addPerson } = await openTestDashboard();
    people = {
      admin: await addPerson('ada@example.com'),
      editor: await addPerson('eve@example.com', 'editor'),
      viewer: await addPerson('bob@example.com', 'viewer'),
    };
  });
  it.each([
    ['viewer', 'POST', '/api/v1/templates', template, 403],
    ['viewer', 'PATCH', '/api/v1/templates/01890a5d-ac96-774b-bcce-b302099a8057', template, 403],
    ['viewer', 'DELETE', '/api/v1/templates/01890a5d-ac96-774b-bcce-b302099a8057', undefined, 403],
    ['viewer', 'GET', '/api/v1/keys', undefined, 403],
    ['viewer', 'POST', '/api/v1/renderers/pdf', { parts: { html: 'x' } }, 200],
    ['viewer', 'GET', '/api/v1/templates', undefined, 200],
    ['viewer', 'GET', '/api/dashboard/renders', undefined, 200],
    ['viewer', 'GET', '/api/dashboard/background', undefined, 200],
    ['viewer', 'DELETE', '/api/dashboard/background/01890a5d-ac96-774b-bcce-b302099a8057', undefined, 403],
    ['viewer', 'GET', '/api/dashboard/users', undefined, 403],
    ['editor', 'POST', '/api/v1/templates', template, 201],
    ['editor', 'DELETE', '/api/dashboard/background/01890a5d-ac96-774b-bcce-b302099a8057', undefined, 404],
    ['editor', 'POST', '/api/v1/keys', { key: { name: 'x' } }, 403],
    ['editor', 'GET', '/api/dashboard/audit', undefined, 403],
    ['editor', 'POST', '/api/dashboard/users', { email: 'x@example.com', role: 'admin' }, 403],
    ['admin', 'POST', '/api/v1/keys', { key: { name: 'x' } }, 201],
    ['admin', 'GET', '/api/dashboard/users', undefined, 200],
  ] as const)('of %s gets for %s %s %j %i', async (role, method, url, payload, status) => {
    const answer = await people[role].browser.send({ method, url, ...(payload && { payload }) });
    expect(answer.statusCode, answer.body).toBe(status);
  });

  it('that changes ends the sign-ins of the person', async () => {
    const { addPerson } = await openTestDashboard();
    const ada = await addPerson('ada@example.com');
    const bob = await addPerson('bob@example.com', 'editor');
    const url = `/api/dashboard/users/${bob.id}`;
    const changed = await ada.browser.send({ method: 'PATCH', url, payload: { role: 'viewer' } });
    expect(changed.json().data.role).toBe('viewer');
    expect((await bob.browser.send({ url: '/api/v1/templates' })).statusCode).toBe(401);
    await bob.browser.signIn(bob.email);
    expect((await ada.browser.send({ method: 'DELETE', url })).statusCode).toBe(204);
    expect((await bob.browser.send({ url: '/api/v1/templates' })).statusCode).toBe(401);
    expect((await bob.browser.signIn(bob.email)).statusCode).toBe(401);
    const last = `/api/dashboard/users/${ada.id}`;
    // The same role again is no change.
    expect((await ada.browser.send({ method: 'PATCH', url: last, payload: { role: 'admin' } })).statusCode).toBe(200);
    expect((await ada.browser.send({ url: '/api/v1/templates' })).statusCode).toBe(200);
    expect((await ada.browser.send({ method: 'DELETE', url: last })).json()).toMatchObject({ code: 'invalid_request' });
  });
});

describe('what was done', () => {
  it('is reported to admins of the account alone, and exported as lines of JSON', async () => {
    const { addPerson, settle } = await openTestDashboard();
    const { browser, email } = await addPerson('ada@example.com');
    const theirs = await addPerson('eve@example.com', 'admin', 'theirs');
    const made = (await browser.send({ method: 'POST', url: '/api/v1/keys', payload: { key: { name: 'ci' } } })).json()
      .data;
    await browser.send({ method: 'POST', url: `/api/v1/keys/${made.id}/rotate`, payload: { rotation: {} } });
    await browser.send({ method: 'DELETE', url: `/api/v1/keys/${made.id}` });
    const template = (
      await browser.send({ method: 'POST', url: '/api/v1/templates', payload: { template: { name: 't' } } })
    ).json();
    const url = `/api/v1/templates/${template.data.id}`;
    await browser.send({ method: 'PUT', url: `${url}/labels/live`, payload: { revision: 1 } });
    await browser.send({ method: 'POST', url: `${url}/revisions/1/restore` });
    await browser.send({ method: 'DELETE', url: `${url}/labels/live` });
    await browser.send({ method: 'DELETE', url });
    await settle();
    const { data } = await browser.read('/api/dashboard/audit');
    expect(data.map(({ action }: { action: string }) => action).sort()).toEqual(
      [
        'key.created',
        'key.retired',
        'key.rotated',
        'password.set',
        'session.began',
        'template.created',
        'template.deleted',
        'template.labelled',
        'template.restored',
        'template.unlabelled',
      ].sort(),
    );
    expect(data.find(({ action }: { action: string }) => action === 'template.labelled')).toMatchObject({
      target: { id: template.data.id },
      details: { label: 'live', revision: 1 },
    });
    const created = data.find(({ action }: { action: string }) => action === 'key.created');
    expect(created).toMatchObject({ by: email, target: { id: made.id, name: 'ci' } });
    expect(created.details).toEqual({ scopes: ['render', 'templates:read', 'templates:write'], expires_at: null });
    expect(JSON.stringify(data)).not.toContain(made.key);
    const exported = await browser.send({ url: '/api/dashboard/audit.jsonl' });
    expect(exported.headers).toMatchObject({
      'content-type': 'application/jsonl',
      'content-disposition': 'attachment; filename="audit.jsonl"',
    });
    expect(
      exported.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(data);
    const other = await theirs.browser.read('/api/dashboard/audit');
    expect(JSON.stringify(other)).not.toContain(made.id);
  });
});
