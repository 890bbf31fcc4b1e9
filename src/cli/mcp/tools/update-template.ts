import type { Client } from '../../../client/index.ts';
import { labelNameSchema, limits, liveLabel, type TemplateChanges } from '../../../contract/index.ts';
import { decodeUtf8 } from '../../files/decode-document.ts';
import { readRegularFile } from '../../files/read-regular-file.ts';
import { CommandError } from '../../output/command-error.ts';
import { resolveTemplate } from '../../service/resolve-template.ts';
import { readWholeTemplate } from '../../templates/template-argument.ts';
import { findBelowRoot } from '../inside-root.ts';
import type { ToolCall } from '../open-call.ts';
import { defineTool, jsonContent } from '../tool.ts';

interface UpdateTemplateArguments extends TemplateChanges {
  id: string;
  if_match: string;
  content_file?: string;
  message?: string;
  label?: string | null;
}

export const updateTemplateTool = defineTool({
  name: 'update_template',
  title: 'Change a stored template',
  description:
    'Changes fields of a stored template, as a new revision with the label "draft". What is live stays live: if no revision has the label "live", the current one gets it first. Look at the draft with preview_page and "template:<id>@draft"; label_template puts it live.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'if_match'],
    properties: {
      id: { type: 'string', description: 'The slug or the id of the template.' },
      if_match: {
        type: 'string',
        minLength: 1,
        description: 'The etag that read_template answered. The change fails if the template has changed since.',
      },
      content: { type: 'string', description: 'The whole new content: HTML with Liquid.' },
      content_file: { type: 'string', description: 'A file with the whole new content, instead of content.' },
      name: { type: 'string', description: 'A new name.' },
      preview_context: { type: 'object', description: 'New values for previews. They replace the old ones.' },
      message: { type: 'string', maxLength: 500, description: 'Why the change is made, for the history.' },
      label: {
        type: ['string', 'null'],
        pattern: labelNameSchema.pattern,
        description:
          'The label of the new revision. Default "draft". "live" makes it live immediately. null sets no label: it is live immediately unless another revision has the label "live".',
      },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  async run(
    call,
    { id: named, if_match: ifMatch, message, label = 'draft', content_file: file, ...fields }: UpdateTemplateArguments,
  ) {
    const whole = readWholeTemplate(named);
    const changes = await readChanges(call, fields, file);
    const { signal } = call;
    const client = await call.client();
    const { id } = await resolveTemplate(client, whole, signal);
    const before = await newestRevision(client, id, signal);
    const keeps = label !== null && label !== liveLabel && (await keepLive(client, id, before, signal));
    const answer = await client
      .updateTemplate(id, changes, { signal, ifMatch, ...(message !== undefined && { message }) })
      .catch(async (error: unknown) => {
        if (keeps) await client.deleteLabel(id, liveLabel);
        throw error;
      });
    const revision = await findMade(client, id, before, signal);
    if (label !== null) await client.setLabel(id, label, revision, { signal });
    const labels = await client.listLabels(id, { signal });
    const all = Object.fromEntries(labels.map((one) => [one.label, one.revision]));
    return [jsonContent({ id, etag: answer.etag, revision, changed: revision !== before, all_labels: all })];
  },
});

async function readChanges(
  call: ToolCall,
  fields: TemplateChanges,
  file: string | undefined,
): Promise<TemplateChanges> {
  if (file !== undefined && fields.content !== undefined) {
    throw new CommandError('usage', 'content and content_file cannot be used together');
  }
  const changes = { ...fields };
  if (file !== undefined) {
    const path = await findBelowRoot(call.root, file);
    const bytes = await readRegularFile(path, (size) => {
      if (size > limits.body) throw new CommandError('input_invalid', `${file} is too large`);
    });
    changes.content = decodeUtf8(bytes, file);
  }
  if (Object.keys(changes).length > 0) return changes;
  throw new CommandError('usage', 'there is nothing to change', {
    fix: 'give "content", "content_file", "name" or "preview_context"',
  });
}

async function newestRevision(client: Client, id: string, signal: AbortSignal): Promise<number> {
  const { data } = await client.listRevisions(id, { limit: 1 }, { signal });
  return data[0]?.revision ?? 1;
}

/** Gives the newest revision the label `live` if none has it, because the next one would be live at once. Returns whether it did. */
async function keepLive(client: Client, id: string, newest: number, signal: AbortSignal): Promise<boolean> {
  const labels = await client.listLabels(id, { signal });
  if (labels.some(({ label }) => label === liveLabel)) return false;
  await client.setLabel(id, liveLabel, newest, { signal });
  return true;
}

/** The revision of the change: the first after the one before, because If-Match lets no other come between. */
async function findMade(client: Client, id: string, before: number, signal: AbortSignal): Promise<number> {
  const { data } = await client.listRevisions(id, {}, { signal });
  return data.findLast(({ revision }) => revision > before)?.revision ?? before;
}
