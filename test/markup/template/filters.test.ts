import { parseFragment } from 'parse5';
import { expect, test } from 'vitest';
import { templates } from './templates-here.ts';

const now = new Date('2030-04-05T06:07:08Z');
const render = (template: string, context: object = {}) => templates.render(template, context, { now });
/** No-break spaces as plain ones, which are easier to read. */
const renderPlain = async (template: string, context: object = {}) =>
  (await render(template, context)).replace(/[\u00a0\u202f]/g, ' ');

test.each([
  ['{{ 1234.5 | money: "EUR", "de-DE" }}', '1.234,50 €'],
  ['{{ 1234.5 | money: "USD" }}', '$1,234.50'],
  ['{{ 1234.5 | money: "JPY", locale: "ja-JP" }}', '￥1,235'],
  ['{{ 9.9 | money: currency: "CHF", locale: "de-CH" }}', 'CHF 9.90'],
  ['{{ 1234.5 | money: "EUR", "en", digits: 0 }}', '€1,235'],
  ['{{ "12345678901234567890.12" | money: "EUR", "de-DE" }}', '12.345.678.901.234.567.890,12 €'],
  ['{{ -5 | money: "EUR", "fr-FR" }}', '-5,00 €'],
  ['{{ 0 | money: "EUR", "en" }}', '€0.00'],
  ['{{ missing | default: 0 | money: "EUR" }}{% if missing %}{{ missing | money: "EUR" }}{% endif %}', '€0.00'],
  ['{{ 1234567.891 | number: "de-DE" }}', '1.234.567,891'],
  ['{{ 5 | number: digits: 2 }}', '5.00'],
  ['{{ 0.19 | percent: "de-DE" }} {{ 0.077 | percent }}', '19 % 7.7%'],
  ['{{ 0.5 | percent: digits: 1 }}', '50.0%'],
  ['{{ 31.5 | times: 0.21 | money: "EUR", "es-ES" }}', '6,62 €'],
  ['{{ 0.3 | minus: 0.2 | minus: 0.1 | money: "EUR", "de-DE" }}', '0,00 €'],
  ['{{ -0.004 | money: "EUR", "de-DE" }} {{ -0.0001 | number }} {{ "-0" | percent }}', '0,00 € 0 0%'],
  ['{{ 0.125 | money: "EUR", "en", rounding: "half-even" }} {{ 0.125 | money: "EUR", "en" }}', '€0.12 €0.13'],
  ['{{ 2.5 | number: digits: 0, rounding: "half-even" }} {{ 0.025 | percent: digits: 0 }}', '2 3%'],
  ['{{ -2.5 | number: digits: 0 }} {{ 12345678901234567890.123 | number }}', '-3 12,345,678,901,234,567,890.123'],
  ['{{ "1e3" | money: "EUR", "en" }} {{ ".5" | number }}', '€1,000.00 0.5'],
])('%s gives %s', async (template, text) => {
  expect(await renderPlain(template)).toBe(text);
});

test.each([
  ['{{ "2024-12-31" | date_in: "de-DE", "long" }}', '31. Dezember 2024'],
  ['{{ "2024-12-31" | date_in }}', 'December 31, 2024'],
  ['{{ "2024-12-31" | date_in: "en-GB", style: "short" }}', '31/12/2024'],
  ['{{ "2024-12-31T23:30:00" | date_in: "de-DE", "medium", time: "short" }}', '31.12.2024, 23:30'],
  ['{{ "2024-12-31T23:30:00Z" | date_in: "de-DE", "medium", zone: "Asia/Tokyo" }}', '01.01.2025'],
  ['{{ "2024-12-31T23:30:00-0200" | date_in: "de-DE", "medium" }}', '01.01.2025'],
  ['{{ "2024-12-31" | date_in: "de-DE", "medium", zone: "America/New_York" }}', '31.12.2024'],
  ['{{ 86400 | date_in: "en-GB", "short" }}', '02/01/1970'],
  ['{{ "2024-12-31" | date: "%d.%m.%Y %A" }}', '31.12.2024 Tuesday'],
  ['{{ "2024-12-31T23:30:00" | date: "%H:%M %z" }}', '23:30 +0000'],
  ['{{ "2024-02-29 10:00:00 UTC" | date: "%d %B" }} {{ 86400 | date: "%d %B" }}', '29 February 02 January'],
  ['[{{ missing | date: "%d" }}{{ "" | date: "%d" }}]', '[]'],
  ['{{ "29 February 2024" | date: "%d %B" }}, {{ "Mar 3rd, 2024" | date: "%d %B" }}', '29 February, 03 March'],
  ['{{ 1735689600000 | date: "%F %T" }} {{ "1735689600000" | date: "%Y" }}', '2025-01-01 00:00:00 2025'],
  ['{{ 1735689600000 | date_in: "en-GB", "short" }} {{ 1735689600 | date: "%F" }}', '01/01/2025 2025-01-01'],
  [
    '{{ "2024-12-30T13:04:05" | date: "%F|%T|%D|%R|%r|%v" }}',
    '2024-12-30|13:04:05|12/30/24|13:04|01:04:05 PM|30-DEC-2024',
  ],
  ['{{ "2024-12-30" | date: "%G-W%V %g" }} {{ "2021-01-03" | date: "%G-W%V" }}', '2025-W01 25 2020-W53'],
  ['{{ "2026-01-05" | date: "%V %-V %3V 100%%" }} {{ "2026-01-05" | date: "%Y%%F" }}', '02 2 002 100% 2026%F'],
  ['{{ "2024-12-29T23:30:00" | date: "%V", "Asia/Tokyo" }} {{ "2024-05" | date: "%F" }}', '01 2024-05-01'],
  [
    '{{ "March 14, 2016" | date: "%Y-%m-%d" }} {{ "Tue, 03 Mar 2015 01:02:03 GMT" | date: "%Y-%m-%d" }}',
    '2016-03-14 2015-03-03',
  ],
  ['{{ "2024/1/5" | date: "%Y-%m-%d" }} {{ "1152098955" | date: "%Y-%m-%d" }}', '2024-01-05 2006-07-05'],
])('%s gives %s', async (template, text) => {
  expect(await renderPlain(template)).toBe(text);
});

