import { describe, expect } from 'vitest';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

const css = { type: 'text/css', base64: Buffer.from('p::after { content: " from the asset" }').toString('base64') };

describe('a part in Liquid', () => {
  test('is filled with its context, and uses its assets', async () => {
    const { pdf, warnings } = await renderParts(engine, {
      liquid: '<html lang="en"><title>{{ name }}</title><link rel="stylesheet" href="a.css"><p>Dear {{ name }}',
      context: { name: 'Ada <x>' },
      assets: { 'a.css': css },
    });
    expect((await readPdf(pdf)).pages[0]).toContain('Dear Ada <x> from the asset');
    expect(warnings).toEqual([]);
  });

  test('needs no context', async () => {
    const { pdf } = await renderParts(engine, [{ liquid: '<p>{{ 31.5 | times: 0.21 }}' }, { html: '<p>second' }]);
    expect((await readPdf(pdf)).pages).toEqual(['6.615', 'second']);
  });

  test('names its line and its part in an error', async () => {
    await expect(renderParts(engine, [{ html: 'x' }, { liquid: 'a\n{{ x | nofilter }}' }])).rejects.toMatchObject({
      code: 'template_error',
      message: 'line 2, column 8: there is no filter "nofilter". In: {{ x | nofilter }}',
      part: 1,
      line: 2,
      column: 8,
    });
  });
});
