/** Fields that belong to one connection only (RFC 9110, section 7.6.1), and those between a client and its proxy. */
const hopByHop = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The fields of a message that go on to the next hop, as a flat list of names and values in their order and spelling.
 * Drops what `Connection` names too, except `Content-Length`: a sender must not take the length from its own body.
 */
export function forwardHeaders(rawHeaders: readonly string[]): string[] {
  const pairs = pairUp(rawHeaders);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((word) => word.trim().toLowerCase()))
    .filter((word) => word !== 'content-length');
  const dropped = new Set([...hopByHop, ...named]);
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat();
}

/** The fields of a request for its origin: `Host` names the target, whatever the client wrote (RFC 9112, 3.2.2). */
export function forwardRequestHeaders(rawHeaders: readonly string[], host: string): string[] {
  const rest = pairUp(forwardHeaders(rawHeaders)).filter(([name]) => name.toLowerCase() !== 'host');
  const isChunked = pairUp(rawHeaders).some(([name]) => name.toLowerCase() === 'transfer-encoding');
  return ['Host', host, ...rest.flat(), ...(isChunked ? ['Transfer-Encoding', 'chunked'] : [])];
}

function pairUp(flat: readonly string[]): [name: string, value: string][] {
  return Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index] ?? '', flat[2 * index + 1] ?? '']);
}
