import type { TemplateAnswer } from '../../client/index.ts';
import type { Context } from '../command/context.ts';
import { safeText } from '../output/safe-text.ts';

/**
 * Shows a template: the whole answer as JSON with --json or in a pipe, a short summary at a terminal. `done` is a word for
 * stderr, such as "Updated".
 */
export async function showTemplate({ output }: Context, { body, etag }: TemplateAnswer, done?: string): Promise<void> {
  if (output.json || !output.dataToTerminal) {
    await output.jsonDocument(body);
    return;
  }
  const { id, name, content, preview_context, inserted_at, updated_at } = body.data;
  const chalk = await output.chalk('stdout');
  const keys = Object.keys(preview_context ?? {});
  const rows: [string, string][] = [
    ['id', String(id)],
    ['content', `${Buffer.byteLength(String(content ?? ''))} bytes`],
    ['preview context', keys.length === 0 ? 'empty' : keys.slice(0, 8).join(', ') + (keys.length > 8 ? ', …' : '')],
    ['created', String(inserted_at)],
    ['updated', String(updated_at)],
  ];
  if (etag !== undefined) rows.push(['etag', etag]);
  const lines = rows.map(([label, value]) => `  ${chalk.dim(label.padEnd(16))}${safeText(value)}`);
  await output.data(`${chalk.bold(safeText(String(name)))}\n${lines.join('\n')}\n`);
  if (done) output.done(`${done} ${String(name)}`);
}
