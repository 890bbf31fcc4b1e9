import { expect, test } from 'vitest';
import {
  buildPrintSettings,
  choosePaper,
  readPageOverrides,
  toInches,
} from '../../../../src/engine/page/open/page-settings.ts';

test('lengths of every CSS unit become inches', () => {
  const inch = ['96px', '72pt', '6pc', '1in', '2.54cm', '25.4mm', '101.6Q'];
  for (const length of inch) expect(toInches(length)).toBeCloseTo(1, 10);
  expect(toInches('0')).toBe(0);
});

test('the paper is A4, upright and with a margin unless the options say otherwise', () => {
  const { width, height, margin } = choosePaper({});
  expect([width, height].map((side) => Math.round(side * 25.4))).toEqual([210, 297]);
  expect(margin.left).toBeGreaterThan(0);
  expect(choosePaper({ landscape: true, page_size: 'Letter' })).toMatchObject({ width: 11, height: 8.5 });
  expect(choosePaper({ page_size: { width: '2in', height: '3in' } })).toMatchObject({ width: 2, height: 3 });
  expect(choosePaper({ margin: '0' }).margin).toEqual({ top: 0, right: 0, bottom: 0, left: 0 });
  expect(choosePaper({ margin: { top: '1in' } }).margin).toEqual({ top: 1, right: 0, bottom: 0, left: 0 });
});

test('false and 0 mean something', () => {
  const settings = buildPrintSettings({ print_background: false, tagged: false, outline: false });
  expect(settings).toMatchObject({ printBackground: false, generateTaggedPDF: false, generateDocumentOutline: false });
});

test('only what the options name is a wish', () => {
  expect(readPageOverrides({})).toBeUndefined();
  expect(readPageOverrides({ scale: 2, header: 'x' })).toBeUndefined();
  expect(readPageOverrides({ page_size: 'A4', margin: '0', prefer_css_page_size: true })).toBeUndefined();
  expect(readPageOverrides({ page_size: 'Letter', landscape: true })).toEqual({ size: { width: 792, height: 612 } });
  expect(readPageOverrides({ landscape: false })).toEqual({ landscape: false });
  expect(readPageOverrides({ margin: '1in' })?.margin).toEqual({
    top: '1in',
    right: '1in',
    bottom: '1in',
    left: '1in',
  });
  expect(readPageOverrides({ prefer_css_page_size: false })?.size?.width).toBeCloseTo(595.276, 2);
});
