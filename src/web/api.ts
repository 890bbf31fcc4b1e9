import type { DashboardRoute, dashboardRoutes, Problem, Route, routes } from '../contract/index.ts';

/** An operation that a view may call. */
type Operation = (typeof routes)[keyof typeof routes] | (typeof dashboardRoutes)[keyof typeof dashboardRoutes];
type Method = (Route | DashboardRoute)['method'];
/** The paths that have a method. */
type PathOf<M extends Method> = Extract<Operation, { method: M }>['path'];

interface CallOptions {
  /** Replaces `{id}` in the path. */
  id?: string;
  /** Replace what else the path names. */
  params?: Readonly<Record<string, string>>;
  /** Fields that are undefined or empty are left out. */
  query?: Record<string, string | undefined>;
  body?: object;
  /** Becomes If-Match. */
  etag?: string | undefined;
  /** Why a template is changed. */
  message?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Value of Accept. Default: JSON. */
  accept?: string;
}

/** An answer that is an error, or none. `code` is one of the table of errors, or `unreachable`. */
export class ApiError extends Error {
  readonly code: string;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly problem: Problem | undefined;
  /** Seconds to wait before the next try; undefined if the service names none. */
  readonly retryAfter: number | undefined;

  constructor(status: number, problem: Problem | undefined, retryAfter?: number) {
    super(describe(status, problem));
    this.code = problem?.code ?? (status === 0 ? 'unreachable' : 'unexpected_answer');
    this.status = status;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/**
 * The prefix of the dashboard's addresses, such as `/dashboard/`. The server writes it into the page relative to the address that
 * was loaded, because a proxy may put a path before it.
 */
export const base = new URL(
  document.querySelector<HTMLMetaElement>('meta[name=platen-base]')?.content ?? './',
  location.href,
).pathname;

/** The address of the service, as other programs call it. */
export const serviceUrl = new URL('..', location.origin + base).href.replace(/\/$/, '');

let account: string | undefined;
let onSignedOut = () => {};

/** Names the account of every call from now on. */
export function setAccount(name: string | undefined): void {
  account = name;
}

/** Sets what to do when an answer says that there is no session. */
export function onSignOut(handler: () => void): void {
  onSignedOut = handler;
}

/** Calls an operation and gives the answer. Throws `ApiError`, and `AbortError` where `signal` ended it. */
export async function fetchAnswer<M extends Method>(
  method: M,
  path: PathOf<M>,
  options: CallOptions = {},
): Promise<Response> {
  const { id, params, query, body, etag, message, signal, accept = 'application/json' } = options;
  const response = await fetch(addressOf(path, id, query, params), {
    method,
    credentials: 'same-origin',
    headers: {
      accept,
      ...(account !== undefined && { 'platen-account': account }),
      ...(body && { 'content-type': 'application/json' }),
      ...(etag !== undefined && { 'if-match': etag }),
      ...(message && { 'platen-revision-message': encodeURIComponent(message) }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: Error) => {
    if (error.name === 'AbortError') throw error;
    throw new ApiError(0, undefined);
  });
  if (response.ok) return response;
  const problem = (await response.json().catch(() => undefined)) as Problem | undefined;
  // A wrong password is 401 too, and says nothing about a session that there is.
  if (response.status === 401 && !isAboutSignIn(path)) onSignedOut();
  const wait = Number(response.headers.get('retry-after'));
  throw new ApiError(response.status, problem, wait > 0 ? wait : undefined);
}

/** The same, with the body of the answer. */
export async function call<T, M extends Method = Method>(
  method: M,
  path: PathOf<M>,
  options: CallOptions = {},
): Promise<T> {
  const response = await fetchAnswer(method, path, options);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** The whole address of an operation, for a link. */
export function addressOf(
  path: Operation['path'],
  id = '',
  query: CallOptions['query'] = {},
  params: CallOptions['params'] = {},
): string {
  const values: CallOptions['params'] = { ...params, id };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return serviceUrl + filled + writeQuery(query);
}

/** The query of an address with its question mark; empty without fields. */
export function writeQuery(query: NonNullable<CallOptions['query']>): string {
  const given = Object.entries(query).filter((field): field is [string, string] => Boolean(field[1]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

function isAboutSignIn(path: string): boolean {
  return /\/(session|ticket|link|password)$/.test(path);
}

function describe(status: number, problem: Problem | undefined): string {
  if (status === 0) return 'The service does not answer. Is it running?';
  const [field] = problem?.errors ?? [];
  return field?.detail ?? problem?.detail ?? problem?.title ?? `The service answered with status ${status}.`;
}
