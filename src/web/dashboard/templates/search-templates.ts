import type { ListPage, TemplateEntry, TemplateSearch } from '../../../contract/index.ts';
import { call } from '../../api.ts';
import { addressOfView } from '../../router.ts';

/** Templates by a part of their names. */
export function searchTemplates(query: TemplateSearch, signal?: AbortSignal): Promise<ListPage<TemplateEntry>> {
  return call('GET', '/api/dashboard/templates', { query, signal });
}

/** A few templates for the command menu. */
export async function suggestTemplates(words: string, signal: AbortSignal) {
  const { data } = await searchTemplates({ search: words.trim(), limit: '8' }, signal);
  return data.map(({ id, name }) => ({ name, kind: 'template', to: addressOfView(`templates/${id}`) }));
}
