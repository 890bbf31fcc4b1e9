import type { Label, ListedRevision, ListPage, Revision } from '../../../contract/index.ts';
import { call } from '../../api.ts';

/** The label of the revision that is rendered if a render names none. */
export const liveName = 'live';

/** A page of the revisions of a template, newest first. */
export function listRevisions(
  id: string,
  after: string | undefined,
  signal?: AbortSignal,
): Promise<ListPage<ListedRevision>> {
  return call('GET', '/api/v1/templates/{id}/revisions', { id, query: { limit: '20', after }, signal });
}

/** The number of the live revision; null if there is none. */
export async function findLive(id: string, signal?: AbortSignal): Promise<number | null> {
  const { data } = await call<{ data: Label[] }>('GET', '/api/v1/templates/{id}/labels', { id, signal });
  return data.find(({ label }) => label === liveName)?.revision ?? null;
}

/** A revision with its content. */
export async function readRevision(id: string, revision: number, signal?: AbortSignal): Promise<Revision> {
  const params = { revision: String(revision) };
  const path = '/api/v1/templates/{id}/revisions/{revision}';
  return (await call<{ data: Revision }>('GET', path, { id, params, signal })).data;
}

/** Makes a template that is as `etag` says what it was at a revision. Throws `template_changed`. */
export async function restoreRevision(id: string, revision: number, etag: string): Promise<Revision> {
  const params = { revision: String(revision) };
  const path = '/api/v1/templates/{id}/revisions/{revision}/restore';
  return (await call<{ data: Revision }>('POST', path, { id, params, etag })).data;
}

/** Puts a revision live. */
export async function putLive(id: string, revision: number): Promise<void> {
  const params = { label: liveName };
  await call('PUT', '/api/v1/templates/{id}/labels/{label}', { id, params, body: { revision } });
}

/** Has renders use the newest revision again. */
export async function removeLive(id: string): Promise<void> {
  await call('DELETE', '/api/v1/templates/{id}/labels/{label}', { id, params: { label: liveName } });
}
