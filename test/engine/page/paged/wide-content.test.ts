import { describe, expect, test } from 'vitest';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import { findTextBeyond } from '../../../../src/engine/page/paged/wide-content.ts';
import type { PageRule } from '../../../../src/injected/calls.ts';

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
