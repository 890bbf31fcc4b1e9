import type { Client, TemplateAnswer } from '../../../client/index.ts';
import { findUnkeptNumber, isUuid, type Template } from '../../../contract/index.ts';
import { type Digests, digestFields, type Fields } from '../../documents/template-fields.ts';
import { CommandError } from '../../output/command-error.ts';

/** A template as the service has it. */
export interface RemoteTemplate {
  id: string;
  fields: Fields;
  digests: Digests;
  etag: string | undefined;
}

/** Access to the templates of the service. */
export interface RemoteTemplates {
  client: Client;
  signal: AbortSignal;
}

/** Requests at once. */
export const requestWidth = 6;

/** Reads a template with its ETag; undefined if it does not exist. */
export async function getRemote({ client, signal }: RemoteTemplates, id: string): Promise<RemoteTemplate | undefined> {
  try {
    return readAnswer(await client.getTemplate(id, { signal }));
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** Reads the templates of all pages, or those of exactly `name`. Calls `report` with the number so far. */
export async function listRemotes(
  { client, signal }: RemoteTemplates,
  { name, report }: { name?: string; report?: (count: number) => void } = {},
): Promise<RemoteTemplate[]> {
  const { listAllTemplates } = await import('../../../client/index.ts');
  const found = new Map<string, RemoteTemplate>();
  for await (const page of listAllTemplates(client, { name }, { signal })) {
    for (const template of page) {
      const remote = readRemote(template);
      if (name === undefined || remote.fields.name === name) found.set(remote.id, remote);
    }
    report?.(found.size);
  }
  return [...found.values()];
}

/** The template in an answer about a single template. */
export function readAnswer({ body, etag }: TemplateAnswer): RemoteTemplate {
  return { ...readRemote(body.data), etag };
}

/** Whether a call failed because the template is not there. */
export function isGone(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === 'template_not_found';
}

/** The error for an id that the service does not know. `fix` is what to do besides looking at the settings. */
export function goneError(id: string, fix: string): CommandError {
  return new CommandError('template_not_found', 'the service has no template with its id', {
    why: `${id} was deleted, or belongs to another service or account`,
    fix: `check the service (platen config list); ${fix}`,
  });
}

/** Checks a template before it becomes a file, because other services speak the interface too. */
function readRemote(template: Template): RemoteTemplate {
  const { id, name, content, preview_context } = template as { [field in keyof Template]?: unknown };
  if (typeof id !== 'string' || !isUuid(id)) throw unexpected('a template has no id');
  if (typeof name !== 'string') throw unexpected(`the template ${id} has no name`);
  if (typeof content !== 'string') throw unexpected(`the template ${id} has no content`);
  if (!content.isWellFormed() || !name.isWellFormed()) {
    throw unexpected(`the template ${id} contains half of a surrogate pair, which no file can keep`);
  }
  const context = preview_context ?? {};
  if (typeof context !== 'object' || Array.isArray(context)) {
    throw unexpected(`the preview context of the template ${id} is not an object`);
  }
  // JSON.parse has rounded it already, so that no file could keep what the service has.
  const rounded = findUnkeptNumber(JSON.stringify(context));
  if (rounded) {
    throw unexpected(
      `${rounded.pointer} in the preview context of the template ${id} is a whole number beyond 9007199254740991, which cannot be read exactly`,
    );
  }
  const fields = { name, content, preview_context: context };
  return { id: id.toLowerCase(), fields, digests: digestFields(fields), etag: undefined };
}

function unexpected(message: string): CommandError {
  return new CommandError('unexpected_answer', message);
}
