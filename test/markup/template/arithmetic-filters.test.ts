import fc from 'fast-check';
import { Liquid } from 'liquidjs';
import { expect, test } from 'vitest';
import { templates } from './templates-here.ts';

const context = {
  object: { p: 1 },
  list: [1, 2],
  one: [5],
  prices: ['1,50', 2],
  lines: [{ p: 1 }, { p: '1,50' }],
  good: [{ p: 1 }, { p: ' 1.50 ' }, {}, { p: null }, { p: '' }, { p: true }],
  nested: [[1], 2],
};
const render = (template: string) => templates.render(template, context);

test.each([
  ['{{ "19,99" | times: 3 }}', 'times needs a number such as 1234.5, not "19,99"'],
  ['{{ 3 | times: "19,99" }}', 'times needs a number such as 1234.5, not "19,99"'],
  ['{{ "12abc" | plus: 1 }}', 'plus needs a number such as 1234.5, not "12abc"'],
  ['{{ 1 | minus: "EUR 5" }}', 'minus needs a number such as 1234.5, not "EUR 5"'],
  ['{{ 1 | divided_by: "1.234,5" }}', 'divided_by needs a number such as 1234.5, not "1.234,5"'],
  ['{{ 5 | divided_by: 2, "yes" }}', 'divided_by needs a number such as 1234.5, not "yes"'],
  ['{{ "1 000" | modulo: 7 }}', 'modulo needs a number such as 1234.5, not "1 000"'],
  ['{{ "19,99" | round: 1 }}', 'round needs a number such as 1234.5, not "19,99"'],
  ['{{ 19.99 | round: "one" }}', 'round needs a number such as 1234.5, not "one"'],
  ['{{ "1,5" | ceil }}', 'ceil needs a number such as 1234.5, not "1,5"'],
  ['{{ "1,5" | floor }}', 'floor needs a number such as 1234.5, not "1,5"'],
  ['{{ "-1,5" | abs }}', 'abs needs a number such as 1234.5, not "-1,5"'],
  ['{{ "n/a" | at_least: 1 }}', 'at_least needs a number such as 1234.5, not "n/a"'],
  ['{{ 1 | at_most: "10%" }}', 'at_most needs a number such as 1234.5, not "10%"'],
  ['{{ prices | sum }}', 'sum needs a number such as 1234.5, not "1,50"'],
  ['{{ lines | sum: "p" }}', 'sum needs a number such as 1234.5, not "1,50"'],
  ['{{ lines | sum }}', 'sum needs a number such as 1234.5, not an object'],
  ['{{ nested | sum }}', 'sum needs a number such as 1234.5, not a list'],
  ['{{ object | plus: 1 }}', 'plus needs a number such as 1234.5, not an object'],
  ['{{ 1 | plus: list }}', 'plus needs a number such as 1234.5, not a list'],
  ['{{ one | plus: 1 }}', 'plus needs a number such as 1234.5, not a list'],
  ['{{ " " | plus: 1 }}', 'plus needs a number such as 1234.5, not " "'],
  ['{{ "Infinity" | plus: 1 }}', 'not "Infinity"'],
  ['{{ "1e999" | plus: 1 }}', 'not "1e999"'],
  ['{{ "0x10" | plus: 1 }}', 'not "0x10"'],
])('%s is refused rather than counted as 0', async (template, message) => {
  await expect(render(template)).rejects.toThrow(message);
});

