import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../src/browser/chromium/launch-browser.ts';
import { startBrowser } from '../../src/browser/chromium/start-browser.ts';
import { parseAddress } from '../../src/browser/egress/address.ts';
import { parseTarget } from '../../src/browser/egress/target.ts';
import { cacheFolder } from '../engine/test-engine.ts';
import { isLong } from '../helpers/is-long.ts';

const count = isLong ? 20_000 : 600;

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser({ cacheFolder, sandbox: 'preferred' });
});
afterAll(() => browser.kill());

/** The host of each address as Chromium itself reads it; null where it reads none. */
async function readInChromium(hosts: readonly string[]): Promise<(string | null)[]> {
  const { browserContextId } = await browser.send('Target.createBrowserContext', { disposeOnDetach: true });
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const { result } = await browser.openSession(sessionId).send('Runtime.evaluate', {
    expression: `${JSON.stringify(hosts)}.map((host) => {
      try { return new URL('http://' + host + ':8/').hostname } catch { return null }
    })`,
    returnByValue: true,
  });
  return result.value;
}

const number = fc.oneof(
  fc.integer({ min: 0, max: 256 }).map(String),
  fc.integer({ min: 0, max: 256 }).map((value) => `0x${value.toString(16)}`),
  fc.integer({ min: 0, max: 256 }).map((value) => `0${value.toString(8)}`),
  fc.integer({ min: 0, max: 0xffffffff }).map(String),
  fc.constantFrom('0x', '0X7F', '08', '00', '4294967296', '0xffffffff', '', '127', 'a'),
);
const dotted = fc.array(number, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('.'));
const group = fc.oneof(
  fc.constantFrom('', '0', 'ffff', 'fe80', '7f00', '64', 'ff9b', '2002', '127.0.0.1', '::'),
  fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16)),
);
const bracketed = fc.array(group, { minLength: 1, maxLength: 9 }).map((groups) => `[${groups.join(':')}]`);
const odd = fc.string({ unit: fc.constantFrom(...'abXY019.-_:[]%@/\\#? \t\u00ad\u3002\uff10ｅ①'), maxLength: 12 });
const host = fc.oneof(
  dotted,
  bracketed,
  odd,
  fc.tuple(dotted, odd).map(([start, end]) => start + end),
);
const withDot = fc.tuple(host, fc.constantFrom('', '', '.')).map(([name, dot]) => name + dot);

test('a host is read as Chromium reads it, or not at all', async () => {
  const hosts = fc.sample(withDot, count);
  const seen = await readInChromium(hosts);
  let taken = 0;
  for (const [index, written] of hosts.entries()) {
    const target = parseTarget(`${written}:8`);
    if (target === undefined) continue;
    taken += 1;
    const theirs = seen[index]?.replace(/\.$/, '');
    expect([written, target.host]).toEqual([written, theirs]);
    expect([written, target.address]).toEqual([written, parseAddress((theirs ?? '').replace(/^\[(.*)\]$/, '$1'))]);
  }
  expect(taken).toBeGreaterThan(count / 10);
});
