import type { Warning } from '../../../contract/index.ts';
import type { EditorMark } from '../../editor/open-editor.ts';
import type { DrawProblem } from './use-drawing.ts';

const names = { content: 'Content', values: 'Values' } as const;

/** A warning with its line, where the text shows what it is about. */
interface PlacedWarning {
  message: string;
  file?: string;
  line?: number;
}

/** Finds the lines that warnings speak of: each names its subject first. */
export function placeWarnings(warnings: readonly Warning[], content: string): PlacedWarning[] {
  return warnings.map(({ detail }) => {
    const subject = detail.split(' ')[0] ?? '';
    const offset = subject.length > 2 ? content.indexOf(subject) : -1;
    if (offset < 0) return { message: detail };
    return { message: detail, file: names.content, line: content.slice(0, offset).split('\n').length };
  });
}

/** The marks of one of the two texts. */
export function markProblem(
  problem: DrawProblem | undefined,
  where: 'content' | 'values',
  findings: readonly PlacedWarning[],
): EditorMark[] {
  if (problem?.where === where && problem.line !== undefined) {
    const { message, line, column } = problem;
    return [{ message, line, severity: 'error', ...(column !== undefined && { column }) }];
  }
  return findings.flatMap(({ message, line }) =>
    line === undefined ? [] : [{ message, line, severity: 'warning' as const }],
  );
}

/** A problem as the box shows it. */
export function nameProblem({ where, ...problem }: DrawProblem) {
  return { ...problem, file: where && names[where] };
}
