import { resolve } from 'node:path';
import type { Context } from '../../command/context.ts';
import { CommandError } from '../../output/command-error.ts';
import { openRenderOutput, type RenderOutput } from '../render-output.ts';

/** The flags for where the PDF of a background render goes. */
export interface FileFlags {
  output?: string;
  force?: boolean;
}

/** Opens the output that `-o` names, before anything is asked; undefined without the flag. Throws `usage` and `output_exists`. */
export async function chooseFile(
  context: Context,
  { output, force = false }: FileFlags,
): Promise<RenderOutput | undefined> {
  if (output === undefined) return undefined;
  if (output === '') throw new CommandError('usage', '--output is empty', { fix: 'name a file, such as -o out.pdf' });
  if (output.startsWith('--')) {
    throw new CommandError('usage', `-o ${output} looks like a flag`, { fix: `use ./${output}` });
  }
  if (output !== '-')
    return openRenderOutput(context, { path: resolve(context.io.cwd, output), shown: output }, { force });
  if (!context.output.json) return openRenderOutput(context, undefined, {});
  throw new CommandError('usage', '--json and -o - both write to stdout', { fix: 'name a file with -o' });
}

/** A background render reports all its warnings itself, and its sources are not known here. */
export const unknownRequest = { words: { parts: [], flags: false }, warnings: [] };
