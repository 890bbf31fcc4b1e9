import { expect, it } from 'vitest';
import { digestText, readContextText } from '../../../src/cli/templates/context-text.ts';

it('refuses values with an integer that would be rounded, and says where it stands', () => {
  const read = () => readContextText('\ufeff{\n  "order": { "id": 12345678901234567890 }\n}', 'preview_context.json');
  expect(read).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(/^preview_context\.json:2:20: \/order\/id is a whole number beyond/),
      line: 2,
      column: 20,
    }),
  );
});

it('has a digest, which is empty for a file that is missing', () => {
  expect(digestText(undefined)).toBe('');
  expect(digestText('a')).toBe('ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5yuYB3ha_uSLs');
});
