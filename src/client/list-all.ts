import { type ListedTemplate, limits, type PublishedField, type TemplateField } from '../contract/index.ts';
import type { Client, TemplateFilter } from './client-interface.ts';
import type { CallOptions } from './options/client-options.ts';
import { ServiceError } from './service-error.ts';

/** Which templates to list, and which fields of them besides the id. Default: all. */
interface Choice<F extends TemplateField> extends TemplateFilter {
  fields?: readonly F[] | undefined;
}

/**
 * Lists the templates of all pages, page by page, or those that the filter names. A service that refuses the query `fields` is
 * asked without it. Throws `unexpected_answer` if the service
 * leads back to a page that was listed already, which would never end.
 */
export async function* listAllTemplates<F extends TemplateField = PublishedField>(
  client: Pick<Client, 'listTemplates'>,
  { fields, ...filter }: Choice<F> = {},
  options?: CallOptions,
): AsyncGenerator<ListedTemplate<F>[]> {
  let named = fields;
  const seen = new Set<string>();
  for (let after: string | null | undefined; after !== null; ) {
    const query = {
      limit: limits.listPage,
      ...(after !== undefined && { after }),
      ...filter,
    };
    const { data, page } = await client
      .listTemplates({ ...query, ...(named !== undefined && { fields: named }) }, options)
      .catch((error: unknown) => {
        if (named === undefined || !refusesQuery(error)) throw error;
        named = undefined;
        return client.listTemplates<F>(query, options);
      });
    yield data;
    after = page.next;
    if (after !== null && seen.has(after)) {
      throw new ServiceError('unexpected_answer', 'the list of templates leads back to a page that was listed already');
    }
    if (after !== null) seen.add(after);
  }
}

/** Whether a service may not know a parameter of the query, which is not part of the published interface. */
function refusesQuery(error: unknown): boolean {
  const status = error instanceof ServiceError ? error.details.status : undefined;
  return status === 400 || status === 422;
}
