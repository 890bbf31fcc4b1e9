import type { Context } from '../../command/context.ts';
import { readLocalParts } from '../../documents/local-part.ts';
import { CommandError } from '../../output/command-error.ts';
import { collectEdges } from '../render-request.ts';

/** Reads the files that parts of a job name, and returns the parts with their content. Throws `input_invalid` with the place. */
export type ReadFiles = (parts: unknown, place: string) => Promise<unknown>;

/** Opens the reader of files for the jobs of a batch. Each warning is reported once. */
export function openFileReader(context: Context): ReadFiles {
  const edges = collectEdges(context);
  const warned = new Set<string>();
  return async (given, place) => {
    try {
      const { parts, warnings } = await readLocalParts(given, edges);
      for (const { code, text } of warnings) {
        if (!warned.has(text)) context.output.warn({ code, text });
        warned.add(text);
      }
      return parts;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const { message, why, fix } = error;
      throw new CommandError('input_invalid', `${place}: ${message}`, {
        ...(why !== undefined && { why }),
        ...(fix !== undefined && { fix }),
        cause: error,
      });
    }
  };
}
