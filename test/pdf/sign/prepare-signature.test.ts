import { PDF, PdfStream } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { SigningError } from '../../../src/pdf/sign/open-signer.ts';
import { prepareSignature, type SignatureFacts } from '../../../src/pdf/sign/prepare-signature.ts';
import { buildPages, firstMore, type TestObject } from '../build-pdf.ts';

const now = new Date('2026-03-04T05:06:07.890Z');
const plain = buildPages(1);
type Proofs = NonNullable<Parameters<typeof prepareSignature>[2]>;

async function prepare(
  facts: Partial<SignatureFacts> = {},
  { bytes = plain, room = 20, proofs = undefined as Proofs | undefined } = {},
) {
  const prepared = await prepareSignature(await PDF.load(bytes), { now, ...facts }, proofs, room);
  const text = Buffer.from(prepared.bytes).toString('latin1');
  /** What was added to the file. */
  return { ...prepared, text, added: text.slice(bytes.length).replace(/\s+/g, ' ') };
}

/** A document with signed fields: the references of their signatures. */
function buildSigned(references: readonly string[]): Buffer {
  const first = firstMore(1);
  const fields = references.map((_, at) => `${first + at} 0 R`).join(' ');
  return buildPages(1, {
    catalog: `/AcroForm <</SigFlags 3 /Fields [${fields}]>>`,
    more: references.map(
      (reference, at): TestObject => `<</FT /Sig /T (S${at}) /V <</Type /Sig /Contents <00> ${reference}>>>>`,
    ),
  });
}
const certified = (level: number) => `/Reference [<</Type /SigRef /TransformParams <</P ${level}>>>>]`;

describe('a document with room for its signature', () => {
  it('is the file with an addition', async () => {
    const { bytes, added } = await prepare();
    expect(Buffer.from(bytes).subarray(0, plain.length).equals(plain)).toBe(true);
    expect(added).toMatch(/%%EOF ?$/);
  });

  it.each([1, 20, 3000])('has room for a signature of %i bytes, and says which bytes are around it', async (room) => {
    const { bytes, text, from, to } = await prepare({}, { room });
    expect(text.slice(from, to)).toBe(`<${'00'.repeat(room)}>`);
    const range = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\] */.exec(text);
    expect(range?.slice(1).map(Number)).toEqual([0, from, to, bytes.length - to]);
    expect(range?.[0]).toHaveLength('/ByteRange [0 9999999999 9999999999 9999999999]'.length);
  });

  it('has a signature dictionary of PAdES with its time in UTC', async () => {
    const { added } = await prepare();
    for (const entry of ['/Type /Sig', '/Filter /Adobe.PPKLite', '/SubFilter /ETSI.CAdES.detached'])
      expect(added).toContain(entry);
    expect(added).toContain('/M (D:20260304050607Z)');
  });

  it('has the signature in its field', async () => {
    const pdf = await PDF.load((await prepare({ field: 'mine' })).bytes);
    const fields = pdf.getForm()?.getSignatureFields() ?? [];
    expect(fields.map((field) => [field.name, field.isSigned()])).toEqual([['mine', true]]);
  });

  it.each([
    ['in the catalog', `<</Fields [${firstMore(1)} 0 R]>>`],
    ['of its own', `${firstMore(1) + 1} 0 R`],
  ])('says in a form %s that there are signatures', async (_, form) => {
    const bytes = buildPages(1, {
      catalog: `/AcroForm ${form}`,
      more: ['<</FT /Sig /T (S)>>', `<</Fields [${firstMore(1)} 0 R]>>`],
    });
    for (const field of ['S', 'mine']) {
      const pdf = await PDF.load((await prepare({ field }, { bytes })).bytes);
      const find = pdf.context.registry.resolve.bind(pdf.context.registry);
      expect(pdf.getCatalog().getDict('AcroForm', find)?.getNumber('SigFlags')?.value).toBe(3);
      const signed =
        pdf
          .getForm()
          ?.getSignatureFields()
          .filter((each) => each.isSigned()) ?? [];
      expect(signed.map(({ name }) => name)).toEqual([field]);
    }
  });

  it.each<[keyof SignatureFacts, string]>([
    ['reason', '/Reason'],
    ['location', '/Location'],
    ['contact', '/ContactInfo'],
  ])('has the %s if there is one, and no other text', async (fact, key) => {
    const { added } = await prepare({ [fact]: 'some words' });
    expect(added.match(/\/(?:Reason|Location|ContactInfo)\b[^/]*/g)?.map((text) => text.trim())).toEqual([
      expect.stringMatching(new RegExp(`^${key} \\(some words\\)`)),
    ]);
  });

  it('is neither certified nor has proofs without being asked', async () => {
    expect((await prepare()).text).not.toMatch(/\/(?:Perms|DocMDP|Reference|DSS)\b/);
  });
});

