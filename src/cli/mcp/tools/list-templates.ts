import { defineTool, jsonContent, readsOnly } from '../tool.ts';

interface ListTemplatesArguments {
  name?: string;
}

export const listTemplatesTool = defineTool({
  name: 'list_templates',
  title: 'List stored templates',
  description: 'Lists the stored templates: id, name, and when each was changed. read_template has their content.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    properties: { name: { type: 'string', description: 'Only templates with exactly this name. Default: all.' } },
  },
  annotations: readsOnly,
  async run(call, { name }: ListTemplatesArguments) {
    const client = await call.client();
    const { listAllTemplates } = await import('../../../client/index.ts');
    const templates: object[] = [];
    const fields = ['name', 'updated_at'] as const;
    for await (const page of listAllTemplates(client, { name, fields }, { signal: call.signal })) {
      templates.push(...page.map((one) => ({ id: one.id, name: one.name, updated_at: one.updated_at })));
    }
    return [jsonContent({ templates })];
  },
});
