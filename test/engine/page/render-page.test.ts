import { describe, expect, onTestFinished, test } from 'vitest';
import { renderPage } from '../../../src/engine/page/render-page.ts';
import { loadingPage, printed, render, request } from './loading-page.ts';
import { nothingPaged } from './nothing-paged.ts';

const documentOf = (html: string, more: object = {}) => ({ kind: 'document' as const, html, ...more });
const addressOf = (url: string) => ({ kind: 'address' as const, url });
const inPoints = (width: number, height: number) => ({
  width: expect.closeTo(width, 1),
  height: expect.closeTo(height, 1),
});
const a4 = [inPoints(595.3, 841.9), inPoints(841.9, 595.3)];

test('a document in which nothing can act is printed at once', async () => {
  const { live, calls, tookMs, deadline, uses } = await render({});
  expect(live).toStrictEqual({
    pdf: printed,
    foreign: false,
    origin: expect.stringMatching(/^https:\/\/[0-9a-f]{24}\.invalid$/),
    namesLanguage: true,
    hasSoftHyphens: false,
    isStatic: true,
    sizes: a4,
    warnings: [],
    loadMs: expect.any(Number),
    printMs: expect.any(Number),
    reprint: expect.any(Function),
    park: expect.any(Function),
    close: expect.any(Function),
  });
  expect(live.loadMs + live.printMs).toBeLessThanOrEqual(tookMs);
  expect([calls, deadline.stage, uses.length]).toEqual([[], 'print', 1]);
});

test.each([
  ['a still document', { source: documentOf('<p>x') }, { mayBeUsed: true, isStatic: true }],
  ['a document with a script', { source: documentOf('<script></script>') }, { mayBeUsed: true, isStatic: false }],
  ['a document in Japanese', { source: documentOf('<p lang=ja>x') }, { mayBeUsed: false, isStatic: true }],
  ['a document that shows Chinese', { added: '<p lang=zh>' }, { mayBeUsed: false, isStatic: true }],
  ['an address', { source: addressOf('https://a.test/') }, { mayBeUsed: false, isStatic: false }],
])('%s asks for its page', async (_what, job, wants) => {
  const { uses, live } = await render(job);
  expect([uses, live.isStatic]).toEqual([[['acquire', wants]], wants.isStatic]);
});

test.each([
  ['is clean', {}, [], true],
  ['has asked for more', {}, [request('https://b.test/x.png')], false],
  ['holds the fonts of its language', { source: documentOf('<p lang=ko>x') }, [], false],
])('a page that %s is given back so, once', async (_what, job, events, isClean) => {
  const { uses, live } = await render(job, { events });
  live.park();
  live.close();
  live.close();
  const use = { isClean, isStatic: true };
  expect(uses.slice(1)).toEqual([
    ['park', use],
    ['release', use],
  ]);
});

test('a page that fails is given back as unclean', async () => {
  const fake = loadingPage();
  onTestFinished(() => fake.deadline.stop());
  const { pages, deadline } = fake;
  const job = { source: documentOf('<p>x'), options: { select: 'b' }, wantsFacts: false, pages, deadline };
  await expect(renderPage(fake.browser, job)).rejects.toMatchObject({ code: 'page_failed' });
  expect(fake.uses.slice(1)).toEqual([['release', { isClean: false, isStatic: true }]]);
});

test('the sizes of a page are those of its rules, then those of its options', async () => {
  const { live } = await render({}, { survey: { sizes: ['100pt 200pt', 'auto'] } });
  expect(live.sizes).toEqual([inPoints(100, 200), ...a4]);
});

test.each([
  ['<p>x', false],
  ['<p>x&shy;y', true],
])('%s may hold soft hyphens: %s', async (html, holds) => {
  expect((await render({ source: documentOf(html) })).live.hasSoftHyphens).toBe(holds);
});

test.each([
  ['no', {}, undefined],
  ['2,000', { links: 2000 }, '2,000 links'],
])('a page with %s links is printed, and an expiry names them', async (_count, survey, contents) => {
  const other = { source: documentOf('<script></script>') };
  for (const job of [{}, other]) expect((await render(job, { survey })).deadline.contents).toBe(contents);
});

test.each([
  ['controls', { options: { forms: true } }, {}, { controls: [{ name: 'f' }] }],
  ['titles', { source: documentOf('<h1>a<br>b</h1>') }, {}, { titles: { ab: 'a b' } }],
  ['what is read out', { isReadAloud: true, wantsFacts: true }, {}, { aloud: { texts: [], pictured: [] } }],
  ['boxes in its margins', { complete: async () => [] }, { mayBleed: true }, { hasBleeds: true }],
  ['no language', {}, { namesLanguage: false }, { namesLanguage: false }],
])('a printed page has %s', async (_what, job, survey, wanted) => {
  const answers = {
    markControls: () => ({ controls: [{ name: 'f' }], unnamed: [], unsupported: [] }),
    listHeadingTitles: () => ({ titles: { ab: 'a b' }, excess: [] }),
    readAloud: () => ({ texts: [], excess: [] }),
    readFacts: () => ({ margin: {}, boxes: [], title: 'T', language: 'en', fontFaces: [], excess: [] }),
    spreadBleeds: () => true,
  };
  const { live } = await render(job, { survey, answers });
  expect(live).toMatchObject(wanted);
  const plain = (await render({})).live;
  for (const key of Object.keys(wanted)) if (key !== 'namesLanguage') expect(plain).not.toHaveProperty(key);
  expect(live.facts?.title).toBe('wantsFacts' in job ? 'T' : undefined);
});

