import { type Liquid, LiquidError } from 'liquidjs';
import type { TemplateFinding } from '../../../contract/index.ts';
import { explainProblem } from '../explain-problem.ts';

/** Errors that are looked for. */
const errorLimit = 20;

/**
 * All errors that the parser finds. It stops at the first, so that one is blanked out and the rest is parsed again. An error that
 * may come of a blank, such as an end without its beginning, ends the search.
 */
export function findErrors(liquid: Liquid, content: string): TemplateFinding[] {
  const findings: TemplateFinding[] = [];
  let text = content;
  while (findings.length < errorLimit) {
    const error = parse(liquid, text);
    if (error === undefined) break;
    const { problem, place } = explainProblem(liquid, { content: text, partials: {} }, error);
    if (findings.length > 0 && !isLocal(error)) break;
    const { line, column } = place ?? {};
    findings.push({
      level: 'error',
      code: 'template_error',
      message: problem,
      where: 'content',
      ...(line !== undefined && column !== undefined && { line, column }),
    });
    const blanked = blankOut(text, error);
    if (blanked === text) break;
    text = blanked;
  }
  return findings;
}

function parse(liquid: Liquid, text: string): unknown {
  try {
    liquid.parse(text);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Whether an error concerns only its own tag or output. */
function isLocal(error: unknown): boolean {
  return error instanceof Error && !/not closed|tag "(end|else|elsif|when)\w*" not found/.test(error.message);
}

/** The text with spaces in place of what the error is about. */
function blankOut(text: string, error: unknown): string {
  if (!LiquidError.is(error) || error.token.input !== text) return text;
  const { begin, end } = error.token;
  return text.slice(0, begin) + text.slice(begin, end).replace(/[^\n]/g, ' ') + text.slice(end);
}
