import { describe, expect, it } from 'vitest';
import { checkVariables, parsePath } from '../../../../src/markup/template/checks/check-variables.ts';

/** What is found, in short: `place message`. */
function check(paths: string[], values: object, content = ''): string[] {
  const found = checkVariables(paths, { content, partials: {}, values });
  return found.map(({ where, line, column, message }) => [where, line, column, message].filter(Boolean).join(' '));
}

describe('a path of a template', () => {
  it.each([
    ['a.b-c', ['a', 'b-c']],
    ['a[0].b', ['a', 0, 'b']],
    ["a['x y'].z", ['a', 'x y', 'z']],
    ['a[k].q', ['a', null, 'q']],
  ])('%s has its steps', (path, steps) => {
    expect(parsePath(path)).toEqual(steps);
  });
});

describe('variables that the preview context lacks', () => {
  it('are named with their place and with what was probably meant', () => {
    const content = '<p>"custmer.name"</p>\n{{ custmer.name }} {{- customer.nmae }}';
    expect(check(['custmer.name', 'customer.nmae'], { customer: { name: 'A' } }, content).slice(0, 2)).toEqual([
      'content 2 4 custmer is not in the preview context; did you mean customer?',
      'content 2 24 customer.nmae is not in the preview context; did you mean customer.name?',
    ]);
  });

  it('are reported once for all that is below them', () => {
    expect(check(['a.b', 'a.c', 'a'], {})).toEqual(['content a is not in the preview context']);
  });

  it.each([
    ['properties of lists and texts', ['list.size', 'list.first.x', 'text.size'], { list: [{ x: 1 }], text: 'a' }],
    ['what is null, for it may have a value another time', ['a.b.c'], { a: null }],
    ['what only the data decides', ['a[k].b', 'k'], { a: { x: { b: 1 } }, k: 'x' }],
    ['an item of a short list', ['a[3].b'], { a: [{ b: 1 }] }],
    ['false, 0 and the empty text', ['a', 'b', 'c'], { a: false, b: 0, c: '' }],
  ])('are not %s', (_what, paths, values) => {
    expect(check(paths, values)).toEqual([]);
  });

  it('are found in the items of loops, also of loops in loops', () => {
    const content = `{% for line in order.lines %}{{ line.titel }}{{ line.unit }}
      {%- for tag in line.tags %}{{ tag.nam | append: "tag.x" }}{% endfor %}{% endfor %}
      {% comment %}{{ line.gone }}{% endcomment %}{% raw %}{{ line.raw }}{% endraw %}`;
    const lines = [{ title: 'a', tags: [{ name: 1 }] }, { unit: 'h' }];
    expect(check(['order.lines'], { order: { lines } }, content)).toEqual([
      'content 1 33 line.titel: no item in the preview context has titel; did you mean line.title?',
      'content 2 37 tag.nam: no item in the preview context has nam; did you mean tag.name?',
    ]);
  });

  it('are not looked for in loops over nothing', () => {
    expect(check(['lines'], { lines: [] }, '{% for line in lines %}{{ line.x }}{% endfor %}')).toEqual([]);
  });
});

describe('values that the template does not use', () => {
  it('are named where they begin', () => {
    const values = { seller: { name: 1, vat: 2 }, left: { a: 1 }, lines: [{ x: 1 }] };
    expect(check(['seller.name', 'lines'], values)).toEqual([
      'values seller.vat is not used by the template',
      'values left is not used by the template',
    ]);
  });

  it('are not those below what is used whole or by a computed step', () => {
    expect(check(['a', 'b[k].c', 'k'], { a: { x: { y: 1 } }, b: { z: { c: 1, d: 1 } }, k: 'z' })).toEqual([]);
  });
});
