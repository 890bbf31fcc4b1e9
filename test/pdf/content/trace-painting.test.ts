import { describe, expect, it } from 'vitest';
import { PaintTracer } from '../../../src/pdf/content/trace-painting.ts';
import { buildDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';

const stream = (text: string, entries: Record<string, PdfObject> = {}) =>
  new PdfRef(new PdfStream(buildDict(entries), Buffer.from(text, 'latin1')));
const form = (text: string, entries: Record<string, PdfObject> = {}) => stream(text, { Subtype: 'Form', ...entries });
/** Characters half as wide as high. */
const font = buildDict({ Subtype: 'TrueType', FirstChar: 0, Widths: Array(256).fill(500) });

const resourcesOf = (entries: Record<string, PdfObject>) => buildDict({ Font: buildDict({ F1: font }), ...entries });
const trace = (drawn: string, resources: Record<string, PdfObject> = {}) =>
  new PaintTracer({ bytes: 1e6 }).trace(buildDict({ Contents: stream(drawn), Resources: resourcesOf(resources) }));

type Sides = [left: number, bottom: number, right: number, top: number];
/** The areas that are painted: left, bottom, right and top. */
const areas = (drawn: string, resources?: Record<string, PdfObject>) =>
  trace(drawn, resources).painted.map(({ area: { left, bottom, right, top } }): Sides => [left, bottom, right, top]);

describe('the area of what a page fills', () => {
  it.each(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*'])('surrounds its path for %s', (operator) => {
    expect(areas(`2 3 10 20 re ${operator}`)).toEqual([[2, 3, 12, 23]]);
  });

  it.each(['n', 'S', 's'])('is nothing for %s', (operator) => {
    expect(areas(`2 3 10 20 re ${operator} 5 5 1 1 re f`)).toEqual([[5, 5, 6, 6]]);
  });

  it.each<[string, string, Sides]>([
    ['lines', '1 2 m 9 4 l 5 30 l f', [1, 2, 9, 30]],
    ['a curve with its control points', '1 2 m 3 -4 5 6 7 8 c f', [1, -4, 7, 8]],
    ['a curve that starts at a control point', '1 2 m 3 40 50 6 v f', [1, 2, 50, 40]],
    ['a curve that ends at a control point', '1 2 m 3 40 50 6 y f', [1, 2, 50, 40]],
    ['two rectangles', '0 0 1 1 re 5 6 2 3 re f', [0, 0, 7, 9]],
    ['a rectangle of negative size', '10 10 -4 -5 re f', [6, 5, 10, 10]],
  ])('surrounds %s', (_, drawn, area) => {
    expect(areas(drawn)).toEqual([area]);
  });

  it.each<[string, string, Sides[]]>([
    ['has the matrix', '2 0 0 -3 10 100 cm 1 2 4 5 re f', [[12, 79, 20, 94]]],
    ['has matrices within each other', '1 0 0 1 10 0 cm 2 0 0 2 0 0 cm 1 1 1 1 re f', [[12, 2, 14, 4]]],
    [
      'has the matrix before a saved state was restored',
      'q 1 0 0 1 50 0 cm 0 0 1 1 re f Q 0 0 1 1 re f Q 0 0 2 2 re f',
      [
        [50, 0, 51, 1],
        [0, 0, 1, 1],
        [0, 0, 2, 2],
      ],
    ],
    ['is without what is clipped off', '5 5 10 10 re W n 0 0 8 9 re f', [[5, 5, 8, 9]]],
    ['is without what two clips leave', '0 0 6 6 re W* n 4 4 9 9 re W n 0 0 20 20 re f', [[4, 4, 6, 6]]],
    ['is nothing outside the clip', '0 0 6 6 re W n 6 0 9 9 re f', []],
    ['is nothing after clips without a common area', '0 0 6 6 re W n 7 7 9 9 re W n 0 0 20 20 re f', []],
    [
      'is clipped only by its own path',
      '0 0 6 6 re W n 0 0 3 3 re f 0 0 9 9 re f',
      [
        [0, 0, 3, 3],
        [0, 0, 6, 6],
      ],
    ],
    [
      'is what clips, too, if that is filled',
      '1 1 6 6 re W f 0 0 9 9 re f',
      [
        [1, 1, 7, 7],
        [1, 1, 7, 7],
      ],
    ],
  ])('%s', (_, drawn, expected) => {
    expect(areas(drawn)).toEqual(expected);
  });
});

