import { nameOutput, nameSource } from '../documents/output-name.ts';
import type { PlannedSource } from '../documents/plan-source.ts';
import { CommandError } from '../output/command-error.ts';
import { safeText } from '../output/safe-text.ts';

const placeholders = ['{name}', '{index}', '{ext}'];

/**
 * Names the PDFs of several sources by a pattern: `{name}` is the source's name without folder and extension, `{index}` its
 * place from 1, `{ext}` its extension, or its kind where it is no file. Without a pattern each PDF gets its default name.
 * Throws `usage`.
 */
export function nameOutputs(pattern: string | undefined, sources: readonly PlannedSource[]): string[] {
  if (pattern !== undefined) checkPattern(pattern);
  return sources.map((source, index) => {
    if (pattern === undefined) return nameOutput(source);
    const values: Record<string, string> = {
      '{name}': nameSource(source),
      '{index}': String(index + 1),
      '{ext}': extensionOf(source),
    };
    return pattern.replace(/\{[^{}]*\}/g, (placeholder) => values[placeholder] ?? placeholder);
  });
}

function checkPattern(pattern: string): void {
  const shown = `-o ${safeText(pattern)}`;
  if (pattern === '-') {
    throw new CommandError('usage', '-o - takes one PDF, and --each makes several', {
      fix: "name files: -o '{name}.pdf'",
    });
  }
  if (pattern === '' || /[\\/]$/.test(pattern)) {
    throw new CommandError('usage', `${shown} names no file`, { fix: `-o '${safeText(pattern)}{name}.pdf'` });
  }
  if (pattern.startsWith('--')) {
    throw new CommandError('usage', `${shown} looks like a flag`, { fix: `use ./${safeText(pattern)}` });
  }
  for (const [found] of pattern.matchAll(/\{[^{}]*\}/g)) {
    if (placeholders.includes(found)) continue;
    throw new CommandError('usage', `${shown}: there is no placeholder ${safeText(found)}`, {
      fix: `use ${placeholders.join(', ')}`,
    });
  }
}

/** An extension of letters and digits, so that it is safe in a file name; else the kind of the source. */
function extensionOf(source: PlannedSource): string {
  if (source.kind !== 'file') return source.kind === 'template-folder' ? 'template' : source.kind;
  return /[^/\\]\.([a-z\d]{1,20})$/i.exec(source.file)?.[1]?.toLowerCase() ?? 'file';
}
