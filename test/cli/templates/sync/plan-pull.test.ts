import { describe, expect, it } from 'vitest';
import type { Fields } from '../../../../src/cli/documents/template-fields.ts';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import { planPull } from '../../../../src/cli/templates/sync/plan-pull.ts';
import type { TemplateFolder } from '../../../../src/cli/templates/sync/read-folders.ts';
import { folderOf, idOf, openRemote, openSeen, type StoredTemplate } from './remote-stub.ts';

interface Situation {
  stored?: StoredTemplate[];
  folders?: TemplateFolder[];
  wanted?: string[];
  seen?: Record<string, Partial<Fields>>;
  force?: boolean;
  markers?: boolean;
  prune?: boolean;
}

const id = idOf(1);
const old: Fields = { name: 'Invoice', content: 'a\nb\nc\nd\n', preview_context: {} };

async function plan(situation: Situation) {
  const { stored = [], folders = [], wanted = [], seen, force = false, markers = false, prune = false } = situation;
  const { remote, calls } = openRemote(stored, [old]);
  const reported: number[] = [];
  const local = { folders, taken: new Set(folders.map(({ slug }) => slug)), unnamed: [] };
  const report = (count: number) => reported.push(count);
  const items = await planPull({ local, wanted, seen: openSeen(seen), remote, force, markers, prune, report });
  return { items, calls, reported };
}

/** What a pull does with one folder, and the template with its id. */
async function planOne(here: Partial<Fields>, there: Partial<Fields>, situation: Situation = {}) {
  const folders = [folderOf({ id, ...(here as Fields) })];
  const { items } = await plan({ seen: { [id]: old }, folders, ...situation, stored: [{ id, ...there }] });
  return items[0];
}

describe('a template without a folder', () => {
  it('gets one with a free name', async () => {
    const { items, reported } = await plan({ stored: [{ id }, { id: idOf(2) }], folders: [] });
    expect(items).toMatchObject([
      { action: 'create', slug: 'invoice', id, name: 'Invoice', fields: ['name', 'content', 'preview_context'] },
      { action: 'create', slug: 'invoice-2', id: idOf(2) },
    ]);
    expect(reported).toEqual([2]);
  });

  it('is linked to the one folder of its name without an id', async () => {
    const folders = [folderOf({ name: 'Invoice', content: 'x' })];
    const { items } = await plan({ stored: [{ id, content: 'x' }], folders });
    expect(items).toMatchObject([{ action: 'update', slug: 'invoice', id, fields: ['preview_context'] }]);
    const whole = [folderOf({ name: 'Invoice', content: 'x', preview_context: {} })];
    expect((await plan({ stored: [{ id }], folders: whole })).items).toMatchObject([{ action: 'link', fields: [] }]);
  });

  it('gets its own folder if the name is not that of one folder and one template', async () => {
    const one = folderOf({ name: 'Invoice', content: 'x' });
    const other = folderOf({ name: 'Invoice', content: 'x' }, 'other');
    const actions = async (stored: StoredTemplate[], folders: TemplateFolder[]) =>
      (await plan({ stored, folders })).items.map(({ action }) => action);
    expect(await actions([{ id }], [one, other])).toEqual(['create']);
    expect(await actions([{ id }, { id: idOf(2) }], [one])).toEqual(['create', 'create']);
  });
});

describe('a template with a folder', () => {
  it.each<[string, Partial<Fields>, Partial<Fields>, string, string[]]>([
    ['is the same', old, old, 'same', []],
    ['is updated with what changed on the service', old, { ...old, content: 'x' }, 'update', ['content']],
    ['is updated with what it lacks', { name: 'Invoice', content: old.content }, old, 'update', ['preview_context']],
    ['stays if only its files changed', { ...old, content: 'x' }, old, 'changed_here', ['content']],
  ])('%s', async (_, here, there, action, fields) => {
    const item = await planOne(here, there);
    expect(item).toMatchObject({ action, fields, slug: 'invoice', id });
    expect(item?.error).toBeUndefined();
  });

  it('loses changes of its files if forced', async () => {
    const item = await planOne({ ...old, content: 'x' }, old, { force: true });
    expect(item).toMatchObject({ action: 'update', fields: ['content'] });
  });

  it('is merged if both changed other lines', async () => {
    const [here, there] = [
      { ...old, content: 'A\nb\nc\nd\n' },
      { ...old, content: 'a\nb\nc\nD\n' },
    ];
    const item = await planOne(here, there);
    expect(item).toMatchObject({ action: 'update', fields: ['content'], merged: { content: 'A\nb\nc\nD\n' } });
    expect(item).not.toHaveProperty('marked');
    expect(await planOne(here, there, { force: true })).not.toHaveProperty('merged');
  });

  const [mine, theirs] = [
    { ...old, content: 'X\nb\nc\nd\n' },
    { ...old, content: 'Y\nb\nc\nd\n' },
  ];

  it('is in conflict if both changed the same line', async () => {
    expect(await planOne(mine, theirs)).toMatchObject({
      action: 'conflict',
      fields: ['content'],
      error: {
        code: 'conflict',
        message: 'what is in its folder would be lost',
        why: 'content (line 1) changed here and on the service, or was never seen here; nothing was overwritten',
      },
    });
  });

  it('gets the conflict between markers if that is wanted', async () => {
    expect(await planOne(mine, theirs, { markers: true })).toMatchObject({
      action: 'update',
      fields: ['content'],
      marked: 'content (line 1)',
      merged: { content: expect.stringContaining('<<<<<<< this folder\nX\n') },
    });
  });

  it('is in conflict if not all can be marked', async () => {
    const item = await planOne({ ...mine, name: 'A' }, { ...theirs, name: 'B' }, { markers: true });
    expect(item).toMatchObject({ action: 'conflict', fields: ['name', 'content'] });
    expect(item).not.toHaveProperty('marked');
  });
});

