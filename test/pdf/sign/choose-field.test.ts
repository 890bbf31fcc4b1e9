import { PDF, type PdfObject } from '@libpdf/core';
import { describe, expect, it } from 'vitest';
import { chooseField } from '../../../src/pdf/sign/choose-field.ts';
import { SigningError } from '../../../src/pdf/sign/open-signer.ts';
import { buildPages, firstMore, type TestObject } from '../build-pdf.ts';

/** A page whose form has these fields. */
function buildForm(fields: readonly string[], catalog?: string): Uint8Array {
  const first = firstMore(1);
  const references = fields.map((_, at) => `${first + at} 0 R`).join(' ');
  return buildPages(1, {
    catalog: catalog ?? `/AcroForm <</Fields [${references}]>>`,
    more: fields.map((field): TestObject => `<<${field}>>`),
  });
}

const signed = (name: string) => `/FT /Sig /T (${name}) /V <</Type /Sig /Contents <00>>>`;
const empty = (name: string) => `/FT /Sig /T (${name})`;
const text = (name: string) => `/FT /Tx /T (${name})`;

const show = (value: PdfObject | undefined) => {
  if (value?.type === 'name' || value?.type === 'number') return value.value;
  if (value?.type === 'string') return value.asString();
  return value?.type;
};

async function choose(fields: readonly string[], name?: string) {
  const pdf = await PDF.load(buildForm(fields));
  const field = await chooseField(pdf, name);
  return { pdf, field, name: show(field.get('T')) };
}

describe('the field for a signature', () => {
  it.each<[string, string[], string | undefined, string]>([
    ['the first empty one', [text('a'), signed('b'), empty('c'), empty('d')], undefined, 'c'],
    ['the empty one of the name', [empty('c'), empty('d')], 'd', 'd'],
    ['a new one with the name', [empty('c')], 'mine', 'mine'],
    ['a new one if all are signed', [signed('b')], undefined, 'Signature_1'],
    ['a new one with a free name', [text('Signature_1'), signed('Signature_2')], undefined, 'Signature_3'],
    ['a new one in a document without fields', [], undefined, 'Signature_1'],
  ])('is %s', async (_, fields, name, chosen) => {
    expect((await choose(fields, name)).name).toBe(chosen);
  });

  it('is not seen if it is new: it is on the first page, has no size, and is printed and locked', async () => {
    const { pdf, field } = await choose([]);
    expect([...field.keys()].map(({ value }) => value).sort()).toEqual(
      ['F', 'FT', 'P', 'Rect', 'Subtype', 'T', 'Type'].sort(),
    );
    expect(['Type', 'Subtype', 'FT', 'F'].map((key) => show(field.get(key)))).toEqual(['Annot', 'Widget', 'Sig', 132]);
    expect(field.get('P')).toBe(pdf.getPages()[0]?.ref);
    expect(field.getArray('Rect')?.toArray().map(show)).toEqual([0, 0, 0, 0]);
  });

  it('keeps its entries if the form has it already', async () => {
    const { field } = await choose([empty('c')]);
    expect([...field.keys()].map(({ value }) => value)).toEqual(['FT', 'T']);
  });

  it.each<[string, string[], string, string]>([
    ['has another kind', [text('a'), empty('c')], 'a', 'the field "a" is not a signature field'],
    ['is signed', [empty('c'), signed('b')], 'b', 'the field "b" is signed already'],
  ])('is refused if the one of the name %s', async (_, fields, name, message) => {
    await expect(choose(fields, name)).rejects.toEqual(new SigningError('field', message));
    await expect(choose(fields, name)).rejects.toMatchObject({ kind: 'field' });
  });
});

describe('the form of a signed document', () => {
  it.each<[string, string[], string | undefined]>([
    ['in the catalog', [empty('c')], undefined],
    ['apart from the catalog', [`/Fields [${firstMore(1) + 1} 0 R]`, empty('c')], `/AcroForm ${firstMore(1)} 0 R`],
    ['made for the signature', [], ''],
  ])('says that signatures exist and that changes are appended, if it is %s', async (_, fields, catalog) => {
    const pdf = await PDF.load(buildForm(fields, catalog));
    await chooseField(pdf, undefined);
    const saved = await PDF.load(await pdf.save({ incremental: true }));
    expect(show(saved.getForm()?.acroForm().getDict().get('SigFlags'))).toBe(3);
  });
});
