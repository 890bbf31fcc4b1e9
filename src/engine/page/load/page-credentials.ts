import type { Protocol } from 'devtools-protocol';
import type { PageRequest, StorageState } from '../../../contract/index.ts';
import { composeProgram } from '../open/injected-programs.ts';
import type { Page } from '../open/page.ts';

/** Headers that all requests to one origin have, and no others. */
export interface OriginHeaders {
  origin: string;
  headers: Protocol.Fetch.HeaderEntry[];
}

/** The headers of a request, with its credentials; undefined if it has none. */
export function readOriginHeaders(
  url: string,
  { headers = {}, basic_auth: auth }: PageRequest,
): OriginHeaders | undefined {
  const list = Object.entries(headers).map(([name, value]) => ({ name, value }));
  if (auth !== undefined) {
    const value = `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`;
    list.push({ name: 'Authorization', value });
  }
  return list.length === 0 ? undefined : { origin: new URL(url).origin, headers: list };
}

/** A paused request to the origin with these headers, which replace headers of the same names; any other request unchanged. */
export function addOriginHeaders(
  { requestId, request }: Protocol.Fetch.RequestPausedEvent,
  { origin, headers }: OriginHeaders,
): Protocol.Fetch.ContinueRequestRequest {
  if (URL.parse(request.url)?.origin !== origin) return { requestId };
  const named = new Set(headers.map(({ name }) => name.toLowerCase()));
  const own = Object.entries(request.headers).filter(([name]) => !named.has(name.toLowerCase()));
  return { requestId, headers: [...own.map(([name, value]) => ({ name, value })), ...headers] };
}

/** Whether a request has cookies, which a browser sends to all ports of their host. */
export function hasCookies(url: string, request: PageRequest): boolean {
  return listCookies(url, request).length > 0;
}

/** Sets the cookies of a request, for its host alone, and the local storage, for its origin alone, before the page loads. */
export function setPageState(page: Page, url: string, request: PageRequest): void {
  const cookies = listCookies(url, request);
  if (cookies.length > 0) page.set('Network.setCookies', { cookies });
  const { origin } = new URL(url);
  const items = request.storage_state?.origins?.filter((stored) => URL.parse(stored.origin)?.origin === origin) ?? [];
  const entries = items.flatMap(({ localStorage }) =>
    localStorage.map(({ name, value }): [string, string] => [name, value]),
  );
  if (entries.length === 0) return;
  // In an isolated world, so that no page sees the script.
  const source = composeProgram('fillStorage', origin, entries);
  page.set('Page.addScriptToEvaluateOnNewDocument', { source, worldName: 'platen-storage' });
}

function listCookies(url: string, { cookies = {}, storage_state: state }: PageRequest): Protocol.Network.CookieParam[] {
  const { protocol, hostname } = new URL(url);
  const secure = protocol === 'https:';
  const stored = (state?.cookies ?? []).filter((cookie) => isForHost(cookie, hostname));
  const given = Object.entries(cookies).map(([name, value]) => ({ name, value }));
  // An address without a path, so that the cookie is for all paths, and without a domain, so that it is for this host alone.
  const shared = { url: new URL('/', url).href, path: '/', secure };
  return [
    ...stored.map(({ name, value, path = '/', expires = -1, httpOnly = false, sameSite = 'Lax' }) => ({
      ...shared,
      name,
      value,
      path,
      httpOnly,
      ...(expires > 0 && { expires }),
      // Without https a browser takes no cookie for other sites.
      ...(secure || sameSite !== 'None' ? { sameSite } : {}),
    })),
    ...given.map((cookie) => ({ ...shared, ...cookie })),
  ];
}

type StoredCookie = NonNullable<StorageState['cookies']>[number];

/** Whether a stored cookie is for a host (RFC 6265, section 5.1.3), and has not expired. */
function isForHost({ domain, expires = -1 }: StoredCookie, hostname: string): boolean {
  if (expires > 0 && expires * 1000 < Date.now()) return false;
  const name = domain.toLowerCase().replace(/^\./, '');
  return name === hostname || (domain.startsWith('.') && hostname.endsWith(`.${name}`));
}
