import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionView } from '../../../src/contract/index.ts';
import { openPage } from '../page-here.ts';

let page: ReturnType<typeof openPage>;
let module: typeof import('../../../src/web/dashboard/session.ts');
let kept: Record<string, string>;

/** Opens a page at an address, whose scripts are new. */
async function open(address?: string): Promise<void> {
  vi.resetModules();
  page = openPage(address);
  kept = {};
  Object.defineProperties(kept, {
    getItem: { value: (name: string) => kept[name] ?? null },
    setItem: { value: (name: string, text: string) => void Object.assign(kept, { [name]: text }) },
    removeItem: { value: (name: string) => delete kept[name] },
  });
  vi.stubGlobal('localStorage', kept);
  module = await import('../../../src/web/dashboard/session.ts');
}

beforeEach(() => open());
afterEach(() => page.close());

const of = (account: string, role: string) => ({ account, role });
const viewOf = (more: object = {}) =>
  ({
    signed_in: true,
    local: false,
    email: 'ada@b.example',
    account: 'acme',
    role: 'viewer',
    scopes: [],
    accounts: [of('acme', 'editor'), of('other', 'admin')],
    openid: null,
    version: '1.2.3',
    ...more,
  }) as unknown as SessionView;
const signedOut = {
  signed_in: false,
  local: false,
  email: null,
  account: null,
  role: null,
  scopes: [],
  accounts: [],
  openid: null,
  version: '1.2.3',
};
const dashboard = '/proxy/dashboard/';
const requests = () =>
  page.requests.map(({ method, address, body }) => [method, address.replace(/^.*\/api/, '/api'), body]);

describe('the account that is looked at', () => {
  it.each<[string, object, string, string | undefined]>([
    ['that of the address', { account: 'other' }, 'acme/templates', 'acme'],
    ['that of the session without one in the address', { account: 'other' }, '', 'other'],
    ['that of the session if the address names one of others', { account: 'other' }, 'foreign/templates', 'other'],
    ['that of the session, also if it is in no list', { account: 'x', accounts: [] }, 'x/templates', 'x'],
    ['unknown without any', { account: null, accounts: [] }, 'acme/templates', undefined],
  ])('is %s', async (_what, more, path, account) => {
    page.close();
    await open(`http://platen.example${dashboard}${path}`);
    module.session.value = viewOf(more);
    expect(module.account.value).toBe(account);
  });

  it('is unknown until the service has said who it is', () => {
    expect([module.account.value, module.role.value]).toEqual([undefined, null]);
  });

  it.each([
    ['admin', true, true],
    ['editor', true, false],
    ['viewer', false, false],
  ])('has rights by the role %s', (role, mayEdit, isAdmin) => {
    module.session.value = viewOf({ accounts: [of('other', 'admin'), of('acme', role)] });
    expect([module.role.value, module.mayEdit.value, module.isAdmin.value]).toEqual([role, mayEdit, isAdmin]);
    module.session.value = viewOf({ accounts: [], role });
    expect(module.role.value).toBe(role);
  });
});

