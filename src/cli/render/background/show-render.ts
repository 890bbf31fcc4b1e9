import type { Render } from '../../../contract/index.ts';
import type { Context } from '../../command/context.ts';
import { safeText } from '../../output/safe-text.ts';
import { formatBytes } from '../render-output.ts';
import { describeProgress } from './await-render.ts';

/** What `--json` and pipes get of a background render. */
export const renderShape =
  'a summary at a terminal; in a pipe or with --json {"data": {"id", "kind", "status", "created_at", "progress", "pages", "type", "bytes", "sha256", "warnings", "timings", "error", …}}';

/** What `-o` writes of a background render. */
export const fileShape =
  'with -o the PDF or the images, and with --json as well what "render pdf --json" or "render image --json" prints';

/** Shows a background render: as JSON with --json or in a pipe, a short summary at a terminal. */
export async function showRender({ output }: Context, render: Render): Promise<void> {
  if (output.json || !output.dataToTerminal) return output.jsonDocument({ data: render });
  const { id, kind, created_at, started_at, ended_at, expires_at, pages, bytes, warnings, error } = render;
  const chalk = await output.chalk('stdout');
  const rows: [string, string | null][] = [
    ['status', describeProgress(render)],
    ['why', error && [error.code, error.detail ?? error.title].join(': ')],
    [
      kind === 'image' ? 'images' : 'PDF',
      bytes === null ? null : `${pages} page${pages === 1 ? '' : 's'}, ${formatBytes(bytes)}`,
    ],
    ['warnings', warnings.length === 0 ? null : warnings.map(({ detail }) => detail).join('; ')],
    ['submitted', created_at],
    ['began', started_at],
    ['ended', ended_at],
    ['kept until', expires_at],
  ];
  const lines = rows.flatMap(([label, value]) =>
    value === null ? [] : [`  ${chalk.dim(label.padEnd(12))}${safeText(value)}`],
  );
  await output.data(`${chalk.bold(safeText(id))}\n${lines.join('\n')}\n`);
}
