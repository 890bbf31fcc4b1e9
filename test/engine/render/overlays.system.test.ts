import { describe, expect } from 'vitest';
import type { RenderRequest } from '../../../src/contract/index.ts';
import { buildPages } from '../../pdf/build-pdf.ts';
import { extractTexts } from '../draw-page.ts';
import { engine, test } from '../shared-engine.ts';

const letterhead = buildPages(2, { text: 'Letterhead' });
const render = (request: Omit<RenderRequest, 'parts'>) =>
  engine.render({ parts: { html: '<p>one<p style="break-before: page">two' }, ...request }, { account: 'test' });

describe('overlays', () => {
  test('draw the first page of a PDF on the chosen pages', async () => {
    const { pdf, warnings } = await render({ overlays: [{ pdf: letterhead, pages: 'first', layer: 'under' }] });
    const texts = await extractTexts(pdf);
    expect(texts.map((text) => text.includes('Letterhead 1'))).toEqual([true, false]);
    expect(texts.map((text) => /one|two/.exec(text)?.[0])).toEqual(['one', 'two']);
    expect(warnings).toEqual([]);
  });

  test('are drawn in documents that are stored in another way', async () => {
    const { pdf } = await render({
      overlays: [{ pdf: letterhead.toString('base64'), rotate: 90, opacity: 0.5 }],
      pdf: { linearize: true },
    });
    expect((await extractTexts(pdf)).map((text) => text.includes('Letterhead 1'))).toEqual([true, true]);
  });

  test('warn of pages that do not exist', async () => {
    const { warnings } = await render({ overlays: [{ pdf: letterhead }, { pdf: letterhead, pages: '2-3' }] });
    expect(warnings).toEqual([
      {
        part: 0,
        code: 'overlay_beyond',
        detail: 'overlay 2: pages "2-3" do not all exist: the document has 2 pages',
      },
    ]);
  });

  test('are named if they cannot be read', async () => {
    const broken = Buffer.from('%PDF-1.7 nothing');
    await expect(render({ overlays: [{ pdf: letterhead }, { pdf: broken }] })).rejects.toMatchObject({
      code: 'pdf_invalid',
      detail: expect.stringMatching(/^overlay 2: The PDF/),
      errors: [{ pointer: '/overlays/1', detail: expect.stringContaining('PDF') }],
    });
  });

  test('are repaired if they are damaged', async () => {
    const damaged = Buffer.from(letterhead.toString('latin1').replace(/startxref\s+\d+/, 'startxref\n7'), 'latin1');
    const { pdf, warnings } = await render({ overlays: [{ pdf: damaged }] });
    expect((await extractTexts(pdf))[0]).toContain('Letterhead 1');
    expect(warnings.map(({ code, detail }) => [code, detail.startsWith('overlay 1: ')])).toEqual([
      ['pdf_repaired', true],
    ]);
  });
});
