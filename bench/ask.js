import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/**
 * A job: sends a render request to a service and gives the PDF. It is light, for it shares the cores with the service. `request`
 * is what else platen is asked for.
 */
export function buildJob({ url, key }, parts, { limitMs = 60_000, request } = {}) {
  const body = Buffer.from(JSON.stringify({ parts, ...(key && { options: { timeout_ms: limitMs } }), ...request }));
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    ...(key && { authorization: `Bearer ${key}` }),
  };
  const address = new URL('/api/v1/renderers/pdf', url);
  return async () => {
    const { status, bytes } = await ask(address, { method: 'POST', headers }, body, limitMs + 5_000);
    if (status !== 200) throw new Error(`${status} ${bytes.toString().slice(0, 300)}`);
    if (bytes.toString('latin1', 0, 4) !== '%PDF') throw new Error('the answer is no PDF');
    return bytes;
  };
}

/** One request on a connection that is kept. */
export function ask(address, options, body, limitMs = 60_000) {
  return new Promise((resolve, reject) => {
    const sent = request(address, { agent, signal: AbortSignal.timeout(limitMs), ...options }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.once('end', () => resolve({ status: answer.statusCode, bytes: Buffer.concat(chunks) }));
      answer.once('error', reject);
    });
    sent.once('error', (error) => {
      // A service may close a kept connection at the moment it is used again.
      if (sent.reusedSocket && error.code === 'ECONNRESET') ask(address, options, body, limitMs).then(resolve, reject);
      else reject(error);
    });
    sent.end(body);
  });
}
