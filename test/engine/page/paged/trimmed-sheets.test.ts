import { describe, expect, test } from 'vitest';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import { enlargeSheets } from '../../../../src/engine/page/paged/trimmed-sheets.ts';
import type { BleedReach, BoxDeclaration, PageRule } from '../../../../src/injected/calls.ts';

/** From the edge of a sheet with marks to its bleed: 6.35 mm in CSS pixels. */
const room = 24;

interface Given {
  selector?: string;
  size?: string;
  margin?: [top: number, right: number, bottom: number, left: number];
  bleed?: BoxDeclaration;
  marks?: string;
  boxes?: PageRule['boxes'];
}

const px = (length: number, isImportant = false): BoxDeclaration => ({ text: `${length}px`, px: length, isImportant });

function rule({
  selector = '',
  size = '400px 300px',
  margin = [40, 30, 20, 10],
  bleed,
  marks,
  boxes,
}: Given): PageRule {
  const [top, right, bottom, left] = margin.map((length) => ({ px: length, isImportant: false }));
  return {
    selector,
    size,
    margin: { top, right, bottom, left } as PageRule['margin'],
    ...(bleed && { bleed }),
    ...(marks !== undefined && { marks: { text: marks, isImportant: false } }),
    ...(boxes && { boxes }),
  };
}

interface Surroundings {
  scale?: number;
  isDivided?: boolean;
  reach?: BleedReach;
}

/** What becomes of the sheets of a page with these rules, and what is written into it. */
async function enlarge(rules: PageRule[], { scale, isDivided = false, reach }: Surroundings = {}) {
  const written: [css: string, padding: number][] = [];
  const page = {
    call: async (name: string, ...args: [string, number]) => {
      if (name === 'readPageRules') return rules;
      if (name === 'findBleedReach') return reach ?? { reaches: false, obstacle: null };
      written.push(args);
      return undefined;
    },
  } as unknown as Page;
  const trimmed = await enlargeSheets(page, scale === undefined ? {} : { scale }, isDivided);
  const [[css = '', padding] = []] = written;
  return { trimmed, css: css.split('\n'), padding, details: trimmed?.warnings.map(({ detail }) => detail) };
}

const none = { crop: false, cross: false };

