import { limits, type Template } from '../contract/index.ts';
import type { Client } from './client.ts';
import type { CallOptions } from './client-options.ts';
import { ServiceError } from './service-error.ts';

/**
 * Lists the templates of all pages, page by page, or those of exactly one `name`. Throws `unexpected_answer` where the service
 * leads back to a page that was listed already, which would never end.
 */
export async function* listAllTemplates(
  client: Pick<Client, 'listTemplates'>,
  { name }: { name?: string | undefined } = {},
  options?: CallOptions,
): AsyncGenerator<Template[]> {
  const seen = new Set<string>();
  for (let after: string | null | undefined; after !== null; ) {
    const query = {
      limit: limits.listPage,
      ...(after !== undefined && { after }),
      ...(name !== undefined && { name }),
    };
    const { data, page } = await client.listTemplates(query, options);
    yield data;
    after = page.next;
    if (after !== null && seen.has(after)) {
      throw new ServiceError('unexpected_answer', 'the list of templates leads back to a page that was listed already');
    }
    if (after !== null) seen.add(after);
  }
}
