import { beforeEach, describe, expect, it } from 'vitest';
import { Breaches } from '../../../src/pdf/conformance/breaches.ts';
import { type ArchiveTags, MarkedText } from '../../../src/pdf/conformance/marked-text.ts';
import { buildDict, type PdfObject, PdfString } from '../../../src/pdf/objects/objects.ts';

const page = buildDict({});
const tags: ArchiveTags = { breaches: [], types: new Set(), isSpoken: (owner, mcid) => owner === page && mcid === 7 };
const text = buildDict({ ActualText: new PdfString('x') });
const find = (name: string): PdfObject => (name === 'Named' ? text : null);
let breaches: Breaches;

beforeEach(() => {
  breaches = new Breaches('ISO 19005-2');
});

describe('what is shown on a page has a text', () => {
  it.each<[string, PdfObject | undefined, boolean]>([
    ['with an ActualText', text, true],
    ['with a text that is a resource', 'Named', true],
    ['with a resource that is missing', 'Other', false],
    ['with an element that has a text', buildDict({ MCID: 7 }), true],
    ['with an element that has none', buildDict({ MCID: 8 }), false],
    ['without properties', undefined, false],
  ])('in a mark %s: %s', (_what, properties, isSpoken) => {
    const marks = new MarkedText(tags, page, false, breaches);
    marks.begin(properties, find);
    expect(marks.isSpoken).toBe(isSpoken);
    marks.begin(undefined, find);
    expect(marks.isSpoken).toBe(isSpoken);
    marks.end();
    marks.end();
    expect(marks.isSpoken).toBe(false);
  });

  it('in content that is drawn inside of such a mark, whatever marks end there', () => {
    const marks = new MarkedText(tags, page, true, breaches);
    marks.end();
    expect(marks.isSpoken).toBe(true);
  });

  it('if the level does not ask for it', () => {
    expect(new MarkedText(undefined, page, false, breaches).isSpoken).toBe(true);
  });
});

it('the language of a mark is checked, if the level asks for tags', () => {
  const odd = buildDict({ Lang: new PdfString('german!') });
  new MarkedText(undefined, page, false, breaches).begin(odd, find);
  expect(breaches.describe()).toBeUndefined();
  new MarkedText(tags, page, false, breaches).begin(odd, find);
  expect(breaches.describe()).toContain('the language german! of a mark (ISO 19005-2, 6.7.4)');
});
