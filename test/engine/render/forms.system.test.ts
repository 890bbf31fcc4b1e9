import { describe, expect } from 'vitest';
import type { Part } from '../../../src/contract/index.ts';
import { readDocumentFacts } from '../../../src/pdf/index.ts';
import { buildForm } from '../../pdf/fields/build-form.ts';
import { extractTexts } from '../draw-page.ts';
import { engine, test } from '../shared-engine.ts';

const pdf = buildForm([{ entries: '/FT /Tx /T (name)' }, { entries: '/FT /Tx /T (town) /MaxLen 5' }]);
const render = (part: Part, more: Part[] = []) =>
  engine.render({ parts: more.length > 0 ? [...more, part] : part }, { account: 'test' });

describe('forms of PDFs', () => {
  test('are filled with bundled fonts, and flattened', async () => {
    const filled = await render({ pdf, fields: { name: 'Žofie Привет', town: 'Praha' } });
    expect(readDocumentFacts(filled.pdf).fields.map(({ value }) => value)).toEqual(['Žofie Привет', 'Praha']);
    const flat = await render({ pdf, fields: { name: 'Žofie Привет' }, flatten: true }, [{ html: '<p>cover' }]);
    expect((await extractTexts(flat.pdf))[1]).toContain('Žofie Привет');
    expect(readDocumentFacts(flat.pdf).fields).toEqual([]);
  });

  test('refuse unknown fields with the nearest and all that there are', async () => {
    const error = await render({ pdf, fields: { nmae: 'x', town: 'Prague' } }, [{ html: '<p>' }]).catch(
      (cause) => cause,
    );
    expect(error).toMatchObject({
      code: 'invalid_request',
      part: 1,
      errors: [
        { pointer: '/parts/1/fields/nmae', detail: 'the form has no such field; did you mean "name"?' },
        {
          pointer: '/parts/1/fields/town',
          detail: 'it takes at most 5 characters, and the text has 6',
        },
        { pointer: '/parts/1/fields', detail: 'the form has "name", "town"' },
      ],
    });
  });
});
