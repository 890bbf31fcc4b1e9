import { ServiceError } from './service-error.ts';

/**
 * The base address as it is used: `http` or `https`, without user info, query or fragment, without trailing slashes; a path
 * prefix stays. Throws `config_invalid` for anything else.
 */
export function parseBaseUrl(text: string): URL {
  const shown = JSON.stringify(text);
  if (!URL.canParse(text)) throw new ServiceError('config_invalid', `baseUrl ${shown} is not a valid URL`);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new ServiceError('config_invalid', `baseUrl ${shown} is neither http nor https`);
  }
  if (url.username || url.password)
    throw new ServiceError('config_invalid', 'baseUrl must not contain a user or password');
  if (url.search || url.hash)
    throw new ServiceError('config_invalid', `baseUrl ${shown} must not contain a query or fragment`);
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/** The address of an operation: its path appended to the base address. */
export function joinAddress(base: URL, path: string, query: Record<string, string | undefined> = {}): URL {
  const url = new URL(base);
  url.pathname = base.pathname.replace(/\/+$/, '') + path;
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

/** Whether a host is this machine by definition: localhost (RFC 6761), 127.0.0.0/8 and ::1. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Refuses an address that would carry the key in the open: plain http to anything but loopback. */
export function refuseInsecure(base: URL, allowed: boolean): void {
  if (base.protocol === 'https:' || allowed || isLoopback(base.hostname)) return;
  throw new ServiceError('insecure_address', `the API key is not sent to ${base.origin} over plain http`);
}
