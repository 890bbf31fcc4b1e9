import { describe, expect, it } from 'vitest';
import type { Fields } from '../../../../src/cli/documents/template-fields.ts';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import { planDeletions, planPush } from '../../../../src/cli/templates/sync/plan-push.ts';
import type { TemplateFolder } from '../../../../src/cli/templates/sync/read-folders.ts';
import { folderOf, idOf, openRemote, openSeen, type StoredTemplate } from './remote-stub.ts';

interface Situation {
  stored?: StoredTemplate[];
  seen?: Record<string, Partial<Fields>>;
  force?: boolean;
  /** Folders that are not pushed. */
  others?: TemplateFolder[];
}

const id = idOf(1);
const old: Fields = { name: 'Invoice', content: 'a\nb\nc\nd\n', preview_context: {} };

async function plan(folder: TemplateFolder, { stored = [], seen, force = false, others = [] }: Situation) {
  const { remote } = openRemote(stored, [old]);
  const source = { all: [folder, ...others], chosen: [folder], seen: openSeen(seen), remote, force };
  const [item] = await planPush(source);
  return item;
}

describe('a folder without an id', () => {
  const folder = folderOf({ name: 'Invoice', content: 'x' });

  it('is created with the fields that it has', async () => {
    expect(await plan(folder, {})).toMatchObject({ action: 'create', id: null, fields: ['name', 'content'] });
  });

  it('is linked to the one template of the same name and content', async () => {
    expect(await plan(folder, { stored: [{ id }, { id: idOf(2), name: 'Letter' }] })).toMatchObject({
      action: 'link',
      id,
      links: true,
    });
  });

  it('is created if another folder has that id', async () => {
    const others = [folderOf({ id, name: 'Other', content: 'x' }, 'other')];
    expect(await plan(folder, { stored: [{ id }], others })).toMatchObject({ action: 'create' });
  });

  it('is in conflict with a template of the same name and other content, unless forced', async () => {
    const stored = [{ id, content: 'y' }];
    expect(await plan(folder, { stored })).toMatchObject({
      action: 'conflict',
      fields: ['content'],
      error: {
        code: 'template_changed',
        message: 'the service has something else',
        why: 'content differs, and was never seen here; nothing was overwritten',
      },
    });
    expect(await plan(folder, { stored, force: true })).toMatchObject({ action: 'update', fields: ['content'] });
  });

  it('is in conflict if two templates have its name', async () => {
    expect(await plan(folder, { stored: [{ id }, { id: idOf(2) }] })).toMatchObject({
      action: 'conflict',
      error: {
        code: 'conflict',
        message: 'the service has 2 templates of the name "Invoice"',
        why: `no folder has their ids: ${id}, ${idOf(2)}`,
      },
    });
  });
});

describe('a folder with an id', () => {
  it.each<[string, Partial<Fields>, Partial<Fields>, string, string[]]>([
    ['is the same', old, old, 'same', []],
    ['is updated with what changed here', { ...old, content: 'x' }, old, 'update', ['content']],
    ['stays if only the service changed', old, { ...old, name: 'Bill' }, 'changed_there', ['name']],
    ['stays in fields that it lacks', { name: 'Invoice', content: old.content }, old, 'same', []],
  ])('%s', async (_, here, there, action, fields) => {
    const folder = folderOf({ id, ...(here as Fields) });
    const item = await plan(folder, { stored: [{ id, ...there }], seen: { [id]: old } });
    expect(item).toMatchObject({ action, fields, id });
    expect(item?.error).toBeUndefined();
  });

  it('overwrites what changed on the service if forced', async () => {
    const stored = [{ id, ...old, name: 'Bill' }];
    const item = await plan(folderOf({ id, ...old }), { stored, seen: { [id]: old }, force: true });
    expect(item).toMatchObject({ action: 'update', fields: ['name'] });
  });

  it('is merged if both changed other lines', async () => {
    const stored = [{ id, ...old, content: 'a\nb\nc\nD\n' }];
    const folder = folderOf({ id, ...old, content: 'A\nb\nc\nd\n' });
    expect(await plan(folder, { stored, seen: { [id]: old } })).toMatchObject({
      action: 'update',
      fields: ['content'],
      merged: { content: 'A\nb\nc\nD\n' },
    });
    const forced = await plan(folder, { stored, seen: { [id]: old }, force: true });
    expect(forced).toMatchObject({ action: 'update', fields: ['content'] });
    expect(forced).not.toHaveProperty('merged');
  });

  it('is in conflict if both changed the same', async () => {
    const stored = [{ id, ...old, name: 'Bill' }];
    expect(await plan(folderOf({ id, ...old, name: 'Letter' }), { stored, seen: { [id]: old } })).toMatchObject({
      action: 'conflict',
      fields: ['name'],
      error: {
        message: 'it changed on the service since it was last seen here',
        why: 'name changed here, too; nothing was overwritten',
      },
    });
  });

  it('that the service does not know is gone', async () => {
    expect(await plan(folderOf({ id, ...old }), {})).toMatchObject({
      action: 'gone',
      error: { code: 'template_not_found', fix: expect.stringContaining('remove "id" from templates/invoice/') },
    });
  });
});