test.each([
  ['{{ "2024-12-31" | date: "%F %T %z" }} {{ "2024-05" | date: "%F" }}', '2024-12-31 00:00:00 -0500 2024-05-01'],
  ['{{ "2024-12-31" | date_in }} {{ "March 14, 2016" | date: "%F" }}', 'December 31, 2024 2016-03-14'],
  ['{{ "2024-12-31T23:30:00" | date: "%F %R %z" }}', '2024-12-31 23:30 -0500'],
  ['{{ "2024-12-31T23:30:00" | date_in: "en", time: "short" }}', 'December 31, 2024 at 11:30 PM'],
  ['{{ "2024-12-31T23:30:00" | date_in: "en", zone: "UTC" }}', 'January 1, 2025'],
  [
    '{{ "2025-01-01T02:00:00Z" | date: "%F %R" }} {{ 1735696800 | date: "%F %R" }}',
    '2024-12-31 21:00 2024-12-31 21:00',
  ],
  ['{{ "2025-01-01T02:00:00Z" | date_in }} {{ "now" | date: "%F %R" }}', 'December 31, 2024 2030-04-05 02:07'],
  ['{{ "2024-12-31" | date_to_xmlschema }}', '2024-12-31T00:00:00-05:00'],
  ['{{ "2024-12-31T12:00:00" | date: "%R", "Asia/Tokyo" }}', '02:00'],
])('in New York %s gives %s, and the next render is in UTC again', async (template, text) => {
  const html = await templates.render(template, {}, { now, timezone: 'America/New_York' });
  expect(html.replace(/[\u00a0\u202f]/g, ' ')).toBe(text);
  expect(await render('{{ "2024-12-31T23:30:00" | date: "%F %R %z" }}')).toBe('2024-12-31 23:30 +0000');
});

test('every way to write the present time uses the moment that was handed in', async () => {
  expect(await renderPlain('{{ "now" | date: "%Y-%m-%d %H:%M:%S" }}')).toBe('2030-04-05 06:07:08');
  expect(await renderPlain('{{ "today" | date_in: "en", time: "short" }}')).toBe('April 5, 2030 at 6:07 AM');
  expect(await render('{{ "now" | date_to_xmlschema }}')).toBe('2030-04-05T06:07:08+00:00');
});

