import type { TemplateEntry, TemplateSearch } from '../../../contract/index.ts';
import { call } from '../../api.ts';
import { addressOfView } from '../../router.ts';

/** A page of templates; `next` is the `after` of the following one, or null. */
export interface TemplatePage {
  data: TemplateEntry[];
  page: { next: string | null };
}

/** Templates by a part of their names. */
export function searchTemplates(query: TemplateSearch, signal?: AbortSignal): Promise<TemplatePage> {
  return call('GET', '/api/dashboard/templates', { query, ...(signal && { signal }) });
}

/** A few templates for the command menu. */
export async function suggestTemplates(words: string, signal: AbortSignal) {
  const { data } = await searchTemplates({ search: words.trim(), limit: '8' }, signal);
  return data.map(({ id, name }) => ({ name, kind: 'template', to: addressOfView(`templates/${id}`) }));
}
