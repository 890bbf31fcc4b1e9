import { expect, it } from 'vitest';
import type { S3Address } from '../../../../src/jobs/results/s3/s3-address.ts';
import { explainOutage, explainRefusal } from '../../../../src/jobs/results/s3/s3-errors.ts';
import { isCut, readObjects } from '../../../../src/jobs/results/s3/s3-listing.ts';

const address = { bucket: 'b', root: new URL('https://s3.example:9000/b/') } as S3Address;
const name = 'the bucket "b" at s3.example:9000';

it.each([
  [404, 'NoSuchBucket', `results_unavailable: ${name} does not exist (404 NoSuchBucket)`],
  [404, '', `results_unavailable: ${name} does not exist (404)`],
  [403, '', `results_unavailable: ${name} does not allow this to the key (403)`],
  [
    403,
    'SignatureDoesNotMatch',
    `results_unavailable: ${name} refuses the signature: the secret is wrong (403 SignatureDoesNotMatch)`,
  ],
  [301, 'PermanentRedirect', `results_unavailable: ${name} is in another region (301 PermanentRedirect)`],
  [500, 'InternalError', `results_unavailable: ${name} fails (500 InternalError)`],
  [409, 'QuotaExceeded', `storage_full: ${name} has no room left (409 QuotaExceeded)`],
  [507, '', `storage_full: ${name} has no room left (507)`],
  [400, 'EntityTooLarge', 'result_too_large: the PDF is larger than the store of results takes'],
  [413, '', 'result_too_large: the PDF is larger than the store of results takes'],
])('explains the answer %d %s', (status, code, text) => {
  const error = explainRefusal(address, { status, code });
  expect(`${error.code}: ${error.message}`).toBe(text);
});

it('explains an answer that never came', () => {
  const known = explainRefusal(address, { status: 500, code: '' });
  expect(explainOutage(address, known)).toBe(known);
  expect(explainOutage(address, Object.assign(new Error('x'), { code: 'ETIMEDOUT' })).message).toBe(
    `${name} cannot be reached (ETIMEDOUT)`,
  );
  expect(explainOutage(address, new Error('x')).message).toBe(`${name} breaks off`);
});

it('reads a page of a listing', () => {
  const page = `<R><IsTruncated>true</IsTruncated>
    <Contents><Key>a&amp;&lt;&gt;&quot;&apos;</Key><Size>7</Size><LastModified>2030-01-02T03:04:05Z</LastModified></Contents>
    <Contents><Size>8</Size></Contents></R>`;
  expect(readObjects(page)).toEqual([
    { key: 'a&<>"\'', bytes: 7, changed: new Date('2030-01-02T03:04:05Z') },
    { key: '', bytes: 8, changed: new Date(Number.NaN) },
  ]);
  expect([isCut(page), isCut('<IsTruncated>false</IsTruncated>'), isCut('')]).toEqual([true, false, false]);
});
