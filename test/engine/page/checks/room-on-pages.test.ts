import { describe, expect, it } from 'vitest';
import { describeLackOfRoom, mayLackRoom } from '../../../../src/engine/page/checks/room-on-pages.ts';
import type { PageRule } from '../../../../src/injected/calls.ts';

const sides = ['top', 'right', 'bottom', 'left'] as const;

function rule(selector: string, size: string, millimetres?: number): PageRule {
  const length = { px: ((millimetres ?? 0) * 96) / 25.4, isImportant: false };
  const margin = millimetres === undefined ? {} : Object.fromEntries(sides.map((side) => [side, length]));
  return { selector, size, margin, padding: {}, border: {}, background: {}, counters: {}, boxes: {} } as PageRule;
}

describe('a page may lack room', () => {
  it.each([
    ['on a paper as high as the usual margins together', { sizes: ['62mm 20mm'], margins: [] }, {}, true],
    ['on a paper a little higher', { sizes: ['62mm 21mm'], margins: [] }, {}, false],
    ['on a narrow paper', { sizes: ['20mm 62mm'], margins: [] }, {}, true],
    ['if one of several papers is small', { sizes: ['A4', '15mm'], margins: ['0'] }, {}, true],
    ['with wide margins', { sizes: [], margins: ['0', '105mm'] }, {}, true],
    ['with margins that leave a strip', { sizes: [], margins: ['104mm'] }, {}, false],
    ['with margins that depend on something', { sizes: [], margins: ['50%'] }, {}, true],
    ['with margins of the request', { sizes: ['A5'], margins: [] }, { margin: '75mm' }, true],
    ['with small margins of the request', { sizes: ['A5'], margins: [] }, { margin: '70mm' }, false],
    [
      'on a small paper of the request',
      { sizes: [], margins: ['11mm'] },
      { page_size: { width: '90mm', height: '22mm' } },
      true,
    ],
  ])('%s', (_, settled, options, expected) => {
    expect(mayLackRoom(settled, options)).toBe(expected);
  });
});

describe('a page whose margins leave no room', () => {
  it('is reported with its size', () => {
    expect(describeLackOfRoom([rule('', '62mm 20mm')], {})).toEqual([
      {
        code: 'css_ignored',
        detail:
          '@page: margins leave no room for content on pages of 62 × 20 mm. They are 10 mm wide unless CSS names others.',
      },
    ]);
  });

  it('is reported by its name', () => {
    const rules = [rule('', 'A5', 10), rule('label', '50mm 30mm', 25), rule('card', '86mm 54mm', 3)];
    const options = { page_size: { width: '100mm', height: '150.5mm' } };
    expect(describeLackOfRoom(rules, options).map(({ detail }) => detail)).toEqual([
      '@page label: margins leave no room for content on pages of 50 × 30 mm.',
    ]);
  });

  it.each([
    ['has room once its rule names smaller ones', [rule('', '62mm 20mm', 9.7)], 0],
    ['is without room if they meet', [rule('', '62mm 20mm', 10)], 1],
    ['is without room if the first page alone is small', [rule(':first', '15mm')], 1],
    ['has room on the paper of the request', [rule('', '', 20)], 0],
    ['is on the paper of the request without rules', [], 0],
  ])('%s', (_, rules, count) => {
    expect(describeLackOfRoom(rules, {})).toHaveLength(count);
  });
});
