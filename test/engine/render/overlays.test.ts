import { describe, expect, test } from 'vitest';
import type { RenderRequest } from '../../../src/contract/index.ts';
import { buildOverlays } from '../../../src/engine/render/overlays.ts';
import type { RenderedPart } from '../../../src/engine/render/render-part.ts';

const a4 = { width: 595, height: 842 };

interface Given {
  pages?: number;
  options?: RenderedPart['options'];
  facts?: object;
  title?: string;
  url?: string;
}

/** The slots of each page of parts, as buildOverlays gives them. */
async function build(parts: Given[], request: Partial<RenderRequest> = {}) {
  const list = parts.map(({ pages = 1, options = { header: 'h' }, facts, title, url }) => ({
    pages,
    options,
    facts,
    title,
    source: url === undefined ? { kind: 'document' } : { kind: 'address', url },
  }));
  const measure = async ({ pages }: (typeof list)[number]) => Array.from({ length: pages }, () => a4);
  const overlays = await buildOverlays(request as RenderRequest, { list, measure } as never);
  expect([...overlays.keys()]).toEqual(list);
  return [...overlays.values()];
}

describe('the pages of headers and footers', () => {
  test('are as large as those of the document, and numbered through it', async () => {
    const [first = [], second = []] = await build([{ pages: 2 }, { pages: 3 }]);
    expect([first.length, second.length]).toEqual([2, 3]);
    const all = [...first, ...second];
    expect(all.map(({ width, height }) => [width, height])).toEqual(Array(5).fill([595, 842]));
    expect(all.map(({ slots }) => slots[0]?.values.pageNumber)).toEqual(['1', '2', '3', '4', '5']);
    expect(new Set(all.map(({ slots }) => slots[0]?.values.totalPages))).toEqual(new Set(['5']));
    expect(all.map(({ slots }) => slots[0]?.marks.join(' '))).toEqual([
      'data-odd data-first data-part-first',
      'data-even',
      'data-odd data-part-first',
      'data-even',
      'data-odd data-last',
    ]);
  });

  test('have a slot for a header and one for a footer, each in its margin', async () => {
    const options = { header: 'h', footer: 'f', margin: { top: '1in', right: '2in', bottom: '3in', left: '4in' } };
    const [[page] = []] = await build([{ options, facts: { language: 'de', margin: {} } }]);
    const common = { language: 'de', marks: page?.slots[0]?.marks, values: page?.slots[0]?.values };
    expect(page?.slots).toEqual([
      { name: 'header', html: 'h', place: { top: 0, right: 2, left: 4, height: 1 }, ...common },
      { name: 'footer', html: 'f', place: { bottom: 0, right: 2, left: 4, height: 3 }, ...common },
    ]);
  });

  test.each([
    [{ header: 'h' }, ['header']],
    [{ footer: 'f' }, ['footer']],
    [{ header: '', footer: '' }, []],
    [{}, []],
  ])('of %j have the slots %j', async (options, names) => {
    const [[page] = []] = await build([{ options }]);
    expect(page?.slots.map(({ name }) => name)).toEqual(names);
  });

  test('follow the margins of the document, and name no language if it names none', async () => {
    const [[page] = []] = await build([{ options: { header: 'h', margin: '1in' }, facts: { margin: { top: 2 } } }]);
    expect(page?.slots[0]).toMatchObject({ language: '', place: { top: 0, right: 1, left: 1, height: 2 } });
  });

  test.each<[Given, Partial<RenderRequest>, object]>([
    [{}, {}, { title: '', url: '', date: '' }],
    [{ title: 'Part' }, {}, { title: 'Part' }],
    [{ title: 'Part', facts: { title: '' } }, {}, { title: 'Part' }],
    [{ title: 'Part', facts: { title: 'Page' } }, {}, { title: 'Page' }],
    [{ facts: { title: 'Page' } }, { metadata: { title: 'Whole' } }, { title: 'Whole' }],
    [{ url: 'https://a.example/' }, {}, { url: 'https://a.example/' }],
    [{}, { metadata: { created: '2024-05-06T07:08:09Z' } }, { date: '2024-05-06' }],
  ])('of %j in %j show %j', async (given, request, values) => {
    const [[page] = []] = await build([given], request);
    expect(page?.slots[0]?.values).toMatchObject(values);
  });
});
