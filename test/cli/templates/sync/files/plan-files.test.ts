import { describe, expect, it } from 'vitest';
import { type FileItem, planFiles, slugOfFile } from '../../../../../src/cli/templates/sync/files/plan-files.ts';
import { type LocalFile, type RemoteFile, sha256Of } from '../../../../../src/cli/templates/sync/files/sync-file.ts';
import type { SyncRecord } from '../../../../../src/cli/templates/sync/sync-record.ts';
import { folderOf, idOf, openRemote } from '../remote-stub.ts';

type Source = Parameters<typeof planFiles>[0];

const path = 'partials/header.html';

const local = (text: string, changes: Partial<LocalFile> = {}): LocalFile => ({
  path,
  kind: 'partial',
  sha256: sha256Of(text),
  bytes: Buffer.from(text),
  ...changes,
});

const stored = (text: string, changes: Partial<RemoteFile> = {}): RemoteFile => ({
  path,
  kind: 'partial',
  sha256: sha256Of(text),
  content: text,
  id: idOf(9),
  ...changes,
});

/** Plans files; `seen` is the text that both sides had. */
async function plan(changes: Partial<Omit<Source, 'seen'>> & { seen?: string | undefined }): Promise<FileItem[]> {
  const { seen, ...others } = changes;
  const old = seen === undefined ? [] : [{ name: 'x', content: seen, preview_context: {} }];
  return planFiles({
    locals: [],
    remotes: [],
    folders: [],
    remote: openRemote([], old).remote,
    direction: 'push',
    shown: 'templates',
    force: false,
    prune: false,
    chosen: undefined,
    ...others,
    seen: { getFile: () => (seen === undefined ? undefined : sha256Of(seen)) } as unknown as SyncRecord,
  });
}

/** The action for one file: its text here, there, and when both sides agreed. */
async function actionOf(
  direction: 'push' | 'pull',
  [here, there, seen]: readonly (string | undefined)[],
  flags: { force?: boolean; prune?: boolean } = {},
): Promise<string | undefined> {
  const locals = here === undefined ? [] : [local(here)];
  const remotes = there === undefined ? [] : [stored(there)];
  const [item] = await plan({ direction, locals, remotes, seen, ...flags });
  return item?.action;
}

describe('a file that both sides may have changed', () => {
  it.each<[string | undefined, string | undefined, string | undefined, string, string]>([
    ['a', 'a', undefined, 'same', 'same'],
    ['a', 'a', 'b', 'same', 'same'],
    ['a', 'b', 'b', 'update', 'changed_here'],
    ['b', 'a', 'b', 'changed_there', 'update'],
    ['a', 'b', 'c', 'conflict', 'conflict'],
    ['a', 'b', undefined, 'conflict', 'conflict'],
    ['a', undefined, undefined, 'create', 'changed_here'],
    ['a', undefined, 'a', 'changed_there', 'changed_here'],
    ['a', undefined, 'b', 'conflict', 'changed_here'],
    [undefined, 'a', undefined, 'changed_there', 'create'],
    [undefined, 'a', 'a', 'changed_there', 'changed_here'],
    [undefined, 'a', 'b', 'changed_there', 'conflict'],
  ])('here %s, there %s, seen %s: push %s, pull %s', async (here, there, seen, push, pull) => {
    expect(await actionOf('push', [here, there, seen])).toBe(push);
    expect(await actionOf('pull', [here, there, seen])).toBe(pull);
  });

  it.each<[string | undefined, string | undefined, string | undefined, string, string]>([
    ['a', 'b', 'c', 'update', 'update'],
    ['b', 'a', 'b', 'update', 'update'],
    ['a', undefined, 'a', 'create', 'changed_here'],
    [undefined, 'a', 'a', 'changed_there', 'create'],
  ])('here %s, there %s, seen %s, forced: push %s, pull %s', async (here, there, seen, push, pull) => {
    expect(await actionOf('push', [here, there, seen], { force: true })).toBe(push);
    expect(await actionOf('pull', [here, there, seen], { force: true })).toBe(pull);
  });

  it.each<[string | undefined, boolean, string]>([
    ['a', false, 'delete'],
    ['b', false, 'changed_there'],
    ['b', true, 'delete'],
    [undefined, false, 'changed_there'],
    [undefined, true, 'changed_there'],
  ])('with --prune, gone here, seen %s, forced %s: %s', async (seen, force, action) => {
    expect(await actionOf('push', [undefined, 'a', seen], { prune: true, force })).toBe(action);
    const pulled = action === 'changed_there' ? 'changed_here' : action;
    expect(await actionOf('pull', ['a', undefined, seen], { prune: true, force })).toBe(pulled);
  });

  it('is listed by its path, with the id of the service', async () => {
    const items = await plan({
      locals: [local('a', { path: 'b' }), local('a', { path: 'a' })],
      remotes: [stored('a')],
    });
    expect(items.map(({ slug }) => slug)).toEqual(['a', 'b', path]);
    expect(items[2]).toMatchObject({ id: idOf(9), action: 'changed_there', fields: [] });
    expect(items[0]).toMatchObject({ id: null, action: 'create', fields: ['content'] });
  });
});

