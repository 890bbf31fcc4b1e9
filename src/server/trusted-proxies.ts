import { isIP } from 'node:net';
import { RequestError } from './answers/problems.ts';

const words = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Throws `config_invalid` unless each entry is an address, a network such as 10.0.0.0/8, or the name of one. */
export function checkProxies(entries: readonly string[]): void {
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/');
    const longest = isIP(address) === 6 ? 128 : 32;
    const isNetwork = isIP(address) !== 0 && rest.length === 0;
    if (words.has(entry) || (isNetwork && bits === undefined)) continue;
    if (isNetwork && /^\d{1,3}$/.test(bits ?? '') && Number(bits) > 0 && Number(bits) <= longest) continue;
    throw new RequestError(
      'config_invalid',
      `trust_proxy: ${JSON.stringify(entry)} is neither an address nor a network such as 10.0.0.0/8, nor ${[...words].join(', ')}`,
    );
  }
}
