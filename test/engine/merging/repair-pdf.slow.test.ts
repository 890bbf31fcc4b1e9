import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { mergeOrRepair } from '../../../src/engine/merging/merge-or-repair.ts';
import { runQpdf } from '../../../src/engine/merging/repair-pdf.ts';
import { buildPages, buildPdf, firstMore, type TestObject } from '../../pdf/build-pdf.ts';
import { openPdf, readTexts } from '../../pdf/read-pdf.ts';
import { checkPdf, unfoldPdf } from '../../pdf/run-qpdf.ts';

const options = { outline: true, producer: 'test' };
const merge = (pdf: Uint8Array) => mergeOrRepair([{ pdf, foreign: true }], options);
const texts = async (pdf: Uint8Array) => readTexts(await openPdf(pdf));
const edit = (pdf: Buffer, from: string | RegExp, to: string) =>
  Buffer.from(pdf.toString('latin1').replace(from, to), 'latin1');
const withoutTable = (pdf: Uint8Array) => edit(Buffer.from(pdf), /startxref\s+\d+/, 'startxref\n7');

describe('a PDF that opens without a password', () => {
  it.each([
    ['40-bit RC4', ['--allow-weak-crypto', '--encrypt', '', 'o', '40', '--']],
    ['128-bit RC4', ['--allow-weak-crypto', '--encrypt', '', 'o', '128', '--']],
    ['crypt filters with RC4', ['--allow-weak-crypto', '--encrypt', '', 'o', '128', '--force-V4', '--']],
    ['128-bit AES', ['--allow-weak-crypto', '--encrypt', '', 'o', '128', '--use-aes=y', '--']],
    ['readable metadata', ['--encrypt', '', 'o', '256', '--cleartext-metadata', '--']],
    ['revision 5', ['--allow-weak-crypto', '--encrypt', '', 'o', '256', '--force-R5', '--']],
    ['revision 6', ['--encrypt', '', 'o', '256', '--']],
    ['revision 6 and object streams', ['--encrypt', '', 'o', '256', '--', '--object-streams=generate']],
  ])('is read and says so: %s', async (_what, flags) => {
    const encrypted = (await runQpdf(buildPages(2), flags)) as Uint8Array;
    const whole = await merge(encrypted);
    expect(await texts(whole.pdf)).toEqual(['Page 1', 'Page 2']);
    expect(whole.warnings).toEqual([{ part: 0, code: 'encryption_dropped', detail: expect.any(String) }]);
    // What stands in encrypted object streams cannot be found without the cross-reference.
    if (flags.includes('--object-streams=generate')) return;
    const mended = await merge(withoutTable(encrypted));
    expect(await texts(mended.pdf)).toEqual(['Page 1', 'Page 2']);
    expect(mended.warnings.map(({ code }) => code)).toEqual(['pdf_repaired']);
  });

  it('is refused where it needs one', async () => {
    const locked = (await runQpdf(buildPages(1), ['--encrypt', 'secret', 'o', '256', '--'])) as Uint8Array;
    await expect(merge(locked)).rejects.toMatchObject({ code: 'pdf_invalid', message: 'The PDF needs a password.' });
  });
});

