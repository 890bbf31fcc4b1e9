import { describe, expect, it } from 'vitest';
import type { Fields } from '../../../../src/cli/documents/template-fields.ts';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import { getRemote, goneError, isGone, listRemotes } from '../../../../src/cli/templates/sync/remote-templates.ts';
import { idOf, openRemote, type StoredTemplate } from './remote-stub.ts';

const id = idOf(1);

it('a template of the service is read with its ETag, and its id in lower case', async () => {
  const { remote } = openRemote([{ id: id.toUpperCase(), preview_context: { a: 1 } }]);
  expect(await getRemote(remote, id.toUpperCase())).toMatchObject({
    id,
    etag: '"1"',
    fields: { name: 'Invoice', content: 'x', preview_context: { a: 1 } },
  });
  expect(await getRemote(remote, idOf(2))).toBeUndefined();
});

it('a failure is no missing template', async () => {
  const { remote } = openRemote([]);
  const failure = new CommandError('connection_failed', 'x');
  Object.assign(remote.client, { getTemplate: () => Promise.reject(failure) });
  await expect(getRemote(remote, id)).rejects.toBe(failure);
  expect([isGone(failure), isGone(undefined), isGone(new CommandError('template_not_found', 'x'))]).toEqual([
    false,
    false,
    true,
  ]);
});

it('a missing preview context is an empty one', async () => {
  const { remote } = openRemote([{ id, preview_context: null } as unknown as StoredTemplate]);
  expect((await getRemote(remote, id))?.fields.preview_context).toEqual({});
});

describe('a list of templates', () => {
  it('has those of exactly one name, although a service may send more', async () => {
    const { remote } = openRemote([{ id }]);
    const { listTemplates } = remote.client;
    Object.assign(remote.client, { listTemplates: () => listTemplates({}) });
    expect(await listRemotes(remote, { name: 'Other' })).toEqual([]);
    expect(await listRemotes(remote, { name: 'Invoice' })).toMatchObject([{ id, etag: undefined }]);
  });

  it('reports how many there are', async () => {
    const counts: number[] = [];
    const { remote } = openRemote([{ id }, { id: idOf(2) }]);
    expect(await listRemotes(remote, { report: (count) => counts.push(count) })).toHaveLength(2);
    expect(counts).toEqual([2]);
  });
});

it.each<[object, string]>([
  [{ id: 3 }, 'a template has no id'],
  [{ id: 'invoice' }, 'a template has no id'],
  [{ name: null }, `the template ${id} has no name`],
  [{ content: 3 }, `the template ${id} has no content`],
  [{ content: '\ud800' }, `the template ${id} contains half of a surrogate pair`],
  [{ name: '\udc00' }, `the template ${id} contains half of a surrogate pair`],
  [{ preview_context: [] }, `the preview context of the template ${id} is not an object`],
  [{ preview_context: 'x' }, `the preview context of the template ${id} is not an object`],
  [{ preview_context: { a: { b: 2 ** 53 } } }, `/a/b in the preview context of the template ${id}`],
])('a template with %j is refused', async (fields, message) => {
  const { remote } = openRemote([{ id, ...fields } as StoredTemplate & Fields]);
  await expect(listRemotes(remote)).rejects.toMatchObject({
    code: 'unexpected_answer',
    message: expect.stringContaining(message),
  });
});

it('the error for an unknown id says why and what to do', () => {
  expect(goneError(id, 'remove it')).toMatchObject({
    code: 'template_not_found',
    why: `${id} was deleted, or belongs to another service or account`,
    fix: 'check the service (platen config list); remove it',
  });
});
