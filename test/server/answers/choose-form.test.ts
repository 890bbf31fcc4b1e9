import { describe, expect, it } from 'vitest';
import { chooseForm, rankTypes } from '../../../src/server/answers/choose-form.ts';

describe('the form of an answer (RFC 9110, section 12.5.1)', () => {
  it.each([
    [undefined, 'pdf'],
    ['', 'pdf'],
    ['*/*', 'pdf'],
    ['application/*', 'pdf'],
    ['application/json', 'json'],
    ['APPLICATION/JSON ; q=1.000', 'json'],
    ['application/json, application/pdf', 'pdf'],
    ['application/json;q=0.9, application/pdf;q=0.8', 'json'],
    ['application/json;q=0.5, */*;q=0.1', 'json'],
    ['application/pdf;q=0, */*', 'json'],
    ['application/*;q=0.2, application/json;q=0.3', 'json'],
    ['application/pdf;q=0.001', 'pdf'],
    ['text/html, application/json;charset=utf-8', 'json'],
  ])('with Accept: %s is %s', (accept, form) => {
    expect(chooseForm(accept)).toBe(form);
  });

  it.each(['text/html', 'application/pdf;q=0', '*/*;q=0.0', 'image/*', 'application/pdf;q=2', 'application/pdf;q=x'])(
    'is refused with Accept: %s',
    (accept) => {
      expect(() => chooseForm(accept)).toThrow(
        expect.objectContaining({
          code: 'not_acceptable',
          message: 'a render answers application/pdf or application/json',
        }),
      );
    },
  );

  it('has the best first, and equals as they are offered', () => {
    const offered = ['image/png', 'image/webp', 'image/jpeg'];
    expect(rankTypes('image/jpeg, image/*;q=0.5', offered)).toEqual(['image/jpeg', 'image/png', 'image/webp']);
    expect(rankTypes(' ', offered)).toEqual(offered);
    expect(rankTypes('image/webp;q=0.1, image/webp;q=0.7, image/png;q=0.5', offered)).toEqual([
      'image/webp',
      'image/png',
    ]);
  });
});
