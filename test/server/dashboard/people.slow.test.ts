import { describe, expect, it } from 'vitest';
import { openAccountRing } from '../../../src/server/dashboard/account-ring.ts';
import { admit } from '../../../src/server/dashboard/invite.ts';
import { openTestDashboard, password } from './test-dashboard.ts';

const users = '/api/dashboard/users';
const templates = '/api/v1/templates';
const chosen = 'what evil has chosen';

/** Two accounts with an admin each, and the operator's commands. */
async function openAccounts(log2N?: number) {
  const workspace = await openTestDashboard({}, {}, log2N);
  const { addPerson, openBrowser, folder } = workspace;
  const evil = await addPerson('evil@acme.example', 'admin', 'acme');
  const ada = await addPerson('ada@globex.example', 'admin', 'globex');

  /** What an admin's invitation is answered by. */
  const add = (admin: typeof evil, email: string, role = 'admin') =>
    admin.browser.send({ method: 'POST', url: users, payload: { email, role } });
  /** A browser in which the link has been used. */
  async function redeem(address: string, given = password) {
    const browser = openBrowser();
    const payload = { link: address.split('#link=')[1], password: given };
    const { statusCode } = await browser.send({ method: 'POST', url: '/api/dashboard/password', payload });
    return { browser, statusCode };
  }
  /** `platen users create`. Its store is the same one. */
  async function create(email: string, account: string) {
    const ring = await openAccountRing({ dataFolder: folder });
    try {
      return await ring.invite(email, account, 'admin', 'https://pdf.example.com');
    } finally {
      await ring.close();
    }
  }
  return { ...workspace, evil, ada, add, redeem, create };
}

describe('an admin', () => {
  it('adds nobody who is in another account, learns nothing of them and changes nothing', async () => {
    const { addPerson, evil, ada, add, accounts, settle } = await openAccounts();
    const boss = await addPerson('boss@globex.example', 'admin', 'globex');
    const before = await ada.browser.read(users);
    const answer = await add(evil, 'Boss@globex.example', 'viewer');
    expect(answer.json()).toEqual({
      type: expect.any(String),
      title: expect.any(String),
      status: 403,
      code: 'forbidden',
      detail: expect.stringMatching(/already in another account.*platen users create/),
      retryable: false,
      request_id: expect.any(String),
    });
    expect((await evil.browser.read(users)).data.map(({ email }: { email: string }) => email)).toEqual([evil.email]);
    expect(await ada.browser.read(users)).toEqual(before);
    expect((await boss.browser.send({ url: templates })).statusCode).toBe(200);
    expect(await accounts.users.memberships(boss.id)).toEqual([{ account: 'globex', role: 'admin' }]);
    await settle();
    expect(JSON.stringify(await evil.browser.read('/api/dashboard/audit'))).not.toContain('boss@');
    for (const [method, url, payload] of [
      ['PATCH', `${users}/${boss.id}`, { role: 'viewer' }],
      ['DELETE', `${users}/${boss.id}`, undefined],
      ['POST', `${users}/${boss.id}/link`, undefined],
    ] as const) {
      expect((await evil.browser.send({ method, url, ...(payload && { payload }) })).statusCode, method).toBe(404);
    }
    expect((await boss.browser.send({ url: templates })).statusCode).toBe(200);
  });

  it('who has set the password of an address does not follow it into another account', async () => {
    const { evil, ada, add, redeem, openBrowser } = await openAccounts();
    const invited = (await add(evil, 'cfo@globex.example')).json();
    const taken = await redeem(invited.link, chosen);
    expect(taken.statusCode).toBe(200);
    expect((await add(ada, 'cfo@globex.example')).statusCode).toBe(403);
    await evil.browser.send({ method: 'DELETE', url: `${users}/${invited.data.id}` });
    expect((await taken.browser.send({ url: templates })).statusCode).toBe(401);
    const { link } = (await add(ada, 'cfo@globex.example')).json();
    expect((await taken.browser.send({ url: templates })).statusCode).toBe(401);
    expect((await openBrowser().signIn('cfo@globex.example', chosen)).statusCode).toBe(401);
    const { browser } = await redeem(link);
    expect((await browser.read('/api/dashboard/session')).data.accounts).toEqual([
      { account: 'globex', role: 'admin' },
    ]);
  });

  it('ends no sign-in of somebody in another account by removing them from this one', async () => {
    const { evil, addPerson, accounts } = await openAccounts();
    const boss = await addPerson('boss@globex.example', 'admin', 'globex');
    await accounts.users.setRole(boss.id, 'acme', 'viewer');
    const inAcme = { url: templates, headers: { 'platen-account': 'acme' } };
    await boss.browser.send({ method: 'PATCH', url: '/api/dashboard/session', payload: { account: 'acme' } });
    expect((await boss.browser.send(inAcme)).statusCode).toBe(200);
    expect((await evil.browser.send({ method: 'DELETE', url: `${users}/${boss.id}` })).statusCode).toBe(204);
    expect((await boss.browser.send(inAcme)).json()).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await boss.browser.read('/api/dashboard/session')).data).toMatchObject({
      account: 'globex',
      accounts: [{ account: 'globex', role: 'admin' }],
    });
  });
});

