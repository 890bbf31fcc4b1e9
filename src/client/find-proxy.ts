import { isIPv4, isIPv6 } from 'node:net';
import { isLoopback } from './address.ts';
import { ServiceError } from './service-error.ts';

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for one origin, by the usual variables: `HTTPS_PROXY` or `HTTP_PROXY` by scheme, then `ALL_PROXY`; lower case
 * first; empty is unset; `NO_PROXY` knows names, suffixes, addresses, ports, CIDR blocks of IPv4 and `*`. Loopback is never
 * proxied. A value without a scheme means http. Throws `config_invalid` naming the variable.
 */
export function findProxy(target: URL, env: Environment): URL | undefined {
  if (isLoopback(target.hostname) || isExcluded(target, read(env, 'no_proxy')?.value)) return undefined;
  const found = read(env, target.protocol === 'https:' ? 'https_proxy' : 'http_proxy') ?? read(env, 'all_proxy');
  if (!found) return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(found.value) ? found.value : `http://${found.value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.hostname || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new ServiceError('config_invalid', `${found.name} is not the address of an http or https proxy`);
  }
  return url;
}

/**
 * `findProxy` for every address, for loading pages; undefined if no variable names a proxy. Throws `config_invalid` if one
 * names an invalid one.
 */
export function findProxies(env: Environment): ((target: URL) => URL | undefined) | undefined {
  if (!Object.keys(env).some((name) => /^(https?|all)_proxy$/i.test(name) && env[name])) return undefined;
  for (const scheme of ['http', 'https']) findProxy(new URL(`${scheme}://example.com/`), env);
  return (target) => findProxy(target, env);
}

function read(env: Environment, name: string): { name: string; value: string } | undefined {
  for (const key of [name, name.toUpperCase()]) {
    const value = env[key]?.trim();
    if (value) return { name: key, value };
  }
  return undefined;
}

function isExcluded(target: URL, list: string | undefined): boolean {
  const host = target.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  const port = target.port || (target.protocol === 'https:' ? '443' : '80');
  return (list ?? '').split(/[\s,]+/).some((entry) => {
    if (entry === '') return false;
    if (entry === '*') return true;
    const { name, port: only } = readEntry(entry.toLowerCase());
    if (only !== undefined && only !== port) return false;
    return host === name || host.endsWith(`.${name}`) || isInBlock(host, name);
  });
}

/** The name and the port of an entry. The colons of an IPv6 address begin no port: with one it is in brackets. */
function readEntry(entry: string): { name: string; port?: string | undefined } {
  const [, bracketed, plain = '', port] = /^(?:\[(.*)\]|(?:\*?\.)?(.*?))(?::(\d+))?$/.exec(entry) ?? [];
  const address = isIPv6(entry) ? entry : bracketed;
  if (address === undefined || !isIPv6(address)) return { name: plain, port };
  const name = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return address === entry ? { name } : { name, port };
}

function isInBlock(host: string, block: string): boolean {
  const [base = '', width] = block.split('/');
  if (width === undefined || !isIPv4(host) || !isIPv4(base)) return false;
  const bits = Number(width);
  const mask = bits === 0 ? 0 : (-1 << (32 - bits)) >>> 0;
  return (toNumber(host) & mask) >>> 0 === (toNumber(base) & mask) >>> 0;
}

function toNumber(address: string): number {
  return address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
}
