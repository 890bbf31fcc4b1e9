import { expect, it } from 'vitest';
import { receiveNewKey, receiveRotatedKey } from '../../../src/client/receive/receive-keys.ts';
import { receiveNothing, receiveTemplate } from '../../../src/client/receive/receive-template.ts';
import type { Answer } from '../../../src/client/send-request.ts';

const url = new URL('https://pdf.example/api/v1/templates');
const { signal } = new AbortController();

function answerOf(body: unknown, headers: Record<string, string | string[]> = {}): Answer {
  async function* read() {
    yield Buffer.from(JSON.stringify(body));
  }
  return { status: 201, headers, body: read() } as unknown as Answer;
}

it.each([
  [{ etag: '"7"' }, '"7"'],
  [{ etag: ['"7"', '"8"'] }, '"7"'],
  [{}, undefined],
])('a template has its version: %j', async (headers, etag) => {
  const body = { data: { id: 't1' }, more: 1 };
  expect(await receiveTemplate(answerOf(body, headers), url, signal)).toEqual({ template: { id: 't1' }, etag, body });
});

it.each([{}, { data: null }, { data: 'x' }])('%j is no template', async (body) => {
  await expect(receiveTemplate(answerOf(body), url, signal)).rejects.toMatchObject({
    ...{ code: 'unexpected_answer', message: 'https://pdf.example answered without the field data' },
    details: { status: 201 },
  });
});

it('a new key has its text, and a rotated one the old key', async () => {
  const body = { data: { id: 'k2', key: 'platen_x' }, old: { id: 'k1' } };
  expect(await receiveNewKey(answerOf(body), url, signal)).toEqual(body.data);
  expect(await receiveRotatedKey(answerOf(body), url, signal)).toEqual(body);
});

it.each([{}, { data: null }, { data: { id: 'k1' } }, { data: { key: 7 } }])('%j is no new key', async (body) => {
  await expect(receiveNewKey(answerOf(body), url, signal)).rejects.toMatchObject({
    ...{ code: 'unexpected_answer', message: 'https://pdf.example answered without a key in the field data' },
  });
});

it('an answer without a body is dropped', async () => {
  const dumped: string[] = [];
  const body = { dump: async () => void dumped.push('dumped') };
  await receiveNothing({ status: 204, headers: {}, body } as unknown as Answer);
  expect(dumped).toEqual(['dumped']);
});
