import { describe, expect, it } from 'vitest';
import { checkVariables, locateOffset, parsePath } from '../../../../src/markup/template/checks/check-variables.ts';

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
    ['a["x.y"].z', ['a', 'x.y', 'z']],
    ["a['it\\'s']", ['a', "it\\'s"]],
    ["a['']", ['a', '']],
    ['a[12]', ['a', 12]],
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

describe('the place of a variable', () => {
  const place = (paths: string[], content: string, partials: Record<string, string> = {}, values = {}) =>
    checkVariables(paths, { content, partials, values }).map(({ partial, line, column }) => [partial, line, column]);

  it.each<[string, string, number, number]>([
    ['is the whole name', '{{ ab }}{{ x.a }}{{ a-b }}\n{{ a }}', 2, 4],
    ['may be in a tag', '{% if a %}', 1, 7],
    ['may be before a field', '{{ a.b }}', 1, 4],
  ])('%s', (_what, content, line, column) => {
    expect(place(['a'], content)).toEqual([[undefined, line, column]]);
  });

  it('may be in a partial, or unknown', () => {
    const partials = { 'partials/one': '{{ b }}', 'partials/two': '\n{{ a }}' };
    expect(place(['a'], '{{ b }}', partials, { b: 1 })).toContainEqual(['partials/two', 2, 4]);
    expect(place(['a'], 'a')).toEqual([[undefined, undefined, undefined]]);
  });

  it('may have brackets', () => {
    expect(place(['a[0].x'], '{{ a0.x }}{{ a[0].x }}', {}, { a: [{ b: 1 }] })).toEqual([[undefined, 1, 14]]);
  });
});

describe('what is compared', () => {
  it.each<[string, string[], object, string[]]>([
    ['the first of a list', ['l.first.y'], { l: [{ x: 1 }, { y: 1 }] }, ['content l.first.y']],
    ['the last of a list', ['l.last.x'], { l: [{ x: 1 }, { y: 1 }] }, ['content l.last.x']],
    ['an item by its number', ['l[1].x'], { l: [{ x: 1 }, { y: 1 }] }, ['content l[1].x']],
    ['a number of what is no list', ['a[0].x'], { a: { b: 1 } }, ['values a.b']],
    ['a field of a list', ['l.x.y'], { l: [{ x: 1 }] }, []],
    ['a field of a text', ['t.x'], { t: 'a' }, []],
    ['a field of a number', ['n.x.y'], { n: 1 }, []],
    ['the size of an object', ['o.size'], { o: { a: 1 } }, ['values o.a']],
    ['the size of a list', ['l.size.x'], { l: [1] }, []],
    [
      'names that are no words',
      ["a['x y'].z"],
      { a: { 'x y': { w: 1 } } },
      ['content a["x y"].z', 'values a["x y"].w'],
    ],
    ['what all have inherited', ['toString'], {}, ['content toString']],
    ['values in values', ['a.b.c'], { a: { b: { c: 1, d: 2 }, e: 3 } }, ['values a.b.d', 'values a.e']],
    ['a list as a whole', ['a[0].b'], { a: [{ b: 1, c: 2 }] }, []],
    ['null as a whole', ['a.b'], { a: null }, []],
    ['what a longer path reads', ['a.b.c'], { a: { b: 1 } }, []],
  ])('is %s', (_what, paths, values, expected) => {
    const found = checkVariables(paths, { content: '', partials: {}, values });
    expect(found.map(({ where, message }) => `${where} ${message.replace(/ is not .*/, '')}`)).toEqual(expected);
    for (const { level, code, where } of found) {
      expect([level, code]).toEqual(['warning', where === 'values' ? 'unused_value' : 'unknown_variable']);
    }
  });
});

describe('fields of loop variables', () => {
  it.each<[string, string, object, string[]]>([
    ['of a field of an item', '{% for a in l %}{% for b in a.m %}{{ b.y }}', { l: [{ m: [{ x: 1 }] }] }, ['b.y']],
    ['of a table row', '{% tablerow a in l %}{{ a.y }}', { l: [{ x: 1 }] }, ['a.y']],
    ['once for each', '{% for a in l %}{{ a.y }}{{ a.y }}{{ a.z }}', { l: [{ x: 1 }] }, ['a.y', 'a.z']],
    [
      'of two loops',
      '{% for a in l %}{% endfor %}{% for a in m %}{{ a.x }}{{ a.y }}{{ a.z }}',
      { l: [{ x: 1 }], m: [{ y: 1 }] },
      ['a.z'],
    ],
    ['that other items have', '{% for a in l %}{{ a.y }}', { l: [{ x: 1 }, { y: 1 }] }, []],
    ['that lists and texts have', '{% for a in l %}{{ a.size }}{{ a.first }}{{ a.last }}', { l: [{ x: 1 }] }, []],
    ['of lists in lists', '{% for a in l %}{{ a.x }}', { l: [[1], { y: 1 }] }, []],
    ['of texts and nulls', '{% for a in l %}{{ a.x }}', { l: ['a', null, 1] }, []],
    ['of what is no list', '{% for a in l %}{{ a.x }}', { l: { x: 1 } }, []],
    ['of what is not there', '{% for a in b.c.d %}{{ a.x }}', { b: null }, []],
    ['of a field of a field', '{% for a in l %}{{ b.a.y }}{{ a.x.y }}', { l: [{ x: 1 }] }, []],
    ['outside of tags', '{% for a in l %} a.y ', { l: [{ x: 1 }] }, []],
  ])('are compared: %s', (_what, content, values, expected) => {
    const found = checkVariables(
      ['l', 'm', 'b', 'c'].filter((name) => name in values),
      { content, partials: {}, values },
    );
    expect(found.map(({ message }) => message.split(':')[0])).toEqual(expected);
  });

  it('are placed', () => {
    const content = '\n{% for line in lines %}\n  {{ line.title | append: line.price }}';
    const [found] = checkVariables(['lines'], { content, partials: {}, values: { lines: [{ title: 1 }] } });
    expect(found).toEqual({
      ...{ level: 'warning', code: 'unknown_variable', where: 'content', line: 3, column: 27 },
      message: 'line.price: no item in the preview context has price',
    });
  });
});

it.each<[string, number, number, number]>([
  ['', 0, 1, 1],
  ['ab', 1, 1, 2],
  ['a\nb', 1, 1, 2],
  ['a\nb', 2, 2, 1],
  ['a\n\nb', 2, 2, 1],
  ['a\n\nb', 3, 3, 1],
  ['\na', 1, 2, 1],
])('in %j the offset %d is in line %d, column %d', (text, offset, line, column) => {
  expect(locateOffset(text, offset)).toEqual({ line, column });
});
