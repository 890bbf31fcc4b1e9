import { expect, test } from 'vitest';
import { placePrefix } from '../../src/injected/names.ts';
import { generatedPlace } from '../../src/pdf/index.ts';

test('the PDF library drops the places that the program inside a page adds', () => {
  expect(placePrefix).toBe(generatedPlace);
});
