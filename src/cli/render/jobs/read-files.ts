import type { Context } from '../../command/context.ts';
import { collectParts } from '../../documents/collect-parts.ts';
import { nameTemplateFolder, planSources } from '../../documents/plan-source.ts';
import { CommandError } from '../../output/command-error.ts';
import { collectEdges } from '../render-request.ts';

/** Reads the files that parts of a job name, and returns the parts with their content. Throws `input_invalid` with the place. */
export type ReadFiles = (parts: unknown, place: string) => Promise<unknown>;

/** A part that names a file of this machine. */
interface FilePart {
  /** An HTML, Markdown or PDF file, from the current folder. */
  file?: unknown;
  /** A folder of a template. */
  template?: { folder?: unknown };
  context?: object;
}

/**
 * Opens the reader of `{ "file": "a.html" }` and `{ "template": { "folder": "./invoice" }, "context": … }` in the parts of jobs. They bring the
 * images, fonts and style sheets that they name, as sources of `render pdf` do. Each warning is reported once.
 */
export function openFileReader(context: Context): ReadFiles {
  const edges = collectEdges(context);
  const warned = new Set<string>();

  async function readPart(part: unknown, place: string): Promise<unknown> {
    const source = findSource(part, place);
    if (source === undefined) return part;
    const { file: _, template: __, context: values, ...rest } = part as FilePart;
    try {
      const [planned] = planSources([source], undefined, 1);
      if (planned === undefined || (planned.kind !== 'file' && planned.kind !== 'template-folder')) {
        throw new CommandError('usage', `${source} is not a file`);
      }
      const { parts, warnings } = await collectParts([planned], values === undefined ? {} : { context: values }, edges);
      for (const { code, text } of warnings) {
        if (!warned.has(text)) context.output.warn({ code, text });
        warned.add(text);
      }
      return { ...(parts as object), ...rest };
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const { message, why, fix } = error;
      throw new CommandError('input_invalid', `${place}: ${message}`, {
        ...(why !== undefined && { why }),
        ...(fix !== undefined && { fix }),
        cause: error,
      });
    }
  }

  return async (parts, place) => {
    if (!Array.isArray(parts)) return readPart(parts, place);
    return Promise.all(parts.map((part) => readPart(part, place)));
  };
}

/** The file or folder that a part names, as a source of the command line. */
function findSource(part: unknown, place: string): string | undefined {
  const { file, template } = (typeof part === 'object' && part !== null ? part : {}) as FilePart;
  const folder = typeof template === 'object' && template !== null ? template.folder : undefined;
  const path = file ?? folder;
  if (path === undefined) return undefined;
  if (typeof path !== 'string' || path === '' || path === '-') {
    const name = file === undefined ? '"template": {"folder"}' : '"file"';
    throw new CommandError('input_invalid', `${place}: ${name} must be a path`);
  }
  return file === undefined ? nameTemplateFolder(path) : path;
}