test.each([
  ['{{ 9007199254740993 }}', '9007199254740993'],
  [
    '{% assign id = -12345678901234567890 %}{{ id }} {{ id | append: "!" }}',
    '-12345678901234567890 -12345678901234567890!',
  ],
  ['{{ "9007199254740993" | minus: 1 }} {{ 9007199254740993 | minus: 9 }}', '9007199254740992 9007199254740984'],
  [
    '{{ 9007199254740991 | plus: 2 }} {{ "9007199254740991,2" | split: "," | sum }}',
    '9007199254740993 9007199254740993',
  ],
  ['{{ 31.5 | times: 0.21 }} {{ 1.005 | times: 100 }} {{ 0.1 | plus: 0.2 }}', '6.615 100.5 0.3'],
  ['{% assign rest = 0.3 | minus: 0.2 | minus: 0.1 %}{{ rest }} {{ rest == 0 }} {{ rest < 0 }}', '0 true false'],
  ['{{ 0 | times: -1 }} {{ -0.4 | round }} {{ -0.4 | ceil }} {{ "-0" | abs }} {{ "-0" | plus: 0 }}', '0 0 0 0 0'],
  ['{{ 1 | divided_by: 3 }} {{ 200 | divided_by: 3 }}', '0.3333333333333333333333333333 66.66666666666666666666666667'],
  ['{{ 1 | divided_by: 3 | times: 3 | round: 2 }} {{ 0.7 | divided_by: 0.1, true }}', '1 7'],
  ['{{ 1.00000000000000000001 }} {{ 0.0000001 | times: 1 }}', '1.00000000000000000001 0.0000001'],
  ['{{ 2.5 | round: 0, rounding: "half-even" }} {{ 1250 | round: -2 }} {{ -1.005 | round: 2 }}', '2 1300 -1.01'],
  ['{{ -7.5 | modulo: 2 }} {{ 7 | modulo: -3 }} {{ 0.3 | modulo: 0.1 }} {{ -6 | modulo: 3 }}', '0.5 -2 0 0'],
])('%s gives %s, to the last digit', async (template, text) => {
  expect(await render(template)).toBe(text);
});

test('numbers with more digits than JavaScript keeps compare and sort by their value', async () => {
  const third = '{% assign third = 1 | divided_by: 3 %}{% assign same = 2 | divided_by: 6 %}';
  expect(
    await render(
      `${third}{{ third == same }} {{ third < 0.34 }} {{ 0.33 >= third }} {{ third > same }} {{ third <= same }} {{ third == "x" }} {{ third > "0.3" }} {{ nil == third }}`,
    ),
  ).toBe('true true false false true false true false');
  expect(
    await render(
      '{% assign a = 1 | divided_by: 3 %}{% assign b = 20 | divided_by: 3 %}{% assign c = "" | split: "," | push: b | push: 2 | push: a | sort %}{{ c | join: " " }}',
    ),
  ).toBe('0.3333333333333333333333333333 2 6.666666666666666666666666667');
  expect(await render(`${third}{{ third | json | raw }}{% if third %} yes{% endif %} {{ third | default: 1 }}`)).toBe(
    '0.3333333333333333333333333333 yes 0.3333333333333333333333333333',
  );
});

test('a result beyond the range of numbers is an error, and products stay bounded', async () => {
  await expect(render('{{ "1e300" | times: "1e300" }}')).rejects.toThrow('times has no result for "1e300" and "1e300"');
  const text = await render(
    '{% assign n = 1.23456789 %}{% for i in (1..30) %}{% assign n = n | times: 1.23456789 %}{% endfor %}{{ n }}',
  );
  expect(text.length).toBeLessThan(70);
});

/** Decimals as whole numbers of a ten-thousandth, counted in BigInt. */
const amounts = fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n });
const scale = 10n ** 4n;

