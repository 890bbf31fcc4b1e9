import { expect, test } from 'vitest';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import { numberPages, readPageFacts } from '../../../../src/engine/page/prepare/page-facts.ts';

test('the margins of a page are read in inches, if they are lengths', async () => {
  const margin = { top: '96px', right: '10%', bottom: '0', left: '2.54cm' };
  const call = async () => ({ title: 't', margin, excess: [{ of: 'title', limit: 1 }] });
  expect(await readPageFacts({ call } as unknown as Page)).toEqual({
    facts: { title: 't', margin: { top: 1, bottom: 0, left: 1 } },
    excess: [{ of: 'title', limit: 1 }],
  });
  const others = { top: 'auto', right: '1em', bottom: '', left: 'calc(1px + 1%)' };
  const { facts } = await readPageFacts({ call: async () => ({ margin: others, excess: [] }) } as unknown as Page);
  expect(facts.margin).toEqual({});
});

test('pages are numbered from those before them, and from the total once it is known', async () => {
  const asked: unknown[] = [];
  const page = { call: async (...given: unknown[]) => void asked.push(given) } as unknown as Page;
  await numberPages(page, { before: 3 });
  await numberPages(page, { before: 3, number: 9, total: 4 });
  expect(asked).toEqual([
    ['applyPageNumbers', { before: 3, number: 3 }],
    [
      'applyPageNumbers',
      { before: 3, number: 9, totals: expect.objectContaining({ decimal: '4', 'lower-roman': 'iv' }) },
    ],
  ]);
});
