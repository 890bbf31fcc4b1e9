import { describe, expect } from 'vitest';
import { test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

const nest = (count: number) =>
  `<!doctype html><div id=top></div><script>let last = document.getElementById('top');
    for (let count = 0; count < ${count}; count++) { const next = document.createElement('div'); last.append(next); last = next }
    last.append('x')</script>`;

describe('a document that ends the browser', () => {
  test.for([
    ['with tags', {}],
    ['without tags', { tagged: false }],
  ] as const)('is refused for good if its elements are nested too deeply, %s', async ([, options], { engine }) => {
    const parts = [{ html: '<p>first' }, { html: '<div>'.repeat(100_000) }];
    await expect(renderParts(engine, parts, options)).rejects.toMatchObject({
      code: 'page_failed',
      message: 'More than 30000 elements are nested inside one another.',
      part: 1,
    });
  });

  test('is refused for good if a script nests them, and the next render is whole', async ({ engine }) => {
    await expect(renderParts(engine, { html: nest(100_000) })).rejects.toMatchObject({
      code: 'page_failed',
      message: expect.stringContaining('nested too deeply'),
    });
    await expect(renderParts(engine, { html: '<p>next' })).resolves.toMatchObject({ pages: 1 });
  });
});
