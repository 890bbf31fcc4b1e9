import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileItem } from '../../../../../src/cli/templates/sync/files/plan-files.ts';
import { pushFile } from '../../../../../src/cli/templates/sync/files/push-file.ts';
import { type LocalFile, type RemoteFile, sha256Of } from '../../../../../src/cli/templates/sync/files/sync-file.ts';
import type { SyncRecord } from '../../../../../src/cli/templates/sync/sync-record.ts';
import { idOf } from '../remote-stub.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'platen-push-'));
});

afterEach(() => rmSync(root, { recursive: true }));

const local = (path: string, changes: Partial<LocalFile> = {}): LocalFile => ({
  path,
  kind: 'partial',
  bytes: Buffer.from('mine'),
  sha256: sha256Of('mine'),
  ...changes,
});

/** A service with this content of the partial, its ETag, and the id of the template that a file is in; null for none. */
interface Service {
  content?: string;
  etag?: string | null;
  owner?: string | null;
  force?: boolean;
}

/** Pushes a file, and returns the calls of the service and what was remembered. */
async function push(
  item: Partial<FileItem>,
  { content = 'old', etag = '"1"', owner = idOf(5), force = false }: Service = {},
) {
  const calls: unknown[] = [];
  const seen: unknown[] = [];
  const note = (name: string, ...picked: unknown[]) => void calls.push([name, ...picked]);
  const client = {
    deleteTemplate: async (id: string, options: { force: boolean }) => note('deleteTemplate', id, options.force),
    deleteAsset: async (asset: object) => note('deleteAsset', asset),
    createTemplate: async (template: object) => note('createTemplate', template),
    getTemplate: async () => ({ template: { content }, etag: etag ?? undefined }),
    updateTemplate: async (id: string, fields: object, { signal: _, ...options }: Record<string, unknown>) =>
      note('updateTemplate', id, fields, options),
    setAsset: async (asset: object) => note('setAsset', asset),
  };
  const edges = {
    remote: { client, signal: new AbortController().signal },
    seen: {
      setFile: (...given: unknown[]) => seen.push(given),
      forgetFile: (path: string) => seen.push(path),
    } as unknown as SyncRecord,
    root,
    shown: 'templates',
    force,
    message: { message: 'why' },
    findOwner: () => ({ id: owner ?? undefined, slug: 'bill' }),
  } as unknown as Parameters<typeof pushFile>[1];
  await pushFile({ slug: item.local?.path ?? item.there?.path ?? '', action: 'update', ...item } as FileItem, edges);
  return { calls, seen };
}

const there = (changes: Partial<RemoteFile> = {}): RemoteFile => ({
  path: 'partials/a.html',
  kind: 'partial',
  sha256: '',
  id: idOf(1),
  content: 'old',
  ...changes,
});

describe('a partial', () => {
  it.each([
    [local('partials/a.html'), 'partials/a'],
    [local('invoice/partials/a.html', { owner: 'invoice' }), 'bill/partials/a'],
  ])('is created with its slug', async (file, slug) => {
    expect(await push({ action: 'create', local: file })).toEqual({
      calls: [['createTemplate', { name: slug, slug, content: 'mine' }]],
      seen: [[file.path, sha256Of('mine')]],
    });
  });

  it('is updated if the service has what was planned with', async () => {
    const { calls } = await push({ local: local('partials/a.html'), there: there() });
    expect(calls).toEqual([['updateTemplate', idOf(1), { content: 'mine' }, { message: 'why', ifMatch: '"1"' }]]);
    await expect(push({ local: local('partials/a.html'), there: there() }, { content: 'new' })).rejects.toMatchObject({
      code: 'template_changed',
    });
  });

  it('is updated without a guard if the service has no ETags', async () => {
    const { calls } = await push({ local: local('partials/a.html'), there: there() }, { etag: null });
    expect(calls).toEqual([['updateTemplate', idOf(1), { content: 'mine' }, { message: 'why' }]]);
  });

  it('that was merged is written here too', async () => {
    writeFileSync(join(root, 'a.html'), 'mine');
    const item = { local: local('a.html'), there: there(), merged: { content: 'both' } };
    expect(await push(item)).toEqual({
      calls: [['updateTemplate', idOf(1), { content: 'both' }, { message: 'why', ifMatch: '"1"' }]],
      seen: [['a.html', sha256Of('both')]],
    });
    expect(readFileSync(join(root, 'a.html'), 'utf8')).toBe('both');
  });

  it('that was edited meanwhile stays', async () => {
    writeFileSync(join(root, 'a.html'), 'edited');
    const item = { local: local('a.html'), there: there(), merged: { content: 'both' } };
    await expect(push(item)).rejects.toMatchObject({ fix: 'push again: the service has the merge' });
    expect(readFileSync(join(root, 'a.html'), 'utf8')).toBe('edited');
  });

  it('is deleted', async () => {
    expect(await push({ action: 'delete', there: there() }, { force: true })).toEqual({
      calls: [['deleteTemplate', idOf(1), true]],
      seen: ['partials/a.html'],
    });
  });
});

describe('an asset', () => {
  const asset = (changes: Partial<LocalFile> = {}) => local('assets/a.css', { kind: 'asset', ...changes });
  const base64 = (text: string) => Buffer.from(text).toString('base64');

  it('is set with its type', async () => {
    expect((await push({ local: asset() })).calls).toEqual([
      ['setAsset', { path: 'assets/a.css', type: 'text/css', base64: base64('mine') }],
    ]);
  });

  it('of a template is set for it, if the service has it', async () => {
    const own = asset({ path: 'invoice/b.css', owner: 'invoice' });
    expect((await push({ local: own })).calls).toEqual([
      ['setAsset', { path: 'b.css', type: 'text/css', base64: base64('mine'), template: idOf(5) }],
    ]);
    await expect(push({ local: own }, { owner: null })).rejects.toMatchObject({
      code: 'template_not_found',
      message: 'its template invoice is not on the service',
    });
  });

  it('that was merged is set and written', async () => {
    writeFileSync(join(root, 'a.css'), 'mine');
    const { calls, seen } = await push({ local: asset({ path: 'a.css' }), merged: { content: 'both' } });
    expect(calls).toEqual([['setAsset', { path: 'a.css', type: 'text/css', base64: base64('both') }]]);
    expect(seen).toEqual([['a.css', sha256Of('both')]]);
  });

  it('is deleted for its template', async () => {
    const gone = there({ path: 'invoice/b.css', kind: 'asset', owner: 'invoice', template: idOf(5) });
    expect((await push({ action: 'delete', there: gone })).calls).toEqual([
      ['deleteAsset', { path: 'b.css', template: idOf(5), force: false }],
    ]);
  });
});

it('a file that is gone here is left', async () => {
  expect(await push({ action: 'update', there: there() })).toEqual({ calls: [], seen: [] });
});
