import { Liquid } from 'liquidjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildBarcodeFilters } from '../../../src/markup/template/barcode-filters.ts';

let drawn: object[];
let failure: unknown;
beforeEach(() => {
  [drawn, failure] = [[], undefined];
});

const picture = '<svg viewBox="0 0 190 60" xmlns="http://www.w3.org/2000/svg">…</svg>';
const library = {
  toSVG(options: object) {
    drawn.push(options);
    if (failure !== undefined) throw failure;
    return `${picture}\n`;
  },
};
function open(options = {}) {
  const liquid = new Liquid(options);
  const filters = buildBarcodeFilters(() => library as never);
  for (const [name, filter] of Object.entries(filters)) liquid.registerFilter(name, filter);
  return liquid;
}
const liquid = open({ outputEscape: 'escape' });

const print = (filter: string, value: unknown = 'x') => liquid.parseAndRenderSync(`{{ value | ${filter} }}`, { value });
/** Why a filter cannot print. */
function explain(filter: string, value: unknown = 'x'): string {
  try {
    return `printed ${print(filter, value)}`;
  } catch (error) {
    return (error as Error).message.replace(/, line:.*/s, '');
  }
}
const svg = (label: string, width: string, height: string) =>
  `<svg role="img" aria-label="${label}" style="width:${width};height:${height};vertical-align:middle" ${picture.slice('<svg '.length)}`;
const around = (padding: number) => ({
  ...{ paddingleft: padding, paddingright: padding, paddingtop: padding, paddingbottom: padding },
});
const beside = (padding: number) => ({ paddingleft: padding, paddingright: padding });

describe('a QR code', () => {
  it.each<[string, object, string]>([
    ['qr_code', {}, '30mm'],
    ['qr_code: "2in"', {}, '2in'],
    ['qr_code: size: "12345.1234%", level: "H"', { eclevel: 'H' }, '12345.1234%'],
    ['qr_code: margin: 0', around(0), '30mm'],
    ['qr_code: margin: 40', around(80), '30mm'],
  ])('is drawn as a picture by %s', (filter, changes, side) => {
    expect(print(filter)).toBe(svg('QR code: x', side, side));
    expect(drawn).toEqual([{ bcid: 'qrcode', text: 'x', scale: 1, eclevel: 'M', ...around(8), ...changes }]);
  });
});

describe('a barcode', () => {
  const wide = { includetext: true, height: 15 };
  const centred = { textxalign: 'center', ...wide };

  it.each<[string, object, string, string]>([
    ['barcode', { bcid: 'code128', scale: 2, ...centred, ...beside(10) }, '31.35mm', '9.9mm'],
    ['barcode: "CODE39"', { bcid: 'code39', scale: 2, ...centred, ...beside(10) }, '31.35mm', '9.9mm'],
    ['barcode: "itf14"', { bcid: 'itf14', scale: 2, ...centred, ...beside(10) }, '47.5mm', '15mm'],
    ['barcode: "codabar"', { bcid: 'rationalizedCodabar', scale: 2, ...centred, ...beside(10) }, '31.35mm', '9.9mm'],
    ['barcode: "ean13"', { bcid: 'ean13', scale: 2, ...wide, ...beside(11) }, '31.35mm', '9.9mm'],
    ['barcode: "ean8"', { bcid: 'ean8', scale: 2, ...wide, ...beside(7) }, '31.35mm', '9.9mm'],
    ['barcode: "upca"', { bcid: 'upca', scale: 2, ...wide, ...beside(9) }, '31.35mm', '9.9mm'],
    ['barcode: "upce"', { bcid: 'upce', scale: 2, ...wide, ...beside(9) }, '31.35mm', '9.9mm'],
    ['barcode: "issn"', { bcid: 'issn', scale: 2, ...wide, ...beside(11) }, '31.35mm', '9.9mm'],
    ['barcode: "datamatrix"', { bcid: 'datamatrix', scale: 1, ...around(2) }, '47.5mm', '15mm'],
    ['barcode: "aztec"', { bcid: 'azteccode', scale: 1, ...around(0) }, '47.5mm', '15mm'],
    ['barcode: "pdf417"', { bcid: 'pdf417', scale: 2, ...around(2) }, '31.35mm', '9.9mm'],
    [
      'barcode: "ean13", text: false',
      { bcid: 'ean13', scale: 2, includetext: false, height: 15, ...beside(11) },
      '31.35mm',
      '9.9mm',
    ],
    ['barcode: "ean13", margin: 3', { bcid: 'ean13', scale: 2, ...wide, ...beside(3) }, '31.35mm', '9.9mm'],
    ['barcode: "ean13", width: "5cm"', { bcid: 'ean13', scale: 2, ...wide, ...beside(11) }, '5cm', 'auto'],
    ['barcode: "ean13", height: "5cm"', { bcid: 'ean13', scale: 2, ...wide, ...beside(11) }, 'auto', '5cm'],
    ['barcode: "ean13", "5cm", "6cm"', { bcid: 'ean13', scale: 2, ...wide, ...beside(11) }, '6cm', '5cm'],
  ])('is drawn as a picture by %s', (filter, options, width, height) => {
    expect(print(filter, 12)).toBe(svg('Barcode: 12', width, height));
    expect(drawn).toEqual([{ text: '12', ...options }]);
  });

  it.each(['gs1-128', 'sscc18', 'code93', 'interleaved2of5'])('of the type %s has its name', (type) => {
    print(`barcode: "${type}"`);
    expect(drawn).toEqual([{ bcid: type, text: 'x', scale: 2, ...centred, ...beside(10) }]);
  });
});

