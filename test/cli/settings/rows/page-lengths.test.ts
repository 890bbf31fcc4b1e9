import { describe, expect, it } from 'vitest';
import { parseMargin, parsePageSize } from '../../../../src/cli/settings/rows/page-lengths.ts';

describe('a page size', () => {
  it.each<[string, unknown]>([
    ['A4', 'A4'],
    [' letter ', 'Letter'],
    ['210x297mm', { width: '210mm', height: '297mm' }],
    ['8.5in × 11in', { width: '8.5in', height: '11in' }],
    ['10cm,20mm', { width: '10cm', height: '20mm' }],
    ['100 200px', { width: '100px', height: '200px' }],
    ['100X200PT', { width: '100PT', height: '200PT' }],
    ['A11', undefined],
    ['210x297', undefined],
    ['210mm', undefined],
    ['210mmx297em', undefined],
    ['-1x2mm', undefined],
    ['', undefined],
  ])('%j is %j', (text, size) => {
    expect(parsePageSize(text)).toEqual(size);
  });
});

describe('a margin', () => {
  it.each<[string, unknown]>([
    ['20mm', '20mm'],
    ['0', '0'],
    [' 1.5cm ', '1.5cm'],
    ['1mm 2mm', { top: '1mm', right: '2mm', bottom: '1mm', left: '2mm' }],
    ['1mm 2mm 3mm', { top: '1mm', right: '2mm', bottom: '3mm', left: '2mm' }],
    ['1mm  2mm\t3mm 0', { top: '1mm', right: '2mm', bottom: '3mm', left: '0' }],
    ['1mm 2mm 3mm 4mm 5mm', undefined],
    ['1mm 2', undefined],
    ['20', undefined],
    ['-1mm', undefined],
    ['1em', undefined],
    ['', undefined],
  ])('%j is %j', (text, margin) => {
    expect(parseMargin(text)).toEqual(margin);
  });
});
