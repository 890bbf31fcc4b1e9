import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../../src/cli/command/context.ts';
import { readCachedTemplates, refreshTemplates } from '../../../src/cli/completion/template-cache.ts';
import { makeFolder } from '../commands/run-command.ts';

let home: string;

beforeEach(() => {
  home = makeFolder();
});

/** A context with this service, which lists these pages of templates. It counts the lists. */
function contextOf(
  pages: readonly object[][] = [],
  values: Record<string, string> = { base_url: 'https://a.example' },
) {
  const asked: unknown[] = [];
  const context = {
    io: { env: {}, platform: 'linux', homeFolder: home },
    signal: new AbortController().signal,
    settings: async () => ({
      get: (name: string) => values[name] ?? null,
      entries: { api_key: { origin: {} }, base_url: { origin: {} } },
    }),
    client: async () => ({
      listTemplates: async ({ after = '0', fields }: { after?: string; fields: string[] }) => {
        asked.push(fields);
        const next = Number(after) + 1;
        return { data: pages[Number(after)] ?? [], page: { next: next < pages.length ? String(next) : null } };
      },
    }),
  } as unknown as Context;
  return { context, asked };
}
const folder = () => join(home, '.cache/platen/completion');
const files = () => readdirSync(folder()).map((name) => join(folder(), name));

describe('the templates for completion', () => {
  it('are unknown and outdated at first, which one reader alone hears', async () => {
    const { context } = contextOf();
    expect(await readCachedTemplates(context)).toEqual({ candidates: [], stale: true });
    expect(await readCachedTemplates(context)).toEqual({ candidates: [], stale: false });
    expect(files().map((file) => [readFileSync(file, 'utf8'), statSync(file).mode & 0o777])).toEqual([['[]', 0o600]]);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
  });

  it('are listed by slug and id, and kept', async () => {
    const { context, asked } = contextOf([
      [{ id: 'i1', slug: 'invoice', name: 'Invoice' }],
      [{ id: 'i2', name: 'Old' }],
    ]);
    await refreshTemplates(context);
    expect(await readCachedTemplates(context)).toEqual({
      candidates: [
        { word: 'invoice', description: 'Invoice' },
        { word: 'i1', description: 'Invoice' },
        { word: 'i2', description: 'Old' },
      ],
      stale: false,
    });
    expect(asked).toEqual([
      ['name', 'slug'],
      ['name', 'slug'],
    ]);
  });

  it('are outdated after a minute, which one reader alone hears', async () => {
    const { context } = contextOf([[{ id: 'i1', name: 'Old' }]]);
    await refreshTemplates(context);
    const [file = ''] = files();
    const now = Date.now() / 1000;
    utimesSync(file, now, now - 50);
    expect((await readCachedTemplates(context)).stale).toBe(false);
    utimesSync(file, now, now - 70);
    expect(await readCachedTemplates(context)).toMatchObject({ candidates: [{ word: 'i1' }], stale: true });
    expect((await readCachedTemplates(context)).stale).toBe(false);
  });

  it('are those of five pages at most', async () => {
    const pages = Array.from({ length: 7 }, (_, index) => [{ id: String(index), name: 'x' }]);
    const { context, asked } = contextOf(pages);
    await refreshTemplates(context);
    expect([asked.length, (await readCachedTemplates(context)).candidates.length]).toEqual([5, 5]);
  });

  it.each(['base_url', 'profile', 'database_url', 'data_dir'])('are kept apart by %s', async (name) => {
    const base = { base_url: 'https://a.example' };
    await refreshTemplates(contextOf([[{ id: 'i1', name: 'A' }]], base).context);
    const other = contextOf([], { ...base, [name]: 'other' });
    expect((await readCachedTemplates(other.context)).candidates).toEqual([]);
    expect(files()).toHaveLength(2);
  });

  it('of this machine are listed only if there is a store', async () => {
    const data_dir = join(home, 'data');
    const missing = contextOf([[{ id: 'i1', name: 'A' }]], { data_dir });
    await refreshTemplates(missing.context);
    expect(missing.asked).toEqual([]);
    for (const values of [{ data_dir: home }, { database_url: 'postgres://db' }]) {
      const found = contextOf([[{ id: 'i1', name: 'A' }]], values as Record<string, string>);
      await refreshTemplates(found.context);
      expect(found.asked).toHaveLength(1);
    }
  });
});
