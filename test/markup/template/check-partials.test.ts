import { describe, expect, it } from 'vitest';
import { templates } from './templates-here.ts';

const render = (template: string, partials: Record<string, string>, names: string[] = []) =>
  templates.render(template, { n: 1 }, { name: 'Invoice', partials, names });

describe('the partials of a stored template', () => {
  it('are rendered, one that is used twice and nested in a layout too', async () => {
    const partials = {
      'layouts/letter': '<main>{% block body %}{% endblock %}</main>{% render "partials/foot" %}',
      'partials/foot': '[{{ n }}{% render "partials/line" %}]',
      'partials/line': '-',
    };
    const template = '{% layout "layouts/letter" %}{% block body %}{% render "partials/line" %}{% endblock %}';
    expect(await render(template, partials)).toBe('<main>-</main>[-]');
  });

  it.each([
    [
      'an unknown name',
      '\n<p>{% render "partials/heder" %}',
      {},
      '"Invoice", line 2, column 4: there is no partial or layout "partials/heder"; did you mean "partials/header"?',
    ],
    [
      'a circle',
      '{% render "partials/a" %}',
      { 'partials/a': '\n{% render "partials/b" %}', 'partials/b': '{% render "partials/a" %}' },
      '"Invoice", partials/b, line 1, column 1: partials/a includes partials/b includes partials/a: partials must not include each other in a circle',
    ],
    ['a name that is computed', '{% render n %}', {}, 'the name of a partial must be in quotes'],
    [
      'a syntax error in a partial',
      '{% render "partials/a" %}',
      { 'partials/a': '\n\n{% iff %}' },
      '"Invoice", partials/a, line 3, column 1:',
    ],
  ])('are refused for %s, with the place', async (_, template, partials, message) => {
    await expect(render(template, partials as never, ['partials/header'])).rejects.toThrow(message);
  });

  it('are refused beyond 20 levels', async () => {
    const nest = (levels: number) =>
      Object.fromEntries(
        Array.from({ length: levels }, (_, n) => [
          `partials/${n}`,
          n + 1 < levels ? `{% render "partials/${n + 1}" %}` : 'end',
        ]),
      );
    expect(await render('{% render "partials/0" %}', nest(20))).toBe('end');
    await expect(render('{% render "partials/0" %}', nest(21))).rejects.toThrow('nested more than 20 levels deep');
  });
});