describe('a certification', () => {
  it.each([
    ['no-changes', 1],
    ['fill-forms', 2],
    ['annotate', 3],
  ] as const)('that allows %s has the level %i', async (certify, level) => {
    const { bytes } = await prepare({ certify });
    const pdf = await PDF.load(bytes);
    const find = pdf.context.registry.resolve.bind(pdf.context.registry);
    const signature = pdf.getCatalog().getDict('Perms', find)?.getDict('DocMDP', find);
    expect(signature?.getName('Type')?.value).toBe('Sig');
    const reference = signature?.getArray('Reference', find)?.at(0, find);
    if (reference?.type !== 'dict') throw new Error('the signature has no reference');
    expect(['Type', 'TransformMethod'].map((key) => reference.getName(key)?.value)).toEqual(['SigRef', 'DocMDP']);
    const parameters = reference.getDict('TransformParams', find);
    expect(parameters?.getName('Type')?.value).toBe('TransformParams');
    expect(parameters?.getName('V')?.value).toBe('1.2');
    expect(parameters?.getNumber('P')?.value).toBe(level);
  });
});

describe('the proofs in a document', () => {
  const bytes = (text: string) => Buffer.from(text);
  const read = async (proofs: Proofs) => {
    const pdf = await PDF.load((await prepare({}, { proofs })).bytes);
    const find = pdf.context.registry.resolve.bind(pdf.context.registry);
    const store = pdf.getCatalog().getDict('DSS', find);
    expect(store?.getName('Type')?.value).toBe('DSS');
    return Object.fromEntries(
      ['Certs', 'OCSPs', 'CRLs'].flatMap((key) => {
        const list = store?.getArray(key, find);
        const texts = Array.from({ length: list?.length ?? 0 }, (_, at) => {
          const stream = list?.at(at, find);
          return stream instanceof PdfStream ? Buffer.from(stream.data).toString() : undefined;
        });
        return list ? [[key, texts]] : [];
      }),
    );
  };

  it.each<[string, Proofs, Record<string, string[]>]>([
    ['certificates', { certificates: [bytes('a'), bytes('b')], ocsps: [], crls: [] }, { Certs: ['a', 'b'] }],
    ['responses', { certificates: [], ocsps: [bytes('o')], crls: [] }, { Certs: [], OCSPs: ['o'] }],
    [
      'lists',
      { certificates: [bytes('a')], ocsps: [], crls: [bytes('r'), bytes('s')] },
      { Certs: ['a'], CRLs: ['r', 's'] },
    ],
  ])('are its %s', async (_, proofs, expected) => {
    expect(await read(proofs)).toEqual(expected);
  });
});

describe('a document that is signed', () => {
  it.each([
    ['without a certification', ['']],
    ['with a certification that allows to fill forms', [certified(2)]],
    ['with a certification that allows comments', ['', certified(3)]],
    ['with a reference of another kind', ['/Reference [7]']],
    ['with a reference without parameters', ['/Reference [<</Type /SigRef>>]']],
  ])('%s can be signed again', async (_, references) => {
    const { bytes } = await prepare({}, { bytes: buildSigned(references) });
    const fields = (await PDF.load(bytes)).getForm()?.getSignatureFields() ?? [];
    expect(fields.map((field) => field.isSigned())).toEqual([...references.map(() => true), true]);
  });

  it.each<[string, Buffer, Partial<SignatureFacts>, string]>([
    [
      'cannot be certified',
      buildSigned(['']),
      { certify: 'annotate' },
      'it is signed already, and only the first signature of a PDF can certify it',
    ],
    [
      'cannot be signed if its first signature forbids it',
      buildSigned([certified(1)]),
      {},
      'it is certified, and allows no changes',
    ],
    [
      'cannot be signed if another signature forbids it',
      buildSigned(['', certified(1)]),
      {},
      'it is certified, and allows no changes',
    ],
    [
      'cannot be signed if its file must be written again',
      Buffer.from(
        buildSigned([''])
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n1'),
        'latin1',
      ),
      {},
      'its file is signed, and cannot be added to',
    ],
  ])('%s', async (_, bytes, facts, message) => {
    const failure = await prepare(facts, { bytes }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SigningError);
    expect(failure).toMatchObject({ kind: 'signed', message });
  });

  it('can be certified if its signature fields are empty', async () => {
    const bytes = buildPages(1, {
      catalog: `/AcroForm <</Fields [${firstMore(1)} 0 R]>>`,
      more: ['<</FT /Sig /T (S)>>'],
    });
    expect((await prepare({ certify: 'no-changes' }, { bytes })).added).toContain('/DocMDP');
  });
});
