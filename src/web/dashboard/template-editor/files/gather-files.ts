import type { Asset, ListPage, Revision, TemplateFileSet } from '../../../../contract/index.ts';
import { call } from '../../../api.ts';
import { loadValueSets } from '../values/value-set-calls.ts';
import { buildValueFiles, fileOfSlug, type GatheredFile } from './build-folder.ts';

/**
 * Gathers what the newest revision of a template uses, with its named values. `slug` is that of the template: what belongs to it alone is below `folder`, and what
 * all templates share is beside that.
 */
export async function gatherFiles(id: string, slug: string, folder: string): Promise<GatheredFile[]> {
  const query = { limit: '1' };
  const { data: newest } = await call<ListPage<Revision>>('GET', '/api/v1/templates/{id}/revisions', { id, query });
  const revision = String(newest[0]?.revision ?? 1);
  const [files, ownAssets, ownPartials, values] = await Promise.all([
    call<{ data: TemplateFileSet }>('GET', '/api/v1/templates/{id}/files', { id, query: { revision } }),
    call<{ data: Asset[] }>('GET', '/api/v1/assets', { query: { template: id } }),
    listSlugs(`${slug}/`),
    loadValueSets(id),
  ]);
  const { partials, assets } = files.data;
  const own = new Set([...ownAssets.data.map(({ path }) => path), ...ownPartials]);
  const place = (path: string) => (own.has(path) ? `${folder}/${path}` : path);
  return [
    ...Object.entries(partials).map(([name, text]) => ({
      path: fileOfSlug(place(name)),
      bytes: new TextEncoder().encode(text),
    })),
    ...assets.map(({ path, base64 }) => ({
      path: place(path),
      bytes: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
    })),
    ...buildValueFiles(folder, values),
  ];
}

/** What follows `start` in the slugs of the partials and layouts that begin with it. */
async function listSlugs(start: string): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | undefined, isMore = true; isMore; ) {
    const query = { kind: 'any', search: start, fields: 'slug', limit: '100', after };
    const { data, page } = await call<ListPage<{ slug: string }>>('GET', '/api/v1/templates', { query });
    found.push(...data.flatMap(({ slug }) => (slug.startsWith(start) ? slug.slice(start.length) : [])));
    after = page.next ?? undefined;
    isMore = after !== undefined;
  }
  return found;
}
