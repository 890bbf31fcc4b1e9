import { Liquid } from 'liquidjs';
import { describe, expect, it } from 'vitest';
import { findErrors } from '../../../../src/markup/template/checks/find-errors.ts';

const liquid = new Liquid({ strictFilters: true });

/** The errors of a template as "line:column problem". */
const find = (content: string) =>
  findErrors(liquid, content).map(({ line, column, message }) => `${line}:${column} ${message}`);

describe('the errors of a template', () => {
  it('have their level, their code and their place', () => {
    expect(findErrors(liquid, 'a\n{{ 1 | upcas }}')).toEqual([
      {
        ...{ level: 'error', code: 'template_error', where: 'content', line: 2, column: 8 },
        message: 'there is no filter "upcas"; did you mean "upcase"?',
      },
    ]);
  });

  it.each<[string, string, string[]]>([
    ['nothing', '{{ a }}{% if b %}{% endif %}', []],
    [
      'several tags and outputs, also in one line',
      '{% iff %} {{ 1 | upcas }}\n{{ a | downcas }}',
      [
        '1:1 there is no tag "iff"; did you mean "if"?',
        '1:18 there is no filter "upcas"; did you mean "upcase"?',
        '2:8 there is no filter "downcas"; did you mean "downcase"?',
      ],
    ],
    [
      'an end, and nothing that may come of it',
      '{% endfor %}{% iff %}',
      ['1:1 "endfor" closes a "for" that is not open here', '1:13 there is no tag "iff"; did you mean "if"?'],
    ],
    [
      'a beginning, and not its end',
      '{% fro a in b %}{% endfor %}',
      ['1:1 there is no tag "fro"; did you mean "for"?'],
    ],
    [
      'no else of a wrong beginning',
      '{% iff a %}{% else %}{% endif %}',
      ['1:1 there is no tag "iff"; did you mean "if"?'],
    ],
    ['no when of a wrong beginning', '{% cas a %}{% when 1 %}', ['1:1 there is no tag "cas"; did you mean "case"?']],
  ])('are found in %s', (_what, content, expected) => {
    expect(find(content)).toEqual(expected);
  });

  it('that are open to the end come alone', () => {
    expect(find('{% iff %}{% if a %}')).toHaveLength(1);
    expect(find('{% if a %}')).toEqual([expect.stringContaining('not closed')]);
  });

  it('are twenty at most', () => {
    expect(find('{% iff %}'.repeat(20))).toHaveLength(20);
    expect(find('{% iff %}'.repeat(21))).toHaveLength(20);
  });
});