describe('the sheets of pages', () => {
  test('are those of the pages without a bleed and without marks', async () => {
    for (const given of [{}, { bleed: px(0) }, { marks: 'none' }, { bleed: { text: 'auto', isImportant: false } }]) {
      const { trimmed, css } = await enlarge([rule(given)]);
      expect([trimmed, css]).toEqual([undefined, ['']]);
    }
  });

  test.each([
    ['a bleed', { bleed: px(10) }, { bleed: 10, edge: 10, marks: none }],
    ['crop marks', { marks: 'crop' }, { bleed: 8, edge: 8 + room, marks: { crop: true, cross: false } }],
    ['crosses', { marks: 'cross' }, { bleed: 0, edge: room, marks: { crop: false, cross: true } }],
    ['all marks', { marks: 'CROP cross' }, { bleed: 8, edge: 8 + room, marks: { crop: true, cross: true } }],
    ['both', { bleed: px(10), marks: 'crop' }, { bleed: 10, edge: 10 + room, marks: { crop: true, cross: false } }],
    ['no bleed', { bleed: px(0), marks: 'crop' }, { bleed: 0, edge: room, marks: { crop: true, cross: false } }],
  ])('grow by %s on each side', async (_, given, { bleed, edge, marks }) => {
    const { trimmed, css, padding } = await enlarge([rule(given)]);
    const inPoints = { width: (400 + 2 * edge) * 0.75, height: (300 + 2 * edge) * 0.75 };
    expect(trimmed?.sheets).toEqual([{ ...inPoints, edge: edge * 0.75, bleed: bleed * 0.75, marks }]);
    const size = `size: ${400 + 2 * edge}px ${300 + 2 * edge}px !important`;
    const margin = `margin: ${40 + edge}px ${30 + edge}px ${20 + edge}px ${10 + edge}px !important`;
    expect(css).toEqual(['first', 'left', 'right'].map((pseudo) => `@page :${pseudo} { ${size}; ${margin};  }`));
    expect([trimmed?.padding, padding]).toEqual([0, 0]);
  });

  test('follow the rules that select each page most closely, and important ones', async () => {
    const rules = [
      rule({ bleed: px(10, true) }),
      rule({ selector: ':first', bleed: px(20) }),
      rule({ selector: 'cover', bleed: px(30), marks: 'crop' }),
    ];
    const { css } = await enlarge(rules);
    const sizes = css.map((line) => [line.split(' {')[0], /size: (\d+px)/.exec(line)?.[1]]);
    expect(sizes).toEqual([
      ['@page :first', '420px'],
      ['@page :left', '420px'],
      ['@page :right', '420px'],
      ['@page cover:first', '468px'],
      ['@page cover:left', '468px'],
      ['@page cover:right', '468px'],
    ]);
  });

  test.each([
    [
      'the size and another bleed',
      '380px 280px',
      20,
      [
        { width: 315, height: 240 },
        { width: 318, height: 243 },
      ],
    ],
    [
      'almost the size and another bleed',
      '378.5px 278.5px',
      20,
      [
        { width: 315, height: 240 },
        { width: 316.875, height: 241.875 },
      ],
    ],
    [
      'a size two pixels smaller',
      '378px 278px',
      20,
      [
        { width: 315, height: 240 },
        { width: 313.5, height: 238.5 },
      ],
    ],
    [
      'another height',
      '380px 282px',
      20,
      [
        { width: 315, height: 240 },
        { width: 315, height: 241.5 },
      ],
    ],
    [
      'another width',
      '382px 280px',
      20,
      [
        { width: 315, height: 240 },
        { width: 316.5, height: 240 },
      ],
    ],
  ])('get different sizes in the PDF if other pages have %s', async (_, size, bleed, sheets) => {
    const { trimmed } = await enlarge([rule({ bleed: px(10) }), rule({ selector: 'other', size, bleed: px(bleed) })]);
    expect(trimmed?.sheets.map(({ width, height }) => ({ width, height }))).toEqual(sheets);
  });

  test('with one size, one bleed and the same marks are one', async () => {
    const rules = [rule({ bleed: px(10) }), rule({ selector: 'other', bleed: px(10), margin: [0, 0, 0, 0] })];
    expect((await enlarge(rules)).trimmed?.sheets).toHaveLength(1);
  });
});

describe('margin boxes on larger sheets', () => {
  /** The margins of a box by its name. */
  async function listMargins(name: string, reaches: boolean, declared: Record<string, BoxDeclaration> = {}) {
    const rules = [rule({ bleed: px(10), boxes: { [name]: declared } })];
    const { css } = await enlarge(rules, { reach: { reaches, obstacle: null } });
    const [, margins] = / @([\w-]+ \{[^}]*\}) \}$/.exec(css[0] ?? '') ?? [];
    return margins?.replace(/ !important/g, '').replace(/\s+/g, ' ');
  }

  test.each([
    ['top-left', '{ margin-top: 10px; }', '{ margin-top: 10px; margin-bottom: -10px; }'],
    ['bottom-center', '{ margin-bottom: 10px; }', '{ margin-bottom: 10px; margin-top: -10px; }'],
    ['left-top', '{ margin-left: 10px; }', '{ margin-left: 10px; margin-top: 10px; }'],
    ['left-middle', '{ margin-left: 10px; }', '{ margin-left: 10px; }'],
    ['right-bottom', '{ margin-right: 10px; }', '{ margin-right: 10px; margin-bottom: 10px; }'],
    [
      'top-left-corner',
      '{ margin-top: 10px; margin-left: 10px; }',
      '{ margin-top: 10px; margin-bottom: -10px; margin-left: 10px; }',
    ],
    [
      'bottom-right-corner',
      '{ margin-bottom: 10px; margin-right: 10px; }',
      '{ margin-bottom: 10px; margin-top: -10px; margin-right: 10px; }',
    ],
  ])(
    'keep the place of %s with margins, with room for boxes that reach into the bleed too',
    async (name, usual, withRoom) => {
      expect(await listMargins(name, false)).toBe(`${name} ${usual}`);
      expect(await listMargins(name, true)).toBe(`${name} ${withRoom}`);
    },
  );

  test('keep their own margins', async () => {
    const declared = { 'margin-top': px(5, true), 'margin-bottom': px(7), 'margin-left': px(9) };
    expect(await listMargins('top-left', true, declared)).toBe('top-left { margin-top: 15px; margin-bottom: -3px; }');
  });

  test('include those of rules for pages that are known once the document is printed', async () => {
    const later = rule({ selector: '--platen-nth-3n1', boxes: { 'top-right': {} } });
    const other = rule({ selector: 'other', boxes: { 'bottom-left': {} } });
    const { css } = await enlarge([rule({ bleed: px(10) }), later, other]);
    expect(css.map((line) => [line.split(' {')[0], ...(line.match(/@[a-z-]+(?= \{ margin)/g) ?? [])])).toEqual([
      ['@page :first', '@top-right'],
      ['@page :left', '@top-right'],
      ['@page :right', '@top-right'],
      ['@page other:first', '@bottom-left', '@top-right'],
      ['@page other:left', '@bottom-left', '@top-right'],
      ['@page other:right', '@bottom-left', '@top-right'],
    ]);
  });
});

