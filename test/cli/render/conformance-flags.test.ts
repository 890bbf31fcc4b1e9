import { describe, expect, it } from 'vitest';
import { systemIo } from '../../../src/cli/output/io.ts';
import { readConformanceFlags } from '../../../src/cli/render/conformance-flags.ts';

const io = systemIo(() => {});

describe('the flags of conformance', () => {
  it.each([
    [{}, undefined],
    [{ pdfA: '2b' }, { conformance: ['pdf/a-2b'] }],
    [{ pdfA: '3U' }, { conformance: ['pdf/a-3u'] }],
    [{ pdfA: '4' }, { conformance: ['pdf/a-4'] }],
    [{ pdfA: '4F' }, { conformance: ['pdf/a-4f'] }],
    [{ pdfUa: '1' }, { conformance: ['pdf/ua-1'] }],
    [{ pdfUa: '2' }, { conformance: ['pdf/ua-2'] }],
    [{ pdfA: '2a', pdfUa: '1' }, { conformance: ['pdf/a-2a', 'pdf/ua-1'] }],
  ])('%j mean %j', async (flags, expected) => {
    expect(await readConformanceFlags(flags, io)).toEqual(expected);
  });

  it.each(['1b', '2', 'a', '', '4b', '4e'])('refuse --pdf-a %j', async (pdfA) => {
    await expect(readConformanceFlags({ pdfA }, io)).rejects.toMatchObject({
      code: 'usage',
      message: `--pdf-a ${JSON.stringify(pdfA)} is not one of 2b, 2u, 2a, 3b, 3u, 3a, 4, 4f`,
    });
  });

  it.each(['3', '', 'ua-2'])('refuse --pdf-ua=%s', async (pdfUa) => {
    await expect(readConformanceFlags({ pdfUa }, io)).rejects.toMatchObject({
      code: 'usage',
      message: `--pdf-ua=${pdfUa} is not one of 1, 2`,
    });
  });

  it('name the file of an invoice that is not there', async () => {
    await expect(readConformanceFlags({ eInvoice: 'no/factur-x.xml' }, io)).rejects.toMatchObject({
      code: 'input_missing',
      message: '--e-invoice: there is no file no/factur-x.xml',
    });
  });
});
