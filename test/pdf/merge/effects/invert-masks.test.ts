import { describe, expect, it } from 'vitest';
import { invertMasks } from '../../../../src/pdf/merge/effects/invert-masks.ts';
import {
  asDict,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '../../../../src/pdf/objects/objects.ts';

const content = '0 0 0 RG 0 0 0 rg\n/G3 gs\n1 2 30 40 re\nf\n';
const group = (drawn = content, entries: Record<string, PdfObject> = {}) =>
  new PdfStream(
    buildDict({
      Subtype: 'Form',
      BBox: [1, 2, 31, 42],
      Group: buildDict({ S: 'Transparency', CS: 'DeviceRGB' }),
      ...entries,
    }),
    Buffer.from(drawn),
  );

/** The mask of a page after it was inverted. */
function invert(entries: Record<string, PdfObject>): PdfDict {
  const mask = buildDict(entries);
  const states = buildDict({ G0: buildDict({ SMask: mask }), G1: null, G2: buildDict({ SMask: 'None' }) });
  invertMasks([new PdfRef(buildDict({ Type: 'Page', Resources: buildDict({ ExtGState: states }) }))]);
  return mask;
}
const streamOf = (value: PdfObject | undefined) => (value as PdfRef).value as PdfStream;

describe('a mask with a transfer function', () => {
  it('that is opaque all over hides everything', () => {
    const mask = invert({ S: 'Alpha', TR: buildDict({}), G: new PdfRef(group()) });
    const { dict, data } = streamOf(mask.get('G'));
    expect([...mask.keys()].sort()).toEqual(['BC', 'G', 'S']);
    expect([mask.get('S'), mask.get('BC')]).toEqual(['Luminosity', [0]]);
    expect(data).toHaveLength(0);
    expect(dict).toEqual(
      buildDict({
        Subtype: 'Form',
        BBox: [1, 2, 31, 42],
        Group: buildDict({ S: 'Transparency', CS: 'DeviceGray' }),
        Resources: new Map(),
      }),
    );
  });

  it.each<[string, PdfStream]>([
    ['is opaque in a part', group(content.replace('30', '29'))],
    ['has another colour', group(content.replace('0 rg', '1 rg'))],
    ['draws more', group(`${content}0 0 1 1 re\nf\n`)],
    ['has no area', group(content.replace('30', '0'), { BBox: [1, 2, 1, 42] })],
  ])('that %s becomes as dark as it is opaque', (_, drawn) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = drawn.dict.get('BBox') as number[];
    const mask = invert({ S: 'Alpha', TR: buildDict({}), G: new PdfRef(drawn) });
    expect([mask.get('S'), mask.get('BC'), mask.has('TR')]).toEqual(['Luminosity', [1], false]);
    const { dict, data } = streamOf(mask.get('G'));
    const area = `${left} ${bottom} ${right - left} ${top - bottom} re f`;
    expect(Buffer.from(data).toString()).toBe(`1 g ${area}\n/Opacity gs\n0 g ${area}\n`);
    expect(asDict(dict.get('Group'))?.get('CS')).toBe('DeviceGray');
    const state = asDict(asDict(asDict(dict.get('Resources'))?.get('ExtGState'))?.get('Opacity'));
    const inner = asDict(state?.get('SMask'));
    expect([state?.get('Type'), inner?.get('Type'), inner?.get('S')]).toEqual(['ExtGState', 'Mask', 'Alpha']);
    expect(streamOf(inner?.get('G'))).toBe(drawn);
  });

  it('is not packed as the group was', () => {
    const packed = group('303e>', { Filter: 'ASCIIHexDecode', DecodeParms: null });
    const { dict } = streamOf(invert({ S: 'Alpha', TR: null, G: new PdfRef(packed) }).get('G'));
    expect(['Filter', 'DecodeParms'].filter((key) => dict.has(key))).toEqual([]);
    expect(packed.dict.has('Filter')).toBe(true);
  });

  it.each<[string, Record<string, PdfObject>]>([
    ['has no such function', { S: 'Alpha', G: new PdfRef(group()) }],
    ['counts its brightness', { S: 'Luminosity', TR: buildDict({}), G: new PdfRef(group()) }],
    ['has no group', { S: 'Alpha', TR: buildDict({}), G: buildDict({}) }],
  ])('stays if it %s', (_, entries) => {
    expect(invert(entries)).toEqual(buildDict(entries));
  });
});
