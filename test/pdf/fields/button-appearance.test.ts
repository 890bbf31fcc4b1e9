import { describe, expect, it } from 'vitest';
import { drawButton } from '../../../src/pdf/fields/button-appearance.ts';
import type { WidgetLook } from '../../../src/pdf/fields/widget-look.ts';

const plain: WidgetLook = {
  width: 20,
  height: 20,
  matrix: [1, 0, 0, 1, 0, 0],
  background: undefined,
  border: undefined,
  borderWidth: 0,
  style: 'S',
  dashes: [],
  mark: undefined,
};

const check = '-7 -1 m -4.5 1.5 l -2.5 -1.5 l 5.5 7.5 l 7.5 5.5 l -2.5 -6.5 l h';
const disc =
  '5 0 m 5 2.761 2.761 5 0 5 c -2.761 5 -5 2.761 -5 0 c -5 -2.761 -2.761 -5 0 -5 c 2.761 -5 5 -2.761 5 0 c h';
const round =
  '10 0 m 10 5.523 5.523 10 0 10 c -5.523 10 -10 5.523 -10 0 c -10 -5.523 -5.523 -10 0 -10 c 5.523 -10 10 -5.523 10 0 c h';
/** A circle that leaves room for half of a line of 2 points. */
const ring =
  '9 0 m 9 4.971 4.971 9 0 9 c -4.971 9 -9 4.971 -9 0 c -9 -4.971 -4.971 -9 0 -9 c 4.971 -9 9 -4.971 9 0 c h';

describe('the mark of a button that is on', () => {
  it.each<[name: string, mark: string | undefined, isRadio: boolean, drawn: string]>([
    ['a check without a style', undefined, false, check],
    ['a disc in a radio button without a style', undefined, true, disc],
    ['a check', '4', true, check],
    ['a cross', '8', false, '-7 -5 m -2 0 l -7 5 l -5 7 l 0 2 l 5 7 l 7 5 l 2 0 l 7 -5 l 5 -7 l 0 -2 l -5 -7 l h'],
    ['a disc', 'l', false, disc],
    ['a diamond', 'u', false, '0 8 m 8 0 l 0 -8 l -8 0 l h'],
    ['a square', 'n', false, '-6 -6 m -6 6 l 6 6 l 6 -6 l h'],
    ['a check for an unknown style', 'z', false, check],
  ])('is %s', (_, mark, isRadio, drawn) => {
    expect(drawButton({ ...plain, mark }, isRadio, true, '0 g')).toBe(`q 0 g 1 0 0 1 10 10 cm ${drawn} f Q\n`);
  });

  it('is a star of five points whose first point is at the top', () => {
    const [, points = ''] = / cm (.+) l h f/.exec(drawButton({ ...plain, mark: 'H' }, false, true, '0 g')) ?? [];
    const corners = points.split(/ [ml] /).map((point) => point.split(' ').map(Number));
    const distances = corners.map(([x = 0, y = 0]) => Math.round(Math.hypot(x, y) * 100) / 100);
    expect(distances).toEqual([8, 3.2, 8, 3.2, 8, 3.2, 8, 3.2, 8, 3.2]);
    const angles = corners.map(([x = 0, y = 0]) => Math.round((Math.atan2(y, x) * 180) / Math.PI));
    expect(angles).toEqual([90, 126, 162, -162, -126, -90, -54, -18, 18, 54]);
  });

  it.each([
    [40, 20, 0, '1 0 0 1 20 10 cm'],
    [20, 60, 0, '1 0 0 1 10 30 cm'],
    [40, 40, 0, '2 0 0 2 20 20 cm'],
    [20, 20, 2, '0.8 0 0 0.8 10 10 cm'],
  ])('fits into a button of %s by %s with a border of %s', (width, height, borderWidth, place) => {
    const drawn = drawButton({ ...plain, width, height, borderWidth }, false, true, '1 0 0 rg');
    expect(drawn).toBe(`q 1 0 0 rg ${place} ${check} f Q\n`);
  });
});

describe('the frame of a button', () => {
  const look = { ...plain, background: '1 g', border: '0 G', borderWidth: 2 };

  it.each<[name: string, look: WidgetLook, isRadio: boolean, frame: string]>([
    [
      'a disc and a ring for a radio button',
      look,
      true,
      `q 1 g 1 0 0 1 10 10 cm ${round} f Q\nq 0 G 2 w 1 0 0 1 10 10 cm ${ring} s Q\n`,
    ],
    ['a disc without a border', { ...look, border: undefined }, true, `q 1 g 1 0 0 1 10 10 cm ${round} f Q\n`],
    ['a disc with a border of no width', { ...look, borderWidth: 0 }, true, `q 1 g 1 0 0 1 10 10 cm ${round} f Q\n`],
    [
      'a ring without a background',
      { ...look, background: undefined },
      true,
      `q 0 G 2 w 1 0 0 1 10 10 cm ${ring} s Q\n`,
    ],
    [
      'a ring that fits into the shorter side',
      { ...look, background: undefined, width: 40 },
      true,
      `q 0 G 2 w 1 0 0 1 20 10 cm ${ring} s Q\n`,
    ],
    [
      'a box for a radio button with a check',
      { ...look, mark: '4' },
      true,
      'q 1 g 0 0 20 20 re f Q\nq 0 G 2 w 1 1 18 18 re S Q\n',
    ],
    [
      'a box for a check box with a disc',
      { ...look, mark: 'l' },
      false,
      'q 1 g 0 0 20 20 re f Q\nq 0 G 2 w 1 1 18 18 re S Q\n',
    ],
    ['empty without colours', plain, true, ''],
  ])('is %s', (_, of, isRadio, frame) => {
    expect(drawButton(of, isRadio, false, '0 g')).toBe(frame);
    expect(drawButton(of, isRadio, true, '0 g').startsWith(`${frame}q 0 g `)).toBe(true);
  });
});
