import type { Dispatcher } from 'undici';
import type { ProxyFetchOptions } from '../transport.ts';

/** Fetches through a dispatcher, which is closed then. */
export async function fetchThrough(
  dispatcher: Pick<Dispatcher, 'request' | 'destroy'>,
  { origin, pathname, search }: URL,
  { method = 'GET', headers = {}, body, signal }: ProxyFetchOptions,
): Promise<Response> {
  try {
    const answer = await dispatcher.request({
      origin,
      path: pathname + search,
      method: method as Dispatcher.HttpMethod,
      headers,
      body: body == null ? null : Buffer.from(await new Response(body as RequestInit['body']).arrayBuffer()),
      signal: signal ?? null,
    });
    return await readResponse(answer);
  } finally {
    await dispatcher.destroy();
  }
}

async function readResponse({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Response> {
  const bytes = await body.arrayBuffer();
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((item): [string, string] => [name, item]),
  );
  return new Response(bytes.byteLength > 0 ? bytes : null, { status: statusCode, headers: fields });
}
