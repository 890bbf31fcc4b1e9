import type { Command } from 'commander';
import { limits } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { refuseTwoStdin } from '../files/refuse-two-stdin.ts';
import { CommandError } from '../output/command-error.ts';
import { RequestFailure } from '../output/request-words.ts';

/** The flags with the fields of a template. */
export interface TemplateFlags {
  name?: string;
  content?: string;
  previewContext?: string;
  input?: string;
}

/** The flag with the message of a change. */
export interface MessageFlag {
  message?: string;
}

/** Declares it. */
export function addMessageFlag(command: Command): Command {
  return command.option('-m, --message <text>', 'reason for the change, shown by platen templates log');
}

/** The option of a call with the message that the flag gives; none without it. Throws `usage`. */
export function readMessageFlag({ message }: MessageFlag): { message?: string } {
  if (message === undefined) return {};
  const isUsable = message.trim() !== '' && message.length <= limits.revisionMessage && !/\p{Cc}/u.test(message);
  if (isUsable && message.isWellFormed()) return { message };
  throw new CommandError('usage', `--message must be 1 to ${limits.revisionMessage} characters on one line`);
}

/** The output of commands on a template, for their help. */
export const templateOutput = [
  'a summary at a terminal; in a pipe or with --json the response of the service:',
  '{"data": {"content", "id", "inserted_at", "name", "preview_context", "updated_at"}}',
].join('\n');

/** Declares the flags. */
export function addTemplateFlags(command: Command): Command {
  return command
    .option('--name <name>', 'the name')
    .option('--content <file>', 'the HTML, from a file or - for stdin')
    .option('--preview-context <json>', 'the values for previews: JSON, a file or -')
    .option('--input <file>', '{"template": {…}} or the bare template as JSON, from a file or -');
}

/** Reads the fields that the flags give, and no others. A field that a flag and --input both give is `usage`. */
export async function readTemplateFlags(flags: TemplateFlags, context: Context): Promise<Record<string, unknown>> {
  const { content, previewContext, input } = flags;
  refuseTwoStdin(context.flags, { '--content': content, '--preview-context': previewContext, '--input': input });
  const { io } = context;
  const template =
    flags.input === undefined ? {} : unwrap(await (await loadInput()).readJson(flags.input, '--input', io));
  const add = (field: string, flag: string, value: unknown) => {
    if (field in template) throw new CommandError('usage', `${flag} and --input both give ${field}`);
    template[field] = value;
  };
  if (flags.name !== undefined) add('name', '--name', flags.name);
  if (flags.content !== undefined) {
    const { readInputText } = await loadInput();
    const content = await readInputText(flags.content, '--content', io);
    // What failed before the pipe has written nothing, and must not empty a template.
    if (flags.content === '-' && content === '') throw new CommandError('input_invalid', '--content: stdin is empty');
    add('content', '--content', content);
  }
  if (flags.previewContext !== undefined) {
    const { readJsonObject } = await loadInput();
    const value = await readJsonObject(flags.previewContext, '--preview-context', io);
    add('preview_context', '--preview-context', value);
  }
  return template;
}

/** Throws what a request made of the flags failed with, in the words of those: what --input gives keeps its fields. */
export function nameTemplateFlags({ input }: TemplateFlags, cause: unknown): never {
  throw new RequestFailure(cause, { parts: [], flags: input === undefined });
}

/** Loaded late: only a flag with a file or JSON needs it. */
function loadInput() {
  return import('../files/read-input.ts');
}

function unwrap(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new CommandError('input_invalid', '--input: a JSON object is needed');
  if (!('template' in value)) return { ...value };
  if (!isObject(value.template))
    throw new CommandError('input_invalid', '--input: the field "template" is not an object');
  return { ...value.template };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