describe('a page whose style sheets name its pages', () => {
  const source = documentOf('<style>@page { @top-left { content: string(x) } } p { string-set: x content() }</style>');
  const paged = (changes: object) => ({
    ...nothingPaged,
    unsided: [],
    notes: { count: 0, countsByPage: false },
    counters: [],
    unsupported: [],
    ...changes,
  });

  test.each([
    ['none of it', {}, []],
    ['bookmarks', { bookmarks: [{ level: 1, title: 'a', place: 'p', isOpen: true }] }, ['bookmarks']],
    ['page numbers', { countsPages: true }, ['labels', 'relabel', 'located']],
  ])('has %s', async (_what, changes, names) => {
    const answers = { readPaged: () => paged(changes) };
    const { live } = await render({ source, isDraft: true, complete: async () => [] }, { answers });
    const all = ['bookmarks', 'elsewhere', 'isDraft', 'labels', 'located', 'relabel', 'running', 'isUnnumbered'];
    expect(all.filter((name) => name in live)).toEqual([...names].sort());
  });

  test('has its number of named strings in an expiry', async () => {
    const strings = Array.from({ length: 2000 }, () => ({ name: 'x', text: 'y', place: 'p' }));
    const answers = { readPaged: () => paged({ strings }) };
    const { deadline } = await render({ source }, { answers });
    expect(deadline.contents).toBe('2,000 named strings (string-set)');
  });

  test.each([
    [true, ['elsewhere', 'isDraft', 'isUnnumbered', 'located']],
    [false, ['elsewhere', 'located']],
  ])('shows places of others, and is a draft if asked for one: %s', async (isDraft, names) => {
    const fake = loadingPage({
      pdf: printed,
      answers: {
        readPaged: () =>
          paged({ targets: [{ element: 1, key: 'k', url: `${fake.page.origin}/2#b`, style: 'decimal' }] }),
      },
    });
    onTestFinished(() => fake.deadline.stop());
    const { pages, deadline } = fake;
    const job = { source, options: {}, wantsFacts: false, isDraft, pages, deadline, findPage: () => undefined };
    const live = await renderPage(fake.browser, { ...job, complete: async () => [] });
    const all = ['elsewhere', 'isDraft', 'isUnnumbered', 'labels', 'located', 'relabel', 'running'];
    expect(all.filter((name) => name in live)).toEqual(names);
    expect(live.elsewhere).toEqual([`${live.origin}/2#b`]);
    expect([live.isDraft, live.isUnnumbered]).toEqual(isDraft ? [true, true] : [undefined, undefined]);
  });
});

test('a page is printed again with other numbers, and with the warnings of its first print', async () => {
  const warning = { code: 'css_ignored' as const, detail: 'x' };
  const { live, prints, calls } = await render({ source: documentOf('<p>x', { warnings: [warning] }) });
  const again = await live.reprint({ before: 1, number: 1, total: 3 }, () => undefined);
  expect(again).toStrictEqual({ pdf: printed, running: undefined, warnings: [warning] });
  expect([prints.length, calls.map(([name]) => name)]).toEqual([2, ['applyPageNumbers']]);
});

describe('a document that leaves', () => {
  const source = documentOf('<p>x');
  const leave: [string, object] = ['Page.frameNavigated', { frame: { id: 'f', url: 'https://c.test/' } }];

  test.each([
    ['while it is waited for', 'settle', 0],
    ['while it is printed', 'print', 1],
  ])('%s fails', async (_when, moment, prints) => {
    const fake = loadingPage({
      pdf: () => {
        if (moment === 'print') fake.emit(...leave);
        return printed;
      },
    });
    onTestFinished(() => fake.deadline.stop());
    const { pages, deadline } = fake;
    const complete = async () => {
      if (moment === 'settle') fake.emit(...leave);
      return [];
    };
    const job = { source, options: {}, wantsFacts: false, pages, deadline, complete };
    await expect(renderPage(fake.browser, job)).rejects.toMatchObject({
      code: 'page_failed',
      message: 'The document redirected itself to another URL.',
    });
    expect(fake.prints).toHaveLength(prints);
  });
});

test('a document is loaded from its origin', async () => {
  const { commands, live } = await render({});
  const loads = commands.filter(([, { expression }]) => String(expression).startsWith('location.replace('));
  expect(loads).toEqual([['Runtime.evaluate', { expression: `location.replace("${live.origin}/")` }]]);
});

test.each([
  ['a text', documentOf('<p>x'), []],
  ['a heading', documentOf('<h1>x</h1>'), [[false, false, false]]],
  ['a script', documentOf('<script></script>'), [[true, true, false]]],
  ['an address', addressOf('https://a.test/'), [[true, true, false]]],
])('the defaults of page breaks follow what may be there: %s', async (_what, source, wanted) => {
  const { commands } = await render({ source });
  const sent = commands.flatMap(([, { expression }]) => {
    const [, json] = /return setPrintDefaults\((.*)\);/.exec(String(expression)) ?? [];
    return json === undefined ? [] : [JSON.parse(json)];
  });
  expect(sent.map(({ mayHaveLayers, mayBeInLine, mayStick }) => [mayHaveLayers, mayBeInLine, mayStick])).toEqual(
    wanted,
  );
});

test.each([
  ['a document without fonts', documentOf('<p>x'), []],
  ['a document with fonts', documentOf('<style>@font-face {}</style>'), [['Helvetica']]],
  ['an address', addressOf('https://a.test/'), [['Helvetica']]],
])('a font of the print is there, unless the page may have brought it: %s', async (_what, source, wanted) => {
  const answers = { listInstalledFamilies: () => ['Helvetica'] };
  const { calls } = await render({ source }, { survey: { stacks: ['Helvetica'] }, answers });
  expect(calls.flatMap(([name, names]) => (name === 'listInstalledFamilies' ? [names] : []))).toEqual(wanted);
});
