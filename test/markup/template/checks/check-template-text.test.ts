import { describe, expect, it } from 'vitest';
import { templates } from '../templates-here.ts';

const head = '<html lang="en"><title>T</title>';

describe('the check of a template', () => {
  it('has the variables, and what readers of its HTML miss', async () => {
    const found = await templates.check(`${head}\n<img src="{{ a }}">{{ b }}`, { a: 'x.png', c: 1 });
    expect(found.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['unknown_variable', 2, 23],
      ['unused_value', undefined, undefined],
      ['no_alternative', 2, 1],
    ]);
  });

  it('has the errors alone where there are any, of partials too', async () => {
    const partials = { 'partials/a': '\n{% iff %}', 'partials/b': '{{ 1 | upcas }}' };
    const found = await templates.check('<p>{{ b }}{{ 1 | downcas }}', {}, { partials });
    expect(found.map(({ message, partial, line }) => [message.split(';')[0], partial, line])).toEqual([
      ['there is no filter "downcas"', undefined, 1],
      ['there is no tag "iff"', 'partials/a', 2],
      ['there is no filter "upcas"', 'partials/b', 1],
    ]);
  });

  it('has the variables of partials', async () => {
    const partials = { 'partials/a': '{{ b }}{{ c }}' };
    const content = `${head}{% render "partials/a", b: b %}{{ c }}`;
    const found = await templates.check(content, { b: 1, c: 2, d: 3 }, { partials });
    expect(found.map(({ message }) => message)).toContainEqual('d is not used by the template');
    expect(found.map(({ message }) => message)).not.toContainEqual('b is not used by the template');
  });

  it('leaves a mistake that shows only in a render to the render', async () => {
    expect(await templates.check('{{ a | plus: 1 | json }}{% include a %}', { a: 'no' })).toEqual([]);
  });

  it('has 200 findings at most, with 500 characters each', async () => {
    const values = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`v${at}`, 1]));
    expect(await templates.check(head, values)).toHaveLength(200);
    const { length } = ' is not used by the template';
    const [long] = await templates.check(head, { ['v'.repeat(501 - length)]: 1 });
    expect(long?.message).toHaveLength(500);
    const [cut] = await templates.check(head, { [`${'v'.repeat(497)}🎉🎉`]: 1 });
    expect(cut?.message.isWellFormed()).toBe(true);
  });
});
