import { describe, expect, test } from 'vitest';
import { type CompletePage, canPrintAtOnce, completePage, settle } from '../../../src/engine/page/complete-page.ts';
import type { ResourceWatch } from '../../../src/engine/page/load/watch-resources.ts';
import type { PageJob } from '../../../src/engine/page/page-job.ts';
import type { FormControl } from '../../../src/injected/calls.ts';
import { fakePage } from './fake-page.ts';
import { noSheets, nothingPaged } from './nothing-paged.ts';

const print = () => new Uint8Array();
const documentOf = (html: string) => ({ kind: 'document' as const, html });
const address = { kind: 'address' as const, url: 'https://x.invalid/' };

const jobOf = (changes: object = {}) =>
  ({
    source: documentOf('<p>x'),
    options: {},
    wantsFacts: false,
    pages: { egress: { port: 1 } },
    deadline: { remainingMs: 10_000 },
    ...changes,
  }) as unknown as PageJob;

const paged = {
  ...nothingPaged,
  unsided: [],
  notes: { count: 0, countsByPage: false },
  counters: [],
  unsupported: [],
};

const facts = {
  countsPage: false,
  countsPages: false,
  margin: { top: '1in', left: '1em', right: '0', bottom: 'x1in' },
  boxes: [],
  title: 'T',
  language: 'en',
  fontFaces: [],
  excess: [{ of: 'title', limit: 2000 }],
};

describe('a document', () => {
  test.each([
    ['that is whole', {}, true],
    ['from an address', { source: address }, false],
    ['that waits', { options: { wait_for: { delay_ms: 1 } } }, false],
    ['of which an element is selected', { options: { select: 'p' } }, false],
    ['that is scrolled', { options: { scroll: true } }, false],
    ['that is asked not to be scrolled', { options: { scroll: false } }, false],
    ['with fields', { options: { forms: true } }, false],
    ['without fields', { options: { forms: false } }, true],
    ['that is changed', { complete: async () => [] }, false],
    ['whose facts are read', { wantsFacts: true }, false],
    ['that is part of another without numbers', { mayBeNumbered: true }, true],
    [
      'that is part of another, and counts its pages',
      { mayBeNumbered: true, source: documentOf('<style>@page { @top-left { content: counter(page) } }</style>') },
      false,
    ],
    ['with places', { places: ['a'] }, false],
    ['without places', { places: [] }, true],
    ['that loads more', { source: documentOf('<link rel=stylesheet href=x>') }, false],
    ['in two languages', { source: documentOf('<p lang=zh>x<p lang=ja>y') }, false],
    ['with words of paged media', { source: documentOf('<style>a { string-set: x "y" }</style>') }, false],
    ['with hyphens', { source: documentOf('<style>p { hyphens: auto }</style>') }, false],
    ['with negative margins', { source: documentOf('<p style="margin-left: -1px">') }, false],
    ['with breaks of floats', { source: documentOf('<p style="float: left; break-before: page">') }, false],
    ['with headings of two lines', { source: documentOf('<h1>x<br>y</h1>') }, false],
    ['with effects', { source: documentOf('<p style="filter: blur(1px)">') }, false],
    ['with images of pages', { source: documentOf('<style>@page { background: url(x) }</style>') }, false],
    [
      'whose page rules are overridden',
      { source: documentOf('<style>@page {}</style>'), options: { margin: '1in' } },
      false,
    ],
    ['without page rules to override', { options: { margin: '1in' } }, true],
    ['with page rules', { source: documentOf('<style>@page {}</style>') }, true],
  ])('%s is printed at once: %s', (_what, changes, isAtOnce) => {
    expect(canPrintAtOnce(jobOf(changes))).toBe(isAtOnce);
  });
});

