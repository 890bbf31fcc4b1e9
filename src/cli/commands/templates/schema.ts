import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';

interface SchemaOptions {
  output?: string;
  force?: boolean;
}

/** Declares `platen templates schema`. */
export function addTemplatesSchema(parent: Command, register: Register): void {
  const command = parent
    .command('schema')
    .description('Draft values.schema.json of a template folder from its values.')
    .argument('<dir>', 'the template folder')
    .option('-o, --output <file>', 'the file to write; - for stdout (default: <dir>/values.schema.json)')
    .option('-f, --force', 'overwrite an existing file');
  addHelpNotes(command, {
    examples: ['platen templates schema templates/invoice', 'platen templates schema templates/invoice -o -'],
    output:
      'the file, on stderr; with --json {"data": {"path", "schema"}}. The schema (JSON Schema 2020-12) is made of preview_context.json and values/*.json: fields that all of them have are required. Renders of the folder and templates check then reject other values.',
    exitCodes: { 2: 'there is no template, or it has no values', 6: 'the file exists' },
  });
  command.action(register<SchemaOptions>(runTemplatesSchema));
}

async function runTemplatesSchema(
  context: Context,
  { output: name, force = false }: SchemaOptions,
  [dir = '']: string[],
): Promise<undefined> {
  const { io, output, signal } = context;
  const { findSources } = await import('../../templates/preview-source.ts');
  const { readContextText } = await import('../../templates/context-text.ts');
  const { draftSchema } = await import('../../templates/draft-schema.ts');
  const { schemaName } = await import('../../documents/value-sets.ts');
  const { checkTarget, saveFile } = await import('../../files/save-file.ts');
  const { CommandError } = await import('../../output/command-error.ts');
  const [source, second] = await findSources(dir, io.cwd);
  if (source === undefined || second !== undefined) {
    throw new CommandError('usage', `${dir} has several templates`, { fix: `name one of them: ${source?.shown}` });
  }
  const values: object[] = [];
  for (const set of [undefined, ...(await source.listSets())]) {
    const { context: text } = await source.read(signal, set);
    if (text !== undefined) values.push(readContextText(text, source.valuesFile(set)));
  }
  if (values.length === 0) {
    throw new CommandError('input_missing', `${source.shown} has no values`, {
      fix: `write them into ${source.valuesFile()}`,
    });
  }
  const schema = draftSchema(values);
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  if (name === '-') {
    await (output.json ? output.jsonDocument({ data: { path: null, schema } }) : output.data(text));
    return;
  }
  const shown = name ?? join(source.shown, schemaName);
  const path = resolve(io.cwd, shown);
  await checkTarget(path, force, '-o');
  await saveFile(path, Buffer.from(text), force);
  if (output.json) await output.jsonDocument({ data: { path, schema } });
  output.done(`Wrote ${shown}`);
}
