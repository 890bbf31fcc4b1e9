import { describe, expect, it } from 'vitest';
import { redrawGradients } from '../../../../src/pdf/merge/gradients/redraw-gradients.ts';
import {
  asArray,
  asDict,
  asNumber,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '../../../../src/pdf/objects/objects.ts';
import { code } from './skia-function.ts';

const stream = (text: string, entries: Record<string, PdfObject> = {}) =>
  new PdfRef(new PdfStream(buildDict(entries), Buffer.from(text)));

/** A gradient of 100 by 100 units, each of ten points. */
const buildGradient = () =>
  buildDict({
    PatternType: 2,
    Matrix: [10, 0, 0, 10, 0, 0],
    Shading: buildDict({
      ShadingType: 1,
      Domain: [0, 100, 0, 100],
      Function: stream(code, { FunctionType: 4 }),
    }),
  });
const redraw = (content: string, patterns: Record<string, PdfObject>) =>
  redrawGradients([
    new PdfRef(buildDict({ Contents: stream(content), Resources: buildDict({ Pattern: buildDict(patterns) }) })),
  ]);
const paint = (name: string, ...boxes: string[]) =>
  boxes.map((box) => `/Pattern cs /${name} scn ${box} re f\n`).join('');

/** Left, right, bottom and top of the mesh that a gradient became. */
function areaOf(pattern: PdfDict): number[] | undefined {
  const shading = asDict(pattern.get('Shading'));
  if (shading?.get('ShadingType') !== 5) return undefined;
  return asArray(shading.get('Decode'))
    .slice(0, 4)
    .map((edge) => Number((asNumber(edge) ?? 0).toFixed(3)));
}

describe('the area of a gradient', () => {
  it.each<[string, string[], number[] | undefined]>([
    ['what it paints, and a point more', ['10 10 40 20'], [0.9, 5.1, 0.9, 3.1]],
    ['what it paints, in whole points', ['10.4 10.6 40 20'], [0.9, 5.2, 0.9, 3.2]],
    ['all that it paints', ['10 10 40 20', '100 200 10 10'], [0.9, 11.1, 0.9, 21.1]],
    ['not below its domain', ['-50 -60 200 300'], [0, 15.1, 0, 24.1]],
    ['not above its domain', ['900 950 2000 3000'], [89.9, 100, 94.9, 100]],
    ['nothing outside of its domain', ['-500 -500 10 10'], undefined],
  ])('is %s', (_, boxes, area) => {
    const gradient = buildGradient();
    redraw(paint('P1', ...boxes), { P1: gradient });
    expect(areaOf(gradient)).toEqual(area);
  });

  it.each<[number[], number[]]>([
    [
      [20, 0, 100, 100],
      [1.9, 5.1, 0.9, 3.1],
    ],
    [
      [0, 0, 30, 25],
      [0.9, 3.1, 0.9, 2.6],
    ],
  ])('is in the box %j of its form', (box, area) => {
    const gradient = buildGradient();
    const form = stream(paint('P1', '10 10 40 20'), {
      BBox: box,
      Resources: buildDict({ Pattern: buildDict({ P1: gradient }) }),
    });
    redrawGradients([
      new PdfRef(buildDict({ Contents: stream('/X1 Do'), Resources: buildDict({ XObject: buildDict({ X1: form }) }) })),
    ]);
    expect(areaOf(gradient)).toEqual(area);
  });

  it.each<[string, (gradient: PdfDict) => void]>([
    ['of another type', (gradient) => asDict(gradient.get('Shading'))?.set('ShadingType', 2)],
    ['without a function', (gradient) => asDict(gradient.get('Shading'))?.set('Function', [])],
    ['without a size', (gradient) => gradient.set('Matrix', [0, 0, 0, 0, 0, 0])],
    ['without a domain', (gradient) => asDict(gradient.get('Shading'))?.set('Domain', [])],
  ])('stays for a gradient %s', (_, change) => {
    const gradient = buildGradient();
    change(gradient);
    const before = gradient.get('Shading');
    redraw(paint('P1', '10 10 40 20'), { P1: gradient });
    expect(gradient.get('Shading')).toBe(before);
  });
});

describe('a layer as large as the page', () => {
  const buildLayer = (entries: Record<string, PdfObject> = {}, masks: PdfRef[] = []) =>
    stream('q Q', {
      PatternType: 1,
      BBox: [0, 0, 600, 800],
      XStep: 601,
      YStep: 801,
      Resources: buildDict({
        ExtGState: buildDict(
          Object.fromEntries(masks.map((mask, index) => [`G${index}`, buildDict({ SMask: buildDict({ G: mask }) })])),
        ),
      }),
      ...entries,
    });
  const mask = () => stream('q Q', { BBox: [0, 0, 600, 800] });
  const boxOf = (ref: PdfRef) => asArray(asDict(ref)?.get('BBox'));

  it('becomes as large as what it paints, with its masks', () => {
    const masks = [mask(), mask()];
    const layer = buildLayer({}, masks);
    redraw(paint('P1', '10 10 40 20'), { P1: layer });
    expect([layer, ...masks].map(boxOf)).toEqual([layer, ...masks].map(() => [9, 9, 51, 31]));
  });

  it('has a mask that is large enough for all layers', () => {
    const shared = mask();
    const [one, two] = [buildLayer({}, [shared]), buildLayer({}, [shared])];
    redraw(paint('P1', '10 10 40 20') + paint('P2', '100 200 10 10'), { P1: one, P2: two });
    expect([one, two, shared].map(boxOf)).toEqual([
      [9, 9, 51, 31],
      [99, 199, 111, 211],
      [9, 9, 111, 211],
    ]);
  });

  it('ends where it ended before', () => {
    const layer = buildLayer();
    redraw(paint('P1', '-100 -100 5000 200'), { P1: layer });
    expect(boxOf(layer)).toEqual([0, 0, 600, 101]);
  });

  it.each<[string, Record<string, PdfObject>]>([
    ['repeats across', { XStep: 600 }],
    ['repeats down', { YStep: 800 }],
    ['has no steps', { XStep: null, YStep: null }],
    ['is moved', { Matrix: [1, 0, 0, 1, 5, 5] }],
  ])('stays as large if it %s', (_, entries) => {
    const layer = buildLayer(entries);
    redraw(paint('P1', '10 10 40 20'), { P1: layer });
    expect(boxOf(layer)).toEqual([0, 0, 600, 800]);
  });

  it('stays as large if it paints nothing', () => {
    const layer = buildLayer();
    redraw('q Q', { P1: layer });
    expect(boxOf(layer)).toEqual([0, 0, 600, 800]);
  });
});
