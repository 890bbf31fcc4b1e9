import { Liquid } from 'liquidjs';
import { afterAll, expect, test } from 'vitest';
import { openTemplateRenderer } from '../../../src/engine/template/template-renderer.ts';

const templates = openTemplateRenderer({ children: 1 });
const signal = new AbortController().signal;
const context = {
  object: { p: 1 },
  list: [1, 2],
  one: [5],
  prices: ['1,50', 2],
  lines: [{ p: 1 }, { p: '1,50' }],
  good: [{ p: 1 }, { p: ' 1.50 ' }, {}, { p: null }, { p: '' }, { p: true }],
  nested: [[1], 2],
};
const render = (template: string) => templates.render(template, context, { signal, account: 'a' });

afterAll(() => templates.close());

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
  ['{{ 9007199254740993 }}', 'this is 9007199254740992'],
  ['{% assign id = -12345678901234567890 %}{{ id | barcode }}', 'barcode is given -12345678901234567000'],
  ['{{ "9007199254740993" | minus: 1 }}', 'minus counts with 9007199254740992'],
  ['{{ 9007199254740993 | minus: 9 }}', 'minus counts with 9007199254740992'],
  ['{{ 9007199254740993 | money: "EUR" }}', 'money is given 9007199254740992'],
  ['{{ 9007199254740991 | plus: 2 }}', 'plus gives 9007199254740992'],
  ['{{ "9007199254740991,2" | split: "," | sum }}', 'sum gives 9007199254740992'],
])('%s is refused rather than rounded', async (template, message) => {
  await expect(render(template)).rejects.toThrow(
    `${message}, and whole numbers beyond 9007199254740991 are rounded; a text keeps its digits: write it in quotes`,
  );
});

test('whole numbers are exact up to where they are refused, and texts beyond', async () => {
  expect(await render('{{ 9007199254740990 | plus: 1 }} {{ "9007199254740993" }}')).toBe(
    '9007199254740991 9007199254740993',
  );
});

test('an error has its place, and cuts a long text short', async () => {
  const error = await render(`<p>\n  {{ "${'x'.repeat(500)}" | times: 3 }}`).catch((error: unknown) => error);
  expect(error).toMatchObject({ code: 'template_error', line: 2, column: 3 });
  expect(error).toHaveProperty('problem', `times needs a number such as 1234.5, not "${'x'.repeat(56)}...`);
});

test.each([
  ['{{ "12" | plus: " 12.50 " }}', '24.5'],
  ['{{ "0.1" | plus: "0.2" }}', '0.30000000000000004'],
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
