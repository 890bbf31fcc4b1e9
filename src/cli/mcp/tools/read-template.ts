import { findRevision } from '../../service/read-revision.ts';
import { resolveTemplate } from '../../service/resolve-template.ts';
import { readTemplateArgument } from '../../templates/template-argument.ts';
import { defineTool, jsonContent, readsOnly } from '../tool.ts';

interface ReadTemplateArguments {
  template: string;
}

export const readTemplateTool = defineTool({
  name: 'read_template',
  title: 'Read a stored template',
  description:
    'Answers a stored template: its name, revision, labels, preview context and etag, and its content (HTML with Liquid) as a second text. update_template needs the etag.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['template'],
    properties: {
      template: {
        type: 'string',
        description:
          'The slug or the id of the template, or a revision of it: "invoice@7", "invoice@live". Default: the newest revision.',
      },
    },
  },
  annotations: readsOnly,
  async run(call, { template }: ReadTemplateArguments) {
    const { signal } = call;
    const client = await call.client();
    const chosen = await resolveTemplate(client, readTemplateArgument(template), signal);
    // The etag is read first: an update with it fails if the template changes meanwhile.
    const { etag } = await client.getTemplate(chosen.id, { signal });
    const number = await findRevision(client, chosen, signal);
    const { content, ...facts } = await client.getRevision(chosen.id, number, { signal });
    const labels = await client.listLabels(chosen.id, { signal });
    const all = Object.fromEntries(labels.map(({ label, revision }) => [label, revision]));
    return [jsonContent({ id: chosen.id, etag, ...facts, all_labels: all }), { type: 'text', text: content ?? '' }];
  },
});
