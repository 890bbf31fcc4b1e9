import { expect, it } from 'vitest';
import { openFileClaims } from '../../../../src/cli/render/batch/file-claims.ts';

const [first, second] = [{ place: 'line 1' }, { place: 'line 2' }];

it('an image belongs to the job that claimed it first', () => {
  const claims = openFileClaims('linux');
  claims.claim(first, ['/out/a.png', '/out/b.png']);
  claims.claim(first, ['/out/b.png']);
  expect([first, second].map((job) => claims.isOfAnother(job, '/out/b.png'))).toEqual([false, true]);
  expect(claims.isOfAnother(second, '/out/c.png')).toBe(false);
});

it('a job that names an image of another one claims no file', () => {
  const claims = openFileClaims('linux');
  claims.claim(first, ['/out/b.png']);
  expect(() => claims.claim(second, ['/out/a.png', '/out/b.png'])).toThrow(
    expect.objectContaining({ code: 'input_invalid', message: 'line 2: /out/b.png is an image of line 1 too' }),
  );
  expect(claims.isOfAnother(first, '/out/a.png')).toBe(false);
});
