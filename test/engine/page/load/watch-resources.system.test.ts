import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { watchResources } from '../../../../src/engine/page/load/watch-resources.ts';
import type { Page } from '../../../../src/engine/page/open/page.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A page whose events the test sends. */
function buildPage() {
  const listeners = new Map<string, (event: object) => void>();
  const session = {
    on: (name: string, listener: (event: object) => void) => void listeners.set(name, listener),
    set: () => undefined,
  };
  const page = {
    frame: 'main',
    onSession: (listener: (its: unknown, kind: string) => void) => listener(session, 'page'),
  };
  return { page: page as unknown as Page, emit: (name: string, event: object) => listeners.get(name)?.(event) };
}

/** Bytes of the heap that are in use after the garbage is gone. */
function measureHeap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Of a network where each address is reached. */
const reached = { isRefused: () => false, isUnknown: () => false, faultOf: () => undefined };

const megabyte = 1024 * 1024;

test.each([
  ['ended', 'Network.loadingFinished'],
  ['failed', 'Network.loadingFailed'],
  ['never ended', undefined],
])('a watched page costs no memory for requests that have %s', (_what, end) => {
  const { page, emit } = buildPage();
  const resources = watchResources(page, { egress: reached, origin: undefined, isStatic: true });
  const before = measureHeap();
  for (let index = 0; index < 3000; index += 1) {
    const requestId = `request ${index}`;
    const url = `http://host.test/${index}/${Buffer.alloc(20_000, 'x').toString('latin1')}`;
    emit('Network.requestWillBeSent', { requestId, request: { url }, type: 'Image', frameId: 'main', loaderId: 'x' });
    if (end) emit(end, { requestId, type: 'Image' });
  }
  expect(measureHeap() - before).toBeLessThan(10 * megabyte);
  expect(resources.warnings.length).toBeLessThanOrEqual(51);
});

test('a failure is named by the address that was asked for first, though it was led elsewhere', () => {
  const { page, emit } = buildPage();
  const resources = watchResources(page, { egress: reached, origin: undefined, isStatic: true });
  const request = { requestId: '1', type: 'Image', frameId: 'main', loaderId: 'x' };
  emit('Network.requestWillBeSent', { ...request, request: { url: 'http://first.test/' } });
  emit('Network.requestWillBeSent', { ...request, request: { url: 'http://second.test/' } });
  emit('Network.loadingFailed', { ...request });
  expect(resources.failure).toBe('http://first.test/ could not be loaded');
});

test.each([
  [
    'its name does not resolve',
    { isUnknown: () => true },
    'could not be loaded: the name of its host could not be resolved',
  ],
  ['its address is not allowed', {}, 'was not loaded: its URL is not allowed'],
])('a failure says that %s', (_why, more, words) => {
  const { page, emit } = buildPage();
  const egress = { ...reached, isRefused: () => true, ...more };
  const resources = watchResources(page, { egress, origin: undefined, isStatic: true });
  const request = { requestId: '1', type: 'Image', frameId: 'main', loaderId: 'x' };
  emit('Network.requestWillBeSent', { ...request, request: { url: 'http://first.test/' } });
  emit('Network.loadingFailed', { ...request });
  expect(resources.failure).toBe(`http://first.test/ ${words}`);
});
