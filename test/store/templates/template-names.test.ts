import { expect, it } from 'vitest';
import { findTemplateId } from '../../../src/store/templates/template-names.ts';
import { openCannedDatabase } from '../canned-database.ts';

const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';

it('an id names its template without a look into the database', async () => {
  expect(await findTemplateId(openCannedDatabase().database, 'a', id)).toBe(id);
});

it('a slug is looked up, and again once templates of an older platen have theirs', async () => {
  expect(await findTemplateId(openCannedDatabase([{ id }]).database, 'a', 'x')).toBe(id);
  expect(await findTemplateId(openCannedDatabase([], [], [{ id }]).database, 'a', 'x')).toBe(id);
});

it.each([
  ['invoise', [{ slug: null }, { slug: 'invoice' }], 'there is no template "invoise"; did you mean "invoice"?'],
  ['other', [{ slug: 'invoice' }], 'there is no template "other"'],
])('a slug that is missing is an error: %s', async (slug, slugs, message) => {
  const { database } = openCannedDatabase([], [], [], slugs);
  await expect(findTemplateId(database, 'a', slug)).rejects.toMatchObject({ code: 'template_not_found', message });
});

it('a slug that cannot be stored is not looked up', async () => {
  const { database } = openCannedDatabase([], []);
  await expect(findTemplateId(database, 'a', '\0')).rejects.toMatchObject({
    message: String.raw`there is no template "\u0000"`,
  });
});
