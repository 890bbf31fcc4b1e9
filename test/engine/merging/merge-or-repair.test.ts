import { describe, expect, it } from 'vitest';
import { mergeOrRepair } from '../../../src/engine/merging/merge-or-repair.ts';
import { runQpdf } from '../../../src/engine/merging/repair-pdf.ts';
import { buildOverlay } from '../../pdf/build-overlay.ts';
import { buildPages } from '../../pdf/build-pdf.ts';
import { openPdf, readTexts } from '../../pdf/read-pdf.ts';

const options = { outline: true, producer: 'test' };
const texts = async (pdf: Uint8Array) => readTexts(await openPdf(pdf));
const damage = (pdf: Buffer) =>
  Buffer.from(pdf.toString('latin1').replace(/startxref\s+\d+/, 'startxref\n7'), 'latin1');
const [one, two] = [buildPages(1, { text: 'One' }), buildPages(1, { text: 'Two' })];
const repaired = (part: number) => ({
  part,
  code: 'pdf_repaired',
  detail: expect.stringMatching(/^it was repaired: ./),
});
const foreign = true;

describe('the merge of PDFs', () => {
  it('says nothing of PDFs that are whole', async () => {
    const { pdf, warnings } = await mergeOrRepair(
      [
        { pdf: one, foreign },
        { pdf: two, foreign },
      ],
      options,
    );
    expect([await texts(pdf), warnings]).toEqual([['One 1', 'Two 1'], []]);
  });

  it('repairs each that is damaged, with a warning', async () => {
    const parts = [
      { pdf: damage(one), foreign },
      { pdf: two, foreign },
      { pdf: damage(two), foreign },
    ];
    const { pdf, warnings } = await mergeOrRepair(parts, options);
    expect([await texts(pdf), warnings]).toEqual([
      ['One 1', 'Two 1', 'Two 1'],
      [repaired(0), repaired(2)],
    ]);
    expect(parts[0]?.pdf).toEqual(damage(one));
  });

  it('drops an encryption without a password, with a warning', async () => {
    const locked = (await runQpdf(one, ['--encrypt', '', 'o', '256', '--'])) as Uint8Array;
    const { pdf, warnings } = await mergeOrRepair([{ pdf: locked, foreign }], options);
    expect([await texts(pdf), warnings]).toEqual([
      ['One 1'],
      [{ part: 0, code: 'encryption_dropped', detail: 'its encryption was dropped: it opens without a password' }],
    ]);
  });

  it('repairs an overlay, whose number comes after those of the parts', async () => {
    const overlays = [buildOverlay(damage(two))];
    const { warnings } = await mergeOrRepair([{ pdf: one, foreign }], { ...options, overlays });
    expect(warnings).toEqual([repaired(1)]);
  });

  it.each([
    ['platen has made', [{ pdf: damage(one), foreign: false }]],
    ['has no pages', [{ pdf: buildPages(0), foreign }]],
    ['is no PDF', [{ pdf: Buffer.from('hello'), foreign }]],
    ['needs a password', undefined],
  ])('refuses one that %s', async (_what, given) => {
    const locked = async () => (await runQpdf(one, ['--encrypt', 'secret', 'o', '256', '--'])) as Uint8Array;
    const parts = given ?? [{ pdf: await locked(), foreign }];
    await expect(mergeOrRepair(parts, options)).rejects.toMatchObject({ code: 'pdf_invalid', part: 0 });
  });
});
