import type { Revision } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { safeText } from '../output/safe-text.ts';

/** The output of commands that show a revision, for their help. */
export const revisionOutput = [
  'a summary at a terminal; in a pipe or with --json the answer of the service:',
  '{"data": {"revision", "name", "created_at", "created_by", "message", "labels", "value_sets", "values_schema", "content", "preview_context"}}',
].join('\n');

/** Shows a revision: all of it as JSON with --json or in a pipe, a short summary at a terminal. */
export async function showRevision({ output }: Context, revision: Revision): Promise<void> {
  if (output.json || !output.dataToTerminal) return output.jsonDocument({ data: revision });
  const { name, content, preview_context, created_at, created_by, message, labels } = revision;
  // Older services do not have them.
  const { value_sets = [], values_schema = false }: Partial<Revision> = revision;
  const chalk = await output.chalk('stdout');
  const rows: [string, string | null][] = [
    ['revision', String(revision.revision)],
    ['labels', labels.join(', ') || null],
    ['changed', created_at],
    ['by', created_by],
    ['message', message],
    ['content', `${Buffer.byteLength(content)} bytes`],
    ['preview context', Object.keys(preview_context).slice(0, 8).join(', ') || 'empty'],
    ['values', value_sets.join(', ') || null],
    ['schema', values_schema ? 'yes' : null],
  ];
  const lines = rows.flatMap(([label, value]) =>
    value === null ? [] : [`  ${chalk.dim(label.padEnd(16))}${safeText(value)}`],
  );
  await output.data(`${chalk.bold(safeText(name))}\n${lines.join('\n')}\n`);
}
