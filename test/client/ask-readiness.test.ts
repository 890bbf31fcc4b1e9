import { expect, it } from 'vitest';
import { askThrough } from '../../src/client/ask-readiness.ts';

/** Asks a service that answers with this text, or fails. */
async function ask(text: string | Error, signal: AbortSignal = new AbortController().signal) {
  const done: unknown[] = [];
  const transport = {
    async send({ url, method, headers, body }: { url: URL; method: string; headers: object; body: unknown }) {
      done.push([method, url.href, headers, body]);
      if (text instanceof Error) throw text;
      async function* read() {
        yield Buffer.from(text as string);
      }
      return { status: 200, headers: {}, body: read() };
    },
    close: async () => void done.push('closed'),
  };
  const answer = await askThrough(transport as never, new URL('https://pdf.example/base'), signal).catch(
    (error: Error) => error.message,
  );
  expect(done).toEqual([['GET', 'https://pdf.example/base/readyz', {}, undefined], 'closed']);
  return answer;
}

it('a service of platen says whether it is ready, and more', async () => {
  const said = { status: 'draining', version: '1.2.3', workers: 2 };
  expect(await ask(JSON.stringify(said))).toEqual(said);
});

it.each(['', 'ok', 'null', '3', '"ready"', '[]', '{}', '{"status": 200}', new Error('no way')])(
  'another service is not asked further: %j',
  async (text) => {
    expect(await ask(text)).toBeUndefined();
  },
);

it('an answer of more than 64 KiB is not read whole', async () => {
  const json = '{"status": "ready"}';
  expect(await ask(json.padEnd(65_536))).toEqual({ status: 'ready' });
  expect(await ask(json.padStart(65_537))).toBeUndefined();
});

it('a command that was stopped asks no further', async () => {
  expect(await ask(new Error('no way'), AbortSignal.abort(new Error('stopped')))).toBe('stopped');
});
