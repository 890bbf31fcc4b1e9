import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isTextFile, mergeFile, writeMergedFile } from '../../../../../src/cli/templates/sync/files/merge-file.ts';
import { type LocalFile, type RemoteFile, sha256Of } from '../../../../../src/cli/templates/sync/files/sync-file.ts';
import { lostBase } from '../../../../../src/cli/templates/sync/merge/merge-text.ts';
import type { RemoteTemplates } from '../../../../../src/cli/templates/sync/remote-templates.ts';

const base = 'a\nb\nc\nd\n';
const here = 'A\nb\nc\nd\n';
const there = 'a\nb\nc\nD\n';
const merged = { merged: 'A\nb\nc\nD\n' };
const base64 = (text: string) => Buffer.from(text).toString('base64');

let calls: unknown[][];
/** The files of each revision, the newest first, by the id of the template. */
let revisions: Record<string, { revision: number; files: Record<string, string> }[]>;

beforeEach(() => {
  calls = [];
  revisions = {};
});

const { signal } = new AbortController();
const remote = {
  client: {
    async listRevisions(id: string, { limit }: { limit: number }) {
      calls.push(['list', id, limit]);
      return {
        data: (revisions[id] ?? []).slice(0, limit).map(({ revision }) => ({ revision })),
        page: { next: null },
      };
    },
    async getRevision(id: string, wanted: number) {
      calls.push(['revision', id, wanted]);
      return { content: revisions[id]?.find(({ revision }) => revision === wanted)?.files.content };
    },
    async getTemplateFiles(id: string, { revision: wanted }: { revision: number }) {
      calls.push(['files', id, wanted]);
      const files = revisions[id]?.find(({ revision }) => revision === wanted)?.files ?? {};
      return { assets: Object.entries(files).map(([path, text]) => ({ path, base64: base64(text) })) };
    },
    async getAsset(wanted: object) {
      calls.push(['asset', wanted]);
      return { base64: base64(there) };
    },
  },
  signal,
} as unknown as RemoteTemplates;

const local = (path: string, kind: LocalFile['kind'], owner?: string): LocalFile => {
  const bytes = Buffer.from(here);
  return { path, kind, bytes, sha256: sha256Of(bytes), ...(owner !== undefined && { owner }) };
};
const service = (path: string, kind: RemoteFile['kind'], more: Partial<RemoteFile> = {}): RemoteFile => ({
  ...{ path, kind, sha256: sha256Of(there), ...more },
});
const seen = sha256Of(base);

it.each<[LocalFile['kind'], string, boolean]>([
  ['partial', 'partials/head.html', true],
  ['asset', 'assets/a.css', true],
  ['asset', 'assets/a.svg', true],
  ['asset', 'assets/a.png', false],
  ['asset', 'assets/a', false],
  ['values', 'invoice/values/full.json', false],
])('a file of the kind %s called %s is a text: %s', (kind, path, expected) => {
  expect(isTextFile({ kind, path })).toBe(expected);
});

describe('a partial that both sides changed', () => {
  const path = 'partials/head.html';
  const both = { local: local(path, 'partial'), there: service(path, 'partial', { id: 'p', content: there }) };

  it('is merged by the newest revision that both have had', async () => {
    revisions.p = [
      { revision: 3, files: { content: there } },
      { revision: 2, files: { content: base } },
      { revision: 1, files: { content: base } },
    ];
    expect(await mergeFile(both, seen, [], remote)).toEqual(merged);
    expect(calls).toEqual([
      ['list', 'p', 50],
      ['revision', 'p', 3],
      ['revision', 'p', 2],
    ]);
  });

  it('is not merged without it', async () => {
    revisions.p = [{ revision: 3, files: { content: there } }];
    expect(await mergeFile(both, seen, [], remote)).toEqual({ places: lostBase });
  });

  it('has the places that both changed', async () => {
    revisions.p = [{ revision: 1, files: { content: base } }];
    const other = service(path, 'partial', { id: 'p', content: 'X\nb\nc\nd\n' });
    expect(await mergeFile({ ...both, there: other }, seen, [], remote)).toEqual({
      places: 'line 1',
      marked: expect.stringMatching(/^<{7} this folder\nA\n/),
    });
  });
});

