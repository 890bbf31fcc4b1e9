import { labelNameSchema } from '../../../contract/index.ts';
import { findRevision } from '../../service/read-revision.ts';
import { resolveTemplate } from '../../service/resolve-template.ts';
import { readTemplateArgument } from '../../templates/template-argument.ts';
import { defineTool, jsonContent } from '../tool.ts';

interface LabelTemplateArguments {
  template: string;
  label: string;
}

export const labelTemplateTool = defineTool({
  name: 'label_template',
  title: 'Label a revision of a template',
  description:
    'Sets a label of a stored template, or moves it to another revision. The label "live" says which revision is rendered by default: {"template": "invoice@draft", "label": "live"} puts a draft live.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['template', 'label'],
    properties: {
      template: {
        type: 'string',
        description: 'The revision, by slug or id: "invoice@draft", "<id>@7". Without @: the newest.',
      },
      label: {
        type: 'string',
        pattern: labelNameSchema.pattern,
        description: 'The label, such as "live": lower-case letters, digits, ".", "_" and "-", with a letter first.',
      },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(call, { template, label }: LabelTemplateArguments) {
    const { signal } = call;
    const client = await call.client();
    const chosen = await resolveTemplate(client, readTemplateArgument(template), signal);
    const revision = await findRevision(client, chosen, signal);
    return [jsonContent({ id: chosen.id, ...(await client.setLabel(chosen.id, label, revision, { signal })) })];
  },
});
