import { buildDict, type PdfDict, PdfRef, PdfStream } from '../objects/objects.ts';
import type { PrintedControl } from '../part/merge-part.ts';
import { readEdges } from '../part/page-box.ts';
import { drawButton } from './button-appearance.ts';
import { format, type WidgetLook } from './widget-look.ts';

/**
 * The appearances of a check box or a radio button whose box is on the page: its mark, as Chromium draws it, and nothing. `state` is the name
 * of being on.
 */
export function drawMarks(widget: PdfDict, control: PrintedControl, state: string): void {
  const edges = readEdges(widget.get('Rect'));
  if (edges === undefined) return;
  const [width, height] = [edges[2] - edges[0], edges[3] - edges[1]];
  const look: WidgetLook = {
    width,
    height,
    matrix: [1, 0, 0, 1, 0, 0],
    background: undefined,
    border: undefined,
    borderWidth: 0,
    style: 'S',
    dashes: [],
    mark: undefined,
  };
  const build = (content: string) =>
    new PdfRef(
      new PdfStream(
        buildDict({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height], Resources: new Map() }),
        Buffer.from(content, 'latin1'),
      ),
    );
  const isRadio = control.kind === 'radio';
  const mark = (colour: string) => drawButton(look, isRadio, true, colour);
  const colour = `${(control.accent ?? control.colour).map(format).join(' ')} rg`;
  const content = control.accent && !isRadio ? `${fillBox(look, colour)}${mark('1 g')}` : mark(colour);
  widget.set('AP', buildDict({ N: buildDict({ [state]: build(content), Off: build('') }) }));
  widget.set('AS', control.isOn ? state : 'Off');
}

/** A box with round corners that fills all of the control. */
function fillBox({ width, height }: WidgetLook, colour: string): string {
  const radius = Math.min(width, height) * 0.15;
  const [w, h, r] = [width, height, radius];
  const b = r * 0.4477;
  const path = [
    [r, 0, 'm'],
    [w - r, 0, 'l'],
    [w - b, 0, w, b, w, r, 'c'],
    [w, h - r, 'l'],
    [w, h - b, w - b, h, w - r, h, 'c'],
    [r, h, 'l'],
    [b, h, 0, h - b, 0, h - r, 'c'],
    [0, r, 'l'],
    [0, b, b, 0, r, 0, 'c'],
  ];
  const text = path
    .map((step) => step.map((part) => (typeof part === 'number' ? format(part) : part)).join(' '))
    .join(' ');
  return `q ${colour} ${text} h f Q\n`;
}
