import type { TemplateProperties, TemplatePropertyChanges } from '../../contract/index.ts';
import type { CallOptions } from '../options/client-options.ts';

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
