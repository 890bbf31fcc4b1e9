import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { ConnectionClosed, DevToolsError, openConnection } from '../../../src/browser/chromium/connection.ts';

function openPair() {
  const input = new PassThrough();
  const output = new PassThrough();
  const connection = openConnection(input, output);
  const say = (message: object) => output.write(`${JSON.stringify(message)}\0`);
  const heard = () =>
    String(input.read() ?? '')
      .split('\0')
      .filter(Boolean)
      .map((text) => JSON.parse(text));
  return { connection, input, output, say, heard };
}

test('an answer reaches its command, whatever the order', async () => {
  const { connection, say, heard } = openPair();
  const version = connection.send('Browser.getVersion');
  const targets = connection.send('Target.getTargets');
  const [first, second] = heard();
  expect([first.method, second.method]).toEqual(['Browser.getVersion', 'Target.getTargets']);
  say({ id: second.id, result: { targetInfos: [] } });
  say({ id: first.id, result: { product: 'x' } });
  expect(await targets).toEqual({ targetInfos: [] });
  expect(await version).toEqual({ product: 'x' });
});

test('a message cut at any byte, inside a character too, arrives whole', async () => {
  const { connection, output } = openPair();
  const titles: string[] = [];
  connection.on('Target.targetInfoChanged', ({ targetInfo }) => titles.push(targetInfo.title));
  const event = { method: 'Target.targetInfoChanged', params: { targetInfo: { title: 'größe 📄' } } };
  const bytes = Buffer.from(`${JSON.stringify(event)}\0`);
  for (const byte of Buffer.concat([bytes, bytes])) output.write(Buffer.of(byte));
  await new Promise((resolve) => setImmediate(resolve));
  expect(titles).toEqual(['größe 📄', 'größe 📄']);
});

test('events and answers of a session stay in that session', async () => {
  const { connection, say, heard } = openPair();
  const one = connection.openSession('one');
  const two = connection.openSession('two');
  const seen: string[] = [];
  one.on('Page.loadEventFired', () => seen.push('one'));
  two.on('Page.loadEventFired', () => seen.push('two'));
  say({ method: 'Page.loadEventFired', params: { timestamp: 1 }, sessionId: 'two' });
  const asked = two.send('Page.enable');
  expect(heard()[0]).toMatchObject({ method: 'Page.enable', sessionId: 'two' });
  say({ method: 'Target.detachedFromTarget', params: { sessionId: 'two' } });
  await expect(asked).rejects.toThrow(ConnectionClosed);
  await expect(two.send('Page.enable')).rejects.toThrow(ConnectionClosed);
  await two.closed;
  expect(seen).toEqual(['two']);
});

test('an error names its command, and a dead browser rejects all', async () => {
  const { connection, output, say, heard } = openPair();
  const refused = connection.send('Browser.getVersion');
  say({ id: heard()[0].id, error: { message: 'no' } });
  await expect(refused).rejects.toThrow(new DevToolsError('Browser.getVersion: no'));
  const pending = connection.send('Browser.getVersion');
  output.destroy();
  await expect(pending).rejects.toThrow(ConnectionClosed);
  await expect(connection.send('Browser.getVersion')).rejects.toThrow(ConnectionClosed);
});

test('a long body is sent in pieces, whole and before later commands', async () => {
  const { connection, heard, input } = openPair();
  let made = 0;
  function* makeBody() {
    for (; made < 50; made += 1) yield 'eHh4'.repeat(10_000);
  }
  const answer = { requestId: '"body":""', responseCode: 200 };
  connection.openSession('one').fulfil(answer, makeBody());
  connection.openSession('one').post('Page.enable');
  expect(made).toBeLessThan(3);
  let text = '';
  input.on('data', (piece) => (text += piece));
  await expect.poll(() => text.split('\0').length).toBe(3);
  const [first = '', second = ''] = text.split('\0');
  expect(JSON.parse(first)).toEqual({
    id: 1,
    method: 'Fetch.fulfillRequest',
    params: { ...answer, body: 'eHh4'.repeat(500_000) },
    sessionId: 'one',
  });
  expect(JSON.parse(second).method).toBe('Page.enable');
  expect(heard()).toEqual([]);
});

