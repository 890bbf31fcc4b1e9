import { expect, test } from 'vitest';
import { TemplateError } from '../../../src/markup/template/template-error.ts';
import { templates } from './templates-here.ts';

async function fail(template: string, context: object = {}, name?: string): Promise<TemplateError> {
  const rendering = templates.render(template, context, name === undefined ? {} : { name });
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

test.each([
  ['{{ 1 | nope }}<!-- SECRET -->', 'line 1, column 8: there is no filter "nope"'],
  ['{% if SECRET %}', 'line 1, column 1: the syntax is not valid'],
  ['{{ SECRET', 'line 1, column 1: the syntax is not valid'],
  ['{% for SECRET %}{% endfor %}', 'line 1, column 1: the syntax is not valid'],
  ['{% assign %} SECRET', 'line 1, column 10: the syntax is not valid'],
])('without its source, the error of %s keeps its place', async (template, message) => {
  const error = (await fail(template)).withoutSource();
  expect([error.message, error.problem, error.sourceLine].join(' ')).not.toContain('SECRET');
  expect(error.message).toBe(message);
});

test('the template’s name stands first where it is known', async () => {
  const error = await fail('{% fro %}', {}, 'Invoice\n"2"');
  expect(error.message).toMatch(/^"Invoice\\n\\"2\\"", line 1, column 1: there is no tag "fro"; did you mean "for"\?/);
});

test.each([
  ['{% endfor %}', '"endfor" closes a "for" that is not open here'],
  ['{% else %}', '"else" is outside'],
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

const placeOf = ({ level, line, column, message }: Awaited<ReturnType<typeof templates.check>>[number]) =>
  `${level} ${line}:${column} ${message}`;

test('a check names every error, each at its place', async () => {
  const template = `{{ a | upcse }}
{% for x in a %}{{ x | mony }}{% endfor %}
{% assgn b = 1 %}{{ b }} {% if a %}`;
  expect((await templates.check(template, { a: [1] })).map(placeOf)).toEqual([
    'error 1:8 there is no filter "upcse"; did you mean "upcase"?',
    'error 2:24 there is no filter "mony"; did you mean "money"?',
    'error 3:1 there is no tag "assgn"; did you mean "assign"?',
  ]);
  expect((await templates.check('{% if a %}{{ a }}', {})).map(placeOf)).toEqual([
    'error 1:1 tag {% if a %} not closed',
  ]);
});

test('a check without an error compares the paths with the values, and reads the HTML', async () => {
  const template = `<html lang="en"><title>{{ customer.name | append: currency }}</title>{% for item in items %}{{ item.prize }}{% endfor %}
{% assign total = 1 %}{{ total }}{% if customer["vat id"] %}{% endif %}{{ list[0].x }}{{ custmer.name }}<img src="x">`;
  const values = {
    customer: { name: 'A', 'vat id': 1 },
    currency: 'EUR',
    items: [{ price: 1 }],
    list: [{ x: 1 }],
    y: 1,
  };
  expect((await templates.check(template, values)).map(placeOf)).toEqual([
    'warning 2:90 custmer is not in the preview context; did you mean customer?',
    'warning 1:96 item.prize: no item in the preview context has prize; did you mean item.price?',
    'warning undefined:undefined y is not used by the template',
    'warning 2:105 an image has no alternative text: alt="…", or alt="" for decoration',
  ]);
  // What fails only while it is rendered is left to the render.
  expect(await templates.check('{% render "x" %}', {})).toEqual([]);
});
