import { describe, expect, test } from 'vitest';
import type { PagedState } from '../../../../src/engine/page/paged/paged-state.ts';
import { canWaitForNumbers, printFilled } from '../../../../src/engine/page/print/print-filled.ts';
import { buildPages } from '../../../pdf/build-pdf.ts';
import { fakePage } from '../fake-page.ts';
import { nothingPaged } from '../nothing-paged.ts';

const here = 'https://x.invalid/';
const origin = 'https://x.invalid';

/** A print of some pages with places at their tops, each with the index of its page. */
function printOf(count: number, places: Record<string, number> = {}) {
  const names = Object.entries(places).map(([name, index]) => `/${name} [${index * 2 + 4} 0 R /XYZ 0 100 0]`);
  return buildPages(count, { catalog: `/Dests <<${names.join(' ')}>>` });
}

/** What style sheets ask for. */
function paged(changes: object = {}): PagedState {
  return {
    ...nothingPaged,
    here,
    increment: 'page',
    notes: { count: 0, countsByPage: false, inText: new Map(), shrink: 1, rounds: 0 },
    blanks: new Set(),
    padding: 0,
    ...changes,
  } as unknown as PagedState;
}

const target = (url: string, more: object = {}) => ({ element: 1, key: 'k', url, style: 'decimal', ...more });
const own = target(`${here}#a`);
const other = target(`${origin}/2#b`);

/** Prints a page whose prints are these, the last one again and again, and gives what it has written into the page. */
async function fill(state: PagedState | undefined, prints: Uint8Array[], filling: object = {}, options: object = {}) {
  const fake = fakePage((count) => prints[Math.min(count, prints.length - 1)] as Uint8Array, {
    readPageRules: () => [],
    showRunning: () => ({ tooLow: [], end: null }),
  });
  const filled = await printFilled(fake.page, options, { paged: state, ...filling });
  const written = fake.calls.flatMap(([name, texts]) =>
    name === 'writePaged' ? [texts as Record<string, unknown>] : [],
  );
  const texts = written.map((each) => (each.texts as { text: string }[]).map(({ text }) => text).join());
  return { ...fake, filled, written, texts };
}

describe('a page that shows nothing of its pages', () => {
  test.each([undefined, paged()])('is printed once: %#', async (state) => {
    const pdf = printOf(2);
    const { filled, prints, calls } = await fill(state, [pdf], {}, { page_ranges: '1' });
    expect([filled, prints.length, calls]).toEqual([{ pdf, isSettled: true, elsewhere: [], warnings: [] }, 1, []]);
  });

  test('has labels if their styles differ and all pages are printed', async () => {
    const state = paged({ stylesPages: true });
    const { filled, calls } = await fill(state, [printOf(2)], { before: 4 });
    const numbers = (labels: readonly { number: number }[] = []) => labels.map(({ number }) => number);
    expect(calls).toEqual([['readPageRules']]);
    expect([numbers(filled.labels), numbers(filled.relabel?.(8))]).toEqual([
      [5, 6],
      [9, 10],
    ]);
    expect(numbers((await fill(state, [printOf(2)], { before: 4, number: 1 })).filled.labels)).toEqual([2, 3]);
    expect(numbers((await fill(state, [printOf(2)])).filled.labels)).toEqual([1, 2]);
    expect((await fill(state, [printOf(2)], {}, { page_ranges: '1' })).filled).not.toHaveProperty('labels');
  });
});