describe('an asset that both sides changed', () => {
  it('is merged by a revision of a template that uses it', async () => {
    revisions = {
      one: [{ revision: 9, files: { 'assets/a.css': there } }],
      two: [
        { revision: 5, files: { 'assets/b.css': base } },
        { revision: 4, files: { 'assets/a.css': base } },
        { revision: 3, files: {} },
      ],
    };
    const path = 'assets/a.css';
    const both = { local: local(path, 'asset'), there: service(path, 'asset') };
    expect(await mergeFile(both, seen, ['one', 'two', 'three'], remote)).toEqual(merged);
    expect(calls).toEqual([
      ...[
        ['list', 'one', 10],
        ['files', 'one', 9],
      ],
      ...[
        ['list', 'two', 10],
        ['files', 'two', 5],
        ['files', 'two', 4],
      ],
      ['asset', { path, template: undefined }],
    ]);
  });

  it('of a template has its path below it', async () => {
    revisions = { one: [{ revision: 1, files: { 'assets/a.svg': base } }] };
    const path = 'invoice/assets/a.svg';
    const both = {
      local: local(path, 'asset', 'invoice'),
      there: service(path, 'asset', { owner: 'invoice', template: 'one' }),
    };
    expect(await mergeFile(both, seen, ['one'], remote)).toEqual(merged);
    expect(calls.at(-1)).toEqual(['asset', { path: 'assets/a.svg', template: 'one' }]);
  });

  it('is searched in ten revisions of three templates', async () => {
    const path = 'assets/a.css';
    const both = { local: local(path, 'asset'), there: service(path, 'asset') };
    revisions = {
      three: Array.from({ length: 11 }, (_, at) => ({ revision: 11 - at, files: at === 10 ? { [path]: base } : {} })),
      four: [{ revision: 1, files: { [path]: base } }],
    };
    expect(await mergeFile(both, seen, ['one', 'two', 'three', 'four'], remote)).toEqual({ places: lostBase });
    expect(calls.filter(([what]) => what === 'list').map(([, id]) => id)).toEqual(['one', 'two', 'three']);
    expect(calls.filter(([what]) => what === 'files')).toHaveLength(10);
  });
});

it.each<[string, Parameters<typeof mergeFile>[0], string | undefined]>([
  ['that is here alone', { local: local('partials/a.html', 'partial') }, seen],
  ['that is there alone', { there: service('partials/a.html', 'partial') }, seen],
  [
    'on which both never agreed',
    { local: local('partials/a.html', 'partial'), there: service('partials/a.html', 'partial') },
    undefined,
  ],
  ['of two kinds', { local: local('partials/a.html', 'partial'), there: service('partials/a.html', 'asset') }, seen],
  ['that is no text', { local: local('assets/a.png', 'asset'), there: service('assets/a.png', 'asset') }, seen],
  [
    'whose bytes are no UTF-8',
    {
      local: { ...local('assets/a.css', 'asset'), bytes: Buffer.from([0xe4]), sha256: sha256Of(Buffer.from([0xe4])) },
      there: service('assets/a.css', 'asset'),
    },
    seen,
  ],
])('a file %s is not merged', async (_what, both, digest) => {
  expect(await mergeFile(both, digest, ['one'], remote)).toBeUndefined();
  expect(calls).toEqual([]);
});

describe('a merged file', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'platen-merge-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));
  const write = () => writeMergedFile({ root, shown: 'mails' }, local('a.css', 'asset'), merged.merged, 'pull again');

  it('replaces what was read', async () => {
    writeFileSync(join(root, 'a.css'), here);
    await write();
    expect(readFileSync(join(root, 'a.css'), 'utf8')).toBe(merged.merged);
  });

  it('leaves what was edited since', async () => {
    writeFileSync(join(root, 'a.css'), `${here}e`);
    await expect(write()).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining('mails/a.css'), fix: 'pull again' },
    });
    expect(readFileSync(join(root, 'a.css'), 'utf8')).toBe(`${here}e`);
  });
});
