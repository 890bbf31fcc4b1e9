import { describe, expect, it } from 'vitest';
import { buildSrgbProfile } from '../../../src/pdf/conformance/srgb-profile.ts';

const profile = buildSrgbProfile();

/** The bodies of the tags of the profile by their names (ICC.1:1998-09, 6.2). */
const tags = new Map(
  Array.from({ length: profile.readUInt32BE(128) }, (_, index) => {
    const at = 132 + index * 12;
    const start = profile.readUInt32BE(at + 4);
    return [profile.toString('latin1', at, at + 4), profile.subarray(start, start + profile.readUInt32BE(at + 8))];
  }),
);
const readPoint = (bytes: Buffer | undefined, at = 8) =>
  [0, 4, 8].map((offset) => (bytes?.readInt32BE(at + offset) ?? 0) / 65_536);

describe('the profile of sRGB', () => {
  it('has the size and the white that it says', () => {
    expect(profile.readUInt32BE(0)).toBe(profile.length);
    for (const white of [readPoint(profile, 68), readPoint(tags.get('wtpt'))]) {
      expect(white.map((value) => value.toFixed(4))).toEqual(['0.9642', '1.0000', '0.8249']);
    }
  });

  it('has colorants that make white together, with the shares of light of sRGB', () => {
    const colorants = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => readPoint(tags.get(name)));
    for (const [axis, white] of [0.9642, 1, 0.8249].entries()) {
      const sum = colorants.reduce((total, colorant) => total + (colorant[axis] ?? 0), 0);
      expect(Math.abs(sum - white)).toBeLessThan(0.0005);
    }
    expect(colorants.map(([, light = 0]) => light.toFixed(2))).toEqual(['0.22', '0.72', '0.06']);
  });

  it('has one curve for all colours, that of sRGB', () => {
    const curve = tags.get('rTRC');
    expect([tags.get('gTRC'), tags.get('bTRC')]).toEqual([curve, curve]);
    const entry = (index: number) => (curve?.readUInt16BE(12 + 2 * index) ?? 0) / 65_535;
    expect(curve?.readUInt32BE(8)).toBe(256);
    // Values of IEC 61966-2-1: linear at first, then a power.
    const known = { 0: 0, 10: 0.003035, 11: 0.003347, 128: 0.215861, 255: 1 };
    for (const [index, value] of Object.entries(known)) expect(entry(Number(index))).toBeCloseTo(value, 4);
  });

  it('names itself in words', () => {
    expect(tags.get('desc')?.toString('latin1')).toContain('sRGB\0');
    expect(tags.get('cprt')?.toString('latin1')).toContain('CC0\0');
  });
});
