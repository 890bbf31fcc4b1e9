import { describe, expect, it } from 'vitest';
import { openTocs } from '../../../src/engine/render/open-tocs.ts';
import type { ReadyPart } from '../../../src/engine/render/prepare-parts.ts';
import type { RenderJob } from '../../../src/engine/render/render-job.ts';
import type { RenderedPart } from '../../../src/engine/render/render-part.ts';
import { buildPages } from '../../pdf/build-pdf.ts';

const ready = (index: number, source: object, more: object = {}) =>
  ({ index, options: {}, title: undefined, name: undefined, metadata: {}, source, ...more }) as unknown as ReadyPart;
const text = (index: number, html = '<h1>x</h1>') => ready(index, { kind: 'document', html, warnings: [] });
const toc = (index: number, more: object = {}) => ready(index, { kind: 'toc' }, more);
const job = (parts: unknown = []) => ({ request: { parts } }) as unknown as RenderJob;

const rendered = (index: number, more: object = {}) =>
  ({
    ...text(index),
    pdf: buildPages(1),
    warnings: [],
    foreign: false,
    title: `Part ${index}`,
    ...more,
  }) as unknown as RenderedPart;
const size = (width: number) => ({ width, height: 100 });

describe('contents', () => {
  it('come last, each with the number of pages that it probably has', () => {
    const tocs = openTocs(job(), [toc(0), text(1), toc(2), text(3)]);
    expect(tocs.order).toEqual([1, 3, 0, 2]);
    expect([0, 1, 2, 3].map((index) => tocs.guess(index))).toEqual([1, undefined, 1, undefined]);
    const deep = openTocs(job(), [ready(0, { kind: 'toc', depth: 1 }), text(1, '<h2>x</h2>'.repeat(200))]);
    expect(deep.guess(0)).toBe(1);
    expect(openTocs(job(), [toc(0), text(1, '<h2>x</h2>'.repeat(200))]).guess(0)).toBeGreaterThan(1);
  });

  const write = async (
    parts: ReadyPart[],
    others: (RenderedPart | undefined)[],
    index: number,
    given: unknown = [],
  ) => {
    const measured: number[] = [];
    const written = await openTocs(job(given), parts).write(
      index,
      others.map((part) => part && Promise.resolve(part)),
      async (part) => {
        measured.push(part.index);
        return [size(200 + part.index)];
      },
    );
    const { html, warnings } = written.source as unknown as { html: string; warnings: { code: string }[] };
    return { written, html, codes: warnings.map(({ code }) => code), measured };
  };

  it('list the other parts', async () => {
    const { html, codes, written } = await write([toc(0), text(1)], [undefined, rendered(1)], 0);
    expect([html.includes('Part 1'), codes]).toEqual([true, []]);
    expect(written.places).toEqual([{ part: 1, page: 0 }]);
    expect(written).toMatchObject({ index: 0, source: { kind: 'document' } });
  });

  it('say that they are empty', async () => {
    const { codes, written } = await write([toc(0), text(1)], [undefined, rendered(1, { title: undefined })], 0);
    expect([codes, written.places]).toEqual([['toc_empty'], []]);
  });

  it.each([
    ['the next part', 1, {}, [2]],
    ['the last part, if there is no next', 3, {}, [2]],
    ['no part, if the options name a size', 1, { page_size: 'A5' }, []],
    ['no part, if the options name a direction', 1, { landscape: true }, []],
  ])('are as large as %s', async (_what, index, options, measured) => {
    const parts = [text(0), text(1), text(2), text(3)];
    parts[index] = toc(index, { options });
    const others = [0, 1, 2, 3].map((each) => (each === index || each === 3 ? undefined : rendered(each)));
    expect((await write(parts, others, index)).measured).toEqual(measured);
  });

  it('have the language of the first part that names one', async () => {
    const others = [rendered(0, { facts: { language: '' } }), rendered(1, { facts: { language: 'de' } }), undefined];
    expect((await write([text(0), text(1), toc(2)], others, 2)).html).toContain('lang="de"');
    expect((await write([text(0), toc(1)], [rendered(0), undefined], 1)).html).not.toContain('lang="de"');
  });

  it('show page numbers if a part is Markdown', async () => {
    const html = async (given: unknown) => (await write([text(0), toc(1)], [rendered(0), undefined], 1, given)).html;
    const plain = await html(['https://example.com', { html: 'x' }]);
    expect(await html([])).toBe(plain);
    expect(await html([{ html: 'x' }, { markdown: 'x' }])).not.toBe(plain);
    expect(await html({ markdown: 'x' })).not.toBe(plain);
  });

  it('alone are written', async () => {
    await expect(write([toc(0), text(1)], [undefined, rendered(1)], 1)).rejects.toThrow(RangeError);
  });
});

describe('parts after contents', () => {
  const list = [
    rendered(0, { facts: { countsPage: true } }),
    rendered(1),
    rendered(2, { facts: { countsPage: true } }),
    rendered(3, { facts: { countsPage: false } }),
    rendered(4, { labels: [] }),
  ];
  const parts = [text(0), toc(1), text(2), text(3), text(4)];
  const measure = (count: number) => async () => Array.from({ length: count }, () => size(1));

  it('show other numbers if these have other pages than was guessed', async () => {
    expect(await openTocs(job(), parts).listMoved(list, measure(1))).toEqual([]);
    expect(await openTocs(job(), parts).listMoved(list, measure(2))).toEqual([2, 4]);
    expect(await openTocs(job(), [text(0)]).listMoved(list, measure(2))).toEqual([]);
  });
});