describe('a damaged PDF', () => {
  it('keeps text after white space behind the word stream', async () => {
    const data = deflateSync('BT /F1 12 Tf 20 20 Td (Hello) Tj ET');
    const objects = [
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [3 0 R] /Count 1>>',
      '<</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 5 0 R /Resources <</Font <</F1 4 0 R>>>>>>',
      '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
      { dict: '/Filter /FlateDecode', data },
    ];
    for (const space of [' ', '  \t', ' \r']) {
      const pdf = edit(buildPdf(objects), />>\nstream\n/, `>>\nstream${space}\n`);
      expect(await texts((await merge(pdf)).pdf)).toEqual(['Hello']);
    }
  });

  it('keeps a font with a stray word in its dictionary', async () => {
    const { pdf, warnings } = await merge(edit(buildPages(1), '/BaseFont /Helvetica', 'stray /BaseFont /Helvetica'));
    expect(await unfoldPdf(pdf)).toMatch(/\/Subtype \/Type1/);
    expect(await texts(pdf)).toEqual(['Page 1']);
    expect(warnings.map(({ code }) => code)).toEqual(['pdf_repaired']);
  });

  it('keeps a page whose generation the cross-reference gets wrong, and says so', async () => {
    const { pdf, warnings } = await merge(edit(buildPages(1), /00000 n (?=\ntrailer)/, '00497 n '));
    expect(await texts(pdf)).toEqual(['Page 1']);
    expect(warnings.map(({ code }) => code)).toEqual(['pdf_repaired']);
  });

  it('is read without a trailer where all of it is there, and says so', async () => {
    const { pdf, warnings } = await merge(edit(buildPages(2), /xref\n0 [\s\S]*$/, ''));
    expect(await texts(pdf)).toEqual(['Page 1', 'Page 2']);
    expect(warnings).toEqual([{ part: 0, code: 'pdf_repaired', detail: expect.stringMatching(/its end is missing/) }]);
  });

  it.each([
    ['of its trailer', `/Info <</Title <feff00c9> /Author (Ada) /Subject (Sums) /Keywords (a, b)>>`, []],
    [
      'of an object',
      `/Info ${firstMore(1)} 0 R`,
      ['<</Title <feff00c9> /Author (Ada) /Subject (Sums) /Keywords (a, b)>>'],
    ],
  ])('keeps the properties %s', async (_what, trailer, more) => {
    const broken = withoutTable(buildPages(1, { trailer, more }));
    for (const pdf of [broken, edit(broken, /trailer\s*<</, 'trailer\n<</Prev 9 ')]) {
      const { info } = await (await openPdf((await merge(pdf)).pdf)).getMetadata();
      expect(info).toMatchObject({ Title: 'É', Author: 'Ada', Subject: 'Sums', Keywords: 'a, b' });
    }
  });

  it('keeps the newest of its titles', async () => {
    const old = buildPages(1, { trailer: '/Info <</Title (Old)>>' });
    const update = 'trailer\n<</Size 6 /Root 1 0 R /Info <</Title (New)>>>>\nstartxref\n7\n%%EOF\n';
    const { pdf } = await merge(Buffer.concat([old, Buffer.from(update)]));
    expect((await (await openPdf(pdf)).getMetadata()).info).toMatchObject({ Title: 'New' });
  });

  it('keeps the newest of its titles with cross-reference streams', async () => {
    const xref = (title: string) => ({
      dict: `/Type /XRef /Size 8 /Root 1 0 R /W [1 1 1] /Info <</Title (${title})>>`,
      data: 'none',
    });
    const pdf = buildPages(1, { more: [xref('Old'), xref('New')] });
    const broken = edit(pdf, /xref\n0 [\s\S]*$/, 'startxref\n7\n%%EOF\n');
    const { info } = await (await openPdf((await merge(broken)).pdf)).getMetadata();
    expect(info).toMatchObject({ Title: 'New' });
  });

  it('keeps the object after a stream without an end of its object', async () => {
    const pdf = withoutTable(edit(buildPages(3), /endstream\nendobj/, 'endstream'));
    const merged = await merge(pdf);
    expect(await texts(merged.pdf)).toEqual(['Page 1', 'Page 2', 'Page 3']);
    expect(merged.warnings.map(({ code }) => code)).toEqual(['pdf_repaired']);
    // The content of a page, right after such a stream.
    const [first, second] = ['Page 1', 'Page 2'].map((text) => ({
      dict: '',
      data: `BT /F1 12 Tf 20 20 Td (${text}) Tj ET`,
    }));
    const page = (contents: number) => `<</Type /Page /Parent 2 0 R /Contents ${contents} 0 R>>`;
    const objects = [
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [4 0 R 5 0 R] /Count 2 /MediaBox [0 0 99 99] /Resources <</Font <</F1 3 0 R>>>>>>',
      '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
      page(6),
      page(7),
      first as TestObject,
      second as TestObject,
    ];
    const other = withoutTable(edit(buildPdf(objects), /endstream\nendobj\n7/, 'endstream\n7'));
    expect(await texts((await merge(other)).pdf)).toEqual(['Page 1', 'Page 2']);
  });

  it('names the page whose content is not in the file', async () => {
    const pdf = edit(buildPages(2), '/Contents 7 0 R', '/Contents 99 0 R');
    const { warnings } = await merge(pdf);
    expect(warnings).toEqual([{ part: 0, code: 'pdf_repaired', detail: 'page 2: its content is missing' }]);
  });

  it('keeps the text before the fault of a packed content, and names the page', async () => {
    const lines = (name: string) =>
      Array.from({ length: 400 }, (_, at) => `1 0 0 1 20 20 Tm (${name} ${at * at}) Tj`).join('\n');
    const content = (name: string) => `BT /F1 12 Tf 20 20 Td\n${lines(name)}\nET`;
    const whole = deflateSync(content('other'));
    const packed = deflateSync(content('text'));
    const flipped = Buffer.from(packed).fill(0x55, packed.length >> 1, (packed.length >> 1) + 4);
    for (const data of [packed.subarray(0, packed.length >> 1), flipped]) {
      const pdf = buildPdf([
        '<</Type /Catalog /Pages 2 0 R>>',
        '<</Type /Pages /Count 2 /Kids [4 0 R 5 0 R] /MediaBox [0 0 99 99] /Resources <</Font <</F1 3 0 R>>>>>>',
        '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
        ...[6, 7].map((contents) => `<</Type /Page /Parent 2 0 R /Contents ${contents} 0 R>>`),
        ...[whole, data].map((bytes) => ({ dict: '/Filter /FlateDecode', data: bytes })),
      ]);
      const merged = await merge(pdf);
      const [first = '', second = ''] = await texts(merged.pdf);
      expect(first).toContain('other 159201');
      expect(second).toContain('text 100 text 121');
      expect(await checkPdf(merged.pdf)).toBe('');
      expect(merged.warnings).toEqual([{ part: 0, code: 'pdf_repaired', detail: expect.stringMatching(/^page 2 /) }]);
    }
  });

  it.each([
    ['null in its contents', '/Contents 7 0 R', '/Contents [null]', 'page 2: its content is missing'],
    ['a filter that is not known', '<< /Length', '<</Filter /Odd /Length', 'page 1: its content is not readable'],
    ['a bracket too much', '(Page 1) Tj', '(Page 1) Tj ]', 'page 1: its content breaks the syntax'],
    ['no size', '/MediaBox [0 0 200 100]', '', 'page 1 has no size'],
  ])('comes out sound and names the page for %s', async (_what, from, to, detail) => {
    const { pdf, warnings } = await merge(edit(buildPages(2), from, to));
    expect(await checkPdf(pdf)).toBe('');
    expect(warnings.map((warning) => warning.detail).join('\n')).toContain(detail);
  });

  it('names the pages of a damaged picture, and the file of a damaged attachment', async () => {
    const rows = Buffer.from(Array.from({ length: 900 }, (_, at) => (at * at * 37) % 256));
    const data = deflateSync(rows).subarray(0, 60);
    const picture = '/Subtype /Image /Width 30 /Height 30 /ColorSpace /DeviceGray /BitsPerComponent 8';
    const at = firstMore(3);
    const { pdf, warnings } = await merge(
      buildPages(3, {
        catalog: `/Names <</EmbeddedFiles <</Names [(a) <</Type /Filespec /F (a.csv) /EF <</F ${at + 1} 0 R>>>>]>>>>`,
        page: (index) => (index === 0 ? '' : `/Resources <</XObject <</X ${at} 0 R>>>>`),
        more: [picture, '/Type /EmbeddedFile'].map((dict) => ({ dict: `${dict} /Filter /FlateDecode`, data })),
      }),
    );
    expect(await checkPdf(pdf)).toBe('');
    expect(warnings.map(({ detail }) => detail.replace(/,[^,]*$/, ''))).toEqual([
      'pages 2, 3: a picture is damaged',
      'an attached file is damaged',
    ]);
  });

  it('is refused where pages are missing', async () => {
    const whole = buildPages(4);
    for (const share of [0.2, 0.35, 0.5]) {
      await expect(merge(whole.subarray(0, whole.length * share))).rejects.toMatchObject({ code: 'pdf_invalid' });
    }
  });

  it('reports a page that stays blank', async () => {
    const pdf = buildPages(2).toString('latin1');
    const broken = pdf.replace(/<< \/Length (\d+)>>\nstream\n/, '<</Filter /FlateDecode /Length $1>>\nstream\n');
    const { warnings } = await merge(withoutTable(Buffer.from(broken, 'latin1')));
    expect(warnings.map(({ detail }) => detail).join()).toMatch(/page 1 /);
  });

  it('reports pages and drawings that can be read in part, and not of a checksum that is cut off', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => `0 ${(index * 7919) % 1000} m`).join('\n');
    const packed = deflateSync(`BT /F1 12 Tf 20 20 Td (Hello) Tj ET\n${lines}`);
    const flipped = Buffer.from(packed);
    flipped.fill(0x55, 2000, 2004);
    const pages = [packed, packed.subarray(0, -4), packed.subarray(0, -900), flipped];
    const numbers = [...pages.keys()];
    const pdf = buildPdf([
      '<</Type /Catalog /Pages 2 0 R>>',
      `<</Type /Pages /Count 4 /Kids [${numbers.map((at) => `${5 + at} 0 R`).join(' ')}] /MediaBox [0 0 99 99] /Resources <</Font <</F1 3 0 R>> /XObject <</X 4 0 R>>>>>>`,
      '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
      {
        dict: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <<>> /Filter /FlateDecode',
        data: packed.subarray(0, -800),
      },
      ...numbers.map((at) => `<</Type /Page /Parent 2 0 R /Contents ${9 + at} 0 R>>`),
      ...pages.map((data) => ({ dict: '/Filter /FlateDecode', data })),
    ]);
    const { warnings } = await merge(pdf);
    expect(warnings.map(({ code, detail }) => `${code}: ${detail.replace(/,[^,]*$/, '')}`)).toEqual([
      'pdf_repaired: page 3 is damaged',
      'pdf_repaired: page 4 is damaged',
      'pdf_repaired: pages 1, 2, 3, 4: a drawing is damaged',
    ]);
  });
});