describe('a conflict', () => {
  const old = 'a\nb\nc\nd\n';

  it('is merged where other lines changed', async () => {
    const [item] = await plan({ locals: [local('A\nb\nc\nd\n')], remotes: [stored('a\nb\nc\nD\n')], seen: old });
    expect(item).toMatchObject({ action: 'update', merged: { content: 'A\nb\nc\nD\n' } });
  });

  it('is marked if that is wanted', async () => {
    const sides = {
      locals: [local('X\nb\n')],
      remotes: [stored('Y\nb\n')],
      seen: 'a\nb\n',
      direction: 'pull' as const,
    };
    expect((await plan({ ...sides, markers: true }))[0]).toMatchObject({
      action: 'update',
      marked: 'line 1',
      merged: { content: expect.stringContaining('<<<<<<< this folder') },
    });
    expect((await plan(sides))[0]).toMatchObject({
      action: 'conflict',
      error: { code: 'template_changed', why: 'line 1; no template here uses it; nothing was overwritten' },
    });
  });

  it.each([
    ['{% render "partials/header" %}', 'it is used by invoice'],
    ['{% render "partials/footer" %}', 'it is used by invoice'],
    ['{% render "other" %}', 'no template here uses it'],
  ])('names the templates that use the file, through partials too: %s', async (content, touched) => {
    const locals = [
      local('a'),
      local('{% render "partials/header" %}{% render "partials/footer" %}', { path: 'partials/footer.html' }),
    ];
    const folders = [folderOf({ name: 'Invoice', content })];
    const items = await plan({ locals, remotes: [stored('b')], folders });
    expect(items.find(({ slug }) => slug === path)?.error).toMatchObject({
      why: `${touched}; nothing was overwritten`,
    });
  });
});

describe('a text with a marked conflict', () => {
  const marked = '<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n';

  it('is not pushed', async () => {
    expect((await plan({ locals: [local(marked)] }))[0]).toMatchObject({
      action: 'invalid',
      error: { message: 'templates/partials/header.html:1 is a conflict that is not resolved' },
    });
  });

  it('is pulled over, and is no matter in an image', async () => {
    expect(await actionOf('pull', [marked, 'b', marked])).toBe('update');
    const image = local(marked, { path: 'assets/a.png', kind: 'asset' });
    expect((await plan({ locals: [image] }))[0]).toMatchObject({ action: 'create' });
  });
});

describe('of chosen templates', () => {
  const folders = [
    folderOf({ name: 'Invoice', content: '{% render "partials/header" %}' }),
    folderOf({ name: 'Letter', content: '' }, 'letter'),
  ];
  const locals = [
    local('a'),
    local('b', { path: 'invoice/stamp.css', kind: 'asset', owner: 'invoice' }),
    local('c', { path: 'letter/stamp.css', kind: 'asset', owner: 'letter' }),
  ];

  it.each([
    ['invoice', ['invoice/stamp.css', path]],
    ['letter', ['letter/stamp.css']],
  ])('%s has its own files, and the shared ones that it uses', async (slug, paths) => {
    const items = await plan({ locals, folders, chosen: new Set([slug]) });
    expect(items.map((item) => item.slug)).toEqual(paths);
  });
});

it('the slug of a partial on the service has that of its template before it', () => {
  expect(slugOfFile(local('a'), undefined)).toBe('partials/header');
  expect(slugOfFile(local('a', { path: 'invoice/partials/header.html', owner: 'invoice' }), 'bill')).toBe(
    'bill/partials/header',
  );
});
