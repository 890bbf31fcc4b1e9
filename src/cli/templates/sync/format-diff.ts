import type { Context } from '../../command/context.ts';
import { fileNames } from '../../documents/read-template-folder.ts';
import { canonicalise, type Field, type Fields } from '../../documents/template-fields.ts';
import { formatJson, safeText } from '../../output/safe-text.ts';

/** A side of a comparison. */
interface Side {
  /** The folder in front of its file names, such as "service/invoice". */
  label: string;
  /** Whether `label` is the whole name of the file. */
  isFile?: boolean;
  fields: Partial<Fields>;
}

/** Edits beyond which two texts are not compared: time and memory grow with their square. */
const editLimit = 3000;

const files: Record<Field, string> = {
  name: fileNames.template,
  content: fileNames.content,
  preview_context: fileNames.preview_context,
};

/** A unified diff of some fields of a template, each under the name of its file. Control characters are escaped. */
export async function formatDiff(from: Side, to: Side, fields: readonly Field[]): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff');
  const patches = fields.map((field) => {
    const [before, after] = [asText(field, from.fields), asText(field, to.fields)];
    const [old, now] = [nameFile(from, field), nameFile(to, field)] as const;
    if (before.replaceAll('\r\n', '\n') === after.replaceAll('\r\n', '\n') && before !== after) {
      return `--- ${old}\n+++ ${now}\nOnly line endings differ: ${nameEndings(before)} -> ${nameEndings(after)}\n`;
    }
    const patch =
      countEdits(before, after) <= editLimit &&
      createTwoFilesPatch(old, now, before, after, undefined, undefined, {
        context: 3,
        maxEditLength: editLimit,
        headerOptions: FILE_HEADERS_ONLY,
      });
    return patch || `--- ${old}\n+++ ${now}\nToo different to show: ${before.length} and ${after.length} characters\n`;
  });
  return safeText(patches.join(''), { lines: true });
}

function nameFile({ label, isFile = false }: Side, field: Field): string {
  return isFile ? label : `${label}/${files[field]}`;
}

/** Writes a diff to stdout, or with `cut` that many lines of it to stderr. */
export async function showDiff({ output }: Context, diff: string, { cut }: { cut?: number } = {}): Promise<void> {
  const chalk = await output.chalk(cut === undefined ? 'stdout' : 'stderr');
  const lines = diff.replace(/\n$/, '').split('\n');
  const painted = lines.slice(0, cut).map((line) => {
    if (/^(---|\+\+\+) /.test(line)) return chalk.bold(line);
    if (line.startsWith('@@')) return chalk.cyan(line);
    if (line.startsWith('+')) return chalk.green(line);
    return line.startsWith('-') ? chalk.red(line) : line;
  });
  if (cut === undefined) return output.data(`${painted.join('\n')}\n`);
  if (lines.length > cut) painted.push(chalk.dim(`… ${lines.length - cut} more lines: platen templates diff`));
  output.raw(painted.join('\n'));
}

function asText(field: Field, fields: Partial<Fields>): string {
  const value = fields[field];
  if (value === undefined) return '';
  if (field === 'content') return value as string;
  return formatJson(field === 'name' ? { name: value } : canonicalise(value));
}

/** The edits that two texts need at least, whatever the order of their lines: those lines that only one of them has. */
function countEdits(before: string, after: string): number {
  const surplus = new Map<string, number>();
  for (const [text, sign] of [
    [before, 1],
    [after, -1],
  ] as const) {
    for (const [line] of text.matchAll(/[^\n]*\n|[^\n]+/g)) surplus.set(line, (surplus.get(line) ?? 0) + sign);
  }
  return [...surplus.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

function nameEndings(text: string): string {
  const [all, windows] = [text.split('\n').length, text.split('\r\n').length];
  return windows === 1 ? 'LF' : windows === all ? 'CRLF' : 'LF and CRLF';
}