describe('a filled area that lets much through', () => {
  const box = '0 0 1 1 re f';
  it.each<[string, Record<string, PdfObject>, number]>([
    ['an empty state', {}, 1],
    ['half its opacity', { ca: 0.5 }, 1],
    ['less than half its opacity', { ca: 0.49 }, 0],
    ['the usual blend mode', { BM: 'Normal' }, 1],
    ['another blend mode', { BM: 'Multiply' }, 0],
    ['no mask', { SMask: 'None' }, 1],
    ['a mask', { SMask: buildDict({ S: 'Alpha' }) }, 0],
  ])('with %s is counted by its opacity', (_, state, count) => {
    expect(areas(`/G gs ${box}`, { ExtGState: buildDict({ G: buildDict(state) }) })).toHaveLength(count);
  });

  it('is found by the last state, and by the state that a form is drawn in', () => {
    const states = buildDict({ G: buildDict({ ca: 0.7 }), H: buildDict({ ca: 0.3 }), E: buildDict({}) });
    expect(areas(`/H gs /G gs ${box}`, { ExtGState: states })).toHaveLength(1);
    const within = form(`/G gs ${box}`);
    expect(areas(`/G gs /X Do`, { ExtGState: states, XObject: buildDict({ X: within }) })).toEqual([]);
    expect(areas(`/X Do`, { ExtGState: states, XObject: buildDict({ X: within }) })).toHaveLength(1);
    const empty = form(`/E gs ${box}`);
    expect(areas(`/H gs /X Do`, { ExtGState: states, XObject: buildDict({ X: empty }) })).toEqual([]);
    expect(areas(`/G gs /X Do`, { ExtGState: states, XObject: buildDict({ X: empty }) })).toHaveLength(1);
  });

  it('is that of a pattern that paints nothing, until the next colour', () => {
    const pattern = (text: string) => stream(text, { PatternType: 1, Resources: buildDict({}) });
    const patterns = { Pattern: buildDict({ P: pattern(box), E: pattern('0 0 1 1 re S'), D: buildDict({}) }) };
    const count = (drawn: string) => areas(drawn, patterns).length;
    expect(count(`/P scn ${box} ${box}`)).toBe(2);
    expect(count(`/E scn ${box} ${box}`)).toBe(0);
    expect(count(`/D scn ${box}`)).toBe(1);
    for (const colour of ['0 0 0 rg', '0 g', '0 0 0 1 k', '/P scn']) expect(count(`/E scn ${colour} ${box}`)).toBe(1);
    expect(count(`${box} /E scn ${box} /P scn ${box}`)).toBe(2);
  });
});

describe('an image', () => {
  const draw = (entries: Record<string, PdfObject>) =>
    areas('10 0 0 20 3 4 cm /X Do', { XObject: buildDict({ X: stream('', { Subtype: 'Image', ...entries }) }) });

  it('fills the unit square of its space', () => {
    expect(draw({})).toEqual([[3, 4, 13, 24]]);
  });

  it.each(['SMask', 'Mask', 'ImageMask'])('is left out with the entry %s', (key) => {
    expect(draw({ [key]: true })).toEqual([]);
  });

  it('is left out if the page does not have it', () => {
    expect(areas('/Y Do', { XObject: buildDict({ X: buildDict({}) }) })).toEqual([]);
    expect(areas('/X Do', { XObject: buildDict({ X: buildDict({}) }) })).toEqual([]);
  });
});

