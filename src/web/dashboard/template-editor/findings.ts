import type { TemplateFinding, Warning } from '../../../contract/index.ts';
import type { EditorMark } from '../../editor/open-editor.ts';
import type { DrawProblem } from './use-drawing.ts';

const names = { content: 'Content', values: 'Values' } as const;

/** A flaw below the pages, with its line where the text shows what it is about. */
interface ShownFinding extends Pick<TemplateFinding, 'message' | 'level' | 'line' | 'column'> {
  where: keyof typeof names;
  /** The name of the text. */
  file: string;
}

/**
 * What to report of a text: with a problem of its content the other errors, else the warnings of its pages and those of the check. What
 * was checked may be older than the pages, so that no error of it counts once they are drawn.
 */
export function listFindings(
  problem: DrawProblem | undefined,
  checked: readonly TemplateFinding[],
  warnings: readonly Warning[],
  content: string,
): ShownFinding[] {
  const level = problem ? 'error' : 'warning';
  const found = checked
    .filter((finding) => finding.level === level)
    .filter(({ line, column }) => !problem || problem.line !== line || problem.column !== column)
    .map((finding) => ({ ...finding, file: names[finding.where] }));
  if (problem) return problem.where === 'content' ? found : [];
  return [...warnings.map(({ detail }) => placeWarning(detail, content)), ...found];
}

/** Finds the line that a warning speaks of: it names its subject first. */
function placeWarning(message: string, content: string): ShownFinding {
  const subject = message.split(' ')[0] ?? '';
  const offset = subject.length > 2 ? content.indexOf(subject) : -1;
  const line = offset < 0 ? undefined : content.slice(0, offset).split('\n').length;
  return { level: 'warning', message, where: 'content', file: names.content, ...(line !== undefined && { line }) };
}

/** The marks of one of the two texts. */
export function markText(
  where: 'content' | 'values',
  problem: DrawProblem | undefined,
  findings: readonly ShownFinding[],
): EditorMark[] {
  const all = [...(problem ? [{ ...problem, level: 'error' as const }] : []), ...findings];
  return all.flatMap(({ where: place, message, level, line, column }) => {
    if (place !== where || line === undefined) return [];
    return [{ message, line, severity: level, ...(column !== undefined && level === 'error' && { column }) }];
  });
}

/** A problem as the box shows it. */
export function nameProblem({ where, ...problem }: DrawProblem) {
  return { ...problem, file: where && names[where] };
}
