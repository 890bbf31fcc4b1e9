import { expect, it } from 'vitest';
import type { RenderRequest } from '../../../src/contract/index.ts';
import { outlineRequest } from '../../../src/server/records/outline-request.ts';

const id = '0190A6C4-5b7e-7d3a-9f21-3c5d8e7f1a2b';
const outline = (request: object) => outlineRequest(request as RenderRequest);

it.each<[object, string]>([
  [{ parts: 'https://a.example' }, 'url'],
  [{ parts: [{ html: 'x' }, { html: 'y' }] }, 'html'],
  [{ parts: [{ html: 'x' }, { pdf: 'y' }] }, 'several'],
  [{ parts: { liquid: 'x' } }, 'liquid'],
  [{ parts: { toc: {} } }, 'toc'],
])('the source of %j is %s', (request, source) => {
  expect(outline(request)).toMatchObject({ source, template: null });
});

it('names the first template by its id', () => {
  expect(outline({ parts: [{ html: 'x' }, { template: id }, { template: 'other' }] }).template).toBe(id.toLowerCase());
});

it('names what is set, and shows no value', () => {
  const request = {
    parts: [
      {
        template: id,
        context: { a: 'SECRET', b: 'SECRET' },
        assets: { 'a.png': 'SECRET' },
        options: { margin: '7mm' },
      },
      'https://SECRET.example',
    ],
    options: { page_size: 'A4' },
    attachments: ['SECRET', 'SECRET'],
    language: 'SECRET',
  };
  const { shape } = outline(request);
  expect(shape).toEqual({
    parts: [{ source: 'template', context_fields: 2, assets: 1, options: ['margin'] }, { source: 'url' }],
    options: ['page_size'],
    attachments: 2,
    language: 'string',
  });
});

it('shows twenty parts, and how many more there are', () => {
  const parts = Array.from({ length: 21 }, () => ({ html: 'x' }));
  expect(outline({ parts: parts.slice(1) }).shape).toEqual({ parts: Array(20).fill({ source: 'html' }) });
  expect(outline({ parts }).shape).toEqual({ parts: Array(20).fill({ source: 'html' }), more_parts: 1 });
});
