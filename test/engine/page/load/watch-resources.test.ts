import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { host, type WatchedPage, watchPage } from './watched-page.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const url = `${host}/x.png`;

describe('a request that fails', () => {
  test.each<[string, WatchedPage, object, string]>([
    [
      'a host without a name',
      { unknown: url },
      {},
      `resource_failed: ${url} could not be loaded: the name of its host could not be resolved`,
    ],
    [
      'a URL that is not allowed',
      { refused: url },
      {},
      `resource_blocked: ${url} was not loaded: its URL is not allowed`,
    ],
    [
      'http in https',
      {},
      { blockedReason: 'mixed-content' },
      `mixed_content: ${url} is http and was not loaded into an https page`,
    ],
    ['what the browser blocks', {}, { blockedReason: 'csp' }, `resource_blocked: ${url} was blocked (csp)`],
    ['another fault', { fault: 'X' }, {}, `resource_failed: ${url} could not be loaded`],
    [
      'a certificate',
      { fault: 'X' },
      { errorText: 'net::ERR_CERT_DATE_INVALID' },
      `resource_failed: ${url} could not be loaded (ERR_CERT_DATE_INVALID)`,
    ],
    [
      'an authority',
      {},
      { errorText: 'net::ERR_CERT_AUTHORITY_INVALID' },
      `resource_failed: ${url} could not be loaded (ERR_CERT_AUTHORITY_INVALID)`,
    ],
    [
      'a known authority',
      { fault: 'CERT_X' },
      { errorText: 'net::ERR_CERT_AUTHORITY_INVALID' },
      `resource_failed: ${url} could not be loaded (ERR_CERT_X)`,
    ],
  ])('is reported with its reason: %s', (_, given, event, detail) => {
    const { request, fail, details, resources } = watchPage(given);
    request(url);
    fail(url, event);
    expect(details()).toEqual([detail]);
    expect(resources.failure).toBe(detail.slice(detail.indexOf(' ') + 1));
  });

  test('is not reported if it was given up, is not known, or is a small picture of the site', () => {
    const { request, fail, details } = watchPage();
    request(url);
    fail(url, { canceled: true });
    fail(url);
    request(`${host}/favicon.ico`);
    fail(`${host}/favicon.ico`);
    request(`${host}/ping`, 'Ping');
    fail(`${host}/ping`, {}, 'Ping');
    expect(details()).toEqual([]);
  });

  test.each([
    ['Font', true],
    ['Script', true],
    ['Fetch', false],
    ['Other', false],
  ])('of type %s shows on paper: %s', (type, isVisible) => {
    const { request, answer, resources, details } = watchPage();
    request(url, type);
    answer(url, 404, type);
    expect(details()).toEqual([`resource_missing: ${url} answered 404`]);
    expect(resources.failure !== undefined).toBe(isVisible);
  });

  test.each([
    [399, []],
    [400, [`resource_missing: ${url} answered 400`]],
  ])('is one with status %i: %j', (status, wanted) => {
    const { request, answer, details } = watchPage();
    request(url);
    answer(url, status);
    expect(details()).toEqual(wanted);
  });

  test('to the own origin of a page names a file that it does not have', () => {
    const { request, answer, details } = watchPage({ origin: host });
    request(url);
    answer(url, 404);
    expect(details()).toEqual(['resource_missing: x.png is not among its files']);
  });

  test('names the address that was asked for first', () => {
    const { request, answer, details } = watchPage();
    request(`${host}/first`, 'Image', 'id');
    request(`${host}/second`, 'Image', 'id');
    answer(`${host}/second`, 404, 'Image', '', 'id');
    expect(details()).toEqual([`resource_missing: ${host}/first answered 404`]);
  });

  test('to the main document is not reported here', () => {
    const { request, answer, details, resources } = watchPage();
    request(url, 'Document', 'page', { loaderId: 'page' });
    answer(url, 404, 'Document', 'text/html', 'page');
    expect([details(), resources.listOpen()]).toEqual([[], []]);
  });
});

describe('what a page asks for', () => {
  test.each([
    [host, [url, 'data:,x', 'blob:x', 'about:blank'], true],
    [host, ['https://b.example/'], false],
    [host, [`${host}.evil/`], false],
    [undefined, [], false],
  ])('with the origin %s and %j is its own: %s', (origin, urls, isOwn) => {
    const { request, resources } = watchPage(origin === undefined ? {} : { origin });
    for (const each of urls) request(each);
    expect(resources.isSelfContained).toBe(isOwn);
  });

  test('is open until it is there', () => {
    const { request, finish, resources } = watchPage();
    request(`${host}/a`);
    request(`${host}/b`, 'Fetch');
    request(`${host}/c`, 'Script');
    request(`${host}/d`, 'Script', 'shared', { loaderId: '' });
    request(`${host}/${'x'.repeat(2000)}`, 'XHR', 'long');
    expect(resources.listOpen()).toEqual([`${host}/a`, `${host}/c`, `${host}/d`]);
    expect(resources.listAwaited().slice(0, 2)).toEqual([`${host}/b`, `${host}/c`]);
    for (const id of [`${host}/a`, `${host}/b`, `${host}/c`, 'shared', 'long']) finish(id);
    expect([resources.listOpen(), resources.listAwaited()]).toEqual([[], []]);
  });

  test.each([
    [2000, []],
    [2001, ['resource_failed: Only 2,000 open requests are watched at a time: failures of others are not reported.']],
  ])('is watched: %i open requests, %j', (count, wanted) => {
    const { request, details, resources } = watchPage();
    for (let at = 0; at < count; at += 1) request(`${host}/${at}`);
    expect([resources.listOpen().length, details()]).toEqual([2000, wanted]);
  });

  test('are images that are listed by their addresses, 2,000 of them', () => {
    const { answer, resources, details } = watchPage();
    answer(url);
    answer(url);
    answer('data:,x');
    answer(`${host}/${'x'.repeat(1000)}`);
    answer(`${host}/page`, 200, 'Document', 'text/html');
    expect(resources.listImages()).toEqual([url]);
    for (let at = 1; at < 2000; at += 1) answer(`${host}/${at}`);
    answer(url);
    expect([resources.listImages().length, details()]).toEqual([2000, []]);
    answer(`${host}/2000`);
    expect([resources.listImages().length, details()]).toEqual([
      2000,
      ['resource_failed: Only the first 2,000 images are checked for damage.'],
    ]);
    const worker = watchPage({ kind: 'worker' });
    worker.answer(url);
    expect(worker.resources.listImages()).toEqual([]);
  });

  test.each([
    ['text/html', 0],
    ['application/xml', 0],
    ['video/mp4', 0],
    ['application/zip', 1],
    ['', 1],
  ])('may be shown in a frame, as %s, or not', (type, count) => {
    const { answer, details } = watchPage();
    answer(url, 200, 'Document', type);
    expect(details()).toHaveLength(count);
    if (count > 0)
      expect(details()[0]).toBe(
        `resource_failed: ${url} is not printed: the browser shows no ${type || 'such file'} inside of a page`,
      );
  });
});

