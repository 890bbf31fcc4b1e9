import { expect, it } from 'vitest';
import { buildLiquid } from '../../../src/markup/template/liquid-engine.ts';
import { paperFilters } from '../../../src/web/editor/languages.ts';

it('offers filters that a template can use, and all that are platen’s own', () => {
  const clock = { now: () => new Date(0) } as never;
  const { filters } = buildLiquid(clock, () => ({}) as never);
  const offered = paperFilters.map(({ label }) => label);
  expect(offered.filter((name) => !(name in filters))).toEqual([]);
  expect(offered).toEqual(expect.arrayContaining(['money', 'number', 'percent', 'date_in', 'qr_code', 'barcode']));
});
