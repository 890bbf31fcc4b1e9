import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { CommandError, ConnectionClosed, openConnection } from '../../../src/engine/browser/connection.ts';

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

test('an answer reaches the one who asked, whatever the order', async () => {
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

test('a refused command says which one, and a dead browser refuses all', async () => {
  const { connection, output, say, heard } = openPair();
  const refused = connection.send('Browser.getVersion');
  say({ id: heard()[0].id, error: { message: 'no' } });
  await expect(refused).rejects.toThrow(new CommandError('Browser.getVersion: no'));
  const pending = connection.send('Browser.getVersion');
  output.destroy();
  await expect(pending).rejects.toThrow(ConnectionClosed);
  await expect(connection.send('Browser.getVersion')).rejects.toThrow(ConnectionClosed);
});

test('a long body goes out in pieces, whole and before what was said after it', async () => {
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
