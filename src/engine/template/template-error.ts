import type { TemplatePlace } from './template-job.ts';

/** A template that cannot be rendered, by its own fault: its syntax, its data, or what it costs. */
export class TemplateError extends Error {
  readonly code = 'template_error';
  /** What is wrong, without the place. */
  readonly problem: string;
  /** From 1; missing where the whole template is at fault, as with time and memory. */
  readonly line: number | undefined;
  /** From 1, in UTF-16 units; missing with `line`. */
  readonly column: number | undefined;
  /** The line itself, cut around the column where it is long; missing with `line`. */
  readonly sourceLine: string | undefined;

  constructor(problem: string, place?: TemplatePlace, name?: string) {
    super(describeProblem(problem, place, name));
    this.name = 'TemplateError';
    this.problem = problem;
    this.line = place?.line;
    this.column = place?.column;
    this.sourceLine = place?.sourceLine;
  }
}

function describeProblem(problem: string, place?: TemplatePlace, name?: string): string {
  const where = place ? `line ${place.line}, column ${place.column}` : '';
  const head = [name === undefined ? '' : JSON.stringify(name), where].filter((part) => part !== '').join(', ');
  const line = place?.sourceLine.trim();
  return `${head === '' ? '' : `${head}: `}${problem}${line ? `${problem.endsWith('?') ? '' : '.'} In: ${line}` : ''}`;
}