describe('a page that is settled', () => {
  /** Settles a page, and gives what it was asked for, each with its arguments. */
  async function run(changes: object, answers: Record<string, (...args: never[]) => unknown> = {}, watch: object = {}) {
    const { page, calls } = fakePage(print, {
      settleDocument: () => ({
        inTime: true,
        moves: false,
        hasUnseen: false,
        hasFixed: false,
        hasSticky: false,
        sizes: [],
      }),
      listStyles: () => ({ styles: [], tooLong: null }),
      scrollOn: () => ({ end: 9, windows: 1 }),
      scrollBack: () => 9,
      ...answers,
    });
    const sent: string[] = [];
    const more = {
      frame: 'f',
      on: () => undefined,
      send: async (name: string) => {
        sent.push(name);
        return { result: {} };
      },
    };
    const resources = { isSelfContained: true, answers: async () => undefined, listAwaited: () => [], ...watch };
    const job = jobOf(changes);
    const settled = await settle(Object.assign(page, more), resources as unknown as ResourceWatch, false, job);
    return { settled, names: calls.map(([name]) => name), calls, sent, job };
  }

  test('is waited for once', async () => {
    const { settled, names, sent } = await run({});
    expect([names, sent]).toEqual([['settleDocument'], []]);
    expect(settled).toEqual({ warnings: [], hasFixed: false, hasSticky: false, sizes: [] });
  });

  test.each([
    ['that no element is selected in', {}, ['settleDocument'], undefined],
    ['whose element is selected', { select: 'p' }, ['settleDocument', 'selectElement', 'settleDocument'], true],
  ])('is one %s', async (_what, options, wanted, found) => {
    const { names, calls } = await run({ options }, { selectElement: () => found });
    expect(names).toEqual(wanted);
    if (found) expect(calls[1]).toEqual(['selectElement', 'p']);
  });

  test('has the element that is selected', async () => {
    await expect(run({ options: { select: 'p "x"' } }, { selectElement: () => false })).rejects.toMatchObject({
      code: 'page_failed',
      message: 'No element matches "p \\"x\\"".',
    });
  });

  test('waits for its condition after it has settled, and settles again', async () => {
    const idle: number[] = [];
    const watch = { idle: async (ms: number) => void idle.push(ms) };
    const { names, calls } = await run({ options: { wait_for: { network_idle: true } } }, {}, watch);
    expect([names, idle]).toEqual([['settleDocument', 'settleDocument'], [500]]);
    expect(calls.map(([, how]) => (how as { rest: boolean }).rest)).toEqual([false, true]);
  });

  test.each([
    [true, ['scrollOn', 'settleDocument', 'scrollBack', 'settleDocument']],
    [false, ['settleDocument']],
  ])('is scrolled through if that is asked for: %s', async (scroll, names) => {
    expect((await run({ options: { scroll } })).names).toEqual(names);
  });

  test('says that its end was not seen', async () => {
    const endless = { scrollOn: () => ({ end: 9, windows: 100 }), scrollBack: () => 99 };
    const { settled } = await run({ options: { scroll: true } }, endless);
    expect(settled.warnings).toEqual([expect.objectContaining({ code: 'lazy_unloaded' })]);
  });

  test('has its diagrams drawn', async () => {
    expect((await run({ source: { ...documentOf('<p>'), hasDiagrams: true } })).sent).toEqual(['Runtime.evaluate']);
  });

  test.each([
    ['from an address', { source: address }, {}, true],
    ['of several files', {}, { isSelfContained: false }, true],
    ['with words of paged media', { source: documentOf('<p style="string-set: x">') }, {}, true],
    [
      'with a style sheet that has such words',
      { source: { ...documentOf('<p>'), assets: { 'a.css': { type: 'text/css', base64: btoa('string-set') } } } },
      {},
      true,
    ],
    ['with none of these', {}, {}, false],
  ])('%s has its style sheets read: %s', async (_what, changes, watch, isRead) => {
    const { settled, sent } = await run(changes, {}, watch);
    expect(sent).toEqual(isRead ? ['CSS.enable'] : []);
    expect('sheets' in settled).toBe(isRead);
  });

  test('has the styles of its elements translated if it names words of paged media itself', async () => {
    expect((await run({ source: documentOf('<p style="string-set: x">') })).names).toContain('listStyles');
    expect((await run({ source: address })).names).not.toContain('listStyles');
  });

  test.each([
    [{ css: ['a {}'], hide: ['b'] }, [['a {}', 'b { display: none !important }']]],
    [{}, []],
  ])('from an address has the style sheets of the options: %j', async (options, added) => {
    const { calls } = await run({ source: address, options });
    expect(calls.flatMap(([name, sheets]) => (name === 'addSheets' ? [sheets] : []))).toEqual(added);
    const own = await run({ options });
    expect(own.names).not.toContain('addSheets');
  });

  test('has what its style sheets name besides what it shows', async () => {
    const { settled } = await run(
      { source: address, options: { css: ['p { position: fixed }'] } },
      { settleDocument: () => ({ inTime: true, hasFixed: true, hasSticky: true, sizes: [] }) },
    );
    expect([settled.hasFixed, settled.hasSticky]).toEqual([true, true]);
    const other = await run({ source: address });
    expect([other.settled.hasFixed, other.settled.hasSticky]).toEqual([false, false]);
  });

  test('has the page options of the request', async () => {
    const { calls } = await run({ options: { margin: '1in' } }, { writePageOverride: () => true });
    expect(calls.at(-1)).toEqual(['writePageOverride', expect.objectContaining({ margin: expect.anything() })]);
  });
});

