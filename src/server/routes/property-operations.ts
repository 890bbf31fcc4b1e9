import type { TemplateProperties, TemplatePropertyChanges } from '../../contract/index.ts';
import type { Store, StoredProperties } from '../../store/index.ts';
import { reachOf, requireFolder, requireTemplate } from '../checks/caller.ts';
import type { TemplateReply, TemplateRequest } from './template-request.ts';

/** What the operations need of the store. */
type PropertyParts = Pick<Store, 'properties'>;

/** The operations on slugs, folders and tags of templates, by the names of their routes. They throw StoreError and RequestError. */
export const propertyOperations = {
  async lookUpTemplate({ properties }: PropertyParts, { caller, query }: TemplateRequest): Promise<TemplateReply> {
    const { slug } = query as { slug: string };
    return answerProperties(await properties.get(reachOf(caller), slug));
  },

  async getTemplateProperties({ properties }: PropertyParts, { caller, id }: TemplateRequest): Promise<TemplateReply> {
    requireTemplate(caller, id);
    return answerProperties(await properties.get(reachOf(caller), id));
  },

  async updateTemplateProperties(
    { properties }: PropertyParts,
    { caller, id, body }: TemplateRequest,
  ): Promise<TemplateReply> {
    requireTemplate(caller, id);
    const changes = (body as { properties: TemplatePropertyChanges }).properties;
    if (changes.folder !== undefined) requireFolder(caller, changes.folder);
    return answerProperties(await properties.set(reachOf(caller), id, changes));
  },
};

function answerProperties({ id, name, slug, kind, folder, tags, ...times }: StoredProperties): TemplateReply {
  const data: TemplateProperties = { id, name, slug, kind, folder, tags, ...times };
  return { headers: {}, body: { data } };
}
