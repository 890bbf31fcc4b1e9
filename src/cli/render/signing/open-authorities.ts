import type { AskAuthority } from '../../../pdf/index.ts';
import type { Context } from '../../command/context.ts';

/** Milliseconds and bytes of an answer of an authority. Lists of revoked certificates may be long. */
const answerLimits = { ms: 30_000, bytes: 20 * 1024 * 1024 };

/** Asks authorities through the proxies of the environment, as all calls of the command do. */
export async function openAuthorities({ io, signal }: Pick<Context, 'io' | 'signal'>): Promise<AskAuthority> {
  const { buildProxyFetch } = await import('../../../client/index.ts');
  const send = buildProxyFetch(io.env) ?? fetch;
  return async ({ url, accept, sent }) => {
    const { origin } = new URL(url);
    const over = AbortSignal.any([signal, AbortSignal.timeout(answerLimits.ms)]);
    const answer = await send(url, {
      method: sent ? 'POST' : 'GET',
      headers: { accept, ...(sent && { 'content-type': sent.type }) },
      ...(sent && { body: sent.bytes as Uint8Array<ArrayBuffer> }),
      signal: over,
    }).catch((cause: unknown) => {
      throw new Error(`${origin} did not answer`, { cause });
    });
    if (answer.status !== 200) throw new Error(`${origin} answered ${answer.status}`);
    return readWhole(answer, origin);
  };
}

async function readWhole({ body }: Response, origin: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > answerLimits.bytes) throw new Error(`${origin} answered more than ${answerLimits.bytes} bytes`);
  }
  return Buffer.concat(chunks);
}
