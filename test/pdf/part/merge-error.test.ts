import { expect, it } from 'vitest';
import { PdfDamage, PdfEncrypted } from '../../../src/pdf/objects/objects.ts';
import { explainDamage, readAlone } from '../../../src/pdf/part/merge-error.ts';

it.each([
  [new PdfDamage('no trailer'), 'The PDF cannot be read: no trailer.'],
  [new PdfEncrypted('it is encrypted'), 'The PDF needs a password.'],
])('explains %s to the caller', (damage, message) => {
  expect(explainDamage(damage, 3)).toMatchObject({ code: 'pdf_invalid', part: 3, message, cause: damage });
});

it('explains the damage of a PDF that is read alone, and no other error', () => {
  const fail = (error: Error) => () =>
    readAlone(() => {
      throw error;
    });
  expect(readAlone(() => 7)).toBe(7);
  expect(fail(new PdfDamage('no trailer'))).toThrow(expect.objectContaining({ code: 'pdf_invalid', part: 0 }));
  expect(fail(new RangeError('too much'))).toThrow(new RangeError('too much'));
});