describe('platen users create', () => {
  it('adds somebody of another account with a new link, and ends every way in that there was', async () => {
    const { evil, add, redeem, create, openBrowser, accounts } = await openAccounts();
    const invited = (await add(evil, 'cfo@globex.example')).json();
    const taken = await redeem(invited.link, chosen);
    await accounts.users.setOpenId(invited.data.id, '["https://login.example.com","cfo"]');
    const again = await evil.browser.send({ method: 'POST', url: `${users}/${invited.data.id}/link` });
    expect(again.statusCode).toBe(201);
    const { link } = await create('cfo@globex.example', 'globex');
    expect((await taken.browser.send({ url: templates })).statusCode).toBe(401);
    expect((await openBrowser().signIn('cfo@globex.example', chosen)).statusCode).toBe(401);
    expect((await redeem(again.json().link, chosen)).statusCode).toBe(401);
    expect(await accounts.users.hasOpenId(invited.data.id)).toBe(false);
    const later = await evil.browser.send({ method: 'POST', url: `${users}/${invited.data.id}/link` });
    expect(later.json()).toMatchObject({ code: 'forbidden' });
    const { browser } = await redeem(link);
    expect((await browser.read('/api/dashboard/session')).data.accounts).toEqual([
      { account: 'acme', role: 'admin' },
      { account: 'globex', role: 'admin' },
    ]);
  });

  it('leaves the password and the sign-ins of who is in the account already, until the link is used', async () => {
    const { ada, create, redeem, openBrowser } = await openAccounts();
    const { link } = await create(ada.email, 'globex');
    expect((await ada.browser.send({ url: templates })).statusCode).toBe(200);
    expect((await openBrowser().signIn(ada.email)).statusCode).toBe(200);
    expect((await redeem(link, 'another password')).statusCode).toBe(200);
    expect((await ada.browser.send({ url: templates })).statusCode).toBe(401);
    expect((await openBrowser().signIn(ada.email)).statusCode).toBe(401);
  });

  it('lets nobody along who is just signing in, or changing the password', async () => {
    const { evil, add, redeem, accounts, openBrowser } = await openAccounts(15);
    const { browser } = await redeem((await add(evil, 'cfo@globex.example')).json().link, chosen);
    const payload = { old_password: chosen, password: 'another of evil' };
    const late = Array.from({ length: 6 }, () => openBrowser());
    const tries = [
      browser.send({ method: 'PATCH', url: '/api/dashboard/password', payload }),
      ...late.map((each) => each.signIn('cfo@globex.example', chosen)),
    ];
    // Others have been found by then, and are still being checked.
    await tries[1];
    await admit(accounts.users, 'cfo@globex.example', 'globex', 'admin');
    await Promise.all(tries);
    for (const each of [browser, ...late]) expect((await each.send({ url: templates })).statusCode).toBe(401);
    for (const given of [chosen, payload.password]) {
      expect((await openBrowser().signIn('cfo@globex.example', given)).statusCode).toBe(401);
    }
  });
});
