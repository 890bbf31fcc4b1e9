import { describe, expect, it } from 'vitest';
import { createLocalTemplates, TemplateFault } from '../../../src/cli/service/render-template.ts';

/** A fault as the engine throws it. */
const faultOf = (more: object) => Object.assign(new Error('x'), { problem: 'unknown tag "x"', ...more });

describe('a fault of a template', () => {
  it.each([
    [{}, 'mails/a/content.html: unknown tag "x"', 'the template could not be rendered'],
    [{ line: 3 }, 'mails/a/content.html:3: unknown tag "x"', 'the template could not be rendered'],
    [{ line: 3, column: 7, sourceLine: '  {% x %} ' }, 'mails/a/content.html:3:7: unknown tag "x"', 'in: {% x %}'],
    [{ sourceLine: '  ' }, 'mails/a/content.html: unknown tag "x"', 'the template could not be rendered'],
  ])('names its place: %j', (more, message, why) => {
    const fault = faultOf(more);
    const error = new TemplateFault('mails/a/content.html', fault);
    expect(error).toMatchObject({
      ...{ name: 'TemplateFault', code: 'template_error', message, why, cause: fault },
      ...{
        file: 'mails/a/content.html',
        problem: 'unknown tag "x"',
        fix: 'see it live: platen templates preview mails/a',
      },
    });
    const { line, column, text } = error;
    expect({ line, column, text }).toEqual({ line: undefined, column: undefined, text: undefined, ...pick(more) });
  });

  it.each([
    ['content.html', '.'],
    ['a/content.html', 'a'],
    ['/content.html', '/'],
  ])('of %s is seen in the preview of %s', (file, folder) => {
    expect(new TemplateFault(file, faultOf({})).fix).toBe(`see it live: platen templates preview ${folder}`);
  });

  it('may be in a partial', () => {
    const partial = { file: 'partials/head.html', content: '{% x %}' };
    expect(new TemplateFault('mails/a/content.html', faultOf({ line: 1 }), partial)).toMatchObject({
      ...{ message: 'partials/head.html:1: unknown tag "x"', file: 'partials/head.html', text: '{% x %}' },
      fix: 'see it live: platen templates preview mails/a',
    });
  });
});

/** The place that a fault names. */
function pick({ line, column }: { line?: number; column?: number; sourceLine?: string }) {
  return { ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
}

it.each(['', '<p>{{ a }}', '{% if prerender %}', '{{ layouts }}'])(
  'a template without partials needs no process: %j',
  async (content) => {
    const refuse = () => expect.unreachable('it opens a renderer');
    const templates = createLocalTemplates({ defer: refuse, settings: refuse as never });
    expect(await templates.findPartials({ file: 'a.html', content }, new AbortController().signal)).toEqual([]);
  },
);
