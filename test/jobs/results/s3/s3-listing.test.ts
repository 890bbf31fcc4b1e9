import { expect, it } from 'vitest';
import { isCut, readObjects } from '../../../../src/jobs/results/s3/s3-listing.ts';

const page = `<ListBucketResult><IsTruncated>true</IsTruncated>
<Contents><Key>a&amp;b&lt;&gt;&quot;&apos;</Key><LastModified>2026-11-27T01:02:03.000Z</LastModified><Size>12</Size></Contents>
<Contents>
  <Key>c</Key><LastModified>2026-11-27T01:02:04.000Z</LastModified><Size>0</Size>
</Contents></ListBucketResult>`;

it('the objects of a listing have their names, sizes and times', () => {
  expect(readObjects(page)).toEqual([
    { key: `a&b<>"'`, bytes: 12, changed: new Date('2026-11-27T01:02:03Z') },
    { key: 'c', bytes: 0, changed: new Date('2026-11-27T01:02:04Z') },
  ]);
  expect(readObjects('<ListBucketResult></ListBucketResult>')).toEqual([]);
  expect(readObjects('<Contents></Contents>')).toEqual([{ key: '', bytes: Number.NaN, changed: new Date(Number.NaN) }]);
});

it('a listing says whether more objects follow', () => {
  expect(isCut(page)).toBe(true);
  expect(isCut('<IsTruncated>false</IsTruncated>')).toBe(false);
  expect(isCut('')).toBe(false);
});
