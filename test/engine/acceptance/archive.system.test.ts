import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import type { EngineError } from '../../../src/children/engine-error.ts';
import { buildPages } from '../../pdf/build-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { openWebPage } from './six-forms.ts';

const render = (parts: unknown, more: object) => engine.render({ parts, ...more } as never, { account: 'test' });
const xml = readFileSync(new URL('../../../examples/factur-x.xml', import.meta.url));
const invoice = { e_invoice: { base64: xml }, conformance: ['pdf/ua-1'] };

describe('a PDF with a font that is not embedded', () => {
  const parts = (address: string) => [address, { pdf: buildPages(1) }];

  test('is refused by its place before anything is loaded', async () => {
    const web = await openWebPage();
    const error = await render(parts(`http://127.0.0.1:${web.port}/`), { pdf: { conformance: ['pdf/a-2b'] } }).catch(
      (error: EngineError) => error,
    );
    expect(error).toMatchObject({
      code: 'not_conforming',
      part: 1,
      detail: 'the font Helvetica is not embedded (ISO 19005-2, 6.2.11.4.1)',
    });
    expect(web.hits).toBe(0);
    await web.close();
  });
});

test('what a request contradicts itself is refused before anything is loaded', async () => {
  const web = await openWebPage();
  const encrypt = { user_password: '', owner_password: 'x' };
  const error = render(`http://127.0.0.1:${web.port}/`, { pdf: { ...invoice, encrypt } });
  await expect(error).rejects.toMatchObject({
    code: 'invalid_request',
    detail: expect.stringContaining('/pdf/encrypt'),
  });
  expect(web.hits).toBe(0);
  await web.close();
});
