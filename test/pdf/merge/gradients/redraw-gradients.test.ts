import { describe, expect, it } from 'vitest';
import { readFunctionGradient } from '../../../../src/pdf/merge/gradients/function-gradient.ts';
import { buildMesh } from '../../../../src/pdf/merge/gradients/gradient-mesh.ts';
import { redrawGradients } from '../../../../src/pdf/merge/gradients/redraw-gradients.ts';
import {
  asDict,
  asNumber,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
  resolve,
} from '../../../../src/pdf/objects/objects.ts';
import { code } from './skia-function.ts';

const stream = (text: string, entries: PdfDict = new Map()) => new PdfRef(new PdfStream(entries, Buffer.from(text)));

function buildPattern(written = code, more: Record<string, PdfObject> = {}): PdfDict {
  const shading = buildDict({
    ShadingType: 1,
    ColorSpace: 'DeviceRGB',
    Domain: [0, 100, 0, 100],
    Function: stream(written, buildDict({ FunctionType: 4, Domain: [0, 100, 0, 100], Range: [0, 1, 0, 1, 0, 1] })),
  });
  return buildDict({ PatternType: 2, Matrix: [10, 0, 0, 10, 0, 0], Shading: shading, ...more });
}

/** Redraws the gradient of a page that draws this, and returns the type of its shading. */
function redraw(content: string, pattern = buildPattern(), form?: PdfRef): number | undefined {
  const resources = buildDict({ Pattern: buildDict({ P1: pattern }) });
  const used = form ? buildDict({ XObject: buildDict({ X1: form }), Pattern: new Map() }) : resources;
  const page = buildDict({ Contents: stream(content), Resources: used });
  redrawGradients([new PdfRef(page)]);
  return asNumber(asDict(pattern.get('Shading'))?.get('ShadingType'));
}

const painting = '/Pattern cs /P1 scn 10 10 40 20 re f';

describe('a gradient that is a function of the place', () => {
  it('becomes a mesh of the area that it paints', () => {
    const pattern = buildPattern();
    expect(redraw(painting, pattern)).toBe(5);
  });

  it('stays if it paints nothing, or if it is not one of Skia', () => {
    expect(redraw('10 10 40 20 re f')).toBe(1);
    expect(redraw(painting, buildPattern('{pop pop 1 0 0}'))).toBe(1);
  });

  it('becomes one in a form, as far as the box of the form', () => {
    const build = (box: number[]) => {
      const pattern = buildPattern();
      const entries = buildDict({ BBox: box, Resources: buildDict({ Pattern: buildDict({ P1: pattern }) }) });
      return redraw('/X1 Do', pattern, stream(painting, entries));
    };
    expect(build([0, 0, 100, 100])).toBe(5);
    expect(build([60, 60, 100, 100])).toBe(1);
  });
});

describe('the mesh of a gradient', () => {
  const half = { Matrix: [0.5, 0, 0, 0.5, 0, 0] };

  it.each<[string, string, [left: number, right: number, bottom: number, top: number]]>([
    ['is painted, with a unit on each side', '10 5 20 5 re f', [18, 62, 8, 22]],
    ['is painted, with whole units', '10.5 5.5 20 5 re f', [18, 64, 8, 24]],
    ['is painted twice', '10 5 20 5 re f 1 1 1 1 re f', [0, 62, 0, 22]],
    ['is within its domain', '40 40 40 40 re f', [78, 100, 78, 100]],
    ['is its domain, for text', 'BT /F1 9 Tf <01> Tj ET', [0, 100, 0, 100]],
  ])('covers what %s', (_what, drawn, [left, right, bottom, top]) => {
    const pattern = buildPattern(code, half);
    redraw(`/Pattern cs /P1 scn ${drawn}`, pattern);
    const gradient = readFunctionGradient(code);
    expect(resolve(pattern.get('Shading'))).toEqual(gradient && buildMesh(gradient, { left, right, bottom, top }));
  });

  it.each<[string, Record<string, PdfObject>]>([
    ['a matrix without an area', { Matrix: [0, 0, 0, 0, 0, 0] }],
    ['a shading of another type', { Shading: buildDict({ ShadingType: 2, Function: stream(code) }) }],
    ['a function that is no program', { Shading: buildDict({ ShadingType: 1, Function: buildDict({}) }) }],
    ['no shading', { Shading: null }],
  ])('does not replace %s', (_what, more) => {
    const [pattern, same] = [buildPattern(code, more), buildPattern(code, more)];
    redraw(painting, pattern);
    expect(pattern).toEqual(same);
  });
});

describe('a layer as large as the page, and its masks', () => {
  const mask = () => new PdfStream(buildDict({ BBox: [0, 0, 100, 20] }), Buffer.alloc(0));
  const layer = (entries: Record<string, PdfObject>, group = mask()) =>
    buildDict({
      BBox: [0, 0, 100, 90],
      XStep: 101,
      YStep: 91,
      Resources: buildDict({ ExtGState: buildDict({ G1: buildDict({ SMask: buildDict({ G: group }) }) }) }),
      ...entries,
    });

  it.each<[string, string, number[], number[]]>([
    ['what is painted', '10 10 40 20 re f', [9, 9, 51, 31], [9, 9, 51, 20]],
    ['all that is painted', '10 10 40 20 re f 60 3 5 5 re f', [9, 2, 66, 31], [9, 2, 66, 20]],
    ['what is painted on the page', '-10 -10 40 20 re f', [0, 0, 31, 11], [0, 0, 31, 11]],
    ['what is painted within the layer', '10 30 40 20 re f', [9, 29, 51, 51], [0, 0, 100, 20]],
    ['the page, for a line', '0 0 m 9 9 l S', [0, 0, 100, 90], [0, 0, 100, 20]],
  ])('become as large as %s', (_what, drawn, box, maskBox) => {
    const group = mask();
    const pattern = layer({}, group);
    redraw(`/Pattern cs /P1 scn ${drawn}`, pattern);
    expect([pattern.get('BBox'), group.dict.get('BBox')]).toEqual([box, maskBox]);
  });

  it.each<[string, Record<string, PdfObject>]>([
    ['it has a matrix', { Matrix: [1, 0, 0, 1, 0, 0] }],
    ['it repeats across', { XStep: 100 }],
    ['it repeats upwards', { YStep: 90 }],
    ['it has no steps', { XStep: null, YStep: null }],
  ])('stay as they are if %s', (_what, entries) => {
    const pattern = layer(entries);
    redraw(painting, pattern);
    expect(pattern.get('BBox')).toEqual([0, 0, 100, 90]);
  });

  it('stay as they are without a box', () => {
    const pattern = layer({ BBox: [0, 0, 100] });
    redraw(painting, pattern);
    expect(pattern).toEqual(layer({ BBox: [0, 0, 100] }));
  });
});
