import { describe, expect, it } from 'vitest';
import { drawMarks } from '../../../src/pdf/fields/mark-appearance.ts';
import { decodeStream } from '../../../src/pdf/objects/decode-stream.ts';
import { asDict, buildDict, type PdfDict, type PdfStream, resolve } from '../../../src/pdf/objects/objects.ts';
import type { PrintedControl } from '../../../src/pdf/part/merge-part.ts';

const check = '-7 -1 m -4.5 1.5 l -2.5 -1.5 l 5.5 7.5 l 7.5 5.5 l -2.5 -6.5 l h';
const disc =
  '5 0 m 5 2.761 2.761 5 0 5 c -2.761 5 -5 2.761 -5 0 c -5 -2.761 -2.761 -5 0 -5 c 2.761 -5 5 -2.761 5 0 c h';

/** The widget of a control of 40 by 20 points after its marks are drawn. */
function draw(control: Partial<PrintedControl>, state = 'Yes'): PdfDict {
  const widget = buildDict({ Rect: [10, 20, 50, 40] });
  drawMarks(widget, { kind: 'checkbox', isOn: false, colour: [0, 0, 0], ...control } as PrintedControl, state);
  return widget;
}

/** The appearances of a widget by state. */
function readStates(widget: PdfDict): [state: string, dict: PdfDict, content: string][] {
  const states = asDict(asDict(widget.get('AP'))?.get('N')) ?? new Map();
  return [...states].map(([state, object]) => {
    const stream = resolve(object) as PdfStream;
    return [state, stream.dict, Buffer.from(decodeStream(stream, { bytes: 10_000 })).toString('latin1')];
  });
}

const contentOf = (widget: PdfDict) => readStates(widget).map(([state, , content]) => [state, content]);

describe('the mark of a printed control', () => {
  it.each<[name: string, control: Partial<PrintedControl>, content: string]>([
    ['a check box', { colour: [0.2, 0.4, 1] }, `q 0.2 0.4 1 rg 1 0 0 1 20 10 cm ${check} f Q\n`],
    ['a radio button', { kind: 'radio', colour: [1, 0, 0] }, `q 1 0 0 rg 1 0 0 1 20 10 cm ${disc} f Q\n`],
    [
      'a radio button with an accent',
      { kind: 'radio', colour: [1, 0, 0], accent: [0, 0.5, 0] },
      `q 0 0.5 0 rg 1 0 0 1 20 10 cm ${disc} f Q\n`,
    ],
    [
      'a check box with an accent, which fills the box and leaves the mark white',
      { colour: [1, 0, 0], accent: [0, 0.5, 0] },
      `q 0 0.5 0 rg 3 0 m 37 0 l 38.657 0 40 1.343 40 3 c 40 17 l 40 18.657 38.657 20 37 20 c 3 20 l 1.343 20 0 18.657 0 17 c 0 3 l 0 1.343 1.343 0 3 0 c h f Q\nq 1 g 1 0 0 1 20 10 cm ${check} f Q\n`,
    ],
  ])('is drawn for %s, and off is empty', (_, control, content) => {
    expect(contentOf(draw(control))).toEqual([
      ['Yes', content],
      ['Off', ''],
    ]);
  });

  it.each([
    [true, 'large'],
    [false, 'Off'],
  ])('is selected if the control is on: %s', (isOn, state) => {
    expect(draw({ isOn }, 'large').get('AS')).toBe(state);
  });

  it('has the size of the control in both states', () => {
    const dict = buildDict({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 40, 20], Resources: new Map() });
    expect(readStates(draw({})).map(([state, entries]) => [state, entries])).toEqual([
      ['Yes', dict],
      ['Off', dict],
    ]);
  });

  it('is not drawn for a widget without an area', () => {
    const widget = buildDict({ T: 'a' });
    drawMarks(widget, { kind: 'radio', isOn: true, colour: [0, 0, 0] } as unknown as PrintedControl, 'Yes');
    expect(widget).toEqual(buildDict({ T: 'a' }));
  });
});
