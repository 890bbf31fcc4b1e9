import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../page-here.ts';

let page: ReturnType<typeof openPage>;
let module: typeof import('../../../src/web/preview/follow.ts');
let streams: {
  address: string;
  isClosed: boolean;
  onmessage?: (event: { data: string }) => void;
  onopen?: () => void;
  onerror?: () => void;
}[];

beforeEach(async () => {
  page = openPage();
  streams = [];
  class Stream {
    isClosed = false;
    readonly address: string;

    constructor(address: string) {
      this.address = address;
      streams.push(this);
    }

    close() {
      this.isClosed = true;
    }
  }
  vi.stubGlobal('EventSource', Stream);
  module = await import('../../../src/web/preview/follow.ts');
  module.chosen.value = undefined;
});

afterEach(() => page.close());

it('the first template is followed until one is chosen', () => {
  const told: unknown[] = [];
  module.follow((news) => told.push(news));
  const news = { templates: [], preview: { slug: 'letter' } };
  streams[0]?.onmessage?.({ data: JSON.stringify(news) });
  expect([module.chosen.value, module.news.value, told]).toEqual(['letter', news, [news]]);
  module.chosen.value = 'a/b';
  module.follow(() => undefined);
  streams[1]?.onmessage?.({ data: JSON.stringify(news) });
  expect(module.chosen.value).toBe('a/b');
  expect(streams.map(({ address, isClosed }) => [address, isClosed])).toEqual([
    ['events', true],
    ['events?template=a%2Fb', false],
  ]);
});

it('the page knows while the server has gone', () => {
  module.follow(() => undefined);
  streams[0]?.onerror?.();
  expect(module.hasEnded.value).toBe(true);
  streams[0]?.onopen?.();
  expect(module.hasEnded.value).toBe(false);
});

it('a change names its template, and gets what the server answers', async () => {
  module.chosen.value = 'letter';
  page.answer(200, { digest: 'd' });
  expect(await module.post('save', { text: 'a' })).toEqual({ digest: 'd' });
  expect(page.requests).toEqual([
    {
      address: 'save',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: { template: 'letter', text: 'a' },
    },
  ]);
  page.answer(204);
  expect(await module.post('set', {})).toEqual({});
});

it('a change that is refused has the words and the code of the answer', async () => {
  page.answer(409, { error: { message: 'changed', code: 'conflict' } });
  await expect(module.post('save', {})).rejects.toMatchObject({ message: 'changed', code: 'conflict' });
  page.fail(new Error('gone'));
  await expect(module.post('save', {})).rejects.toMatchObject({ message: 'platen does not answer.', code: undefined });
});

it.each([
  ['', undefined],
  ['#', undefined],
  ['#a', 'a'],
  ['#bills%2Fa', 'bills/a'],
])('the page begins with the template that its address names: "%s"', async (hash, slug) => {
  vi.resetModules();
  page = openPage(`http://platen.example/${hash}`);
  const { chosen, hasEnded } = await import('../../../src/web/preview/follow.ts');
  expect([chosen.value, hasEnded.value]).toEqual([slug, false]);
});
