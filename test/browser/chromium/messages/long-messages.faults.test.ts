import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openConnection } from '../../../../src/browser/chromium/connection.ts';
import { readMessages } from '../../../../src/browser/chromium/messages/read-messages.ts';
import { shortenStrings } from '../../../../src/browser/chromium/messages/shorten-strings.ts';

/** Shortens a text that arrives cut into pieces of this size in bytes. */
function shortenIn(pieces: number, text: string, limit: number): string {
  const shorten = shortenStrings(limit);
  const bytes = Buffer.from(text);
  const kept: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieces) kept.push(shorten(bytes.subarray(at, at + pieces)));
  return Buffer.concat(kept).toString();
}

test('long strings are cut, never inside an escape, wherever the text is cut into pieces', () => {
  const value = {
    'a "key" \\': ['\u0001\\"ab"\\'.repeat(9), 'größe 📄', '', '\\'.repeat(30), '"'.repeat(31)],
    n: 1.5,
    b: [true, null],
  };
  const text = JSON.stringify(value);
  for (let limit = 1; limit < 40; limit += 1) {
    const whole = shortenIn(text.length * 2, text, limit);
    expect(() => JSON.parse(whole)).not.toThrow();
    for (let pieces = 1; pieces < 20; pieces += 1) expect(shortenIn(pieces, text, limit)).toBe(whole);
  }
  expect(shortenIn(7, text, 1000)).toBe(text);
  expect(JSON.parse(shortenIn(3, JSON.stringify({ a: 'abcdef', b: 'ab\u0001\u0002' }), 4))).toEqual({
    a: 'abcd',
    b: 'ab\u0001',
  });
});

/** Reads a text in small pieces under small limits. */
async function readAll(text: string) {
  const output = new PassThrough();
  const read: string[] = [];
  const dropped: string[][] = [];
  readMessages(
    output,
    {
      onMessage: (bytes) => read.push(String(bytes)),
      onTooLong: (start, end) => dropped.push([String(start).slice(0, 11), String(end).slice(-10)]),
      wantsData: () => false,
    },
    { string: 100, event: 300, answer: 300 },
  );
  for (let at = 0; at < text.length; at += 40) output.write(text.slice(at, at + 40));
  await nextTurn();
  return { read, dropped };
}

test('of an event the long strings are cut, of an answer none', async () => {
  const event = { method: 'Page.frameNavigated', params: { name: 'x'.repeat(250) }, sessionId: 'one' };
  const answer = { id: 1, result: { name: 'x'.repeat(250) } };
  const { read, dropped } = await readAll([event, answer, event].map((each) => `${JSON.stringify(each)}\0`).join(''));
  const short = { ...event, params: { name: 'x'.repeat(100) } };
  expect(read.map((text) => JSON.parse(text))).toEqual([short, answer, short]);
  expect(dropped).toEqual([]);
});

test('a message over its limit is dropped, and the next is read', async () => {
  const event = { method: 'Page.frameNavigated', params: Array(99).fill('many'), sessionId: 'one' };
  const answer = { id: 1, result: { name: 'x'.repeat(350) }, sessionId: 'two' };
  const small = { id: 2, result: {} };
  const { read, dropped } = await readAll([event, answer, small].map((each) => `${JSON.stringify(each)}\0`).join(''));
  expect(read).toEqual([JSON.stringify(small)]);
  expect(dropped).toEqual([
    ['{"method":"', 'Id":"one"}'],
    ['{"id":1,"re', 'Id":"two"}'],
  ]);
});

/** Writes a message with 600 MB in the middle: more than a string of V8 can have. */
async function sayHuge(output: PassThrough, start: string, end: string): Promise<void> {
  output.write(start);
  const piece = Buffer.alloc(1024 * 1024, 'x');
  for (let megabytes = 0; megabytes < 600; megabytes += 1) if (!output.write(piece)) await once(output, 'drain');
  output.write(`${end}\0`);
}

test('a message longer than any string costs its command or its text, and nothing else', {
  timeout: 60_000,
}, async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const connection = openConnection(input, output);
  const session = connection.openSession('one');
  const titles: number[] = [];
  session.on('Page.frameNavigated', ({ frame }) => titles.push(frame.name?.length ?? 0));
  await sayHuge(output, '{"method":"Page.frameNavigated","params":{"frame":{"name":"', '"}},"sessionId":"one"}');
  const asked = session.send('Runtime.evaluate', { expression: '' });
  const refused = expect(asked).rejects.toMatchObject({ code: 'page_failed' });
  await sayHuge(output, '{"id":1,"result":{"value":"', '"},"sessionId":"one"}');
  await refused;
  const version = connection.send('Browser.getVersion');
  output.write(`${JSON.stringify({ id: 2, result: { product: 'x' } })}\0`);
  expect(await version).toEqual({ product: 'x' });
  expect(titles).toEqual([256 * 1024]);
});

test('an event over its limit fails the session that listens for it, and no other', { timeout: 60_000 }, async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const connection = openConnection(input, output);
  const [one, two] = [connection.openSession('one'), connection.openSession('two')];
  one.on('Runtime.exceptionThrown', () => undefined);
  const ended: string[] = [];
  void one.failed.then(() => ended.push('one'));
  void two.failed.then(() => ended.push('two'));
  for (const sessionId of ['two', 'one'])
    for (const method of ['Runtime.consoleAPICalled', 'Runtime.exceptionThrown']) {
      const params = Array(200_000).fill('y'.repeat(50));
      const text = `${JSON.stringify({ method, params, sessionId })}\0`;
      for (let at = 0; at < text.length; at += 65_536) output.write(text.slice(at, at + 65_536));
      if (method === 'Runtime.consoleAPICalled') await nextTurn();
      if (method === 'Runtime.consoleAPICalled') expect(ended).toEqual([]);
    }
  expect(await one.failed).toMatchObject({ code: 'page_failed' });
  expect(ended).toEqual(['one']);
});
