import type { PDF, PdfDict } from '@libpdf/core';
import { SigningError } from './open-signer.ts';

/** Annotations that are printed and locked (ISO 32000-2, table 167). */
const printedAndLocked = 132;
/** Signatures exist, and changes are to be appended (ISO 32000-2, table 225). */
const signedForm = 3;

/** The field for a signature: the field of this name, else the first empty field, else a new invisible one. Throws `SigningError`. */
export async function chooseField(pdf: PDF, name: string | undefined): Promise<PdfDict> {
  const { PdfNumber } = await import('@libpdf/core');
  const form = pdf.getOrCreateForm();
  const dictionary = form.acroForm().getDict();
  dictionary.set('SigFlags', PdfNumber.of(signedForm));
  const fields = form.getFields();
  const named = fields.find((field) => field.name === name);
  if (named && named.type !== 'signature')
    throw new SigningError('field', `the field ${JSON.stringify(name)} is not a signature field`);
  const empty = form.getSignatureFields().filter((field) => !field.isSigned());
  const found = empty.find((field) => name === undefined || field.name === name);
  if (found) return found.getDict();
  if (named) throw new SigningError('field', `the field ${JSON.stringify(name)} is signed already`);
  return addField(pdf, name ?? findFreeName(new Set(fields.map((field) => field.name))));
}

/** Adds a field that is not seen (ISO 32000-2, 12.7.5.5). */
async function addField(pdf: PDF, name: string): Promise<PdfDict> {
  const { PdfArray, PdfName, PdfNumber } = await import('@libpdf/core');
  const field = pdf.getOrCreateForm().createSignatureField(name).getDict();
  field.delete('Kids');
  field.set('Type', PdfName.of('Annot'));
  field.set('Subtype', PdfName.of('Widget'));
  field.set('F', PdfNumber.of(printedAndLocked));
  const page = pdf.getPages()[0]?.ref;
  if (page) field.set('P', page);
  field.set('Rect', new PdfArray([0, 0, 0, 0].map((edge) => PdfNumber.of(edge))));
  return field;
}

function findFreeName(taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) if (!taken.has(`Signature_${number}`)) return `Signature_${number}`;
}