describe('a page that shows the number of a place', () => {
  test('is printed again with it, until it stays', async () => {
    const [first, second] = [printOf(2, { a: 1 }), printOf(3, { a: 2 })];
    const { filled, texts, prints, written } = await fill(paged({ targets: [own] }), [first, second]);
    expect(texts).toEqual(['2', '3']);
    expect(prints).toHaveLength(3);
    expect(filled).toMatchObject({ pdf: second, isSettled: true, elsewhere: [], warnings: [] });
    expect(filled.located?.find('a')).toBe(2);
    expect(filled).not.toHaveProperty('labels');
    expect(written[0]).toEqual({
      texts: [{ element: 1, key: 'k', text: '2' }],
      css: '',
      leaders: [],
      blanks: [],
      hasBlankRules: false,
      areFinal: false,
    });
  });

  test('counts the pages before it', async () => {
    expect((await fill(paged({ targets: [own] }), [printOf(2, { a: 1 })], { before: 5 })).texts).toEqual(['7']);
    expect((await fill(paged({ targets: [own] }), [printOf(2, { a: 1 })], { before: 5, number: 1 })).texts).toEqual([
      '3',
    ]);
  });

  test('is printed four times at most', async () => {
    const moving = Array.from({ length: 9 }, (_, index) => printOf(2, { a: index % 2 }));
    const { filled, prints } = await fill(paged({ targets: [own] }), moving);
    expect([prints.length, filled.isSettled]).toEqual([4, false]);
  });

  test.each([
    [{}, ['2'], 1],
    [{ breaks: [{ place: 'a', side: 'left' }] }, ['2'], 2],
    [{ notes: { ...paged().notes, count: 1 } }, ['2'], 2],
  ])('begins with the number of an earlier print: %j', async (changes, texts, prints) => {
    const located = { count: 2, find: () => 1, findTop: () => 0 };
    const pdf = printOf(2, { a: 1 });
    const fake = fakePage(() => pdf, { readPageRules: () => [], placeNotes: () => ({ placed: [], failed: [] }) });
    await printFilled(fake.page, {}, { paged: paged({ targets: [own], ...changes }), located });
    const written = fake.calls.filter(([name]) => name === 'writePaged');
    expect(
      written.map(([, each]) => (each as { texts: { text: string }[] }).texts.map(({ text }) => text).join()),
    ).toEqual(texts);
    expect(fake.prints).toHaveLength(prints);
  });

  test('begins with the number of its earlier print', async () => {
    const state = paged({ targets: [own] });
    await fill(state, [printOf(2, { a: 1 })]);
    const { texts, prints } = await fill(state, [printOf(2, { a: 1 })]);
    expect([texts, prints.length]).toEqual([['2'], 1]);
  });

  test('names the places that it does not have, of its document alone', async () => {
    const targets = [own, other, target(`${here}#none`), target('https://elsewhere.example/#x')];
    const { filled } = await fill(paged({ targets }), [printOf(2, { a: 1 })], { origin });
    expect(filled.elsewhere).toEqual([other.url, `${here}#none`]);
  });

  test('of another part is printed once if it is printed again later', async () => {
    const draft = { origin, isDraft: true };
    const once = await fill(paged({ targets: [other], stylesPages: true }), [printOf(2)], draft);
    expect([once.prints.length, once.texts]).toEqual([1, []]);
    expect(once.filled).toMatchObject({ isSettled: true, isDraft: true, elsewhere: [other.url], warnings: [] });
    expect(once.filled.labels).toHaveLength(2);
    expect(once.filled.located?.count).toBe(2);
    const plain = await fill(paged({ targets: [other] }), [printOf(2)], draft);
    expect(plain.filled).not.toHaveProperty('labels');
    for (const [changes, more] of [
      [{}, { isDraft: false }],
      [{ leaders: [{ place: 'a', page: '' }] }, {}],
      [{ targets: [own] }, {}],
      [{ targets: [other, target(`${here}#a`, { text: 'x' })] }, {}],
    ] as const) {
      const { filled, prints } = await fill(paged({ targets: [other], ...changes }), [printOf(2, { a: 1 })], {
        ...draft,
        ...more,
      });
      expect([filled.isDraft, prints.length]).toEqual([undefined, 2]);
    }
  });

  test('prints only the pages that are asked for in the end', async () => {
    const [whole, asked] = [printOf(3, { a: 1 }), printOf(1)];
    const state = paged({ targets: [own], stylesPages: true });
    const { filled, prints } = await fill(state, [whole, whole, asked], {}, { page_ranges: '2' });
    expect(prints.map(({ pageRanges }) => pageRanges ?? '')).toEqual(['', '', '2']);
    expect(filled.pdf).toBe(asked);
    expect(filled).not.toHaveProperty('labels');
    expect((await fill(paged({ targets: [own], stylesPages: true }), [whole])).filled.labels).toHaveLength(3);
  });
});

test.each([
  ['targets', { targets: [own] }],
  ['breaks', { breaks: [{ place: 'a', side: 'right' }] }],
  [
    'running elements',
    { running: { ...paged().running, elements: [{ name: 'x', place: 'a', lead: 0, counters: [] }] } },
  ],
  ['leaders', { leaders: [{ place: 'a', page: '' }] }],
  ['named strings', { styles: [{ kind: 'first', name: 's' }] }],
  ['numbers', { numbers: ['lower-roman'] }],
  ['restarts', { restarts: [{ place: 'a', kind: 'set', number: 1 }] }],
  ['nth', { nth: ['x'] }],
  ['counted pages', { countsPages: true }],
])('a page with %s is looked through for its places', async (_what, changes) => {
  const { filled } = await fill(paged(changes), [printOf(2, { a: 1 })]);
  expect(filled.located?.count).toBe(2);
});