test.each([
  ['{{ 5 | money }}', 'money needs a currency'],
  ['{{ "12,50" | money: "EUR" }}', 'money needs a number such as 1234.5, not "12,50"'],
  ['{{ o | money: "EUR" }}', 'not an object'],
  ['{{ true | money: "EUR" }}', 'not true'],
  ['{{ "1e999" | number }}', 'number needs a number such as 1234.5, not "1e999"'],
  ['{{ 5 | money: "EURO" }}', '"EURO" is not a currency'],
  ['{{ 5 | money: "EUR", "not a locale" }}', '"not a locale" is not a locale'],
  ['{{ 5 | number: "deutsch" }}', '"deutsch" is not a locale'],
  ['{{ "2024-12-31" | date_in: "english" }}', '"english" is not a locale'],
  ['{{ 5 | money: "EUR", lcale: "de" }}', 'did you mean "locale"?'],
  ['{{ 5 | money: "EUR", "de", 2, "half-up", 3 }}', 'money takes at most 4 values'],
  ['{{ 5 | number: digits: 21 }}', 'digits must be a whole number from 0 to 20'],
  ['{{ "31.12.2024" | date_in }}', 'date_in cannot read "31.12.2024"'],
  ['{{ "2024-02-30" | date_in }}', 'date_in cannot read "2024-02-30"'],
  ['{{ "2024-13-01" | date_in }}', 'date_in cannot read'],
  ['{{ "2024-02-31" | date: "%d %B %Y" }}', 'date cannot read "2024-02-31" as a date; write it as in "2024-12-31"'],
  ['{{ "2023-02-29T10:00:00Z" | date: "%d" }}', 'date cannot read "2023-02-29T10:00:00Z"'],
  ['{{ " 2024-04-31 10:00:00 UTC" | date: "%d" }}', 'date cannot read'],
  ['{{ "0000-00-00" | date: "%d" }}', 'date cannot read "0000-00-00"'],
  ...['true', '"2024"', '2024', '"soon"', '"Invoice 12"', '"2024-02-31-0001"', 'o', '"1.5"', '(1..3)'].map(
    (text) => [`{{ ${text} | date: "%Y" }}`, 'line 1, column 1: date cannot read'] as [string, string],
  ),
  ['{{ true | date_to_xmlschema }}', 'date_to_xmlschema cannot read true'],
  ['{{ 2024 | date_in }}', 'date_in cannot read 2024'],
  ['{{ "2024-01-01" | date: "%Y %i" }}', 'date has no directive "%i"; "%%" is a percent sign'],
  ['{{ "2024-02-31" | date_to_long_string }}', 'date_to_long_string cannot read "2024-02-31"'],
  ...[
    '2024-2-30',
    '2024/02/30',
    '02/30/2024',
    '01.02.2024',
    '31.12.2024',
    'Feb 30 2024',
    '31 February 2024',
    '20240231',
  ].map((text) => [`{{ "${text}" | date: "%d.%m.%Y" }}`, `date cannot read "${text}" as a date`] as [string, string]),
  ['{{ 1 | divided_by: 0 }}', 'divided_by has no result for 1 and 0'],
  ['{{ 7 | modulo: 0 }}', 'modulo has no result for 7 and 0'],
  ['{{ 5 | plus }}', 'plus has no result for 5'],
  ['{{ "2024-01-01" | date_in: "de", "longer" }}', 'style must be full, long, medium or short'],
  ['{{ "2024-01-01T00:00" | date_in: "de", zone: "Mars/Crater" }}', '"Mars/Crater" is not a time zone'],
  ['{{ "5901234123450" | barcode: "ean13" }}', 'ean13: Incorrect EAN-13 check digit'],
  ['{{ "x" | barcode: "ean31" }}', 'did you mean "ean13"?'],
  ['{{ "x" | barcode: "constructor" }}', 'there is no barcode "constructor"'],
  ['{{ "x" | barcode: "code128", width: "1px;background:url(//x)" }}', 'width must be a length'],
  ['{{ "x" | qr_code: "30mm\\"onload=1" }}', 'size must be a length'],
  ['{{ "x" | qr_code: level: "Z" }}', 'level must be L, M, Q or H'],
  ['{{ long | qr_code }}', 'qr_code has at most 4000 characters'],
])('%s is refused by name', async (template, message) => {
  await expect(render(template, { o: {}, long: 'x'.repeat(5000) })).rejects.toThrow(message);
});

test.each([
  ['money: "EUR"', 'money'],
  ['number', 'number'],
  ['percent: "de-DE"', 'percent'],
  ['date_in: "de-DE"', 'date_in'],
  ['qr_code: "30mm"', 'qr_code'],
  ['barcode: "ean13"', 'barcode'],
])('a value that is not there leaves no hole: %s refuses it, with its line', async (use, filter) => {
  for (const value of ['missing', 'nil', 'none', 'empty_text', 'o.missing', 'list[9]']) {
    const error = await render(`<td>\n  {{ ${value} | ${use} }}`, { o: {}, none: null, empty_text: '' }).catch(
      (error) => error,
    );
    expect(error, value).toMatchObject({ code: 'template_error', line: 2, column: 3 });
    expect(error.problem).toBe(`${filter} has no value; if that is allowed, wrap it in "if", or give it a "default"`);
  }
});

