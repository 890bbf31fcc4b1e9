import { resolve } from 'node:path';
import type { ReceivedFile } from '../../../client/index.ts';
import type { Render } from '../../../contract/index.ts';
import type { Context } from '../../command/context.ts';
import { checkTarget } from '../../files/save-file.ts';
import { CommandError } from '../../output/command-error.ts';
import { safeText } from '../../output/safe-text.ts';
import { checkEnding, checkPagePattern, severalPages } from '../pages/name-pages.ts';
import { openRenderOutput, warnOfRender } from '../render-output.ts';

/** The flags for where the result of a background render goes. */
export interface FileFlags {
  output?: string;
  force?: boolean;
}

/** Where the result of a background render goes. */
export interface ResultOutput {
  /** Throws `usage` for a name that does not fit what the render makes, as far as that is known. */
  check(render: Render): void;
  /** Fetches the result of a render that is done. Calls `ready` before it prints. */
  fetch(render: Render, ready: () => void): Promise<void>;
  /** Reports what was written. */
  finish(): Promise<void>;
}

/** Opens the output that `-o` names, before anything is asked; undefined without the flag. Throws `usage` and `output_exists`. */
export async function chooseFile(
  context: Context,
  { output, force = false }: FileFlags,
): Promise<ResultOutput | undefined> {
  if (output === undefined) return undefined;
  if (output === '') throw new CommandError('usage', '--output is empty', { fix: 'name a file, such as -o out.pdf' });
  if (output.startsWith('--')) {
    throw new CommandError('usage', `-o ${output} looks like a flag`, { fix: `use ./${output}` });
  }
  if (output === '-' && context.output.json) {
    throw new CommandError('usage', '--json and -o - both write to stdout', { fix: 'name a file with -o' });
  }
  const isPattern = output.includes('{page}');
  if (isPattern) checkPagePattern(output, 'page-{page}.png');
  const file = output === '-' ? undefined : { path: resolve(context.io.cwd, output), shown: output };
  if (file && !isPattern) await checkTarget(file.path, force, '-o');
  let report = async () => {};
  return {
    check: (render) => checkName(output, render),
    async fetch(render, ready) {
      checkName(output, render);
      const client = await context.client();
      const { signal } = context;
      if (isImage(render) && file && !/\.zip$/i.test(output)) {
        const { images, warnings } = await client.readImages(render.id, { signal });
        report = async () => {
          const { saveImages } = await import('../pages/save-images.ts');
          warnOfRender(context.output, warnings, unknownRequest);
          await saveImages(context, { count: images.length, read: () => images }, { pattern: output, force });
        };
        return;
      }
      const target = await openRenderOutput(context, file, { force });
      const take = (received: ReceivedFile) => target.take(received, ready);
      if (isImage(render)) await client.receiveRenderResult(render.id, take, { signal });
      else await client.receiveRenderPdf(render.id, (received) => target.take(received, ready), { signal });
      report = () => target.finish(unknownRequest);
    },
    finish: () => report(),
  };
}

/** A background render reports all its warnings itself, and its sources are not known here. */
const unknownRequest = { words: { parts: [], flags: false }, warnings: [] };

/** An older service says nothing of kinds: it makes PDFs. */
function isImage({ kind }: Render): boolean {
  return kind === 'image';
}

function checkName(output: string, render: Render): void {
  if (output === '-') return;
  const { type, pages } = render;
  const isArchive = /\.zip$/i.test(output);
  const shown = `-o ${safeText(output)}`;
  if (!isImage(render)) {
    if (!output.includes('{page}')) return;
    throw new CommandError('usage', `${shown}: the render makes a PDF, and {page} is for images`, {
      fix: 'name one file, such as -o out.pdf',
    });
  }
  if (type === 'image/png' || type === 'image/jpeg') checkEnding(output, type === 'image/png' ? 'png' : 'jpeg');
  else if (!isArchive && !/\.(png|jpe?g)$/i.test(output)) {
    throw new CommandError('usage', `${shown}: the render makes images`, {
      fix: "name them, -o 'page-{page}.png', or their archive, -o pages.zip",
    });
  }
  if (type === 'application/zip' && !isArchive && !output.includes('{page}')) {
    throw severalPages(pages ?? 0, shown, ', or their archive, -o pages.zip');
  }
}