describe('a page of which margin boxes alone show what is known later', () => {
  const strings = [{ name: 's', place: 'a', text: 'Text', lead: 0 }];
  const styles = [{ kind: 'last', name: 's' }];

  test.each([
    ['named strings', { strings, styles }, '"" "Text"'],
    ['numbers in other styles', { numbers: ['lower-roman'] }, '"i" "ii"'],
  ])('is printed twice, first without tags: %s', async (_what, changes, shown) => {
    const [first, second] = [printOf(2, { a: 1 }), printOf(2)];
    const options = { tagged: true, outline: true };
    const { filled, prints, written } = await fill(paged(changes), [first, second], {}, options);
    expect(
      prints.map(({ generateTaggedPDF, generateDocumentOutline }) => [generateTaggedPDF, generateDocumentOutline]),
    ).toEqual([
      [false, false],
      [true, true],
    ]);
    expect(filled).toMatchObject({ pdf: second, isSettled: true, elsewhere: [], warnings: [] });
    expect(written).toEqual([
      expect.objectContaining({ blanks: [], areFinal: true, css: expect.stringContaining(shown) }),
    ]);
  });

  test('is printed once more if its places are known', async () => {
    const state = paged({ strings, styles });
    await fill(state, [printOf(2, { a: 1 })]);
    expect((await fill(state, [printOf(2)])).prints).toHaveLength(1);
  });

  test('is not settled if a script has changed its pages in between', async () => {
    const { filled } = await fill(paged({ strings, styles }), [printOf(2, { a: 1 }), printOf(3)]);
    expect(filled.isSettled).toBe(false);
  });

  test('counts the pages before it', async () => {
    const css = async (filling: object) =>
      (await fill(paged({ numbers: ['lower-roman'] }), [printOf(2)], filling)).written[0]?.css;
    expect(await css({ before: 4 })).toContain('"v" "vi"');
    expect(await css({ before: 4, number: 1 })).toContain('"ii" "iii"');
  });

  test.each([
    ['targets', { targets: [own] }],
    ['breaks', { breaks: [{ place: 'a', side: 'left' }] }],
    ['leaders', { leaders: [{ place: 'a', page: '' }] }],
    ['notes', { notes: { ...paged().notes, count: 1 } }],
  ])('is no page with %s', async (_what, changes) => {
    const fake = fakePage(() => printOf(2, { a: 1 }), {
      readPageRules: () => [],
      placeNotes: () => ({ placed: [], failed: [] }),
    });
    await printFilled(fake.page, {}, { paged: paged({ strings, styles, ...changes }) });
    const written = fake.calls.filter(([name]) => name === 'writePaged');
    expect(written.every(([, texts]) => (texts as { areFinal: boolean }).areFinal)).toBe(false);
  });
});

describe('a page with breaks for a side', () => {
  test('has blank pages before them', async () => {
    const breaks = [{ place: 'a', side: 'left' }];
    const state = paged({ breaks, hasBlankRules: true });
    const [first, second] = [printOf(3, { a: 2 }), printOf(4, { a: 3 })];
    const { filled, written } = await fill(state, [first, second]);
    expect(written).toEqual([expect.objectContaining({ blanks: ['a'], hasBlankRules: true })]);
    expect([filled.isSettled, [...state.blanks]]).toEqual([true, ['a']]);
  });
});

describe('a part', () => {
  test.each([
    ['without paged styles waits for the total', undefined, true, undefined, true],
    ['without paged styles waits for nothing else', undefined, false, origin, false],
    ['waits for the total', paged(), true, undefined, true],
    ['waits for nothing', paged(), false, origin, false],
    ['waits for places of other parts', paged({ targets: [other] }), false, origin, true],
    [
      'waits for no places elsewhere',
      paged({ targets: [target('https://elsewhere.example/#x')] }),
      false,
      origin,
      false,
    ],
    ['does not wait for places in the same part', paged({ targets: [own] }), false, origin, false],
    ['with leaders waits for nothing', paged({ leaders: [{}] }), true, origin, false],
    ['with breaks waits for nothing', paged({ breaks: [{}] }), true, origin, false],
    ['with notes waits for nothing', paged({ notes: { count: 1 } }), true, origin, false],
    ['with texts of places waits for nothing', paged({ targets: [{ ...other, text: '' }] }), true, origin, false],
  ])('%s', (_what, state, showsTotal, inside, waits) => {
    expect(canWaitForNumbers(state, showsTotal, inside)).toBe(waits);
  });
});