describe('what arrived and is not shown', () => {
  test('is reported, unless its address was before', () => {
    const { request, answer, resources, details } = watchPage();
    request(url);
    answer(url, 404);
    resources.reportUnread(url);
    resources.reportUnread(`${host}/b`);
    resources.reportUnread(`${host}/c`, 'is cut off');
    resources.reportUnshown(url, 'image/png');
    answer(`${host}/image`);
    answer(`${host}/frame`, 200, 'Document', 'text/html');
    for (const each of ['image', 'frame']) resources.reportUnshown(`${host}/${each}`, 'x');
    resources.reportUnshown('data:,x', 'application/zip');
    resources.reportUnshown(`${host}/d`, 'application/zip');
    expect(details().slice(1)).toEqual([
      `resource_failed: ${host}/b arrived, but the browser cannot read it`,
      `resource_failed: ${host}/c is cut off`,
      `resource_failed: ${host}/d is not printed: the browser shows no application/zip inside of a page`,
    ]);
  });

  test('is not reported if it is asked for again after the watch has stopped, and does not arrive', () => {
    const { request, answer, fail, resources, details } = watchPage();
    resources.stop();
    request(`${host}/a`, 'Image', 'a');
    request(`${host}/b`, 'Image', 'b');
    request(`${host}/c`, 'Image', 'c');
    fail('a');
    answer(`${host}/b`, 404, 'Image', '', 'b');
    answer(`${host}/c`, 200, 'Image', '', 'c');
    for (const each of ['a', 'b', 'c']) resources.reportUnread(`${host}/${each}`);
    expect(details()).toEqual([`resource_failed: ${host}/c arrived, but the browser cannot read it`]);
    expect([resources.listImages(), resources.listOpen()]).toEqual([[], []]);
  });
});

describe('an exception of a script', () => {
  test.each([
    [{ text: 'Uncaught', exception: { description: 'Error: a\n  at b' } }, 'Error: a'],
    [{ text: 'Uncaught', exception: { value: 7 } }, '7'],
    [{ text: 'Uncaught' }, 'Uncaught'],
  ])('%j is a warning', (exception, said) => {
    const { except, details, sent } = watchPage();
    except(exception);
    expect(details()).toEqual([`console_error: A script failed: ${said}`]);
    expect(sent).toEqual(['Network.enable', 'Runtime.enable']);
  });

  test.each<WatchedPage>([{ isStatic: true }, { kind: 'worker' }])('is not watched in %j', (given) => {
    expect(watchPage(given).sent).toEqual(['Network.enable']);
  });
});

describe('waiting', () => {
  test('for answers ends with the last one that is awaited, or with the time', async () => {
    const { request, finish, resources } = watchPage();
    const ended: string[] = [];
    await resources.answers(1000);
    request(url, 'Fetch');
    request(`${host}/image`);
    void resources.answers(1000).then(() => ended.push('first'));
    await vi.advanceTimersByTimeAsync(999);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toEqual(['first']);
    const waiting = resources.answers(1000);
    finish(url);
    await waiting;
  });

  test('for an idle network ends once no request was open for so long', async () => {
    const { request, finish, resources } = watchPage();
    const ended: string[] = [];
    request(url);
    void resources.idle(500).then(() => ended.push('idle'));
    await vi.advanceTimersByTimeAsync(5000);
    finish(url);
    await vi.advanceTimersByTimeAsync(499);
    request(`${host}/b`);
    await vi.advanceTimersByTimeAsync(1000);
    expect(ended).toEqual([]);
    finish(`${host}/b`);
    await vi.advanceTimersByTimeAsync(499);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toEqual(['idle']);
  });

  test('includes a worker until it has its script and has ended what it does then', async () => {
    const { finish, resources, answers, request } = watchPage({ kind: 'worker' });
    expect(resources.listAwaited()).toEqual(['a worker']);
    finish('script');
    expect(resources.listAwaited()).toEqual(['a worker']);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(resources.listAwaited()).toEqual([]);
    finish('image');
    expect(resources.listAwaited()).toEqual([]);
    request(url, 'Fetch');
    finish(url);
    expect(resources.listAwaited()).toEqual(['a worker']);
    const gone = watchPage({ kind: 'worker' });
    gone.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(gone.resources.listAwaited()).toEqual([]);
  });
});
