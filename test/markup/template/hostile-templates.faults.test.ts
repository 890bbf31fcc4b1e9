import { afterAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/contract/index.ts';
import { templateLimits } from '../../../src/markup/template/template-limits.ts';
import { openTemplateRenderer } from '../../../src/markup/template/template-renderer.ts';

const templates = openTemplateRenderer({ children: 1 });
const render = (template: string, context: object = {}) =>
  templates.render(template, context, { signal: new AbortController().signal, account: 'a' });
/** What became of a template: its text, or the code of its error with a message that must name no path of this machine. */
const tryFill = (template: string, context: object = {}) =>
  render(template, context).catch((error: Error & { code: string }) => {
    expect(error.message).not.toMatch(/node_modules|file:|liquid-child|\/src\//);
    return { code: error.code, message: error.message };
  });
const refused = { code: 'template_error' };

afterAll(() => templates.close());

describe('L01: the names of Object.prototype', () => {
  const names = Object.getOwnPropertyNames(Object.prototype);

  test.each(names)('%s is no filter, tag, variable, field or template', async (name) => {
    expect(await tryFill(`{{ x | ${name} }}`, { x: 1 })).toMatchObject(refused);
    expect(await tryFill(`{{ x | ${name}: x }}`, { x: 1 })).toMatchObject(refused);
    expect(await tryFill(`{% ${name} x %}`)).toMatchObject(refused);
    expect(await tryFill(`{{ ${name} }}`)).toBe('');
    expect(await tryFill(`{{ x.${name} }}{{ x["${name}"] }}`, { x: { y: 1 } })).toBe('');
    expect(await tryFill(`{{ x.${name} }}{{ y.${name} }}`, { x: [1], y: 'text' })).toBe('');
    for (const tag of ['include', 'render', 'layout'])
      expect(await tryFill(`{% ${tag} "${name}" %}`)).toMatchObject(refused);
  });

  test('an assignment to such a name reaches no object', async () => {
    expect(await render('{% assign __proto__ = "x" %}{% assign constructor = "y" %}{{ o.polluted }}', { o: {} })).toBe(
      '',
    );
    expect(await render('{{ polluted }}{{ x.polluted }}', { x: {} })).toBe('');
  });
});

test.each(['/etc/passwd', '../../../package.json', 'package.json', '/proc/self/environ', './liquid-engine.ts'])(
  'L02: no tag reaches the file %s',
  async (path) => {
    for (const tag of ['include', 'render', 'layout']) {
      expect(await tryFill(`{% ${tag} "${path}" %}`)).toMatchObject(refused);
      expect(await tryFill(`{% ${tag} path %}`, { path })).toMatchObject(refused);
    }
  },
);

test.each([
  ['a loop of 1e8 turns', '{% for i in (1..100000000) %}{% endfor %}'],
  ['a table of 1e8 cells', '{% tablerow i in (1..100000000) %}{% endtablerow %}'],
  [
    'a filter of a million items in loops in loops',
    '{% assign l = (1..1000000) %}{% for a in (1..9000) %}{% for b in (1..9000) %}{% assign c = l | where: "x" %}{% endfor %}{% endfor %}',
  ],
  ['a template that includes itself', '{% include "x" %}'],
  ['tags in tags', '{% if true %}'.repeat(50_000)],
  ['brackets in brackets', `{{ a${'[a'.repeat(100_000)}${']'.repeat(100_000)} }}`],
])('L03: %s ends in time', async (_, template) => {
  expect(await tryFill(template)).toMatchObject(refused);
});

test.each([
  ['append', '{% assign a = "xxxx" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}'],
  ['replace', '{% assign a = "xx" %}{% for i in (1..60) %}{% assign a = a | replace: "x", "xx" %}{% endfor %}{{ a }}'],
  ['concat', '{% assign a = (1..9) %}{% for i in (1..60) %}{% assign a = a | concat: a %}{% endfor %}{{ a }}'],
  ['capture', '{% for i in (1..60) %}{% capture a %}x{{ a }}{{ a }}{% endcapture %}{% endfor %}{{ a }}'],
  ['pop', '{% assign a = (1..1000000) %}{% for i in (1..1000) %}{% assign b = a | pop %}{% endfor %}'],
  ['slice', '{% assign a = (1..1000000) %}{% for i in (1..1000) %}{% assign b = a | slice: 0, 999999 %}{% endfor %}'],
  ['a date format', '{{ "now" | date: "%999999999d" }}'],
])('L04: growth by %s ends in time', async (_, template) => {
  expect(await tryFill(template)).toMatchObject(refused);
});

test('L04: data that fills the heap costs one render', async () => {
  const context = { list: Array.from({ length: 2_000_000 }, () => ({})) };
  await expect(render('{{ list | size }}', context)).rejects.toThrow('too much memory');
  expect(await render('{{ x }}', { x: 1 })).toBe('1');
});

test('L05: data keys that are names of the language are plain data', async () => {
  const context = JSON.parse(`{"__proto__": "proto", "toString": "string", "then": "promise", "toLiquid": "drop",
    "constructor": {"prototype": {"polluted": "own"}}, "list": {"size": 7, "length": 8, "first": 9}}`);
  const template = '{{ __proto__ }} {{ toString }} {{ then }} {{ toLiquid }} {{ constructor.prototype.polluted }}';
  expect(await render(template, context)).toBe('proto string promise drop own');
  expect(await render('{{ list.size }} {{ list.length }} {{ list.first }}', context)).toBe('7 8 9');
  expect(await render('{{ polluted }}{{ list.polluted }}', context)).toBe('');
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('L05: printing a whole object is an error that tells what to do', async () => {
  for (const template of ['{{ o }}', '{{ list }}', '{{ o | append: "x" }}', '{{ o | upcase }}'])
    expect(await tryFill(template, { o: { toString: 'x' }, list: [{}] })).toMatchObject({
      ...refused,
      message: expect.stringContaining('name one of its fields'),
    });
});

test('L06: what could leave its place in HTML is escaped in text and in quoted attributes', async () => {
  const x = `<script>alert(1)</script> " ' &amp; \u2028`;
  const escaped = '&lt;script&gt;alert(1)&lt;/script&gt; &#34; &#39; &amp;amp; \u2028';
  expect(await render('<b title="{{ x }}">{{ x }}</b>', { x })).toBe(`<b title="${escaped}">${escaped}</b>`);
  expect(await render('{{ x | append: x | upcase | downcase }}', { x: '<' })).toBe('&lt;&lt;');
  for (const shown of ['y', 'y | raw'])
    expect(await render(`{% capture y %}{{ x }}{% endcapture %}{{ ${shown} }}`, { x: '<' })).toBe('&lt;');
  expect(await render('{% capture y %}{{ x }}{% endcapture %}{{ y | append: x }}', { x: '<' })).not.toContain('<');
  expect(await render('{{ x }}', { x: 'a\ud800b' })).toBe('a\ufffdb');
  expect(await render('{{ x | raw }}', { x: '<b>' })).toBe('<b>');
});

test('L06: json is safe inside a script element', async () => {
  const x = { html: '</script><!-- & \u2028\u2029', list: [1, null, '"'] };
  for (const filter of ['json', 'jsonify', 'inspect']) {
    const text = await render(`{{ x | ${filter} | raw }}`, { x });
    expect(text).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(text)).toEqual(x);
  }
  expect(await render('{{ missing | json | raw }}')).toBe('null');
});

test('L07: data that spells Liquid is printed as text', async () => {
  const x = '{{ secret }} {% assign y = 1 %} | raw {{ "<b>" | raw }}';
  expect(await render('{{ x }}', { x, secret: 'seen' })).toBe(x.replaceAll('"', '&#34;').replace('<b>', '&lt;b&gt;'));
});

test('L08: a template and an output over the limit are refused', async () => {
  expect(await tryFill('x'.repeat(10_000_000))).toMatchObject({ ...refused, message: /5,242,880 characters/ });
  const template = `{% for i in (1..200000) %}${'x'.repeat(1000)}{% endfor %}`;
  expect(await tryFill(template)).toMatchObject({ ...refused, message: /larger than 20 MB/ });
});

test.each([1_500_000, limits.templateContent])(
  'a template of %i characters, as may be stored, is rendered',
  async (length) => {
    const text = '<p>A line of a long template.</p>\n'.repeat(length / 34).slice(9);
    expect(await render(`{{ a }}${text}`, { a: 'b' })).toBe(`b${text}`);
    expect(templateLimits.template).toBe(limits.templateContent);
  },
);

test('an output just under the limit arrives whole', async () => {
  const text = await render(`{% for i in (1..9500) %}${'é'.repeat(1000)}{% endfor %}`);
  expect(text).toBe('é'.repeat(9_500_000));
});

test('data nested beyond reason is refused', async () => {
  let context: object = {};
  for (let level = 0; level < 100_000; level++) context = { context };
  expect(await tryFill('x', context)).toMatchObject({ ...refused, message: /nested too deeply/ });
});

test('a template cannot change its data, but may count', async () => {
  expect(
    await render('{% increment n %}{% increment n %} {{ l | reverse | join }} {{ l | join }}', { l: [1, 2] }),
  ).toBe('01 2 1 1 2');
});
