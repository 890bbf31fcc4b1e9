import type { TemplateProperties, TemplatePropertyChanges } from '../../contract/index.ts';
import type { Call } from '../call-with-retries.ts';
import type { CallOptions } from '../options/client-options.ts';
import { readerOf } from '../receive/receive-json.ts';

/** Calls for slugs, folders and tags of templates. They reject with `ServiceError`. */
export interface PropertyClient {
  /**
   * The properties of the template with this slug.
   *
   * @example
   * const { id } = await client.lookUpTemplate('invoice');
   */
  lookUpTemplate(slug: string, options?: CallOptions): Promise<TemplateProperties>;
  getTemplateProperties(id: string, options?: CallOptions): Promise<TemplateProperties>;
  /**
   * Changes slug, folder or tags of a template, which is no revision of it.
   *
   * @example
   * await client.updateTemplateProperties(id, { folder: 'invoices/de', tags: ['billing'] });
   */
  updateTemplateProperties(
    id: string,
    changes: TemplatePropertyChanges,
    options?: CallOptions,
  ): Promise<TemplateProperties>;
}

/** The calls for slugs, folders and tags, made of the `call` of a client. */
export function buildProperties(call: Call): PropertyClient {
  return {
    lookUpTemplate: (slug, choices) => call('lookUpTemplate', { query: { slug } }, receiveProperties, choices),
    getTemplateProperties: (id, choices) => call('getTemplateProperties', { id }, receiveProperties, choices),
    updateTemplateProperties: (id, properties, choices) =>
      call('updateTemplateProperties', { id, body: { properties } }, receiveProperties, choices),
  };
}

const receiveProperties = readerOf<TemplateProperties>('properties of a template', 'slug');
