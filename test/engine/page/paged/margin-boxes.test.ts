import { describe, expect, test } from 'vitest';
import { placeBoxes } from '../../../../src/engine/page/paged/margin-boxes.ts';
import type { PageRule } from '../../../../src/injected/calls.ts';

const sheet = { width: 700, height: 900, top: 100, right: 50, bottom: 80, left: 50 };

/** A rule for all pages, with lengths in pixels or as a share. */
function rule(boxes: Record<string, Record<string, string | number>>): PageRule {
  const declare = (value: string | number) => ({
    text: String(value),
    isImportant: false,
    ...(typeof value === 'number' && (value < 1 ? { share: value } : { px: value })),
  });
  const declared = Object.entries(boxes).map(([name, own]) => [
    name,
    Object.fromEntries(Object.entries({ content: '"x"', ...own }).map(([key, value]) => [key, declare(value)])),
  ]);
  return { selector: '', size: '', margin: {}, boxes: Object.fromEntries(declared) };
}

/** Where boxes are: left, top, width, height. */
const places = (...rules: PageRule[]) =>
  Object.fromEntries(
    placeBoxes(rules, sheet).map(({ name, left, top, width, height }) => [name, [left, top, width, height]]),
  );

describe('the margin boxes of a page', () => {
  test('have the whole edge where they are alone', () => {
    expect(places(rule({ 'top-right': {}, 'bottom-center': {}, 'left-middle': {} }))).toEqual({
      'top-right': [50, 0, 600, 100],
      'bottom-center': [50, 820, 600, 80],
      'left-middle': [0, 100, 50, 720],
    });
  });

  test('share an edge, with the middle one in the middle', () => {
    expect(places(rule({ 'top-left': {}, 'top-right': {} }))).toEqual({
      'top-left': [50, 0, 300, 100],
      'top-right': [350, 0, 300, 100],
    });
    expect(places(rule({ 'right-top': {}, 'right-middle': {}, 'right-bottom': {} }))).toEqual({
      'right-top': [650, 100, 50, 240],
      'right-middle': [650, 340, 50, 240],
      'right-bottom': [650, 580, 50, 240],
    });
  });

  test('have the width that they ask for, and leave the rest to the others', () => {
    expect(places(rule({ 'top-left': { width: 100 }, 'top-right': {} }))).toEqual({
      'top-left': [50, 0, 100, 100],
      'top-right': [150, 0, 500, 100],
    });
    expect(places(rule({ 'top-left': {}, 'top-center': { width: 0.5 } }))).toEqual({
      'top-left': [50, 0, 150, 100],
      'top-center': [200, 0, 300, 100],
    });
  });

  test('stand in the corners', () => {
    expect(places(rule({ 'top-left-corner': {}, 'bottom-right-corner': {} }))).toEqual({
      'top-left-corner': [0, 0, 50, 100],
      'bottom-right-corner': [650, 820, 50, 80],
    });
  });

  test('have less room within padding and borders that are drawn', () => {
    const padded = { 'padding-left': 10, 'padding-top': 5, 'border-bottom-width': 3, 'border-bottom-style': 'solid' };
    expect(places(rule({ 'top-left': { ...padded, 'border-right-width': 9, 'border-right-style': 'none' } }))).toEqual({
      'top-left': [60, 5, 590, 92],
    });
  });

  test('are not there without content, and take each property from the closest rule', () => {
    const plain = rule({ 'top-left': { width: 100, 'text-align': 'right' }, 'top-right': {} });
    const close = rule({ 'top-left': { content: '"y"', 'text-align': 'center' }, 'top-right': { content: 'none' } });
    expect(placeBoxes([plain, close], sheet)).toEqual([
      { name: 'top-left', content: '"y"', left: 50, top: 0, width: 100, height: 100, across: 'center', down: 'center' },
    ]);
  });

  test.each([
    ['top-left', 'left', 'center'],
    ['top-center', 'center', 'center'],
    ['bottom-right', 'right', 'center'],
    ['left-top', 'center', 'start'],
    ['right-middle', 'center', 'center'],
    ['left-bottom', 'center', 'end'],
    ['top-left-corner', 'right', 'center'],
    ['bottom-right-corner', 'left', 'center'],
  ])('%s has its content %s and %s', (name, across, down) => {
    expect(placeBoxes([rule({ [name]: {} })], sheet)).toMatchObject([{ across, down }]);
  });

  test('have their content where they ask for it', () => {
    const asked = rule({ 'top-left': { 'text-align': 'end', 'vertical-align': 'bottom' } });
    expect(placeBoxes([asked], sheet)).toMatchObject([{ across: 'right', down: 'end' }]);
  });
});
