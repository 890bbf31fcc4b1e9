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

test('names the images that arrived and are checked, and warns of more', () => {
  const { page, emit } = buildPage();
  const resources = watchResources(page, { egress: reached, origin: undefined, isStatic: true });
  const arrive = (index: number) => {
    const request = { requestId: `${index}`, type: 'Image', frameId: 'main', loaderId: 'x' };
    const url = `http://host.test/${index}`;
    emit('Network.requestWillBeSent', { ...request, request: { url } });
    emit('Network.responseReceived', { ...request, response: { status: 200, url, mimeType: 'image/png' } });
    emit('Network.loadingFinished', request);
  };
  for (let index = 0; index < 2000; index += 1) arrive(index);
  arrive(0);
  expect(resources.warnings).toEqual([]);
  for (let index = 2000; index < 2010; index += 1) arrive(index);
  expect(resources.listImages()).toHaveLength(2000);
  expect(resources.warnings).toEqual([
    { code: 'resource_failed', detail: 'Only the first 2,000 images are checked for damage.' },
  ]);
  expect(resources.failure).toBeUndefined();
});

test('waits until the answers of scripts have arrived', async () => {
  const { page, emit } = buildPage();
  const resources = watchResources(page, { egress: reached, origin: undefined, isStatic: true });
  const request = { requestId: '1', type: 'XHR', frameId: 'main', loaderId: 'x' };
  emit('Network.requestWillBeSent', { ...request, request: { url: 'http://host.test/data' } });
  const events: string[] = [];
  const answers = resources.answers(600_000).then(() => events.push('answered'));
  await Promise.resolve();
  events.push('asked');
  emit('Network.loadingFinished', request);
  await answers;
  expect(events).toEqual(['asked', 'answered']);
});

test('warns of requests beyond those that are watched', () => {
  const { page, emit } = buildPage();
  const resources = watchResources(page, { egress: reached, origin: undefined, isStatic: true });
  const start = (index: number) => {
    const request = { requestId: `${index}`, type: 'Image', frameId: 'main', loaderId: 'x' };
    emit('Network.requestWillBeSent', { ...request, request: { url: `http://host.test/${index}` } });
  };
  for (let index = 0; index < 2000; index += 1) start(index);
  expect(resources.warnings).toEqual([]);
  start(2000);
  start(2001);
  expect(resources.warnings).toEqual([
    {
      code: 'resource_failed',
      detail: 'Only 2,000 open requests are watched at a time: failures of others are not reported.',
    },
  ]);
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
