import { describe, expect, test } from 'vitest';
import { readPageBoxes } from '../../../../src/engine/page/paged/page-boxes.ts';
import type { PageRule } from '../../../../src/injected/calls.ts';

const rule = (selector: string, margin: PageRule['margin'] = {}, size = ''): PageRule => ({ selector, size, margin });
const px = (length: number, isImportant = false) => ({ px: length, isImportant });

describe('the room for content on a page', () => {
  test('is that of the options where the document has no rules, in whole pixels upwards', () => {
    const boxes = readPageBoxes([], { page_size: 'Letter', margin: '1in' });
    expect(boxes).toEqual({
      ':first': { width: 624, height: 864 },
      ':left': { width: 624, height: 864 },
      ':right': { width: 624, height: 864 },
    });
    // Of print settings, Chromium takes whole points: paper of 596 by 842, and 56 of margin.
    expect(readPageBoxes([], { margin: '20mm' })[':right']).toEqual({ width: 646, height: 974 });
    expect(readPageBoxes([], { margin: '10mm' })[':right']).toEqual({ width: 721, height: 1049 });
    const css = rule('', { top: px(75.59), right: px(75.59), bottom: px(75.59), left: px(75.59) }, '210mm 297mm');
    expect(readPageBoxes([css], {})[':right']).toEqual({ width: 643, height: 972 });
  });

  test('follows the size and the margins of the document, as lengths or as a share of the paper', () => {
    const size = rule('', { top: px(0), left: { share: 0.1, isImportant: false } }, '10in 5in');
    expect(readPageBoxes([size], { margin: '1in' })[':right']).toEqual({ width: 768, height: 384 });
    expect(readPageBoxes([rule('', {}, 'landscape')], { page_size: 'Letter', margin: '0' })[':right']).toEqual({
      width: 1056,
      height: 816,
    });
  });

  test('is that of the rule which selects the page most closely, unless another is important', () => {
    const rules = [
      rule(':first', { top: px(300) }),
      rule('cover, :left', { top: px(200) }),
      rule('cover:first', { top: px(400) }),
      rule('', { top: px(100) }),
    ];
    const tops = (all: PageRule[]) =>
      Object.fromEntries(
        Object.entries(readPageBoxes(all, { page_size: { width: '375pt', height: '750pt' }, margin: '0' })).map(
          ([name, { height }]) => [name, 1000 - height],
        ),
      );
    expect(tops(rules)).toEqual({
      ':first': 300,
      ':left': 200,
      ':right': 100,
      'cover:first': 400,
      'cover:left': 200,
      'cover:right': 200,
    });
    expect(Object.values(tops([...rules, rule('', { top: px(50, true) })]))).toEqual([50, 50, 50, 50, 50, 50]);
  });

  test('is what the borders and the padding of the page leave', () => {
    const edges = { padding: { left: px(10), top: { share: 0.1, isImportant: false } }, border: { right: px(5) } };
    const page = { ...rule('', { top: px(0), right: px(0), bottom: px(0), left: px(0) }, '300px 200px'), ...edges };
    expect(readPageBoxes([page], {})[':right']).toEqual({ width: 285, height: 180 });
  });

  test('is that of the paper if the last size is automatic', () => {
    const rules = [rule('', {}, '300px 200px'), rule(':right', {}, 'auto')];
    const { ':left': left, ':right': right } = readPageBoxes(rules, { page_size: 'Letter', margin: '0' });
    expect([left?.width, right?.width]).toEqual([300, 816]);
  });

  test('is larger where the document is printed smaller', () => {
    expect(readPageBoxes([], { page_size: 'Letter', margin: '1in', scale: 0.5 })[':right']?.width).toBe(1248);
    expect(readPageBoxes([], { page_size: 'Letter', margin: '1in' }, 1.25)[':right']?.width).toBe(780);
  });
});
