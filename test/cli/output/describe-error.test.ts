import { expect, test } from 'vitest';
import { describeError } from '../../../src/cli/output/describe-error.ts';
import { RequestFailure } from '../../../src/cli/output/request-words.ts';
import { ServiceError } from '../../../src/client/index.ts';

const answer = new ServiceError('e_invoice_invalid', '/pdf/e_invoice is not XML', { status: 422, requestId: 'r' });

test('an error of the XML of an invoice names the file that was given, not the document', () => {
  const words = { parts: ['invoice.html'], flags: true, eInvoice: 'bill.xml' };
  expect(describeError(new RequestFailure(answer, words))).toMatchObject({
    message: 'bill.xml: the XML of the e-invoice cannot be used',
    why: '--e-invoice is not XML',
  });
});
