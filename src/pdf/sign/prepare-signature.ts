import type { PDF, PdfRef } from '@libpdf/core';
import { chooseField } from './choose-field.ts';
import type { Proofs } from './collect-proofs.ts';
import { SigningError } from './open-signer.ts';

/** What a signature says, apart from who signed. */
export interface SignatureFacts {
  reason?: string | undefined;
  location?: string | undefined;
  contact?: string | undefined;
  /** What may be changed afterwards without breaking the certification. Default: the document is not certified. */
  certify?: 'no-changes' | 'fill-forms' | 'annotate' | undefined;
  /** The name of the signature field. Default: the first empty one, else a new invisible one. */
  field?: string | undefined;
  now: Date;
}

/** A document with room for its signature. */
interface PreparedPdf {
  bytes: Uint8Array;
  /** Where the room is: the hexadecimal digits with their brackets. What is around it is signed. */
  from: number;
  to: number;
}

/** The levels of ISO 32000-2, table 257. */
const permissions = { 'no-changes': 1, 'fill-forms': 2, annotate: 3 };
/** Before it is known what is signed. Each number has ten digits, as many as a file may need. */
const unknownRange = '/ByteRange [0 9999999999 9999999999 9999999999]';

/**
 * Adds to a document a signature without its value (ISO 32000-2, 12.8.1), a certification (12.8.2.2) and proofs (12.8.4.3), in one
 * addition to the file. Throws `SigningError`.
 */
export async function prepareSignature(
  pdf: PDF,
  { certify, field, now, ...texts }: SignatureFacts,
  proofs: Proofs | undefined,
  room: number,
): Promise<PreparedPdf> {
  const { PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } = await import('@libpdf/core');
  const { registry } = pdf.context;
  refuseChange(pdf, certify);
  const numbers = (...values: number[]) => new PdfArray(values.map((value) => PdfNumber.of(value)));
  const signature = PdfDict.of({
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.CAdES.detached'),
    ByteRange: numbers(0, 9_999_999_999, 9_999_999_999, 9_999_999_999),
    Contents: new PdfString(new Uint8Array(room), 'hex'),
    M: PdfString.fromString(`D:${now.toISOString().slice(0, 19).replace(/[-T:]/g, '')}Z`),
  });
  for (const [name, text] of Object.entries({
    Reason: texts.reason,
    Location: texts.location,
    ContactInfo: texts.contact,
  }))
    if (text !== undefined) signature.set(name, PdfString.fromString(text));
  const value = registry.register(signature);
  const catalog = pdf.getCatalog();
  if (certify) {
    const parameters = {
      Type: PdfName.of('TransformParams'),
      P: PdfNumber.of(permissions[certify]),
      V: PdfName.of('1.2'),
    };
    const reference = { Type: PdfName.of('SigRef'), TransformMethod: PdfName.of('DocMDP') };
    signature.set('Reference', new PdfArray([PdfDict.of({ ...reference, TransformParams: PdfDict.of(parameters) })]));
    catalog.set('Perms', PdfDict.of({ DocMDP: value }));
  }
  if (proofs) catalog.set('DSS', writeProofs(proofs));
  const target = await chooseField(pdf, field);
  target.set('V', value);
  return findRoom(await pdf.save({ incremental: true }), room);

  function writeProofs({ certificates, ocsps, crls }: Proofs): PdfRef {
    const list = (all: readonly Uint8Array[]) =>
      new PdfArray(all.map((bytes) => registry.register(new PdfStream(new PdfDict(), bytes))));
    const dictionary = PdfDict.of({ Type: PdfName.of('DSS'), Certs: list(certificates) });
    if (ocsps.length > 0) dictionary.set('OCSPs', list(ocsps));
    if (crls.length > 0) dictionary.set('CRLs', list(crls));
    return registry.register(dictionary);
  }
}

/** Finds the room for a signature, and writes what is around it. */
function findRoom(saved: Uint8Array, room: number): PreparedPdf {
  const bytes = Buffer.from(saved);
  const from = bytes.lastIndexOf(`<${'0'.repeat(room * 2)}>`);
  const range = bytes.lastIndexOf(unknownRange);
  if (from < 0 || range < 0) throw new Error('the library wrote the signature in another form');
  const to = from + room * 2 + 2;
  const known = `/ByteRange [0 ${from} ${to} ${bytes.length - to}]`;
  bytes.write(known.padEnd(unknownRange.length), range, 'latin1');
  return { bytes, from, to };
}

/** Throws `SigningError` for a document whose signatures would be broken by another one. */
function refuseChange(pdf: PDF, certify: SignatureFacts['certify']): void {
  const signed =
    pdf
      .getForm()
      ?.getSignatureFields()
      .filter((field) => field.isSigned()) ?? [];
  if (certify && signed.length > 0)
    throw new SigningError('signed', 'it is signed already, and only the first signature of a PDF can certify it');
  // The library would write the whole file again.
  if (signed.length > 0 && pdf.canSaveIncrementally() !== null)
    throw new SigningError('signed', 'its file is signed, and cannot be added to');
  const find = pdf.context.registry.resolve.bind(pdf.context.registry);
  for (const field of signed) {
    const reference = field.getSignatureDict()?.getArray('Reference', find)?.at(0, find);
    const transform = reference?.type === 'dict' ? reference.getDict('TransformParams', find) : undefined;
    if (transform?.getNumber('P', find)?.value === permissions['no-changes'])
      throw new SigningError('signed', 'it is certified, and allows no changes');
  }
}
