import { type Address, parseAddress } from './address.ts';

/** Where a connection goes: a host name in lower case without a final dot, or a literal address. */
export interface Target {
  readonly host: string;
  readonly port: number;
  readonly address: Address | undefined;
}

/**
 * Reads "host:port" as a browser does (WHATWG URL, host parsing), so that every spelling of an address becomes the same
 * number: 2130706433, 0x7f.1 and 0177.0.0.1 are 127.0.0.1. A percent sign, user information or a byte outside ASCII is
 * refused first, because two parsers may not agree on it. Undefined if it is no target.
 */
export function parseTarget(authority: string, defaultPort?: number): Target | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[0-9a-z._-]+)(?::([0-9]{1,5}))?$/i.exec(authority);
  if (match === null) return undefined;
  const [, written = '', digits] = match;
  const port = digits === undefined ? defaultPort : Number(digits);
  if (port === undefined || port < 1 || port > 65535) return undefined;
  const host = canonicalHost(written);
  if (host === undefined) return undefined;
  return { host, port, address: parseAddress(host.replace(/^\[(.*)\]$/, '$1')) };
}

/** The one spelling of a host: an address in its canonical form, IPv6 in brackets, or a name as DNS takes it. */
export function canonicalHost(written: string): string | undefined {
  // The parser would drop tabs and newlines, cut at these marks, and read a port.
  if (/[\s/?#@\\%]|^[^[]*:/.test(written) || !URL.canParse(`http://${written}/`)) return undefined;
  const { hostname } = new URL(`http://${written}/`);
  const host = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
  if (host.startsWith('[')) return host;
  return host.length <= 253 && /^[0-9a-z_-]{1,63}(\.[0-9a-z_-]{1,63})*$/.test(host) ? host : undefined;
}

/** The target of an absolute-form request (RFC 9112, section 3.2.2) and the path for the origin, as written. */
export function parseAbsoluteForm(url: string): { target: Target; path: string } | undefined {
  const match = /^http:\/\/([^/?#]+)([/?][^#]*)?$/i.exec(url);
  if (match === null) return undefined;
  const [, authority = '', rest = '/'] = match;
  const target = parseTarget(authority, 80);
  return target && { target, path: rest.startsWith('?') ? `/${rest}` : rest };
}