describe('boxes that reach into the bleed at the upper and lower edges', () => {
  const reach: BleedReach = { reaches: true, obstacle: null };

  test('have room: the largest bleed, at most what the margins have', async () => {
    const { trimmed, css, padding } = await enlarge([rule({ bleed: px(10) })], { reach });
    expect([trimmed?.padding, padding]).toEqual([10, 10]);
    expect(css[0]).toContain('margin: 40px 40px 20px 20px !important');
    // The lower margin of 2 pixels and the bleed of 0 on other pages.
    const narrow = rule({ selector: 'other', bleed: px(0), margin: [5, 0, 2, 0] });
    expect((await enlarge([rule({ bleed: px(10) }), narrow], { reach })).padding).toBe(2);
  });

  test('have room in lengths of the layout, which has a scale', async () => {
    const { trimmed, padding } = await enlarge([rule({ bleed: px(10) })], { reach, scale: 0.5 });
    expect([trimmed?.padding, padding]).toEqual([20, 20]);
  });

  test.each<[string, Surroundings]>([
    ['the root element has a fixed height', { reach: { reaches: true, obstacle: 'rootHeight' } }],
    ['boxes have position: fixed', { reach: { reaches: true, obstacle: 'fixed' }, isDivided: true }],
    ['lengths depend on the height of the page, such as 100vh', { reach: { reaches: true, obstacle: 'units' } }],
    ['the document has footnotes or floats of pages', { reach, isDivided: true }],
  ])('end there because %s', async (why, surroundings) => {
    const { padding, details } = await enlarge([rule({ bleed: px(10) })], surroundings);
    expect(padding).toBe(0);
    expect(details).toEqual([`bleed (@page): boxes end at the upper and lower edges of their page, because ${why}.`]);
  });

  test('are not missed where none reaches them', async () => {
    const surroundings: Surroundings = { reach: { reaches: false, obstacle: 'fixed' }, isDivided: true };
    expect((await enlarge([rule({ bleed: px(10) })], surroundings)).details).toEqual([]);
  });
});

test('backgrounds reach into the bleed on the sides of pages without a margin', async () => {
  const surroundings: Surroundings = { reach: { reaches: true, obstacle: null } };
  const rules = [rule({ bleed: px(10) }), rule({ selector: 'full:left', margin: [0, 30, 20, 0] })];
  const { trimmed } = await enlarge(rules, surroundings);
  expect(trimmed?.findArea('', 'left')).toEqual({ room: 10, reach: { top: 0, right: 0, bottom: 0, left: 0 } });
  expect(trimmed?.findArea('full', 'left')).toEqual({ room: 10, reach: { top: 10, right: 0, bottom: 0, left: 10 } });
  expect(trimmed?.findArea('full', 'first')?.reach.top).toBe(0);
  expect(trimmed?.findArea('unknown', 'left')).toBeUndefined();
});
