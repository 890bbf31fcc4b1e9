import { afterAll, expect, test } from 'vitest';
import { TemplateError } from '../../../src/engine/template/template-error.ts';
import { openTemplateRenderer } from '../../../src/engine/template/template-renderer.ts';

const templates = openTemplateRenderer({ children: 1 });
const options = { signal: new AbortController().signal, account: 'a' };

afterAll(() => templates.close());

async function fail(template: string, context: object = {}, name?: string): Promise<TemplateError> {
  const rendering = templates.render(template, context, name === undefined ? options : { ...options, name });
  const error = await rendering.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(TemplateError);
  return error as TemplateError;
}

test('an error has its place, its line and what is wrong', async () => {
  const error = await fail('<h1>\n\n  <p>{{ total | monye: "EUR" }}</p>\n');
  expect(error).toMatchObject({ code: 'template_error', line: 3, column: 17 });
  expect(error.sourceLine).toBe('  <p>{{ total | monye: "EUR" }}</p>');
  expect(error.message).toBe(
    'line 3, column 17: there is no filter "monye"; did you mean "money"? In: <p>{{ total | monye: "EUR" }}</p>',
  );
});

test('the template’s name stands first where it is known', async () => {
  const error = await fail('{% fro %}', {}, 'Invoice\n"2"');
  expect(error.message).toMatch(/^"Invoice\\n\\"2\\"", line 1, column 1: there is no tag "fro"; did you mean "for"\?/);
});

test.each([
  ['{% endfor %}', '"endfor" closes a "for" that is not open here'],
  ['{% else %}', '"else" stands outside'],
  ['{% if x %}', 'tag {% if x %} not closed'],
  ['{{ x', 'not closed'],
  ['{{ x | zzzzzzzzzzz }}', 'there is no filter "zzzzzzzzzzz". In'],
  ['{% include "footer" %}', 'there is no template "footer" to include'],
  ['{% include p %}', 'a value is of a kind that cannot be used in this way'],
])('%s says what is wrong', async (template, message) => {
  expect((await fail(template, { p: {} })).message).toContain(message);
});

test('a long line is cut around the place', async () => {
  const error = await fail(`${'a'.repeat(5000)}{{ x | nope }}${'b'.repeat(5000)}`);
  expect(error.column).toBe(5008);
  expect(error.sourceLine).toHaveLength(160);
  expect(error.sourceLine).toContain('{{ x | nope }}');
});

test('Windows line ends and control characters do not reach the message', async () => {
  const error = await fail('a\r\n\u001b[31m{{ x | nope }}\r\n');
  expect(error).toMatchObject({ line: 2, sourceLine: ' [31m{{ x | nope }}' });
});

test('the variables of a template are the paths it expects', async () => {
  const template = `{{ customer.name | money: currency }}{% for item in items %}{{ item.price }}{% endfor %}
    {% assign total = 1 %}{{ total }}{% if customer["vat id"] %}{% endif %}{{ list[0].x }}{{ customer.name }}`;
  expect((await templates.listVariables(template, options)).sort()).toEqual([
    'currency',
    'customer.name',
    `customer['vat id']`,
    'items',
    'list[0].x',
  ]);
  await expect(templates.listVariables('{% if %}', options)).rejects.toMatchObject({ code: 'template_error' });
  expect(await templates.listVariables('{% render "x" %}', options)).toEqual([]);
});
