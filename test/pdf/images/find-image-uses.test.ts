import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { findImageUses } from '../../../src/pdf/images/find-image-uses.ts';
import { buildDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';

const stream = (data: string, entries: Record<string, PdfObject> = {}) =>
  new PdfRef(new PdfStream(buildDict(entries), Buffer.from(data, 'latin1')));
const image = () => stream('', { Subtype: 'Image' });
const form = (content: string, entries: Record<string, PdfObject> = {}) =>
  stream(content, { Subtype: 'Form', ...entries });
const page = (content: string, resources: Record<string, PdfObject>, more: Record<string, PdfObject> = {}) =>
  new PdfRef(buildDict({ Contents: stream(content), Resources: buildDict(resources), ...more }));
const objects = (entries: Record<string, PdfObject>) => ({ XObject: buildDict(entries) });

/** The sizes at which pages draw an image; undefined if they are not known. */
function sizeOf(drawn: PdfRef, ...pages: PdfRef[]) {
  const size = findImageUses(pages)?.get(drawn.value as PdfStream);
  return size && [Number(size.width.toFixed(3)), Number(size.height.toFixed(3))];
}

const draw = '30 0 0 20 5 6 cm /I Do';

describe('the printed size of an image', () => {
  it.each<[string, string, number[] | undefined]>([
    ['the unit square', '/I Do', [1, 1]],
    ['a scale', draw, [30, 20]],
    ['a turn', '0 30 -20 0 0 0 cm /I Do', [30, 20]],
    ['a slanted turn', '3 4 -6 8 0 0 cm /I Do', [5, 10]],
    ['a scale within a scale', '2 0 0 3 0 0 cm 30 0 0 20 0 0 cm /I Do', [60, 60]],
    ['a state that was restored', 'q 9 0 0 9 0 0 cm Q 30 0 0 20 0 0 cm /I Do', [30, 20]],
    ['a restore without a save', `2 0 0 2 0 0 cm Q ${draw}`, [60, 40]],
    ['its largest width and its largest height', '30 0 0 20 0 0 cm /I Do .5 0 0 2 0 0 cm /I Do', [30, 40]],
    ['a matrix of five numbers, which counts as none', '9 0 0 9 0 cm /I Do', [1, 1]],
    ['a matrix of seven numbers, which counts as none', '9 9 0 0 9 0 0 cm /I Do', [1, 1]],
    ['a matrix of words, which counts as none', '9 0 0 x 0 0 cm /I Do', [1, 1]],
    ['a name without use', '9 0 0 9 0 0 cm /J Do', undefined],
    ['no name', '9 0 0 9 0 0 cm Do', undefined],
    ['no name before a later one', '9 0 0 9 0 0 cm Do /I gs', undefined],
  ])('follows %s', (_, content, size) => {
    const drawn = image();
    expect(sizeOf(drawn, page(content, objects({ I: drawn })))).toEqual(size);
  });

  it('is that of the largest use on any page, in units of each page', () => {
    const drawn = image();
    const resources = objects({ I: drawn });
    const pages = [page(draw, resources), page(draw, resources, { UserUnit: 3 }), page(draw, resources)];
    expect(sizeOf(drawn, ...pages)).toEqual([90, 60]);
  });

  it('is known for each image', () => {
    const [one, other] = [image(), image()];
    const uses = findImageUses([page('q 2 0 0 3 0 0 cm /A Do Q /B Do', objects({ A: one, B: other }))]);
    expect(uses).toEqual(
      new Map([
        [one.value, { width: 2, height: 3 }],
        [other.value, { width: 1, height: 1 }],
      ]),
    );
  });

  it('is unknown for a page that is no dictionary', () => {
    expect(findImageUses([new PdfRef(null)])).toEqual(new Map());
  });
});

describe('an image that a form draws', () => {
  it('has the scale of the form and of what draws it', () => {
    const drawn = image();
    const inner = form(draw, { Matrix: [2, 0, 0, 2, 0, 0], Resources: buildDict(objects({ I: drawn })) });
    expect(sizeOf(drawn, page('3 0 0 1 0 0 cm /F Do', objects({ F: inner })))).toEqual([180, 40]);
  });

  it('is found among the resources of the page if the form has no other', () => {
    const drawn = image();
    expect(sizeOf(drawn, page('/F Do', objects({ F: form(draw), I: drawn })))).toEqual([30, 20]);
  });

  it('has its size at the largest use of the form', () => {
    const drawn = image();
    const content = '/F Do /F Do q 4 0 0 5 0 0 cm /F Do Q /F Do';
    expect(sizeOf(drawn, page(content, objects({ F: form(draw), I: drawn })))).toEqual([120, 100]);
  });

  it.each([
    [32, [1, 1]],
    [33, undefined],
  ])('in %i forms has a size: %j', (depth, size) => {
    const drawn = image();
    let outer = drawn;
    for (let level = 0; level < depth; level++) outer = form('/X Do', { Resources: buildDict(objects({ X: outer })) });
    expect(sizeOf(drawn, page('/X Do', objects({ X: outer })))).toEqual(size);
  });

  it('is read only once from a form that draws itself', () => {
    const drawn = image();
    const self = form('/F Do /I Do');
    expect(sizeOf(drawn, page('/F Do', objects({ F: self, I: drawn })))).toEqual([1, 1]);
  });
});

describe('an image that a pattern or a soft mask draws', () => {
  const pattern = (drawn: PdfRef) =>
    stream(draw, { Matrix: [2, 0, 0, 2, 0, 0], Resources: buildDict(objects({ I: drawn })) });

  it.each(['scn', 'SCN'])('has the scale of the page for %s', (operator) => {
    const drawn = image();
    const resources = { Pattern: buildDict({ P: pattern(drawn) }) };
    expect(sizeOf(drawn, page(`9 0 0 9 0 0 cm 1 0 0 /P ${operator}`, resources))).toEqual([60, 40]);
  });

  it('has the scale at which the mask is set', () => {
    const drawn = image();
    const mask = form(draw, { Resources: buildDict(objects({ I: drawn })) });
    const resources = { ExtGState: buildDict({ G: buildDict({ SMask: buildDict({ S: 'Luminosity', G: mask }) }) }) };
    expect(sizeOf(drawn, page('2 0 0 3 0 0 cm /G gs', resources))).toEqual([60, 60]);
    expect(sizeOf(drawn, page('/H gs', resources))).toBeUndefined();
  });

  it('is not that of a colour without a pattern', () => {
    expect(findImageUses([page('1 0 0 scn /None scn', { Pattern: buildDict({ P: pattern(image()) }) })])?.size).toBe(0);
  });
});

describe('an image whose size is not known everywhere', () => {
  const resourcesOf = (drawn: PdfRef) => objects({ I: drawn });

  it.each<[string, (drawn: PdfRef) => Record<string, PdfObject>]>([
    ['an appearance', (drawn) => ({ AP: buildDict({ N: form('', { Resources: buildDict(resourcesOf(drawn)) }) }) })],
    [
      'a state of an appearance',
      (drawn) => {
        const state = form('', { Resources: buildDict(resourcesOf(drawn)) });
        return { AP: new PdfRef(buildDict({ N: buildDict({ On: state }) })) };
      },
    ],
    ['a list', (drawn) => ({ AP: buildDict({ N: [[drawn]] }) })],
  ])('is left out if an annotation has it in %s', (_, entries) => {
    const [drawn, other] = [image(), image()];
    const annotation = new PdfRef(buildDict(entries(drawn)));
    const drawing = page('/I Do /J Do', objects({ I: drawn, J: other }), { Annots: [annotation] });
    expect(findImageUses([drawing])).toEqual(new Map([[other.value, { width: 1, height: 1 }]]));
  });

  it.each(['Parent', 'P'])('keeps its size if only the entry %s of an annotation leads to it', (key) => {
    const drawn = image();
    const annotation = buildDict({ AP: buildDict({ [key]: buildDict(resourcesOf(drawn)) }) });
    expect(sizeOf(drawn, page(draw, resourcesOf(drawn), { Annots: [annotation] }))).toEqual([30, 20]);
  });

  it.each([
    ['Type3', undefined],
    ['TrueType', [30, 20]],
  ])('has, next to glyphs of a font of the kind %s that may draw it, the size %j', (kind, size) => {
    const drawn = image();
    const font = new PdfRef(buildDict({ Subtype: kind, Resources: buildDict(resourcesOf(drawn)) }));
    const resources = { ...resourcesOf(drawn), Font: buildDict({ F: font, None: null }) };
    expect(sizeOf(drawn, page(draw, resources), page(draw, resources))).toEqual(size);
  });

  it('is left out if damaged content may draw it', () => {
    const [drawn, other] = [image(), image()];
    const damaged = form('not compressed', {
      Filter: 'FlateDecode',
      Resources: buildDict(objects({ I: drawn, F: form('') })),
    });
    const drawing = page('/F Do /I Do /J Do', objects({ F: damaged, I: drawn, J: other }));
    expect(findImageUses([drawing])).toEqual(new Map([[other.value, { width: 1, height: 1 }]]));
  });

  it('is found in compressed content', () => {
    const drawn = image();
    const contents = new PdfRef(new PdfStream(buildDict({ Filter: 'FlateDecode' }), deflateSync(draw)));
    const drawing = new PdfRef(buildDict({ Contents: contents, Resources: buildDict(resourcesOf(drawn)) }));
    expect(sizeOf(drawn, drawing)).toEqual([30, 20]);
  });
});
