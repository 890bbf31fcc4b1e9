import { computed, signal } from '@preact/signals';
import type { SessionView } from '../../contract/index.ts';
import { type ApiError, call, onSignOut, setAccount } from '../api.ts';
import { ask } from '../parts/ask.tsx';
import { sayError } from '../parts/toast.tsx';
import { addressOfView, go, place } from '../router.ts';
import { describeLoss, forgetKeptWork, takeKeptWork } from './kept-work.ts';

/** Who uses the dashboard; undefined until the service has said so. */
export const session = signal<SessionView | undefined>(undefined);
/** Why the dashboard cannot be opened. */
export const openFailure = signal<ApiError | undefined>(undefined);
/** What came in the fragment of the address, once. */
export const arrival = signal<{ link?: string; failed?: string }>({});

/** The account that is looked at: that of the address, if this person has it. */
export const account = computed(() => {
  const { accounts = [], account = null } = session.value ?? {};
  const wanted = place.value.account;
  return accounts.some(({ account }) => account === wanted) || wanted === account ? wanted : (account ?? undefined);
});

/** What this person may be in the account. */
export const role = computed(() => {
  const { accounts = [], role = null } = session.value ?? {};
  return accounts.find((entry) => entry.account === account.value)?.role ?? role;
});

/** Whether this person may change templates. */
export const mayEdit = computed(() => role.value === 'admin' || role.value === 'editor');
/** Whether this person may make keys, see people and the audit log. */
export const isAdmin = computed(() => role.value === 'admin');

/** Takes what the address brought, and asks who is signed in. */
export async function openSession(): Promise<void> {
  onSignOut(showSignIn);
  const { ticket, ...rest } = takeFragment();
  arrival.value = rest;
  try {
    const redeemed = ticket === undefined ? undefined : await redeem(ticket);
    enter(redeemed ?? (await call<{ data: SessionView }>('GET', '/api/dashboard/session')).data);
  } catch (error) {
    openFailure.value = error as ApiError;
  }
}

/** Goes on as the person of an answer. */
export function enter(view: SessionView): void {
  session.value = view;
  openFailure.value = undefined;
  if (!view.signed_in) return;
  arrival.value = {};
  takeKeptWork(view.email ?? '');
  setAccount(account.value);
  // Downloads cannot name an account, so the session has the same one.
  if (account.value !== undefined && account.value !== view.account) void rememberAccount(account.value);
  const { view: name, account: named } = place.value;
  if (named !== account.value || !name) go(addressOfView(name ?? 'templates', { account: account.value ?? '' }), true);
}

/** Switches to another account of this person. */
export async function switchAccount(name: string): Promise<void> {
  go(addressOfView('templates', { account: name }));
  setAccount(name);
  await rememberAccount(name);
}

async function rememberAccount(name: string): Promise<void> {
  await call('PATCH', '/api/dashboard/session', { body: { account: name } }).catch(sayError);
}

/** Ends the session of this browser, after a question where unsaved work goes with it. */
export async function signOut(): Promise<void> {
  const text = describeLoss();
  if (text && !(await ask({ title: 'Sign out?', text, action: 'Sign out', isDangerous: true }))) return;
  await call('DELETE', '/api/dashboard/session').catch(sayError);
  await leave();
}

/** Goes to the page to sign in, and leaves nothing of this person in the browser. */
export async function leave(): Promise<void> {
  await forgetKeptWork();
  showSignIn();
}

function showSignIn(): void {
  const { version = '', local = false, openid = null } = session.value ?? {};
  session.value = {
    signed_in: false,
    local,
    email: null,
    account: null,
    role: null,
    scopes: [],
    accounts: [],
    openid,
    version,
  };
}

async function redeem(ticket: string): Promise<SessionView | undefined> {
  const answer = call<{ data: SessionView }>('POST', '/api/dashboard/ticket', { body: { ticket } });
  // A ticket that was used may be that of a page which is loaded again: its session goes on.
  return answer.then(({ data }) => data).catch(() => undefined);
}

/** What the fragment says, taken out of the address before anything else can read it. */
function takeFragment(): { ticket?: string; link?: string; failed?: string } {
  const fields = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  return fields;
}
