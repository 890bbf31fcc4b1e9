import { describe, expect, it } from 'vitest';
import { Breaches } from '../../../src/pdf/conformance/breaches.ts';
import { checkAnnotations } from '../../../src/pdf/conformance/check-annotations.ts';
import type { ContentChecker } from '../../../src/pdf/conformance/check-content.ts';
import { buildDict, type PdfObject, PdfStream } from '../../../src/pdf/objects/objects.ts';

const form = new PdfStream(new Map(), Buffer.alloc(0));
const shown = buildDict({ N: form });

/** What breaks the standard on a page with an annotation, and the forms that were checked. */
function check(entries: Record<string, PdfObject>) {
  const breaches = new Breaches('X');
  const forms: unknown[] = [];
  const content = { checkForm: (each: unknown) => forms.push(each) } as unknown as ContentChecker;
  const annotation = buildDict({ Rect: [0, 0, 10, 10], ...entries });
  checkAnnotations(buildDict({ Annots: [annotation, null] }), content, breaches);
  return { forms, found: breaches.describe() };
}

describe('an annotation', () => {
  it.each<[string, Record<string, PdfObject>]>([
    ['that is printed', { Subtype: 'Stamp', F: 4, AP: shown }],
    ['of a form field', { Subtype: 'Widget', F: 4, AP: shown }],
    ['that is a link without flags or an appearance', { Subtype: 'Link' }],
    ['that is a popup', { Subtype: 'Popup', F: 2 }],
    ['without room', { Subtype: 'Square', F: 4, Rect: [5, 6, 5, 6] }],
    ['that is locked', { Subtype: 'Stamp', F: 4 + 128, AP: shown }],
  ])('%s may stay', (_, entries) => {
    expect(check(entries).found).toBeUndefined();
  });

  it.each<[string, Record<string, PdfObject>, string]>([
    ['not printed', { Subtype: 'Stamp', AP: shown }, 'an annotation of the kind Stamp that is not printed (X, 6.3.2)'],
    ['invisible', { Subtype: 'Stamp', F: 5, AP: shown }, 'an annotation of the kind Stamp that is hidden (X, 6.3.2)'],
    ['hidden', { Subtype: 'Widget', F: 6, AP: shown }, 'a form field that is hidden (X, 6.3.2)'],
    ['not viewed', { Subtype: 'Link', F: 36 }, 'an annotation of the kind Link that is hidden (X, 6.3.2)'],
    ['toggled', { Subtype: 'Link', F: 256 }, 'an annotation of the kind Link that is hidden (X, 6.3.2)'],
    [
      'without an appearance',
      { Subtype: 'Square', F: 4 },
      'an annotation of the kind Square without an appearance (X, 6.3.3)',
    ],
    [
      'a line without an appearance',
      { Subtype: 'Line', F: 4, Rect: [5, 6, 5, 9] },
      'an annotation of the kind Line without an appearance (X, 6.3.3)',
    ],
    [
      'with states, and no button',
      { Subtype: 'Widget', FT: 'Tx', F: 4, AP: buildDict({ N: buildDict({ On: form }) }) },
      'a form field whose appearance is of the wrong kind (X, 6.3.3)',
    ],
    [
      'a button without states',
      { Subtype: 'Widget', FT: 'Btn', F: 4, AP: shown },
      'a form field whose appearance is of the wrong kind (X, 6.3.3)',
    ],
    [
      'with an action',
      { Subtype: 'Widget', F: 4, AP: shown, A: buildDict({ S: 'URI' }) },
      'a form field with an action (X, 6.4.1)',
    ],
    ['of no kind', { F: 4 }, 'an annotation of the kind  without an appearance (X, 6.3.3)'],
  ])('that is %s is refused', (_, entries, found) => {
    expect(check(entries)).toMatchObject({ found });
  });

  it('has the forms of its appearance checked, of a button those of all states', () => {
    const other = new PdfStream(new Map(), Buffer.alloc(1));
    const states = buildDict({ N: buildDict({ On: form, Off: other, Odd: 1 }) });
    expect(check({ Subtype: 'Stamp', F: 4, AP: shown }).forms).toEqual([form]);
    const parent = buildDict({ FT: 'Btn' });
    const { forms, found } = check({ Subtype: 'Widget', Parent: parent, F: 4, AP: states });
    expect({ forms, found }).toEqual({ forms: [form, other], found: undefined });
  });

  it('that is a link may have an action', () => {
    expect(check({ Subtype: 'Link', F: 4, A: buildDict({ S: 'URI' }) }).found).toBeUndefined();
  });
});
