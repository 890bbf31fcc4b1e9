import { describe, expect, it } from 'vitest';
import { buildFontConfig } from '../../../src/browser/fonts/font-config.ts';

const sources = { added: ['/company & co'], bundled: ['/own'], index: '/index' };

describe('the fontconfig file', () => {
  it('puts the faces that came along behind those of the system and of the operator', () => {
    const text = buildFontConfig({ set: 'system', ...sources });
    const places = ['/index</cachedir>', '/company &amp; co</dir>', '/own</dir>', '<match>'].map((piece) =>
      text.indexOf(piece),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(text).toMatch(/\/etc\/fonts\/fonts\.conf|\/usr\/share\/fonts/);
    expect(text).toContain('mode="append" binding="same"><string>Arimo');
  });

  it.each(['system', 'bundled'] as const)('lets no hint round the width of glyphs for %s', (set) => {
    expect(buildFontConfig({ set, ...sources })).toContain('<const>hintnone</const>');
  });

  it('names no folder but that of the faces that came along for bundled', () => {
    const text = buildFontConfig({ set: 'bundled', ...sources });
    expect(text.match(/<(dir|include)[^/]*>.*?</g)).toEqual(['<dir>/own<']);
    expect(text).toContain('mode="prepend" binding="same"><string>Arimo');
  });
});
