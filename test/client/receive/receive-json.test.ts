import { expect, it } from 'vitest';
import { readerOf, receiveJson, receivePage } from '../../../src/client/receive/receive-json.ts';
import type { Answer } from '../../../src/client/send-request.ts';

const url = new URL('https://pdf.example.com/v1');
const { signal } = new AbortController();

function answerOf(text: string): Answer {
  async function* read() {
    yield Buffer.from(text);
  }
  return { status: 200, headers: {}, body: read() } as unknown as Answer;
}

it.each(['', 'x', 'null', '3', '"a"'])('the answer %j is no JSON object', async (text) => {
  await expect(receiveJson(answerOf(text), url, signal)).rejects.toMatchObject({
    code: 'unexpected_answer',
    message: 'https://pdf.example.com answered 200 without a JSON object',
    details: { status: 200 },
  });
});

it('an answer is read by the fields of its data', async () => {
  const read = readerOf<{ id: string; name: string }>('a user', 'id', 'name');
  expect(await read(answerOf('{"data": {"id": "a", "name": "b", "age": 3}}'), url, signal)).toMatchObject({ id: 'a' });
  for (const text of ['{}', '{"data": null}', '{"data": {"id": "a"}}', '{"data": {"id": "a", "name": 3}}'])
    await expect(read(answerOf(text), url, signal)).rejects.toThrow('answered without a user in the field data');
});

it.each([
  ['{"data": [1], "page": {"next": "a"}}', { data: [1], page: { next: 'a' } }],
  ['{"data": [], "page": {"next": 3}}', { data: [], page: { next: null } }],
  ['{"data": [], "page": null}', { data: [], page: { next: null } }],
  ['{"data": []}', { data: [], page: { next: null } }],
])('the page %s is read', async (text, page) => {
  expect(await receivePage(answerOf(text), url, signal)).toEqual(page);
});

it.each(['{}', '{"data": {}}', '{"data": null}'])('the page %s has no list', async (text) => {
  await expect(receivePage(answerOf(text), url, signal)).rejects.toThrow('answered without a list in the field data');
});