describe('a folder whose template is gone', () => {
  const folders = [folderOf({ id, ...old })];
  const planGone = async (situation: Situation) => (await plan({ folders, ...situation })).items[0];

  it('stays and is named', async () => {
    const item = await planGone({});
    expect(item).toMatchObject({ action: 'gone', slug: 'invoice', id, name: 'Invoice', fields: [] });
    expect(item?.error).toBeUndefined();
  });

  it('is an error if that template was asked for', async () => {
    expect(await planGone({ wanted: ['invoice'] })).toMatchObject({
      action: 'gone',
      error: { code: 'template_not_found', fix: expect.stringContaining('--prune removes the folder') },
    });
  });

  it('is deleted with --prune if it is as it was', async () => {
    expect(await planGone({ prune: true, seen: { [id]: old } })).toMatchObject({ action: 'delete' });
  });

  it('is in conflict with --prune if it changed or was never seen, unless forced', async () => {
    const seen = { [id]: { ...old, content: 'x' } };
    expect(await planGone({ prune: true, seen })).toMatchObject({
      action: 'conflict',
      fields: ['content'],
      error: { why: 'content: the folder has something that the service has never been seen with' },
    });
    expect(await planGone({ prune: true })).toMatchObject({
      action: 'conflict',
      fields: ['name', 'content', 'preview_context'],
    });
    expect(await planGone({ prune: true, seen, force: true })).toMatchObject({ action: 'delete', fields: [] });
  });
});

describe('templates that were asked for', () => {
  const stored = [{ id }, { id: idOf(2), name: 'Long Letter' }];

  it.each([
    [id, ['getTemplate'], id],
    [id.toUpperCase(), ['getTemplate'], id],
    ['Long Letter', ['listTemplates'], idOf(2)],
    ['long-letter', ['listTemplates'], idOf(2)],
  ])('are read by id, name or slug: %s', async (word, calls, found) => {
    const result = await plan({ stored, wanted: [word] });
    expect(result.items).toMatchObject([{ action: 'create', id: found }]);
    expect(result.calls).toEqual(calls);
  });

  it('are read by the id of their folder', async () => {
    const folders = [folderOf({ id: idOf(2), name: 'Renamed', content: 'x' }, 'own')];
    const { items, calls } = await plan({ stored, folders, wanted: ['own'] });
    expect(items).toMatchObject([{ slug: 'own', id: idOf(2) }]);
    expect(calls[0]).toBe('getTemplate');
  });

  it('are planned once, in the order of their ids', async () => {
    const { items } = await plan({ stored, wanted: ['Long Letter', id, 'long-letter', 'Invoice'] });
    expect(items.map((item) => item.id)).toEqual([id, idOf(2)]);
  });

  it('are preferred by their exact name', async () => {
    const both = [
      { id, name: 'invoice' },
      { id: idOf(2), name: 'Invoice' },
    ];
    expect((await plan({ stored: both, wanted: ['invoice'] })).items).toMatchObject([{ id }]);
  });

  it('are refused if a name is that of several', async () => {
    const both = [{ id }, { id: idOf(2) }];
    await expect(plan({ stored: both, wanted: ['invoice'] })).rejects.toMatchObject({
      code: 'usage',
      message: '"invoice" is the name of 2 templates',
      fix: `say which: ${id} or ${idOf(2)}`,
    });
  });

  it.each([
    ['Long Leter', 'did you mean "Long Letter"?'],
    [idOf(3), 'name it by its id or its exact name: platen templates list'],
  ])('are refused if the service has none: %s', async (word, fix) => {
    await expect(plan({ stored, wanted: [word] })).rejects.toMatchObject({
      code: 'template_not_found',
      message: `the service has no template ${JSON.stringify(word)}`,
      fix: fix,
    });
  });
});

describe('a folder that cannot be read', () => {
  const error = new CommandError('input_invalid', 'x');
  const broken = { ...folderOf(undefined, 'broken'), error } as TemplateFolder;

  it('stops a pull of all templates, and one that makes a folder', async () => {
    await expect(plan({ stored: [], folders: [broken] })).rejects.toBe(error);
    await expect(plan({ stored: [{ id }], folders: [broken], wanted: [id] })).rejects.toBe(error);
    await expect(plan({ stored: [{ id }], folders: [broken], wanted: ['broken'] })).rejects.toBe(error);
  });

  it('does not stop a pull of others that have folders', async () => {
    const folders = [broken, folderOf({ id, ...old })];
    const { items } = await plan({ stored: [{ id, ...old }], folders, wanted: ['invoice'] });
    expect(items).toMatchObject([{ action: 'same' }]);
  });
});