describe('a form', () => {
  it('paints in its own space, which the page then leaves', () => {
    const drawn = form('0 0 1 1 re f 1 0 0 1 9 9 cm', { Matrix: [2, 0, 0, 2, 0, 0] });
    expect(areas('1 0 0 1 10 0 cm /X Do 0 0 1 1 re f', { XObject: buildDict({ X: drawn }) })).toEqual([
      [10, 0, 12, 2],
      [10, 0, 11, 1],
    ]);
  });

  it('finds what it draws in its own resources, or in those of the page', () => {
    const image = stream('', { Subtype: 'Image' });
    const own = form('/I Do', { Resources: buildDict({ XObject: buildDict({ I: image }) }) });
    expect(areas('/X Do', { XObject: buildDict({ X: own }) })).toHaveLength(1);
    expect(areas('/X Do', { XObject: buildDict({ X: form('/I Do'), I: image }) })).toHaveLength(1);
    const without = form('/I Do', { Resources: buildDict({}) });
    expect(areas('/X Do', { XObject: buildDict({ X: without, I: image }) })).toEqual([]);
  });

  it.each([
    [100, 1],
    [101, 0],
  ])('in %i levels of forms paints areas: %i', (depth, count) => {
    let drawn = form('0 0 1 1 re f');
    for (let level = 1; level < depth; level++) {
      drawn = form('/X Do', { Resources: buildDict({ XObject: buildDict({ X: drawn }) }) });
    }
    expect(areas('/X Do', { XObject: buildDict({ X: drawn }) })).toHaveLength(count);
  });
});

describe('text', () => {
  it('has an area from below to above its baseline, its size and its codes', () => {
    const { painted } = trace('BT /F1 10 Tf 1 0 0 1 20 50 Tm <4142> Tj 5 0 Td [<43> -100 <44>] TJ ET');
    expect(painted).toHaveLength(1);
    const [{ area, size, readCodes, isTurned } = { area: undefined }] = painted;
    expect(area).toEqual({ left: 20, bottom: 48, right: 36, top: 57 });
    expect({ size, isTurned }).toEqual({ size: 10, isTurned: false });
    expect(readCodes?.()).toBe('<4142><43><44>');
  });

  it.each([
    ['level', '1 0 0 1', false],
    ['slightly slanted', '1 0.09 0 1', false],
    ['slanted', '1 0.11 0 1', true],
    ['turned by 45 degrees', '.7 .7 -.7 .7', true],
  ])('that is %s is recognized', (_, matrix, isTurned) => {
    const { painted } = trace(`BT /F1 10 Tf ${matrix} 20 50 Tm <4142> Tj ET`);
    expect(painted.map((text) => text.isTurned)).toEqual([isTurned]);
  });

  it('is left out if it shows nothing, or if it is not in a text object', () => {
    expect(trace('BT /F1 10 Tf 20 50 Td ET').painted).toEqual([]);
    expect(trace('/F1 10 Tf 20 50 Td <41> Tj ET').painted).toEqual([]);
    expect(trace('BT /F1 10 Tf <41> Tj ET ET').painted).toHaveLength(1);
  });
});

describe('the content of a page', () => {
  it.each<[string, string, { area: Sides; pixel: number } | undefined]>([
    [
      'is its first clip, and its pixel the next scale',
      '2 0 0 2 0 0 cm 1 1 5 6 re W n .5 0 0 -.5 3 4 cm',
      { area: [2, 2, 12, 14], pixel: 1 },
    ],
    ['has the scale of a turned page', '0 0 5 6 re W n 0 3 -3 0 0 0 cm', { area: [0, 0, 5, 6], pixel: 3 }],
    [
      'is not changed by later clips',
      '0 0 5 6 re W n 4 0 0 4 0 0 cm 0 0 1 1 re W n 2 0 0 2 0 0 cm',
      { area: [0, 0, 5, 6], pixel: 4 },
    ],
    ['is unknown without a clip', '4 0 0 4 0 0 cm 0 0 1 1 re f', undefined],
    ['is unknown without a matrix', '0 0 5 6 re W n 0 0 1 1 re f', undefined],
  ])('%s', (_, drawn, expected) => {
    const { content } = trace(drawn);
    expect(
      content && {
        area: [content.area.left, content.area.bottom, content.area.right, content.area.top],
        pixel: content.pixel,
      },
    ).toEqual(expected);
  });

  it('is new for each page', () => {
    const tracer = new PaintTracer({ bytes: 1e6 });
    const page = (drawn: string) => buildDict({ Contents: stream(drawn), Resources: buildDict({}) });
    tracer.trace(page('0 0 5 6 re W n 4 0 0 4 0 0 cm 0 0 1 1 re f'));
    expect(tracer.trace(page(''))).toEqual({ painted: [] });
  });
});
