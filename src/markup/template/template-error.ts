import { EngineError } from '../../children/index.ts';
import type { TemplatePlace } from './template-job.ts';

/**
 * A template that cannot be rendered, by its own fault: its syntax, its data, or what it costs. Without a place the whole template
 * is at fault, as with time and memory.
 */
export class TemplateError extends EngineError {
  override name = 'TemplateError';
  /** What is wrong, without the place. */
  readonly problem: string;
  /** The name of the partial or layout that is at fault; missing for the template itself. */
  readonly partial: string | undefined;
  /** The line itself, cut around the column where it is long; missing with `line`. */
  readonly sourceLine: string | undefined;

  readonly #place: TemplatePlace | undefined;
  readonly #name: string | undefined;

  constructor(problem: string, place?: TemplatePlace, name?: string) {
    super('template_error', describeProblem(problem, place, name), place);
    this.problem = problem;
    this.partial = place?.partial;
    this.sourceLine = place?.sourceLine;
    this.#place = place;
    this.#name = name;
  }

  /** The same error without text of the template, for callers that may render it and not read it. */
  withoutSource(): TemplateError {
    const problem = this.#place?.isQuoted ? 'the syntax is not valid' : this.problem;
    return new TemplateError(problem, this.#place && { ...this.#place, sourceLine: '' }, this.#name);
  }
}

function describeProblem(problem: string, place?: TemplatePlace, name?: string): string {
  const where = place ? `line ${place.line}, column ${place.column}` : '';
  const head = [name === undefined ? '' : JSON.stringify(name), place?.partial ?? '', where]
    .filter((part) => part !== '')
    .join(', ');
  const line = place?.sourceLine.trim();
  return `${head === '' ? '' : `${head}: `}${problem}${line ? `${problem.endsWith('?') ? '' : '.'} In: ${line}` : ''}`;
}
