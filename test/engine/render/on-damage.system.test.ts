import { describe, expect } from 'vitest';
import { buildPages } from '../../pdf/build-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

const pdf = (bytes: Buffer) => ({ pdf: bytes.toString('base64') });
const edit = (bytes: Buffer, from: string | RegExp, to: string) =>
  Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1');
const whole = pdf(buildPages(2));
const lacking = edit(buildPages(3), 'Contents 7 0 R', 'Contents 0 0 R');
const moved = pdf(edit(buildPages(2), /startxref\s+\d+/, 'startxref\n7'));

describe('on_damage', () => {
  test('warns by default', async () => {
    const { warnings } = await renderParts(engine, [whole, pdf(lacking)]);
    expect(warnings).toEqual([{ part: 1, code: 'pdf_repaired', detail: 'page 2: its content is missing' }]);
  });

  test('fails with the part and the pages that lost something', async () => {
    const worse = edit(lacking, 'Contents 9 0 R', 'Contents 0 0 R');
    await expect(renderParts(engine, [whole, pdf(worse)], { on_damage: 'fail' })).rejects.toMatchObject({
      code: 'pdf_damaged',
      part: 1,
      stage: 'bind',
      detail: 'The PDF is damaged: page 2: its content is missing; page 3: its content is missing.',
    });
  });

  test('fails for a repair that loses nothing', async () => {
    await expect(renderParts(engine, moved, { on_damage: 'fail' })).rejects.toMatchObject({
      code: 'pdf_damaged',
      part: 0,
      detail: expect.stringContaining('cross-reference'),
    });
  });

  test('is chosen for each part', async () => {
    const lenient = { ...moved, options: { on_damage: 'warn' } };
    const { warnings } = await renderParts(engine, [lenient, whole], { on_damage: 'fail' });
    expect(warnings.map(({ part, code }) => `${part} ${code}`)).toEqual(['0 pdf_repaired']);
    const strict = [moved, { ...moved, options: { on_damage: 'fail' } }];
    await expect(renderParts(engine, strict)).rejects.toMatchObject({ code: 'pdf_damaged', part: 1 });
  });

  test('lets a sound document pass', async () => {
    expect(
      (await renderParts(engine, [whole, { html: 'text' }], { on_damage: 'fail', tagged: false })).warnings,
    ).toEqual([]);
  });
});