function writeUnits(units: bigint, digits: number): string {
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0');
  const written = `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/\.?0+$/, '');
  return units < 0n ? `-${written}` : written;
}

/** Half away from zero. */
function divideRounded(units: bigint, by: bigint): bigint {
  const half = ((units < 0n ? -units : units) * 2n + by) / (by * 2n);
  return units < 0n ? -half : half;
}

test('amounts add up to the last digit, as counted in whole numbers', async () => {
  await fc.assert(
    fc.asyncProperty(amounts, amounts, async (one, other) => {
      const values = { one: JSON.parse(writeUnits(one, 4)), other: JSON.parse(writeUnits(other, 4)) };
      const text = await templates.render(
        '{{ one | plus: other }} {{ one | minus: other }} {{ one | times: other }} {{ one | times: other | round: 2 }} {{ one | at_least: other }} {{ one < other }}',
        values,
      );
      expect(text).toBe(
        [
          writeUnits(one + other, 4),
          writeUnits(one - other, 4),
          writeUnits(one * other, 8),
          writeUnits(divideRounded(one * other, scale * 100n), 2),
          writeUnits([one, other].sort((a, b) => Number(a - b))[1] as bigint, 4),
          one < other,
        ].join(' '),
      );
    }),
    { numRuns: 300 },
  );
});

test('every amount that ends in half a cent of tax is rounded up', async () => {
  const amounts = Array.from({ length: 2000 }, (_, index) => 50n + BigInt(index) * 100n);
  const text = await templates.render(
    '{% for a in amounts %}{{ a | times: 0.21 | round: 2 }}|{{ a | times: 0.21 | money: "EUR", "en" }}\n{% endfor %}',
    { amounts: amounts.map((cents) => Number(writeUnits(cents, 2))) },
  );
  const expected = amounts.map((cents) => {
    const tax = writeUnits(divideRounded(cents * 21n, 100n), 2);
    return `${tax}|${new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }).format(tax as Intl.StringNumericLiteral)}`;
  });
  expect(
    text
      .trim()
      .split('\n')
      .filter((line) => line !== ''),
  ).toEqual(expected);
});

test('a quotient is the exact one, rounded to 28 digits once', async () => {
  await fc.assert(
    fc.asyncProperty(amounts, fc.bigInt({ min: 1n, max: 10n ** 9n }), async (value, by) => {
      const text = await templates.render(
        '{{ value | divided_by: by }} {{ value | divided_by: by, true }} {{ value | modulo: by }}',
        { value: Number(value), by: Number(by) },
      );
      const whole = value / by - (value % by < 0n ? 1n : 0n);
      const [quotient = '', ...rest] = text.split(' ');
      expect(rest).toEqual([String(whole), String(value - whole * by)]);
      // Within half a unit of the last of its 28 digits, of which zeros at the end are not written.
      const [integer = '', fraction = ''] = quotient.replace('-', '').split('.');
      const exponent = integer === '0' ? -1 - fraction.search(/[1-9]|$/) : integer.length - 1;
      const scale = 60;
      const written = BigInt(quotient.replace('.', '')) * 10n ** BigInt(scale - fraction.length);
      const off = (written * by - value * 10n ** BigInt(scale)) * 2n;
      expect((off < 0n ? -off : off) <= by * 10n ** BigInt(scale + exponent - 27)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('an error has its place, and cuts a long text short', async () => {
  const error = await render(`<p>\n  {{ "${'x'.repeat(500)}" | times: 3 }}`).catch((error: unknown) => error);
  expect(error).toMatchObject({ code: 'template_error', line: 2, column: 3 });
  expect(error).toHaveProperty('problem', `times needs a number such as 1234.5, not "${'x'.repeat(56)}...`);
});

test.each([
  ['{{ "12" | plus: " 12.50 " }}', '24.5'],
  ['{{ "1e3" | times: "-2" }} {{ "+1.5E-1" | times: ".5" }} {{ "5." | minus: 1 }}', '-2000 0.075 4'],
  ['{{ 7 | divided_by: 2 }} {{ 7 | divided_by: "2", true }} ', '3.5 3 '],
  ['{{ -7 | modulo: "3" }} {{ "1.005" | round: 2 }} {{ "2.5" | round }}', '2 1.01 3'],
  ['{{ "1.2" | ceil }} {{ "-1.2" | floor }} {{ "-3" | abs }}', '2 -2 3'],
  ['{{ "4" | at_least: 5 }} {{ "4" | at_most: "3" }}', '5 3'],
  ['{{ true | plus: 1 }} {{ 5 | times: false }}', '2 0'],
  ['{{ good | sum: "p" }} {{ list | sum }} {{ "12" | sum }} {{ object | sum: "p" }}', '3.5 3 12 1'],
  ['{{ "1,50" | split: "," | sum }} {{ (1..4) | sum }}', '51 10'],
])('%s gives %s, as in Liquid everywhere', async (template, text) => {
  expect(await render(template)).toBe(text);
  expect(await new Liquid().parseAndRender(template, context)).toBe(text);
});

test('what is missing or empty counts as 0, so that a total can start from nothing', async () => {
  expect(await render('{% assign total = total | plus: 5 %}{{ total | plus: missing }}')).toBe('5');
  expect(await render('{{ nil | times: 3 }} {{ "" | plus: 1 }} {{ 1 | plus: "" }} {{ empty | plus: 2 }}')).toBe(
    '0 1 1 2',
  );
  expect(await render('{{ missing | sum }} {{ nil | sum: "p" }} {{ list | sum: "p" }}')).toBe('0 0 0');
});
