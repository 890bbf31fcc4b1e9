import { describe, expect, test } from 'vitest';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import { findTextBeyond, findWideContent, readShrink } from '../../../../src/engine/page/paged/wide-content.ts';
import type { PageRule } from '../../../../src/injected/calls.ts';
import { PdfRef, PdfStream } from '../../../../src/pdf/index.ts';

const px = (length: number) => ({ px: length, isImportant: false });
const rule = (selector: string, width: number, left: number, right = left): PageRule => ({
  selector,
  size: `${width}px 300px`,
  margin: { left: px(left), right: px(right) },
});

/** What is asked of a page with these rules, and found. The text is cut on pages `cutAt` pixels wide. */
async function find(rules: PageRule[], { hasBleeds = false, cutAt = 0, excess = [] as object[] } = {}) {
  const asked: unknown[] = [];
  const call = async (name: string, width: number, room: number) => {
    if (name === 'readPageRules') return rules;
    asked.push([width, room]);
    return {
      found: width === cutAt ? { name: 'p', cut: 12.4, side: 'left' } : null,
      excess: width === cutAt ? excess : [],
    };
  };
  return { asked, result: await findTextBeyond({ call } as unknown as Page, {}, hasBleeds) };
}

describe('text beyond the edge of its page', () => {
  test('is looked for on pages of each width, with the room in their margins if content reaches into these', async () => {
    const rules = [rule('', 400, 50), rule('a', 400, 60, 40), rule('b', 500, 0)];
    expect((await find(rules)).asked).toEqual([
      [300, 0],
      [500, 0],
    ]);
    expect((await find(rules, { hasBleeds: true })).asked).toEqual([
      [300, 40],
      [500, 0],
    ]);
    expect((await find([rule('', 400, 30, 70)], { hasBleeds: true })).asked).toEqual([[300, 30]]);
  });

  test('is named with what is cut off, once', async () => {
    const { asked, result } = await find([rule('', 400, 50), rule('b', 500, 0)], { cutAt: 300 });
    expect(asked).toEqual([[300, 0]]);
    expect(result).toEqual({
      found: [
        {
          code: 'content_cut',
          detail: 'p begins 12 px beyond the left edge of the page, and that much of its text is cut off.',
        },
      ],
      excess: [],
    });
  });

  test('is not reported on a page without it, or with too many texts to check', async () => {
    expect((await find([rule('', 400, 50)])).result).toEqual({ found: [], excess: [] });
    const excess = [{ of: 'edgeTexts', limit: 1 }];
    expect((await find([rule('', 400, 50)], { cutAt: 300, excess })).result).toEqual({ found: [], excess });
  });
});

/** A page that Chromium printed with content at this scale. */
function printedPage(scale: string): PdfRef {
  const content = `10 20 400 500 re\nW* n\nq\n${scale} 0 0 ${scale} 10 20 cm\n0 0 m\n`;
  return new PdfRef(new Map([['Contents', new PdfRef(new PdfStream(new Map(), Buffer.from(content)))]]));
}

describe('how much smaller Chromium printed a page', () => {
  test.each([
    ['at its scale', '3.125', {}, 1],
    ['hardly smaller', '3.12', {}, 1],
    ['a little smaller', '3.11', {}, 3.125 / 3.11],
    ['half as wide again', '2.0833333', {}, 1.5],
    ['at the scale asked for', '1.5625', { scale: 0.5 }, 1],
    ['smaller than asked for', '1.5625', { scale: 1 }, 2],
  ])('is read where it is %s', (_, drawn, options, shrink) => {
    expect(readShrink(printedPage(drawn), options)).toBeCloseTo(shrink, 4);
  });

  test('is not known without content', () => {
    expect(readShrink(undefined, {})).toBe(1);
  });
});

describe('content that is wider than its page', () => {
  /** What is warned of on pages of 300 px with content of this width, drawn at this scale, and what DevTools was sent. */
  async function findWide(drawn: string, width: number | null, { isStatic = false, rules = [rule('', 400, 50)] } = {}) {
    const sent: unknown[] = [];
    const page = {
      call: async (name: string, room: number) => {
        if (name === 'readPageRules') return rules;
        sent.push(room);
        return width === null ? null : { name: 'table', width };
      },
      send: async (_: string, view: { width: number }) => sent.push(`view ${view.width}`),
    };
    const found = await findWideContent(page as unknown as Page, printedPage(drawn), {}, isStatic);
    return { sent, found };
  }
  const scaled = (shrink: number) => String(3.125 / shrink);

  test.each([
    [1.1, 330, 'content_shrunk', 'table needs 330 px, and the page has 300: all is printed at 91 %.'],
    [1.005, 301.4, 'content_shrunk', 'table needs 301 px, and the page has 300: all is printed at 99 %.'],
    [1.5, 450, 'content_shrunk', 'table needs 450 px, and the page has 300: all is printed at 67 %.'],
    [
      1.5,
      451,
      'content_cut',
      'table needs 451 px, and the page has 300: all is printed at 67 %, and what is still too wide is cut off.',
    ],
    [
      1.5,
      900,
      'content_cut',
      'table needs 900 px, and the page has 300: all is printed at 67 %, and what is still too wide is cut off.',
    ],
  ])('printed %f times smaller, %f px wide, is %s', async (shrink, width, code, detail) => {
    const { found } = await findWide(scaled(shrink), width);
    expect(found).toEqual([{ code, detail }]);
  });

  test('is not measured if the page is drawn at its scale, or smaller than Chromium would', async () => {
    for (const shrink of [1, 1.002, 1.51, 2])
      expect(await findWide(scaled(shrink), 450)).toEqual({ sent: [], found: [] });
  });

  test('is not the reason if its width explains another scale, or the page has no such content', async () => {
    for (const width of [300, 320, 340, null]) {
      const { sent, found } = await findWide(scaled(1.1), width);
      expect({ sent, found }).toEqual({ sent: [300], found: [] });
    }
  });

  test('is measured on pages of each width, in a static page with the view of that width', async () => {
    const rules = [rule('', 400, 50), rule('b', 500, 0), rule('c', 500, 0)];
    const { sent } = await findWide(scaled(1.1), null, { isStatic: true, rules });
    expect(sent).toEqual(['view 300', 300, 'view 500', 500, expect.stringMatching(/^view \d+$/)]);
  });
});
