import type { PDF, PdfDict, PdfObject, PdfRef } from '@libpdf/core';
import type { Proofs } from './collect-proofs.ts';
import { SigningError } from './open-signer.ts';

/** What a signature says, apart from who signed. */
export interface SignatureFacts {
  reason?: string | undefined;
  location?: string | undefined;
  contact?: string | undefined;
  /** What may be changed afterwards without breaking the certification. Default: the document is not certified. */
  certify?: 'no-changes' | 'fill-forms' | 'annotate' | undefined;
}

/** The levels of ISO 32000-2, table 257. */
const permissions = { 'no-changes': 1, 'fill-forms': 2, annotate: 3 };

/**
 * Adds to a document what the library does not write: texts without a backslash before each bracket, a certification (ISO 32000-2,
 * 12.8.2.2), proofs (12.8.4.3), and the place of a field that is visible. All of it is in the revision that is signed.
 */
export async function prepareSignature(
  pdf: PDF,
  { certify, ...texts }: SignatureFacts,
  field: string | undefined,
  proofs: Proofs | undefined,
): Promise<void> {
  const { PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } = await import('@libpdf/core');
  const { registry } = pdf.context;
  refuseChange(pdf, certify);
  const restore = keepPlace(pdf, field);
  let signature: PdfRef | undefined;

  const entries = { Reason: texts.reason, Location: texts.location, ContactInfo: texts.contact };
  const register = registry.register.bind(registry);
  registry.register = (object: PdfObject) => {
    const isSignature = object instanceof PdfDict && object.getName('Type')?.value === 'Sig';
    if (isSignature) addEntries(object);
    const reference = register(object);
    if (isSignature) signature = reference;
    return reference;
  };
  const save = pdf.save.bind(pdf);
  pdf.save = async (options) => {
    pdf.save = save;
    restore?.();
    const catalog = pdf.getCatalog();
    if (certify && signature) catalog.set('Perms', PdfDict.of({ DocMDP: signature }));
    if (proofs) catalog.set('DSS', writeProofs(proofs));
    return save(options);
  };

  function addEntries(object: PdfDict): void {
    for (const [name, text] of Object.entries(entries))
      if (text !== undefined) object.set(name, PdfString.fromString(text));
    if (!certify) return;
    const transform = {
      Type: PdfName.of('TransformParams'),
      P: PdfNumber.of(permissions[certify]),
      V: PdfName.of('1.2'),
    };
    const reference = { Type: PdfName.of('SigRef'), TransformMethod: PdfName.of('DocMDP') };
    object.set('Reference', new PdfArray([PdfDict.of({ ...reference, TransformParams: PdfDict.of(transform) })]));
  }

  function writeProofs({ certificates, ocsps, crls }: Proofs): PdfRef {
    const list = (all: readonly Uint8Array[]) =>
      new PdfArray(all.map((bytes) => register(new PdfStream(new PdfDict(), bytes))));
    const dictionary = PdfDict.of({ Type: PdfName.of('DSS'), Certs: list(certificates) });
    if (ocsps.length > 0) dictionary.set('OCSPs', list(ocsps));
    if (crls.length > 0) dictionary.set('CRLs', list(crls));
    return register(dictionary);
  }
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
  const find = pdf.context.registry.resolve.bind(pdf.context.registry);
  for (const field of signed) {
    const reference = field.getSignatureDict()?.getArray('Reference', find)?.at(0, find);
    const transform = reference?.type === 'dict' ? reference.getDict('TransformParams', find) : undefined;
    if (transform?.getNumber('P', find)?.value === permissions['no-changes'])
      throw new SigningError('signed', 'it is certified, and allows no changes');
  }
}

/** Returns what puts back where the field is: the library makes each field that it signs an invisible one on the first page. */
function keepPlace(pdf: PDF, name: string | undefined): (() => void) | undefined {
  const fields = pdf.getForm()?.getSignatureFields() ?? [];
  const found = fields.find((field) => (name === undefined ? !field.isSigned() : field.name === name))?.getDict();
  const [place, page] = [found?.get('Rect'), found?.get('P')];
  if (found === undefined || place === undefined) return undefined;
  return () => {
    found.set('Rect', place);
    if (page) found.set('P', page);
  };
}
