import { decodeStream } from '../../objects/decode-stream.ts';
import { listDrawings } from '../../objects/drawings.ts';
import {
  asArray,
  asDict,
  asName,
  asNumber,
  buildDict,
  type PdfDict,
  PdfRef,
  PdfStream,
  resolve,
} from '../../objects/objects.ts';

/** Bytes that the content of a mask may unfold to. */
const streamLimit = 256 * 1024 * 1024;

/** What Skia writes of a mask with a transfer function. The only one is "1 - opacity". */
export const invertedMask = '/TR ';

/** A content that fills one black rectangle. */
const blackRectangle = /^0 0 0 RG 0 0 0 rg\n\/\w+ gs\n(\S+) (\S+) (\S+) (\S+) re\nf\n$/;

/**
 * Writes masks of pages that Chromium printed without transfer functions, which MuPDF ignores and for which Ghostscript draws nothing.
 * Then the brightness of a group counts that is black on white, and not its opacity (ISO 32000-2, 11.6.5.2).
 */
export function invertMasks(pages: readonly PdfRef[]): void {
  for (const { resources } of listDrawings(pages)) {
    for (const state of asDict(resources.get('ExtGState'))?.values() ?? [])
      invertMask(asDict(asDict(state)?.get('SMask')));
  }
}

function invertMask(mask: PdfDict | undefined): void {
  const group = resolve(mask?.get('G'));
  if (!mask?.has('TR') || asName(mask.get('S')) !== 'Alpha' || !(group instanceof PdfStream)) return;
  mask.delete('TR');
  const isHidden = isFilled(group);
  mask.set('S', 'Luminosity').set('BC', [isHidden ? 0 : 1]);
  mask.set('G', new PdfRef(isHidden ? drawGray(group, '') : darken(group)));
}

/** Whether a group is opaque all over. Then its mask hides everything, and needs no edges, which would show as lines. */
function isFilled(group: PdfStream): boolean {
  const content = decodeStream(group, { bytes: streamLimit }).toString('latin1');
  const [left = 0, bottom = 0, width = 0, height = 0] = blackRectangle.exec(content)?.slice(1).map(Number) ?? [];
  const box = asArray(group.dict.get('BBox')).map(asNumber);
  return width > 0 && String(box) === String([left, bottom, left + width, bottom + height]);
}

/** A group that is as dark as another is opaque. */
function darken(group: PdfStream): PdfStream {
  const [left = 0, bottom = 0, right = 0, top = 0] = asArray(group.dict.get('BBox')).map((edge) => asNumber(edge));
  const area = `${left} ${bottom} ${right - left} ${top - bottom} re f`;
  const mask = buildDict({ Type: 'Mask', S: 'Alpha', G: new PdfRef(group) });
  const states = buildDict({ Opacity: new PdfRef(buildDict({ Type: 'ExtGState', SMask: mask })) });
  return drawGray(group, `1 g ${area}\n/Opacity gs\n0 g ${area}\n`, buildDict({ ExtGState: states }));
}

/** A group as large as another, with its own content in shades of gray. */
function drawGray(like: PdfStream, content: string, resources: PdfDict = new Map()): PdfStream {
  const group = new Map(asDict(like.dict.get('Group'))).set('CS', 'DeviceGray');
  const dict = new Map(like.dict).set('Group', group).set('Resources', resources);
  for (const key of ['Filter', 'DecodeParms']) dict.delete(key);
  return new PdfStream(dict, Buffer.from(content));
}
