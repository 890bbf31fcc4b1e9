import { Liquid, LiquidError } from 'liquidjs';
import { describe, expect, it } from 'vitest';
import { explainProblem } from '../../../src/markup/template/explain-problem.ts';
import { OutputLimitError } from '../../../src/markup/template/output-buffer.ts';

const liquid = new Liquid({ strictFilters: true });

/** What is said of a template that fails. */
function explain(content: string, values: object = {}) {
  try {
    liquid.parseAndRenderSync(content, values);
  } catch (error) {
    return explainProblem(liquid, { content, partials: {} }, error);
  }
  throw new Error('it does not fail');
}

const explainError = (error: unknown) => explainProblem(liquid, { content: '', partials: {} }, error);

describe('the problem of a template', () => {
  it.each([
    ['{{ 1 | upcas }}', 'there is no filter "upcas"; did you mean "upcase"?'],
    ['{{ 1 | qqqqqqqq }}', 'there is no filter "qqqqqqqq"'],
    [`{{ 1 | ${'q'.repeat(60)} }}`, `there is no filter "${'q'.repeat(60)}"`],
    [`{{ 1 | ${'q'.repeat(61)} }}`, `there is no filter "${'q'.repeat(57)}..."`],
    ['{% iff %}', 'there is no tag "iff"; did you mean "if"?'],
    ['{% elsee %}', 'there is no tag "elsee"; did you mean "else"?'],
    ['{% endfr %}', 'there is no tag "endfr"; did you mean "endfor"?'],
    ['{% qqqqqqqq %}', 'there is no tag "qqqqqqqq"'],
    ['{% endfor %}', '"endfor" closes a "for" that is not open here'],
    ['{% else %}', '"else" is outside of an "if", "unless", "case" or "for"'],
    ['{% elsif %}', '"elsif" is outside of an "if", "unless", "case" or "for"'],
    ['{% when %}', '"when" is outside of an "if", "unless", "case" or "for"'],
  ])('is said in words: %s', (content, problem) => {
    expect(explain(content).problem).toBe(problem);
  });

  it.each<[error: unknown, problem: string]>([
    ['text', 'the template could not be rendered'],
    [new OutputLimitError(), 'the rendered template is larger than 20 MB'],
    [new TypeError('x is not a function'), 'a value is of a kind that cannot be used in this way'],
    [
      new TypeError('Cannot convert object to primitive value'),
      'an object cannot be printed: name one of its fields, or add "| json"',
    ],
    [new RangeError('Maximum call stack size exceeded'), 'the template or its data is nested too deeply'],
    [new Error('memory alloc limit exceeded'), 'the template makes too much text or too long a list'],
    [new RangeError('Invalid string length'), 'the template makes too much text or too long a list'],
    [new RangeError('Invalid array length'), 'the template makes too much text or too long a list'],
    [new TypeError('Cannot assign to read only property'), 'a template cannot change its data'],
    [new TypeError('Cannot add property a, object is not extensible'), 'a template cannot change its data'],
    [new TypeError('Cannot delete property a'), 'a template cannot change its data'],
    [
      new Error('ENOENT: Failed to lookup "footer" in "x"'),
      'there is no template "footer" to include: partial templates are not supported here',
    ],
    [new Error('other'), 'other'],
    [new Error('a\u0000\n\u2028b'), 'a b'],
    [new Error('x'.repeat(500)), 'x'.repeat(500)],
    [new Error('x'.repeat(501)), `${'x'.repeat(499)}…`],
  ])('has no place if the error has none: %#', (error, problem) => {
    expect(explainError(error)).toEqual({ problem });
  });
});

describe('the place of a problem', () => {
  it('is the filter that is not known', () => {
    expect(explain('a\n  {{ x | nope }}\nb').place).toEqual({
      line: 2,
      column: 10,
      sourceLine: '  {{ x | nope }}',
      isQuoted: false,
    });
  });

  it('is the start of the tag if the filter is on another line', () => {
    expect(explain('{{ x\n| nope }}').place).toMatchObject({ line: 1, column: 1, sourceLine: '{{ x' });
  });

  it('is quoted if the words are those of the parser', () => {
    expect(explain('{% if x %}').place).toEqual({ line: 1, column: 1, sourceLine: '{% if x %}', isQuoted: true });
    expect(explain('a{{ x').place).toMatchObject({ isQuoted: true });
    expect(explain('{% nope %}').place).toMatchObject({ isQuoted: false });
  });

  it.each<[before: number, after: number, line: string]>([
    [0, 146, `{{ 1 | nope }}${'b'.repeat(146)}`],
    [0, 147, `{{ 1 | nope }}${'b'.repeat(146)}`],
    [72, 147, `${'a'.repeat(72)}{{ 1 | nope }}${'b'.repeat(74)}`],
    [100, 200, `${'a'.repeat(72)}{{ 1 | nope }}${'b'.repeat(74)}`],
    [300, 0, `${'a'.repeat(146)}{{ 1 | nope }}`],
  ])('shows at most 160 characters around it: %i before it and %i after it', (before, after, line) => {
    const { place } = explain(`${'a'.repeat(before)}{{ 1 | nope }}${'b'.repeat(after)}`);
    expect([place?.column, place?.sourceLine]).toEqual([before + 8, line]);
  });

  it('is that in a partial, by its name', () => {
    const content = "a\n{% render 'foot' %}";
    const partials = { foot: 'b\nc\n{{ x | nope }}' };
    const engine = new Liquid({ strictFilters: true, templates: partials });
    let failure: unknown;
    try {
      engine.parseAndRenderSync(content);
    } catch (error) {
      failure = error;
    }
    expect(LiquidError.is(failure)).toBe(true);
    expect(explainProblem(engine, { content, partials }, failure).place).toEqual({
      partial: 'foot',
      line: 3,
      column: 8,
      sourceLine: '{{ x | nope }}',
      isQuoted: false,
    });
    expect(explainProblem(engine, { content, partials: {} }, failure).place).toBeUndefined();
  });
});
