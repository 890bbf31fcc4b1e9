import { expect, it } from 'vitest';
import { readContextText } from '../../../src/cli/templates/context-text.ts';

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
