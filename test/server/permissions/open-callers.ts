import { randomBytes } from 'node:crypto';
import { formatApiKey, type Role, type Scope, scopes } from '../../../src/contract/index.ts';
import { rotateKey } from '../../../src/server/keys/issue-key.ts';
import { openTestDashboard, type Sent } from '../dashboard/test-dashboard.ts';

/** A kind of caller of the account "a", unless its name says otherwise. */
export type Kind =
  | 'no key'
  | 'unknown key'
  | 'expired key'
  | 'retired key'
  | 'rotated key'
  | 'rotated key in its overlap'
  | 'key with all scopes'
  | `key with ${Scope} alone`
  | `key without ${Scope}`
  | 'key for the template'
  | 'key for another template'
  | 'key for the folder'
  | 'key for another folder'
  | 'key of another account'
  | 'signed out'
  | Role
  | 'admin of another account'
  | 'admin who names an account of others';

/**
 * A service with a dashboard, and a caller of each kind. `samePeople` signs a person of a role in once: for operations that end no session
 * and change no person.
 */
export async function openCallers({ samePeople = false } = {}) {
  const service = await openTestDashboard({}, { keepContent: true });
  const { store, move, addPerson, openBrowser } = service;
  const { id: another } = await store.templates.create('a', { name: 'another' });
  const wishes = { account: 'a', name: 'caller', scopes } as const;

  async function makeKey(changes: object = {}) {
    const key = formatApiKey(randomBytes(32));
    const { id } = await store.keys.create({ ...wishes, key, ...changes });
    return { id, key };
  }

  async function rotate(overlapMs: number) {
    const { id, key } = await makeKey();
    await rotateKey(store.keys, id, { overlapMs, by: 'test' }, service.now());
    move(1);
    return key;
  }

  /** The text of a key; undefined for a kind that has none. */
  async function keyOf(kind: Kind, template: string): Promise<string | undefined> {
    const only = /^key with (\S+) alone$/.exec(kind)?.[1];
    if (only !== undefined) return (await makeKey({ scopes: [only] })).key;
    const missing = /^key without (\S+)$/.exec(kind)?.[1];
    if (missing !== undefined) return (await makeKey({ scopes: scopes.filter((scope) => scope !== missing) })).key;
    switch (kind) {
      case 'unknown key':
        return formatApiKey(randomBytes(32));
      case 'expired key': {
        const { key } = await makeKey({ expiresAt: new Date(service.now().getTime() + 1000) });
        move(1000);
        return key;
      }
      case 'retired key': {
        const { id, key } = await makeKey();
        await store.keys.revoke(id);
        return key;
      }
      case 'rotated key':
        return rotate(0);
      case 'rotated key in its overlap':
        return rotate(60_000);
      case 'key with all scopes':
        return (await makeKey()).key;
      case 'key for the template':
        return (await makeKey({ templates: [template] })).key;
      case 'key for another template':
        return (await makeKey({ templates: [another] })).key;
      case 'key for the folder':
        return (await makeKey({ folder: 'invoices' })).key;
      case 'key for another folder':
        return (await makeKey({ folder: 'invoices/d' })).key;
      case 'key of another account':
        return (await makeKey({ account: 'b' })).key;
      default:
        return undefined;
    }
  }

  let people = 0;
  const signedIn = new Map<string, ReturnType<typeof signIn>>();
  /** The one person of a role. */
  function signInOnce(role: Role, account: string) {
    const known = signedIn.get(`${role} ${account}`) ?? signIn(role, account);
    signedIn.set(`${role} ${account}`, known);
    return known;
  }

  /** A new person: some operations end sessions or people. */
  async function signIn(role: Role, account: string) {
    people += 1;
    return (await addPerson(`person${people}@example.com`, role, account)).browser;
  }

  return {
    ...service,
    /** Sends requests as a new caller of this kind; `template` is the one that some keys are for. */
    async as(kind: Kind, template: string) {
      // Lets the rates recover.
      move(1000);
      const key = await keyOf(kind, template);
      if (key !== undefined || kind === 'no key') {
        const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
        return (sent: Sent) => openBrowser().send({ ...sent, headers: { ...sent.headers, ...authorization } });
      }
      const isForeign = kind === 'admin of another account' || kind === 'admin who names an account of others';
      const role = kind === 'editor' || kind === 'viewer' ? kind : 'admin';
      const enter = samePeople && kind !== 'signed out' ? signInOnce : signIn;
      const browser = await enter(role, isForeign ? 'b' : 'a');
      const { cookie } = browser;
      if (kind === 'signed out') await browser.send({ method: 'DELETE', url: '/api/dashboard/session' });
      const names = kind === 'admin who names an account of others' ? { 'platen-account': 'a' } : {};
      return (sent: Sent) => {
        browser.cookie = cookie;
        return browser.send({ ...sent, headers: { ...sent.headers, ...names } });
      };
    },
  };
}
