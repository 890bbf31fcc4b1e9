import { expect, it } from 'vitest';
import {
  explainMissingLabel,
  explainMissingRevision,
  readNewest,
} from '../../../src/store/templates/template-history.ts';
import { openCannedDatabase } from '../canned-database.ts';

const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';
const found = (newest: number) => [{ version: newest + 2, versions_before: 2 }];

it('the newest revision is counted without the versions before the first', async () => {
  expect(await readNewest(openCannedDatabase(found(3)).database, 'a', id)).toBe(3);
  const missing = { code: 'template_not_found', message: 'there is no template with this id' };
  await expect(readNewest(openCannedDatabase([]).database, 'a', id)).rejects.toMatchObject(missing);
  await expect(readNewest(openCannedDatabase().database, 'a', 'x')).rejects.toMatchObject(missing);
});

it.each([
  [1, 2, 'its only revision is 1'],
  [3, 4, 'its newest is 3'],
  [3, 3, 'its newest is 3'],
  [3, 2, 'its newest is 3, and old revisions without a label are deleted'],
  [3, 1, 'its newest is 3, and old revisions without a label are deleted'],
  [3, 0, 'its newest is 3'],
])('a template whose newest revision is %d says of revision %d: %s', async (newest, revision, has) => {
  const { database } = openCannedDatabase(found(newest));
  expect(await explainMissingRevision(database, 'a', id, revision)).toMatchObject({
    ...{ code: 'revision_not_found', message: `the template has no revision ${revision}; ${has}` },
  });
});

it.each([
  [[], 'it has no labels'],
  [[{ label: 'live' }, { label: 'old' }], 'its labels are live, old'],
])('a template without a label says what it has: %j', async (labels, has) => {
  const { database } = openCannedDatabase(found(1), labels);
  expect(await explainMissingLabel(database, 'a', id, 'draft')).toMatchObject({
    ...{ code: 'label_not_found', message: `the template has no label "draft"; ${has}` },
  });
});