describe('data in base64', () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const forms: Record<string, (id: number, base64: string) => string> = {
    'as the browser writes it': (id, data) => JSON.stringify({ id, result: { data }, sessionId: 'one' }),
    'with more in the result': (id, data) => JSON.stringify({ id, result: { data, stream: '"data":"' } }),
    'in another order': (id, data) => JSON.stringify({ sessionId: 'one', result: { stream: '', data }, id }),
    'with escapes': (id, data) => JSON.stringify({ id, result: { data } }).replaceAll('/', '\\/'),
    'with an escape at its end': (id, data) =>
      JSON.stringify({ id, result: { data } }).replace(/=?"\}\}$/, '\\u003d"}}'),
  };

  test.each(Object.keys(forms))('arrives whole, cut at any two bytes, between other messages: %s', async (form) => {
    for (const bytes of [all, all.subarray(1), all.subarray(0, 1), Buffer.alloc(0)]) {
      if (form === 'with an escape at its end' && bytes.length % 3 !== 1) continue;
      const answer = (id: number) => `${forms[form]?.(id, bytes.toString('base64'))}\0`;
      const event = `${JSON.stringify({ method: 'Page.loadEventFired', params: { timestamp: 1 } })}\0`;
      const { length } = answer(1);
      for (let cut = 0; cut <= length; cut += 1) {
        const { connection, output } = openPair();
        let events = 0;
        connection.on('Page.loadEventFired', () => (events += 1));
        const fetched = connection.fetchData('Page.printToPDF', {});
        const version = connection.send('Browser.getVersion');
        const text = `${event}${answer(1)}${event}${JSON.stringify({ id: 2, result: { product: 'x' } })}\0`;
        // The second cut wanders past the first as the first goes on.
        const [one, other] = [event.length + cut, event.length + ((cut * 7) % length)].sort((a, b) => a - b);
        for (const piece of [text.slice(0, one), text.slice(one, other), text.slice(other)]) output.write(piece);
        expect((await fetched).equals(bytes), `cut at ${cut}`).toBe(true);
        expect(await version).toEqual({ product: 'x' });
        expect(events).toBe(2);
      }
    }
  });

  test('arrives whole byte by byte, and stays text where text is asked for', async () => {
    const { connection, output } = openPair();
    const fetched = connection.fetchData('Page.printToPDF', {});
    const sent = connection.send('Page.printToPDF', {});
    const result = { data: all.toString('base64') };
    for (const byte of Buffer.from([1, 2].map((id) => `${JSON.stringify({ id, result })}\0`).join('')))
      output.write(Buffer.of(byte));
    expect(await fetched).toEqual(all);
    expect(await sent).toEqual(result);
  });

  test('of many megabytes arrives whole while other work goes on', async () => {
    const { connection, output } = openPair();
    const large = Buffer.alloc(7_000_001, 'a large document ');
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    const fetched = connection.fetchData('Page.printToPDF', {});
    const text = Buffer.from(`{"id":1,"result":{"data":"${large.toString('base64')}"}}\0`);
    for (let at = 0; at < text.length; at += 65_536) output.write(text.subarray(at, at + 65_536));
    expect((await fetched).equals(large)).toBe(true);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
  });

  test('that is cut off by the death of the browser, or refused, is an error', async () => {
    const { connection, output, say } = openPair();
    const refused = connection.fetchData('Page.printToPDF', {});
    say({ id: 1, error: { message: 'no' } });
    await expect(refused).rejects.toThrow(new DevToolsError('Page.printToPDF: no'));
    const cut = connection.fetchData('Page.printToPDF', {});
    output.write('{"id":2,"result":{"data":"JVBERi0');
    output.destroy();
    await expect(cut).rejects.toThrow(ConnectionClosed);
  });
});

describe('what goes wrong with an event', () => {
  test('is the failure of its session alone, and every other listener is called', async () => {
    const { connection, say } = openPair();
    const [one, two] = [connection.openSession('one'), connection.openSession('two')];
    const seen: string[] = [];
    let hasFailed = false;
    void two.failed.then(() => (hasFailed = true));
    one.on('Page.loadEventFired', () => {
      throw new TypeError('first');
    });
    one.on('Page.loadEventFired', () => seen.push('one'));
    two.on('Page.loadEventFired', () => seen.push('two'));
    for (const sessionId of ['one', 'two']) say({ method: 'Page.loadEventFired', params: { timestamp: 1 }, sessionId });
    expect(await one.failed).toEqual(new TypeError('first'));
    expect(seen).toEqual(['one', 'two']);
    expect([connection.isOpen, hasFailed]).toEqual([true, false]);
  });

  test('as being no JSON, fails its session or its command', async () => {
    const { connection, output, say } = openPair();
    const one = connection.openSession('one');
    one.on('Page.loadEventFired', () => undefined);
    const asked = one.send('Page.enable');
    output.write('{"id":1,"result":{]}\0{"method":"Page.loadEventFired","params":{],"sessionId":"one"}\0');
    await expect(asked).rejects.toThrow(SyntaxError);
    expect(await one.failed).toBeInstanceOf(SyntaxError);
    const version = connection.send('Browser.getVersion');
    say({ id: 2, result: { product: 'x' } });
    expect(await version).toEqual({ product: 'x' });
  });

  test('as the end of the session with the browser, which no event ends, is ignored', async () => {
    const { connection, say } = openPair();
    say({ method: 'Target.detachedFromTarget', params: { sessionId: '' } });
    const version = connection.send('Browser.getVersion');
    say({ id: 1, result: { product: 'x' } });
    expect(await version).toEqual({ product: 'x' });
  });

  test('is cut to 1,000 characters where the browser says it', async () => {
    const { connection, say } = openPair();
    const refused = connection.send('Browser.getVersion');
    say({ id: 1, error: { message: 'x'.repeat(5000) } });
    await expect(refused).rejects.toThrow(new DevToolsError(`Browser.getVersion: ${'x'.repeat(1000)}`));
  });
});
