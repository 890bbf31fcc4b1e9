import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FinishOptions } from '../../../src/engine/merging/finish-options.ts';
import { openMerger } from '../../../src/engine/merging/merger.ts';
import { mergePdfs } from '../../../src/pdf/index.ts';
import { buildPages } from '../../pdf/build-pdf.ts';
import { openPdf, readTexts } from '../../pdf/read-pdf.ts';
import { checkPdf, runQpdf, unfoldPdf } from '../../pdf/run-qpdf.ts';

const options = { outline: true, producer: 'platen' };
const never = new AbortController().signal;
const parts = [{ pdf: buildPages(2), foreign: false }];
let merger: ReturnType<typeof openMerger>;
beforeAll(() => {
  merger = openMerger();
});
afterAll(() => merger.close());

async function finish(finish: FinishOptions): Promise<Buffer> {
  return Buffer.from((await merger.open().merge(parts, { ...options, finish }, never)).pdf);
}

describe('storing a document', () => {
  it('linearises it, the same each time', async () => {
    const pdf = await finish({ linearize: true });
    expect((await runQpdf(pdf, ['--check-linearization', '/in.pdf'])).output).toContain('no linearization errors');
    expect(await finish({ linearize: true })).toEqual(pdf);
  });

  it('ends the line before each end of a stream, as archives must', async () => {
    for (const each of [{ linearize: true }, { version: '1.4' as const }]) {
      const text = (await finish(each)).toString('latin1');
      expect(text.match(/endstream/g)?.length).toBeGreaterThan(1);
      expect(text).not.toMatch(/[^\n]endstream/);
    }
  });

  it('writes it in an old version', async () => {
    const pdf = await finish({ version: '1.4' });
    expect(pdf.toString('latin1', 0, 8)).toBe('%PDF-1.4');
    expect(pdf.toString('latin1')).not.toMatch(/ObjStm|XRef/);
    expect(await checkPdf(pdf)).toBe('');
  });

  it('locks it with a password, and says what others may do', async () => {
    const encrypt: FinishOptions['encrypt'] = {
      user_password: '--open me',
      owner_password: '@owner',
      permissions: ['print'],
    };
    const pdf = await finish({ encrypt });
    await expect(openPdf(pdf)).rejects.toThrow('password');
    const { output } = await runQpdf(pdf, ['--show-encryption', '--password=--open me', '/in.pdf']);
    expect(output).toContain('print high resolution: allowed');
    expect(output).toContain('extract for any purpose: not allowed');
    const opened = await runQpdf(pdf, ['--decrypt', '--password=--open me', '/in.pdf', '/out.pdf']);
    expect(await readTexts(await openPdf(opened.out as Buffer))).toEqual(['Page 1', 'Page 2']);
  });

  it.each(['1.7', '2.0'] as const)(
    'locks it in version %s, too, and in none that knows no such lock',
    async (version) => {
      const encrypt = { user_password: 'u', owner_password: 'o' };
      const pdf = await finish({ encrypt, version, linearize: true });
      expect(pdf.toString('latin1', 0, 8)).toBe(`%PDF-${version}`);
      await expect(openPdf(pdf)).rejects.toThrow('password');
      await expect(finish({ encrypt, version: '1.6' })).rejects.toThrow('merging failed');
    },
  );
});

describe('attaching files', () => {
  it('carries them along, under their names', async () => {
    const attachments = [
      { name: 'b.xml', type: 'text/xml', bytes: Buffer.from('<b/>') },
      { name: 'ä “x”.txt', type: 'text/plain; charset=utf-8', bytes: Buffer.from('A'.repeat(1000)) },
    ];
    const { pdf } = mergePdfs(parts, { ...options, attachments });
    const read = (await (await openPdf(pdf)).getAttachments()) as unknown;
    const files = [...(read instanceof Map ? read.values() : Object.values(read as object))];
    expect(files.map(({ filename }) => filename).sort()).toEqual(['b.xml', 'ä “x”.txt']);
    expect(await unfoldPdf(pdf)).toContain('<b/>');
    expect(await checkPdf(pdf)).toBe('');
  });
});
