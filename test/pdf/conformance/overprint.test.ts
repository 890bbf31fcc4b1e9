import { describe, expect, it } from 'vitest';
import {
  applyOverprint,
  breachesOverprint,
  noOverprint,
  noteSpace,
  type Overprint,
} from '../../../src/pdf/conformance/overprint.ts';
import { buildDict, type PdfObject, PdfStream } from '../../../src/pdf/objects/objects.ts';

describe('overprint', () => {
  it.each<[string, Record<string, PdfObject>, Partial<Overprint>]>([
    ['is set for fills and strokes by OP', { OP: true }, { fills: true, strokes: true }],
    ['is set for fills by op', { op: true }, { fills: true }],
    ['is set for each by its own entry', { OP: true, op: false }, { fills: false, strokes: true }],
    ['is set for fills alone if OP is false', { OP: false, op: true }, { fills: true, strokes: false }],
    ['has the mode of OPM', { OPM: 1 }, { mode: 1 }],
    ['stays as it is with other entries', { LW: 2, OP: 1 }, {}],
  ])('%s', (_, entries, changed) => {
    const overprint = { ...noOverprint };
    applyOverprint(overprint, buildDict(entries));
    expect(overprint).toEqual({ ...noOverprint, ...changed });
  });

  it('stays set by a graphics state that does not name it', () => {
    const overprint = { ...noOverprint };
    applyOverprint(overprint, buildDict({ OP: true, OPM: 1 }));
    applyOverprint(overprint, buildDict({ LW: 1 }));
    expect(overprint).toMatchObject({ mode: 1, fills: true, strokes: true });
    applyOverprint(overprint, buildDict({ OP: false, OPM: 0 }));
    expect(overprint).toEqual(noOverprint);
  });
});

describe('a colour space', () => {
  const profile = (channels: number) => ['ICCBased', new PdfStream(buildDict({ N: channels }), Buffer.alloc(0))];

  it.each<[string, string, PdfObject, Partial<Overprint>]>([
    ['of four channels for fills', 'cs', profile(4), { fillsIcc: true }],
    ['of four channels for strokes', 'CS', profile(4), { strokesIcc: true }],
    ['of three channels', 'cs', profile(3), {}],
    ['of five channels', 'cs', profile(5), {}],
    ['without a profile', 'cs', ['ICCBased', 4], {}],
    ['of another kind', 'cs', ['Indexed', profile(4)[1] as PdfObject], {}],
    ['of the device', 'CS', 'DeviceCMYK', {}],
  ])('%s is noted', (_, operator, space, changed) => {
    const overprint = { ...noOverprint };
    noteSpace(overprint, operator, space);
    expect(overprint).toEqual({ ...noOverprint, ...changed });
  });

  it('takes the place of the one before', () => {
    const overprint = { ...noOverprint, fillsIcc: true };
    noteSpace(overprint, 'cs', 'DeviceRGB');
    expect(overprint.fillsIcc).toBe(false);
  });
});

describe('an operator in CMYK of a profile with overprint mode 1', () => {
  const filling = { ...noOverprint, mode: 1, fills: true, fillsIcc: true };
  const stroking = { ...noOverprint, mode: 1, strokes: true, strokesIcc: true };
  const breaking = (overprint: Overprint, textMode = 0) =>
    ['f', 'F', 'f*', 'b', 'B', 'b*', 'B*', 's', 'S', 'Tj', 'TJ', "'", '"', 'n', 'W'].filter((operator) =>
      breachesOverprint(overprint, operator, textMode),
    );

  it('breaks the standard if it fills with overprint for fills, or strokes with it for strokes', () => {
    expect(breaking(filling).join(' ')).toBe(`f F f* b B b* B* Tj TJ ' "`);
    expect(breaking(stroking).join(' ')).toBe('b B b* B* s S');
  });

  it.each([
    [0, true, false],
    [1, false, true],
    [2, true, true],
    [3, false, false],
    [4, true, false],
    [5, false, true],
    [6, true, true],
    [7, false, false],
  ])('shows text of the rendering mode %i: it fills %s and strokes %s', (textMode, fills, strokes) => {
    expect(breachesOverprint(filling, 'Tj', textMode)).toBe(fills);
    expect(breachesOverprint(stroking, 'Tj', textMode)).toBe(strokes);
  });

  it.each<[string, Partial<Overprint>]>([
    ['of mode 0', { mode: 0 }],
    ['that is off', { fills: false }],
    ['in another colour space', { fillsIcc: false }],
  ])('may fill with overprint %s', (_, changed) => {
    expect(breaking({ ...filling, ...changed })).toEqual([]);
  });

  it('may stroke in another colour space', () => {
    expect(breaking({ ...stroking, strokesIcc: false })).toEqual([]);
    expect(breaking({ ...stroking, strokes: false })).toEqual([]);
  });
});