it.each<[unknown, string]>([
  ['<b a="1">&\u0001\u009f', '&#60;b a=&#34;1&#34;&#62;&#38;  '],
  ['x'.repeat(191), 'x'.repeat(191)],
  ['x'.repeat(192), `${'x'.repeat(190)}…`],
  ['\ud800', '\ufffd'],
  [1.5, '1.5'],
])('the text of a picture is escaped, and cut where it is long: %j', (value, label) => {
  expect(print('qr_code', value)).toContain(`aria-label="QR code: ${label}"`);
});

it.each<[string, unknown, string]>([
  ['qr_code: level: "X"', 'x', 'level must be L, M, Q or H, not "X"'],
  ['qr_code: level: "LM"', 'x', 'level must be L, M, Q or H, not "LM"'],
  ['qr_code: margin: 41', 'x', 'margin must be a whole number from 0 to 40, not 41'],
  ['barcode: margin: 41', 'x', 'margin must be a whole number from 0 to 40, not 41'],
  ['qr_code: "123456mm"', 'x', 'size must be a length such as "30mm", not "123456mm"'],
  ['qr_code: "1.12345mm"', 'x', 'size must be a length such as "30mm", not "1.12345mm"'],
  ['qr_code: "30"', 'x', 'size must be a length such as "30mm", not "30"'],
  ['barcode: height: "x"', 'x', 'height must be a length such as "30mm", not "x"'],
  ['barcode: width: "-1mm"', 'x', 'width must be a length such as "30mm", not "-1mm"'],
  ['barcode: "ena13"', 'x', 'there is no barcode "ena13"; did you mean "ean13"?'],
  [
    'barcode: "qqqqqqqqqq"',
    'x',
    'there is no barcode "qqqqqqqqqq"; there are ean13, ean8, upca, upce, isbn, issn, code128, gs1-128, sscc18, code39, code93, itf14, interleaved2of5, codabar, datamatrix, aztec, pdf417',
  ],
  ['qr_code', true, 'qr_code needs a text, not true'],
  ['barcode', [1], 'barcode needs a text, not a list'],
  ['qr_code', 'x'.repeat(4001), 'qr_code has at most 4000 characters, not 4001'],
  [
    'qr_code',
    2 ** 53,
    'qr_code is given 9007199254740992, and whole numbers beyond 9007199254740991 are rounded; a text keeps its digits: write it in quotes',
  ],
  ...['9783161484100', '316148410X', '316148410', '3161484100', '978316148410'].map(
    (isbn): [string, string, string] => [
      'barcode: "isbn"',
      isbn,
      'barcode: an ISBN has dashes, as in "978-3-16-148410-0"; for its bars alone, write "ean13"',
    ],
  ),
])('%s of %j is refused', (filter, value, why) => {
  expect(explain(filter, value)).toBe(why);
});

it('as many characters as there may be are drawn', () => {
  expect(explain('qr_code', 'x'.repeat(4000))).toMatch(/^printed <svg /);
  expect(explain('barcode: "isbn"', '978-3-16-148410-0')).toMatch(/^printed <svg /);
  expect(explain('barcode: "ean13"', '9783161484100')).toMatch(/^printed <svg /);
});

it.each<[unknown, string]>([
  [new Error('bwipp.ean13badCheckDigit#4512: Incorrect check digit'), 'ean13: Incorrect check digit'],
  [new Error('bwip.some-thing: Too long'), 'ean13: Too long'],
  [new Error('out of ideas'), 'ean13: out of ideas'],
  ['text', 'ean13: it cannot be drawn'],
])('what cannot be drawn is said in words: %s', (error, why) => {
  failure = error;
  expect(explain('barcode: "ean13"')).toBe(why);
});

it('what cannot be drawn as a QR code is named so', () => {
  failure = new Error('too long');
  expect(explain('qr_code')).toBe('qr_code: too long');
});

it.each(['qr_code', 'barcode'])('%s counts as what the template makes', (filter) => {
  const small = open({ memoryLimit: picture.length });
  const large = open({ memoryLimit: 3 * picture.length });
  const template = `{{ "x" | ${filter} }}`;
  expect(() => small.parseAndRenderSync(template)).toThrow('memory alloc limit exceeded');
  expect(large.parseAndRenderSync(template)).toContain('<svg');
});
