import { describe, expect, it } from 'vitest';
import { buildDict, type PdfDict, type PdfObject, PdfRef, PdfString } from '../../../../src/pdf/objects/objects.ts';
import { findInherited, isSignature, isSigned, reportSignatures } from '../../../../src/pdf/part/foreign/signatures.ts';
import { MergeWarnings } from '../../../../src/pdf/part/merge-warnings.ts';

type Entries = Record<string, PdfObject>;
const text = (bytes: string) => new PdfString(bytes);
const signature = () => buildDict({ Type: 'Sig', Contents: text('x') });

describe('a signature', () => {
  it.each<[string, Entries, boolean]>([
    ['a signature by its type', { Type: 'Sig' }, true],
    ['a timestamp', { Type: 'DocTimeStamp' }, true],
    ['bytes with a range', { Contents: text('x'), ByteRange: [0, 1] }, true],
    ['bytes with a filter', { Contents: text('x'), Filter: 'Adobe.PPKLite' }, true],
    ['bytes with an empty range', { Contents: text('x'), ByteRange: [] }, false],
    ['bytes alone', { Contents: text('x') }, false],
    ['an annotation with text', { Contents: text('x'), Filter: 'A', Subtype: 'Text' }, false],
    ['a range without bytes', { ByteRange: [0, 1], Filter: 'A' }, false],
  ])('is recognized: %s', (_, entries, isOne) => {
    expect(isSignature(buildDict(entries))).toBe(isOne);
  });

  it.each<[string, Entries, boolean]>([
    ['a signature', { V: signature() }, true],
    ['any dictionary in a field with a type', { V: buildDict({}), FT: 'Sig' }, true],
    ['any dictionary below a field with a type', { V: buildDict({}), Parent: buildDict({ FT: 'Sig' }) }, true],
    ['any dictionary without a type', { V: buildDict({}) }, false],
    ['a text', { V: text('x'), FT: 'Tx' }, false],
    ['nothing', { FT: 'Sig' }, false],
  ])('is the value of a field that has %s', (_, entries, isOne) => {
    expect(isSigned(buildDict(entries))).toBe(isOne);
  });
});

describe('the signatures that a document loses', () => {
  const report = (form: PdfDict | undefined, annotations: PdfObject[] = []) => {
    const warnings = new MergeWarnings();
    reportSignatures(form, [new PdfRef(buildDict({ Annots: annotations }))], warnings, 3);
    return warnings.list();
  };
  const lost = (name: string) => ({
    part: 3,
    code: 'signature_dropped',
    detail: `the signature of ${name} was dropped: it is valid only in its original file`,
  });

  it('are reported with the names of their fields, or of those above', () => {
    const kid = buildDict({ V: signature() });
    const above = buildDict({ T: text('Above'), Kids: [kid] });
    kid.set('Parent', above);
    const Fields = [
      buildDict({ T: text('One'), V: signature() }),
      buildDict({ T: text('Empty'), FT: 'Sig' }),
      above,
      buildDict({ V: signature() }),
    ];
    const found = report(buildDict({ Fields }));
    expect(found).toHaveLength(3);
    for (const name of ['One', 'Above', 'a field without a name']) expect(found).toContainEqual(lost(name));
  });

  it('are found on pages, too, if there is a form', () => {
    const widget = buildDict({ Subtype: 'Widget', T: text('Page'), V: signature() });
    expect(report(buildDict({}), [widget])).toEqual([lost('Page')]);
    expect(report(undefined, [widget])).toEqual([]);
  });
});

describe('an entry of a field', () => {
  /** A field below as many others, the topmost of which has a name. */
  const nest = (depth: number) => {
    let field = buildDict({ T: text('Top') });
    for (let level = 0; level < depth; level++) field = buildDict({ Parent: field });
    return field;
  };

  it.each([
    [0, text('Top')],
    [63, text('Top')],
    [64, undefined],
  ])('is found %i fields above: %o', (depth, found) => {
    expect(findInherited(nest(depth), 'T')).toEqual(found);
    expect(findInherited(nest(depth), 'V')).toBeUndefined();
  });
});