describe('a session that is opened', () => {
  it('is asked for', async () => {
    page.answer(200, { data: viewOf() });
    await module.openSession();
    expect(requests()).toEqual([['GET', '/api/dashboard/session', undefined]]);
    expect(module.session.value).toEqual(viewOf());
    expect([module.openFailure.value, module.arrival.value, page.moved]).toEqual([undefined, {}, []]);
  });

  it('is that of a ticket in the address, which is taken out of it', async () => {
    page.location.hash = '#ticket=abc';
    page.answer(200, { data: viewOf() });
    await module.openSession();
    expect(requests()).toEqual([['POST', '/api/dashboard/ticket', { ticket: 'abc' }]]);
    expect(page.moved).toEqual([`replace ${dashboard}acme/templates/t1?q=a`]);
    expect(module.session.value?.email).toBe('ada@b.example');
  });

  it('goes on with a ticket that was used', async () => {
    page.location.hash = '#ticket=abc';
    page.answer(404, { code: 'not_found' });
    page.answer(200, { data: viewOf() });
    await module.openSession();
    expect(requests().map(([method]) => method)).toEqual(['POST', 'GET']);
    expect(module.session.value?.signed_in).toBe(true);
  });

  it('keeps what else came in the address until somebody is signed in', async () => {
    page.location.hash = '#link=sent&failed=expired';
    page.answer(200, { data: signedOut });
    await module.openSession();
    expect(module.arrival.value).toEqual({ link: 'sent', failed: 'expired' });
    expect(module.session.value).toEqual(signedOut);
    expect(kept).toEqual({});
    module.enter(viewOf());
    expect(module.arrival.value).toEqual({});
    expect(kept).toEqual({ 'platen-person': 'ada@b.example' });
  });

  it('says why it cannot be opened, until it can', async () => {
    page.answer(500, { code: 'internal_error' });
    await module.openSession();
    expect(module.openFailure.value).toMatchObject({ status: 500 });
    expect(module.session.value).toBeUndefined();
    module.enter(viewOf());
    expect(module.openFailure.value).toBeUndefined();
  });

  it('ends with an answer that it has ended', async () => {
    page.answer(200, { data: viewOf({ openid: { name: 'a' } }) });
    await module.openSession();
    const { call } = await import('../../../src/web/api.ts');
    page.answer(401, { code: 'not_signed_in' });
    await call('GET', '/api/v1/templates').catch(() => {});
    expect(module.session.value).toEqual({ ...signedOut, openid: { name: 'a' } });
  });
});

describe('a person who enters', () => {
  it('stays at a view of the account', () => {
    module.enter(viewOf());
    expect([page.moved, requests()]).toEqual([[], []]);
  });

  it('has the account of the address in the session as well', () => {
    module.enter(viewOf({ account: 'other' }));
    expect(requests()).toEqual([['PATCH', '/api/dashboard/session', { account: 'acme' }]]);
    expect(page.moved).toEqual([]);
  });

  it.each([
    ['', `replace ${dashboard}acme/templates`],
    ['acme', `replace ${dashboard}acme/templates`],
    ['foreign/keys', `replace ${dashboard}acme/keys`],
  ])('goes from %j to a view of the account', async (path, moved) => {
    page.close();
    await open(`http://platen.example${dashboard}${path}`);
    module.enter(viewOf());
    expect(page.moved).toEqual([moved]);
  });

  it('without an account goes to the templates of none', () => {
    module.enter(viewOf({ account: null, accounts: [] }));
    expect([page.moved, requests()]).toEqual([[`replace ${dashboard}/templates`], []]);
  });

  it('may switch to another account, which every call then names', async () => {
    module.enter(viewOf());
    page.answer(200, { data: viewOf({ account: 'other' }) });
    await module.switchAccount('other');
    expect(page.moved).toEqual([`push ${dashboard}other/templates`]);
    expect(requests()).toEqual([['PATCH', '/api/dashboard/session', { account: 'other' }]]);
    expect(Object.values(page.requests[0]?.headers ?? {})).toContain('other');
  });
});

describe('a person who signs out', () => {
  /** The component that shows a question; not typed here, because it is written in TSX. */
  const questions: string = '../../../src/web/parts/ask.tsx';
  interface Shown {
    props: { children: { props: { children: { props: { onClick(): void } }[] } }[] };
  }

  /** Answers the question that is shown. */
  async function decide(isYes: boolean): Promise<void> {
    const { Questions } = (await import(questions)) as { Questions(): Shown };
    const [, buttons] = Questions().props.children;
    buttons?.props.children[isYes ? 1 : 0]?.props.onClick();
  }

  it('leaves nothing in the browser', async () => {
    module.enter(viewOf());
    page.answer(204);
    await module.signOut();
    expect(requests()).toEqual([['DELETE', '/api/dashboard/session', undefined]]);
    expect([module.session.value, kept]).toEqual([signedOut, {}]);
  });

  it.each([
    [true, ['DELETE'], false],
    [false, [], true],
  ])('is asked where unsaved work goes with it: %s', async (isYes, methods, stays) => {
    module.enter(viewOf());
    kept['platen-draft a'] = '{}';
    page.answer(204);
    const left = module.signOut();
    await decide(isYes);
    await left;
    expect(requests().map(([method]) => method)).toEqual(methods);
    expect([module.session.value?.signed_in, 'platen-draft a' in kept]).toEqual([stays, stays]);
  });
});
