import { describe, expect, it } from 'vitest';
import { hasAes256 } from '../../../src/engine/merging/finish-options.ts';
import { finishPdf } from '../../../src/engine/merging/finish-pdf.ts';
import { mergePdfs } from '../../../src/pdf/index.ts';
import { buildPages } from '../../pdf/build-pdf.ts';

const { pdf } = mergePdfs([{ pdf: buildPages(2), foreign: false }], { outline: true, producer: 'platen' });
const finish = async (options: Parameters<typeof finishPdf>[1]) =>
  Buffer.from(await finishPdf(pdf, options)).toString('latin1');
const passwords = { user_password: 'u', owner_password: 'o' };
/** What the encryption of a PDF lets its readers do. */
const permissions = (text: string) => Number(/\/P (-?\d+)/.exec(text)?.[1]);

describe('storing a document', () => {
  it('is the same each time, and ends the line before each end of a stream', async () => {
    const text = await finish({});
    expect(await finish({})).toBe(text);
    expect(text).not.toMatch(/[^\n]endstream|\/Linearized|\/Encrypt/);
  });

  it('linearises it', async () => {
    expect(await finish({ linearize: true })).toContain('/Linearized');
  });

  it.each([
    ['1.4', false],
    ['2.0', true],
  ] as const)('writes version %s with object streams: %s', async (version, hasStreams) => {
    const text = await finish({ version });
    expect([text.slice(0, 8), text.includes('/ObjStm')]).toEqual([`%PDF-${version}`, hasStreams]);
  });

  it('locks it with what its readers may do', async () => {
    const text = await finish({ version: '2.0', encrypt: passwords });
    expect(text).toMatch(/^%PDF-2\.0[\s\S]*\/Encrypt/);
    const bits = { print: 4, modify: 8, copy: 16, annotate: 32, fill_forms: 256, assemble: 1024 };
    const all = Object.values(bits).reduce((sum, bit) => sum + bit, 0);
    expect(permissions(text) & all).toBe(all);
    const some = await finish({ encrypt: { ...passwords, permissions: ['print', 'copy', 'assemble'] } });
    expect(permissions(some) & all).toBe(bits.print + bits.copy + bits.assemble);
  });

  it('does not lock a version that has no such encryption', async () => {
    await expect(finish({ version: '1.6', encrypt: passwords })).rejects.toThrow(
      'the document could not be stored as asked',
    );
  });

  it('stores nothing that is no PDF', async () => {
    await expect(finishPdf(Buffer.from('hello'), {})).rejects.toThrow('the document could not be stored as asked');
  });
});

it.each([
  [undefined, true],
  ['1.6', false],
  ['1.7', true],
  ['2.0', true],
] as const)('version %s knows the encryption: %s', (version, knows) => {
  expect(hasAes256(version)).toBe(knows);
});
