import { expect, test } from 'vitest';
import { templates } from './templates-here.ts';

const render = (template: string, context: object = {}) => templates.render(template, context);

test.each([
  ['{{ forloop.parentloop.index }}{{ forloop.index }} ', '11 12 21 22 '],
  ['{% if forloop.parentloop.last %}{{ forloop.parentloop.length }}{% endif %}', '22'],
  [
    '{% for c in (1..1) %}{{ forloop.parentloop.parentloop.index0 }}{{ forloop.parentloop.index0 }} {% endfor %}',
    '00 01 10 11 ',
  ],
])('a loop in a loop shows the one around it: %s', async (inner, text) => {
  const template = `{% for a in (1..2) %}{% for b in (1..2) %}${inner}{% endfor %}{% endfor %}`;
  expect(await render(template)).toBe(text);
});

test('the outermost loop has none around it, whatever a value of the template is called', async () => {
  expect(await render('{% for a in (1..2) %}[{{ forloop.parentloop }}]{% endfor %}')).toBe('[][]');
  const context = { forloop: { index: 9 } };
  expect(await render('{% for a in (1..2) %}[{{ forloop.parentloop.index }}]{% endfor %}', context)).toBe('[][]');
});

const cells = '<td class="col1">1</td><td class="col2">2';

test.each([
  ['{{ a }}{% if a == 2 %}{% break %}{% endif %}.', `<tr class="row1">${cells.replace('1<', '1.<')}</td></tr>`],
  [
    '{{ a }}{% if a == 1 %}{% continue %}{% endif %}.',
    `<tr class="row1">${cells}.</td></tr><tr class="row2"><td class="col1">3.</td></tr>`,
  ],
  ['{% break %}', '<tr class="row1"><td class="col1"></td></tr>'],
])('break ends a table, and continue a cell: %s', async (cell, rows) => {
  expect(await render(`{% tablerow a in (1..3) cols: 2 %}${cell}{% endtablerow %}`)).toBe(rows);
});

test('break in a table leaves the loop around it, and all after it, unchanged', async () => {
  const row = '{% tablerow a in (1..2) %}{% break %}{% endtablerow %}';
  const empty = '<tr class="row1"><td class="col1"></td></tr>';
  expect(await render(`{% for b in (1..2) %}{{ b }}${row}{{ a }}.{% endfor %}end`)).toBe(`1${empty}.2${empty}.end`);
  expect(
    await render('{% tablerow a in (1..1) %}{% for b in (1..2) %}{{ b }}{% break %}{% endfor %}.{% endtablerow %}'),
  ).toBe('<tr class="row1"><td class="col1">1.</td></tr>');
});
