import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openAuthorities } from '../../../../src/cli/render/signing/open-authorities.ts';

type Sent = { url: string; init: RequestInit };

/** Asks an authority that answers so, and tells what was sent to it. */
async function ask(answer: () => Response | Promise<Response>, sent?: { type: string; bytes: Uint8Array }) {
  const requests: Sent[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return answer();
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const context = { io: { env: {} }, signal: new AbortController().signal };
  const send = await openAuthorities(context as never);
  const url = 'https://tsa.example/path?x=1';
  const given = { url, accept: 'application/x', ...(sent && { sent }) };
  const result = await send(given as Parameters<typeof send>[0]).catch((error: unknown) => error);
  return { result, requests };
}
const bytes = (count: number) => new Uint8Array(count);

describe('an authority', () => {
  it('is asked for what it has', async () => {
    const { result, requests } = await ask(() => new Response('abc'));
    expect(Buffer.from(result as Uint8Array).toString()).toBe('abc');
    expect(requests).toEqual([
      {
        url: 'https://tsa.example/path?x=1',
        init: { method: 'GET', headers: { accept: 'application/x' }, signal: expect.any(AbortSignal) },
      },
    ]);
  });

  it('gets what is sent to it', async () => {
    const body = Buffer.from('hash');
    const { requests } = await ask(() => new Response('abc'), { type: 'application/y', bytes: body });
    expect(requests[0]?.init).toEqual({
      ...{ method: 'POST', headers: { accept: 'application/x', 'content-type': 'application/y' }, body },
      signal: expect.any(AbortSignal),
    });
  });

  it.each<[string, () => Response | Promise<Response>, string]>([
    ['refuses', () => new Response('no', { status: 503 }), 'https://tsa.example answered 503'],
    ['has only a part of it', () => new Response('no', { status: 206 }), 'https://tsa.example answered 206'],
    ['is away', () => Promise.reject(new Error('x')), 'https://tsa.example did not answer'],
    [
      'says too much',
      () => new Response(bytes(20 * 1024 * 1024 + 1)),
      'https://tsa.example answered more than 20971520 bytes',
    ],
  ])('may fail: it %s', async (_how, answer, message) => {
    expect((await ask(answer)).result).toMatchObject({ message });
  });

  it('may say much or nothing', async () => {
    expect((await ask(() => new Response(bytes(20 * 1024 * 1024)))).result).toHaveLength(20 * 1024 * 1024);
    expect((await ask(() => new Response(null))).result).toHaveLength(0);
  });
});