test.each([
  ['ean13', '5901234123457'],
  ['ean8', '96385074'],
  ['upca', '012345678905'],
  ['upce', '01234558'],
  ['isbn', '978-1-56581-231-4'],
  ['issn', '0311-175X 00'],
  ['code128', 'Invoice 2024/17'],
  ['gs1-128', '(01)09521234543213'],
  ['sscc18', '(00)006141411234567890'],
  ['code39', 'ABC-123'],
  ['code93', 'ABC-123'],
  ['itf14', '0 46 01234 56789 3'],
  ['interleaved2of5', '1234567890'],
  ['codabar', 'A0123456789B'],
  ['datamatrix', 'Invoice 2024/17'],
  ['aztec', 'Invoice 2024/17'],
  ['pdf417', 'Invoice 2024/17'],
])('barcode draws %s as one picture of a fixed size', async (type, content) => {
  const fragment = parseFragment(await render('{{ c | barcode: type }}', { c: content, type }));
  expect(fragment.childNodes).toHaveLength(1);
  const svg = fragment.childNodes[0] as { nodeName: string; attrs: { name: string; value: string }[] };
  const attributes = Object.fromEntries(svg.attrs.map(({ name, value }) => [name, value]));
  expect(svg.nodeName).toBe('svg');
  expect(attributes['aria-label']).toBe(`Barcode: ${content}`);
  expect(attributes.style).toMatch(/^width:[\d.]+mm;height:[\d.]+mm;/);
});

test('an ISBN without its dashes gets the right form', async () => {
  for (const isbn of ['9783161484100', '3161484100', '316148410X']) {
    await expect(render('{{ c | barcode: "isbn" }}', { c: isbn })).rejects.toThrow(
      'barcode: an ISBN has dashes, as in "978-3-16-148410-0"; for its bars alone, write "ean13"',
    );
  }
});

test('a code is not escaped, and what it says cannot leave its label', async () => {
  const html = await render('{{ x | qr_code }}', { x: '"><script>alert(1)</script>' });
  expect(html).toMatch(/^<svg role="img" aria-label="QR code: &#34;&#62;&#60;script/);
  expect(html).not.toContain('<script');
});

test('a code keeps the quiet zone that its standard wants', async () => {
  const measure = async (template: string) =>
    /viewBox="0 0 (\d+) (\d+)"/
      .exec(await render(template))
      ?.slice(1)
      .map((units) => Number(units) / 2);
  // Version 1 of a QR code has 21 squares, EAN-13 has 95 bars.
  expect(await measure('{{ "x" | qr_code }}')).toEqual([29, 29]);
  expect(await measure('{{ "x" | qr_code: margin: 0 }}')).toEqual([21, 21]);
  expect((await measure('{{ "5901234123457" | barcode: "ean13", text: false }}'))?.[0]).toBe(95 + 2 * 11);
});

test('the size of a code can be set', async () => {
  expect(await render('{{ "x" | qr_code: "45mm" }}')).toContain('width:45mm;height:45mm');
  expect(await render('{{ "x" | barcode: width: "50mm" }}')).toContain('width:50mm;height:auto');
  expect(await render('{{ "x" | barcode: height: "1.5cm", width: "50%" }}')).toContain('width:50%;height:1.5cm');
});

test.each([
  ['ean13', '5901234123457', 11, 0.33],
  ['ean8', '96385074', 7, 0.33],
  ['upca', '012345678905', 9, 0.33],
  ['upce', '01234565', 9, 0.33],
  ['isbn', '978-3-16-148410-0', 11, 0.33],
  ['issn', '0311-175X', 11, 0.33],
  ['code128', 'A', 10, 0.33],
  ['code39', 'A', 10, 0.33],
  ['itf14', '0 46 01234 56789 3', 10, 0.5],
  ['codabar', 'A0123456789B', 10, 0.33],
  ['datamatrix', 'A', 1, 0.5],
  ['aztec', 'A', 0, 0.5],
  ['pdf417', 'A', 2, 0.33],
])('a code %s of %s has a quiet zone of %i modules, each %f mm wide', async (type, content, margin, module) => {
  const measure = async (more: string) => {
    const html = await render(`{{ c | barcode: type, text: false${more} }}`, { c: content, type });
    const [, units, width] = /width:([\d.]+)mm.*viewBox="0 0 (\d+) /.exec(html) ?? [];
    return { mm: Number(units), modules: Number(width) / 2 };
  };
  const [usual, bare] = [await measure(''), await measure(', margin: 0')];
  expect(usual.modules - bare.modules).toBe(2 * margin);
  expect(usual.mm / usual.modules).toBeCloseTo(module, 3);
});
