import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readMessages } from '../../../../src/browser/chromium/messages/read-messages.ts';

const limits = { string: 20, event: 100, answer: 300 };

/** What is read of chunks. Data is wanted of the answer to command 7. */
async function read(chunks: (string | Buffer)[]) {
  const found: unknown[] = [];
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
  readMessages(
    stream,
    {
      onMessage: (message, data) =>
        found.push(data === undefined ? `${message}` : [`${message}`, `${Buffer.concat(data)}`]),
      onTooLong: (start, end) => found.push({ start: `${start}`, end: `${end}` }),
      wantsData: (id) => id === 7,
    },
    limits,
  );
  await new Promise((resolve) => stream.once('end', resolve));
  return found;
}

/** The text in pieces of a size. */
const cut = (text: string, size: number) =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));

const sizes = [1, 2, 3, 4, 5, 7, 30, 34, 35, 36, 37, 1000];

describe('messages of a browser', () => {
  test.each(sizes)('end with a NUL byte, in pieces of %i bytes', async (size) => {
    expect(await read(cut('{"a":1}\0\0{"b":2}\0{"c"', size))).toEqual(['{"a":1}', '', '{"b":2}']);
  });

  test.each(sizes)('have their data decoded if it is wanted, in pieces of %i bytes', async (size) => {
    const base64 = Buffer.from('a text of some bytes').toString('base64');
    const answer = (id: number) => `{"id":${id},"result":{"data":"${base64}","eof":true}}`;
    expect(await read(cut(`${answer(8)}\0${answer(7)}\0${answer(7)}\0{"x":1}\0`, size))).toEqual(
      size === 1000 ? [answer(8), answer(7), answer(7), '{"x":1}'] : expect.arrayContaining([answer(8), '{"x":1}']),
    );
  });

  test.each([36, 40, 50])('have their data decoded while it arrives, from a cut after %i bytes on', async (at) => {
    const text = 'a text of some bytes, more than one piece';
    const whole = `{"id":7,"result":{"data":"${Buffer.from(text).toString('base64')}","eof":true}}\0{"x":1}\0`;
    expect(await read([whole.slice(0, at), whole.slice(at, at + 5), whole.slice(at + 5)])).toEqual([
      ['{"id":7,"result":{"data":"","eof":true}}', text],
      '{"x":1}',
    ]);
  });

  test('have data with an escape as it came', async () => {
    const whole = '{"id":7,"result":{"data":"YWJjZGVm\\u0041","eof":true}}';
    expect(await read([`${whole.slice(0, 33)}`, whole.slice(33, 40), `${whole.slice(40)}\0`])).toEqual([whole]);
  });

  test('lose the middle of long strings of events, but not of answers', async () => {
    const event = `{"method":"x","params":"${'y'.repeat(50)}"}`;
    expect(await read([event.slice(0, 40), `${event.slice(40)}\0`])).toEqual([
      `{"method":"x","params":"${'y'.repeat(20)}"}`,
    ]);
    const answer = `{"id":1,"result":"${'y'.repeat(50)}"}`;
    expect(await read([answer.slice(0, 40), `${answer.slice(40)}\0`])).toEqual([answer]);
  });

  test('over their limit are dropped, but for their beginning and 200 bytes of their end', async () => {
    const answer = `{"id":1,"result":"${'y'.repeat(400)}z"}`;
    expect(await read([answer.slice(0, 40), `${answer.slice(40)}\0{"b":2}\0`])).toEqual([
      { start: answer.slice(0, 40), end: answer.slice(-200) },
      '{"b":2}',
    ]);
    expect(await read([...cut(answer, 40), '\0'])).toEqual([{ start: answer.slice(0, 40), end: answer.slice(-141) }]);
  });

  test.each([
    [300, true],
    [301, false],
  ])('of %i bytes are whole: %s', async (length, isWhole) => {
    const answer = '1'.repeat(length);
    const [found] = await read([answer.slice(0, 50), `${answer.slice(50)}\0`]);
    expect(found === answer).toBe(isWhole);
  });

  test.each([
    [100, true],
    [101, false],
  ])('that are events of %i bytes are whole: %s', async (length, isWhole) => {
    const event = `{"method":"${'"",'.repeat(40)}`.slice(0, length);
    const [found] = await read([event.slice(0, 50), `${event.slice(50)}\0`]);
    expect(found === event).toBe(isWhole);
  });
});