describe('a page that is prepared', () => {
  async function run(
    changes: object = {},
    survey: object = {},
    answers: Record<string, (...args: never[]) => unknown> = {},
    origin?: string,
  ) {
    const { page, calls } = fakePage(print, {
      prepareForms: () => false,
      readPageRules: () => [],
      readFacts: () => facts,
      readPaged: () => paged,
      keepText: () => [{ css: 'filter: blur(1px)', name: 'p', becomes: 'picture' }],
      breakFloats: () => [{ kind: 'declaration', property: 'break-before', value: 'page' }],
      listHeadingTitles: () => ({ titles: { ab: 'a b' }, excess: [{ of: 'headingTitles', limit: 7 }] }),
      readAloud: () => ({ texts: ['t'], language: 'en', excess: [{ of: 'spoken', limit: 5 }] }),
      findHyphenatedLanguages: () => [],
      spreadBleeds: () => true,
      markControls: () => ({ controls: [{ name: 'f' } as FormControl], unnamed: ['input'], unsupported: ['select'] }),
      ...answers,
    });
    const sent: unknown[] = [];
    const browser = {};
    Object.assign(page, { origin, browser, send: async (...command: unknown[]) => void sent.push(command) });
    const settled = {
      warnings: [],
      hasFixed: false,
      hasSticky: false,
      sizes: [],
      ...survey,
    } as unknown as CompletePage;
    const completed = await completePage(page, {} as ResourceWatch, jobOf(changes), Promise.resolve(settled));
    return { completed, calls, names: calls.map(([name]) => name) };
  }
  const codes = ({ found }: { found: readonly { code: string }[] }) => found.map(({ code }) => code);

  test('has nothing to do if nothing is asked for', async () => {
    const { completed, names } = await run();
    expect(names).toEqual([]);
    expect(completed).toEqual({
      found: [],
      facts: undefined,
      aloud: undefined,
      paged: undefined,
      titles: undefined,
      hyphenated: undefined,
      controls: undefined,
      hasBleeds: undefined,
      trimmed: undefined,
      boxes: undefined,
      isUnnumbered: false,
      before: 0,
      number: undefined,
      total: undefined,
    });
  });

  test('from an address is asked for its languages and its headings', async () => {
    expect((await run({ source: address })).names).toEqual(['prepareForms', 'listHeadingTitles']);
    const source = documentOf('<p lang=zh>x<p lang=ja>y');
    expect((await run({ source })).names).toEqual(['prepareForms']);
  });

  test('has the titles of its headings', async () => {
    const { completed, names } = await run({ source: documentOf('<h1>a<br>b</h1>') });
    expect([names, completed.titles]).toEqual([['listHeadingTitles'], { ab: 'a b' }]);
    expect(completed.found).toEqual([
      {
        code: 'content_cut',
        detail: 'Headings after 7 characters of headings have no spaces at line breaks in the outline.',
      },
    ]);
    const own = await run(
      { source: documentOf('<h1>a<br>b</h1>') },
      { sheets: { ...noSheets, named: true } },
      { readPaged: () => ({ ...paged, bookmarks: [] }) },
    );
    expect(own.names).toEqual(['readPaged']);
  });

  test.each([
    ['no effects', {}, {}, [], []],
    ['effects', {}, { hasEffects: true }, [['keepText', false]], ['text_rasterized']],
    [
      'effects of style sheets',
      {},
      { sheets: { ...noSheets, hasEffects: true } },
      [['keepText', false]],
      ['text_rasterized'],
    ],
    ['other style sheets', {}, { sheets: noSheets }, [], []],
    ['effects that are read out', { isReadAloud: true }, { hasEffects: true }, [['keepText', true]], ['css_ignored']],
  ])('has %s', async (_what, changes, survey, kept, found) => {
    const { completed, calls } = await run(changes, survey);
    expect(calls.filter(([name]) => name === 'keepText')).toEqual(kept);
    expect(codes(completed)).toEqual(found);
  });

  test.each([
    [{}, ['t']],
    [{ page_ranges: '1' }, []],
  ])('is read out with its texts, unless pages are left out: %j', async (options, texts) => {
    const { completed } = await run({ isReadAloud: true, options }, { hasEffects: true });
    expect(completed.aloud).toEqual({
      texts,
      language: 'en',
      pictured: [expect.stringContaining('filter: blur(1px)')],
    });
    expect((await run({ options })).completed.aloud).toBeUndefined();
  });

  test('has its controls marked', async () => {
    const { completed, calls } = await run({ options: { forms: true } });
    expect(calls).toEqual([['markControls', expect.any(String)]]);
    expect([completed.controls, completed.found]).toEqual([
      [{ name: 'f' }],
      [
        { code: 'field_unnamed', detail: 'input has no name' },
        { code: 'field_unsupported', detail: 'select is printed as it looks' },
      ],
    ]);
  });

  test('is changed before all else, with warnings', async () => {
    const order: string[] = [];
    const complete = async () => {
      order.push('complete');
      return [{ code: 'x', detail: 'y' }];
    };
    const { completed } = await run({ complete }, { mayBreakFloats: true });
    expect([order, codes(completed)]).toEqual([['complete'], ['x', 'css_ignored']]);
    expect(codes((await run({ complete })).completed)).toEqual(['x']);
  });

  test.each([
    ['a style sheet names words of paged media', {}, { sheets: { ...noSheets, named: true } }, true],
    ['the document does', { source: documentOf('<p style="string-set: x">') }, { sheets: noSheets }, true],
    ['its style sheets were not read', { source: documentOf('<p style="string-set: x">') }, {}, false],
    ['nothing does', {}, { sheets: noSheets }, false],
  ])('says what it asks for of its pages: %s', async (_what, changes, survey, isRead) => {
    const { completed, names } = await run(changes, survey);
    expect([names.includes('readPaged'), completed.paged !== undefined]).toEqual([isRead, isRead]);
  });

  test.each([
    [{}, false],
    [{ leaders: [{ place: 'a', page: '' }] }, true],
  ])('has the room on its pages for leaders: %j', async (changes, hasRoom) => {
    const survey = { sheets: { ...noSheets, named: true } };
    const { completed } = await run({}, survey, { readPaged: () => ({ ...paged, ...changes }) });
    expect(completed.boxes !== undefined).toBe(hasRoom);
  });

  test.each([
    [{}, undefined, []],
    [{ mayBleed: true }, true, [['spreadBleeds', { '': 721 }, false]]],
    [{ sheets: { ...noSheets, hasTrim: true } }, undefined, []],
  ])('has its boxes in its margins: %j', async (survey, hasBleeds, spread) => {
    const { completed, calls } = await run({}, survey);
    expect(completed.hasBleeds).toBe(hasBleeds);
    expect(calls.filter(([name]) => name === 'spreadBleeds')).toEqual(spread);
  });

  test('has room around its pages for their bleed', async () => {
    const bleed = { text: '8px', isImportant: false };
    const rules = [{ selector: '', size: '', margin: {}, bleed, marks: { text: 'crop', isImportant: false } }];
    const survey = { sheets: { ...noSheets, named: true, hasTrim: true } };
    const { completed, calls } = await run({}, survey, {
      readPageRules: () => rules,
      findBleedReach: () => ({ reaches: true, obstacle: null }),
    });
    expect(completed.trimmed?.padding).toBeGreaterThan(0);
    expect(completed.paged?.padding).toBe(completed.trimmed?.padding);
    expect(calls.find(([name]) => name === 'spreadBleeds')?.[2]).toBe(true);
    const noted = await run({}, survey, {
      readPageRules: () => rules,
      readPaged: () => ({ ...paged, notes: { count: 1, countsByPage: false } }),
      findBleedReach: () => ({ reaches: true, obstacle: null }),
    });
    expect([noted.completed.trimmed?.padding, codes(noted.completed)]).toEqual([0, ['css_ignored']]);
  });

  test('has the images of its pages placed', async () => {
    expect((await run({}, { hasPageImages: true })).names).toEqual(['readPageRules']);
  });

  test('says its facts, with its margins in inches', async () => {
    const { completed } = await run({ wantsFacts: true });
    const { excess: _, ...known } = facts;
    expect(completed.facts).toEqual({ ...known, margin: { top: 1, right: 0 } });
    expect(codes(completed)).toEqual(['content_cut']);
  });

  test.each([
    [{}, [false, false]],
    [{ targets: [{ element: 1, key: 'k', url: 'x', style: 'decimal' }] }, [true, false]],
    [{ breaks: [{ place: 'a' }] }, [true, false]],
    [{ restarts: [{ place: 'a' }] }, [true, false]],
    [{ running: { ...paged.running, elements: [{ name: 'x', counters: [] }] } }, [true, false]],
    [{ countsPages: true }, [true, false]],
    [{ running: { ...paged.running, countsPages: true } }, [false, true]],
  ])('counts its pages by what its style sheets ask for: %j', async (changes, counts) => {
    const survey = { sheets: { ...noSheets, named: true } };
    const { completed } = await run({ wantsFacts: true }, survey, { readPaged: () => ({ ...paged, ...changes }) });
    expect([completed.facts?.countsPage, completed.facts?.countsPages]).toEqual(counts);
    const own = await run(
      { wantsFacts: true },
      {},
      { readFacts: () => ({ ...facts, countsPage: true, countsPages: true }) },
    );
    expect([own.completed.facts?.countsPage, own.completed.facts?.countsPages]).toEqual([true, true]);
  });

  test('has its numbers', async () => {
    const numbers = async () => ({ before: 4, number: 2, total: 9 });
    const { completed, calls } = await run({ wantsFacts: true, numbers });
    expect(completed).toMatchObject({ before: 4, number: 2, total: 9, isUnnumbered: false });
    expect(calls.at(-1)).toEqual(['applyPageNumbers', expect.objectContaining({ before: 4, number: 2 })]);
    expect((await run({ numbers })).completed).toMatchObject({ before: 0, number: undefined, total: undefined });
    const none = await run({ wantsFacts: true, numbers: async () => undefined });
    expect(none.names).not.toContain('applyPageNumbers');
  });

  test.each([
    [true, true, true],
    [true, false, false],
    [false, true, false],
  ])(
    'waits for its numbers if it is a draft (%s) that counts all pages (%s): %s',
    async (isDraft, countsPages, waits) => {
      const numbers = async () => ({ before: 4 });
      const { completed } = await run(
        { wantsFacts: true, isDraft, numbers },
        {},
        { readFacts: () => ({ ...facts, countsPages }) },
      );
      expect([completed.isUnnumbered, completed.before]).toEqual([waits, waits ? 0 : 4]);
    },
  );

  test('keeps the places that others link to', async () => {
    expect((await run({ places: ['a'] })).calls).toEqual([['addPlaces', ['a']]]);
    expect((await run({ places: [] })).calls).toEqual([]);
  });

  test.each([
    ['no hyphens', {}, {}, false],
    ['hyphens in its HTML', { source: documentOf('<p style="hyphens: auto">') }, {}, true],
    ['hyphens of what it shows', {}, { usesHyphens: true }, true],
    ['hyphens of its style sheets', {}, { sheets: { ...noSheets, asksHyphens: true } }, true],
    ['none in its address', { source: address }, { sheets: noSheets }, false],
  ])('has %s', async (_what, changes, survey, isAsked) => {
    const { completed } = await run(changes, survey);
    expect(completed.hyphenated).toEqual(isAsked ? { isHyphenated: false, isAll: true, unhyphenated: [] } : undefined);
  });
});
