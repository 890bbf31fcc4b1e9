import { describe, expect, it } from 'vitest';
import { redrawGradients } from '../../../../src/pdf/merge/gradients/redraw-gradients.ts';
import { asDict, asNumber, buildDict, type PdfDict, PdfRef, PdfStream } from '../../../../src/pdf/objects/objects.ts';

/** From red to blue along x, again and again, as Skia writes it. */
const code = `{pop dup truncate sub
dup 0 le {1 add} if
dup 0 le {pop 1 0 0 0} if
dup dup 0 gt exch 1 le and {
0 sub
dup -1 mul 1 add exch 0 exch  0} if
0 gt {0 0 1} if
}`;
const stream = (text: string, entries: PdfDict = new Map()) => new PdfRef(new PdfStream(entries, Buffer.from(text)));

function buildPattern(written = code): PdfDict {
  const shading = buildDict({
    ShadingType: 1,
    ColorSpace: 'DeviceRGB',
    Domain: [0, 100, 0, 100],
    Function: stream(written, buildDict({ FunctionType: 4, Domain: [0, 100, 0, 100], Range: [0, 1, 0, 1, 0, 1] })),
  });
  return buildDict({ PatternType: 2, Matrix: [10, 0, 0, 10, 0, 0], Shading: shading });
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