describe('a folder that is not valid', () => {
  it('has its own error', async () => {
    const error = new CommandError('input_invalid', 'x');
    const folder = { ...folderOf(undefined), error } as TemplateFolder;
    expect(await plan(folder, {})).toMatchObject({ action: 'invalid', id: null, name: null, error });
  });

  it('has no content, or marked conflicts in it', async () => {
    expect(await plan(folderOf({ name: 'Invoice' } as Fields), {})).toMatchObject({
      action: 'invalid',
      error: { code: 'input_missing', message: expect.stringMatching(/^templates\/invoice\/.* does not exist$/) },
    });
    const content = '<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n';
    expect(await plan(folderOf({ name: 'Invoice', content }), {})).toMatchObject({
      action: 'invalid',
      error: { code: 'input_invalid' },
    });
  });

  it('is not invalid because the service fails', async () => {
    const { remote } = openRemote([]);
    const failure = new CommandError('connection_failed', 'x');
    Object.assign(remote.client, { listTemplates: () => Promise.reject(failure) });
    const chosen = [folderOf({ name: 'Invoice', content: 'x' })];
    const source = { all: chosen, chosen, seen: openSeen(), remote, force: false };
    await expect(planPush(source)).rejects.toBe(failure);
  });
});

describe('a template without a folder', () => {
  const removals = async (seen: Record<string, Partial<Fields>>, all: TemplateFolder[] = [], force = false) => {
    const { remote } = openRemote([{ id, ...old }]);
    return planDeletions({ all, chosen: [], seen: openSeen(seen), remote, force });
  };

  it('is deleted if it had one and is unchanged since', async () => {
    expect(await removals({ [id]: old })).toMatchObject([{ action: 'delete', slug: 'invoice', id, name: 'Invoice' }]);
  });

  it('stays if it was made elsewhere, unless forced', async () => {
    expect(await removals({})).toEqual([]);
    expect(await removals({}, [], true)).toMatchObject([{ action: 'delete' }]);
  });

  it('is in conflict if it changed, unless forced', async () => {
    const seen = { [id]: { ...old, content: 'x' } };
    expect(await removals(seen)).toMatchObject([{ action: 'conflict', fields: ['content'] }]);
    expect(await removals(seen, [], true)).toMatchObject([{ action: 'delete', fields: [] }]);
  });

  it('stays if a folder has its id, or its name and no id', async () => {
    const seen = { [id]: old };
    expect(await removals(seen, [folderOf({ id, name: 'Other', content: 'x' })])).toEqual([]);
    expect(await removals(seen, [folderOf({ name: 'Invoice', content: 'x' })])).toEqual([]);
    expect(await removals(seen, [folderOf({ id: idOf(2), name: 'Invoice', content: 'x' })])).toHaveLength(1);
  });
});
