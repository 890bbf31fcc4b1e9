import { describe, expect, it } from 'vitest';
import { repairPdf, rewritePdf, runQpdf } from '../../../src/engine/merging/repair-pdf.ts';
import { PdfDamage, PdfEncrypted } from '../../../src/pdf/index.ts';
import { buildPages } from '../../pdf/build-pdf.ts';
import { openPdf, readTexts } from '../../pdf/read-pdf.ts';

const texts = async (pdf: Uint8Array) => readTexts(await openPdf(pdf));
const withoutTable = Buffer.from(
  buildPages(2)
    .toString('latin1')
    .replace(/startxref\s+\d+/, 'startxref\n7'),
  'latin1',
);
const damage = new PdfDamage('x');

describe('the repair of a PDF', () => {
  it('finds its objects without a table', async () => {
    const repaired = await repairPdf(withoutTable, damage);
    expect(repaired?.lostPages).toEqual([]);
    expect(await texts(repaired?.pdf ?? new Uint8Array())).toEqual(['Page 1', 'Page 2']);
  });

  it('drops an encryption that has no password', async () => {
    const locked = (await runQpdf(buildPages(2), ['--encrypt', '', 'o', '256', '--'])) as Uint8Array;
    const repaired = await repairPdf(locked, new PdfEncrypted('x'));
    expect(repaired?.lostPages).toEqual([]);
    expect(Buffer.from(repaired?.pdf ?? []).includes('/Encrypt')).toBe(false);
    expect(await texts(repaired?.pdf ?? new Uint8Array())).toEqual(['Page 1', 'Page 2']);
  });

  it.each([
    ['no PDF', Buffer.from('hello')],
    ['nothing', Buffer.from('')],
    ['a PDF without pages', buildPages(0)],
  ])('gives up on %s', async (_what, pdf) => {
    expect(await repairPdf(pdf, damage)).toBeUndefined();
  });
});

describe('PDFium', () => {
  it('rewrites what it can read', async () => {
    const rewritten = await rewritePdf(withoutTable);
    expect(Buffer.from(rewritten ?? []).toString('latin1', 0, 5)).toBe('%PDF-');
    expect(await texts(rewritten ?? new Uint8Array())).toEqual(['Page 1', 'Page 2']);
  });

  it('rewrites a PDF that is encrypted without a password as one that is not', async () => {
    const locked = (await runQpdf(buildPages(1), ['--encrypt', '', 'o', '256', '--'])) as Uint8Array;
    expect(Buffer.from((await rewritePdf(locked)) ?? []).includes('/Encrypt')).toBe(false);
  });

  it.each([
    ['no PDF', Buffer.from('hello')],
    ['a PDF without pages', buildPages(0)],
  ])('rewrites nothing of %s', async (_what, pdf) => {
    expect(await rewritePdf(pdf)).toBeUndefined();
  });
});

describe('qpdf', () => {
  it('writes nothing if it fails', async () => {
    expect(await runQpdf(Buffer.from('hello'), [])).toBeUndefined();
    expect(await runQpdf(buildPages(1), ['--none'])).toBeUndefined();
  });
});
