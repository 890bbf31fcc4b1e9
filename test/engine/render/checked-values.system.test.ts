import { describe, expect } from 'vitest';
import type { RenderRequest } from '../../../src/contract/index.ts';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';

const schema = JSON.stringify({
  required: ['number'],
  properties: { lines: { items: { required: ['price'], properties: { price: { type: 'number' } } } } },
});

/** Renders with one stored template. */
function render(parts: RenderRequest['parts'], stored: object = {}) {
  const template = {
    name: 'Invoice',
    content: '<p>No. {{ number }}',
    preview_context: { number: 7 },
    schema,
    ...stored,
  };
  return engine.render({ parts }, { account: 'a', loadTemplate: async () => template });
}

describe('values of a stored template with a schema', () => {
  test('are rendered if they follow it', async () => {
    const texts = [await render({ template: 'a' }), await render({ template: 'a', context: { number: 8 } })];
    expect((await Promise.all(texts.map(({ pdf }) => readPdf(pdf)))).map(({ pages }) => pages)).toEqual([
      ...[['No. 7'], ['No. 8']],
    ]);
  });

  test('are refused with the path of each field', async () => {
    const context = { lines: [{ price: 1 }, { price: '2' }, {}] };
    await expect(render([{ html: 'x' }, { template: 'a', context }])).rejects.toMatchObject({
      code: 'invalid_request',
      part: 1,
      message: 'the values do not follow the schema of the template: number is required (the first of 3 faults)',
      errors: [
        { pointer: '/parts/1/context/number', detail: 'is required' },
        { pointer: '/parts/1/context/lines/1/price', detail: 'must be a number' },
        { pointer: '/parts/1/context/lines/2/price', detail: 'is required' },
      ],
    });
  });

  test('that are those of the template itself name the template', async () => {
    await expect(render({ template: 'a' }, { preview_context: { lines: 1 } })).rejects.toMatchObject({
      errors: [{ pointer: '/parts/template', detail: 'has values of which number is required' }],
    });
  });

  test('are refused with the reason if the schema cannot be used', async () => {
    await expect(render({ template: 'a' }, { schema: '{"type":"text"}' })).rejects.toMatchObject({
      code: 'template_error',
      message: expect.stringContaining("the schema of the template's values cannot be used: schema is invalid"),
    });
  });

  test('are either of the request or a set of the template', async () => {
    await expect(render({ template: { id: 'a', values: 'paid' }, context: {} })).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/parts/template/values', detail: 'is allowed only without context' }],
    });
  });
});
