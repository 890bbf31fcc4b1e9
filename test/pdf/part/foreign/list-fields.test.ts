import { describe, expect, it } from 'vitest';
import { buildDict, type PdfDict, type PdfObject, PdfRef } from '../../../../src/pdf/objects/objects.ts';
import { findTopField, listFields, listWidgets } from '../../../../src/pdf/part/foreign/list-fields.ts';

const field = (name: string, entries: Record<string, PdfObject> = {}) => new PdfRef(buildDict({ T: name, ...entries }));
const page = (...Annots: PdfObject[]) => new PdfRef(buildDict({ Type: 'Page', Annots }));
const namesOf = (fields: readonly PdfDict[]) => fields.map((each) => each.get('T')).sort();

describe('the fields of a form', () => {
  it('are those that it lists and those below them, each once', () => {
    const kid = field('kid', { Kids: [field('grandchild')] });
    const form = buildDict({ Fields: [field('one', { Kids: [kid, kid] }), field('two'), kid, 7] });
    expect(namesOf(listFields(form, []))).toEqual(['grandchild', 'kid', 'one', 'two']);
  });

  it('are those of widgets on the pages as well, from the top', () => {
    const top = field('top');
    const widget = field('widget', { Subtype: 'Widget', Parent: top });
    (top.value as PdfDict).set('Kids', [widget]);
    const alone = field('alone', { Subtype: 'Widget' });
    const note = field('note', { Subtype: 'Text' });
    expect(namesOf(listFields(buildDict({}), [page(widget, note), page(alone)]))).toEqual(['alone', 'top', 'widget']);
  });

  it('need a form', () => {
    expect(listFields(undefined, [page(field('a', { Subtype: 'Widget' }))])).toEqual([]);
  });

  it('are ten thousand at most', () => {
    const form = buildDict({ Fields: Array.from({ length: 10_001 }, (_, at) => field(`${at}`)) });
    expect(listFields(form, [])).toHaveLength(10_000);
  });
});

describe('a widget', () => {
  it('is an annotation of that kind on a page', () => {
    const widget = field('a', { Subtype: 'Widget' });
    expect(listWidgets([page(), page(field('b', { Subtype: 'Link' }), widget, 7)])).toEqual([widget]);
  });

  it.each([64, 65])('belongs to the field above it, down from level 64: %i', (levels) => {
    const top = field('top');
    const next = field('next', { Parent: top });
    let widget = levels === 64 ? top : next;
    for (let level = 0; level < 64; level++) widget = field(`${level}`, { Parent: widget });
    expect(findTopField(widget)).toBe(levels === 64 ? top : next);
  });

  it('is its own field without one above it', () => {
    const widget = field('a', { Parent: 7 });
    expect(findTopField(widget)).toBe(widget);
  });
});
