import { defineTool, jsonContent, readsOnly } from '../tool.ts';

interface ListTemplatesArguments {
  name?: string;
  folder?: string;
  tag?: string;
  search?: string;
}

export const listTemplatesTool = defineTool({
  name: 'list_templates',
  title: 'List stored templates',
  description:
    'Lists the stored templates: id, slug, name, folder, tags, and when each was changed. read_template has their content.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    properties: {
      name: { type: 'string', description: 'Only templates with exactly this name. Default: all.' },
      folder: { type: 'string', description: 'Only templates in this folder and below it. Default: all.' },
      tag: { type: 'string', description: 'Only templates with this tag. Default: all.' },
      search: { type: 'string', description: 'Only templates with this text in the name or slug. Default: all.' },
    },
  },
  annotations: readsOnly,
  async run(call, filter: ListTemplatesArguments) {
    const client = await call.client();
    const { listAllTemplates } = await import('../../../client/index.ts');
    const templates: object[] = [];
    const fields = ['name', 'slug', 'folder', 'tags', 'updated_at'] as const;
    for await (const page of listAllTemplates(client, { ...filter, fields }, { signal: call.signal })) {
      templates.push(
        ...page.map(({ id, slug, name, folder, tags, updated_at }) => ({ id, slug, name, folder, tags, updated_at })),
      );
    }
    return [jsonContent({ templates })];
  },
});
