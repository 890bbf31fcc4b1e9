import { errors } from '../../../contract/index.ts';
import type { ShownError } from '../../../web/index.ts';
import { describeError } from '../../output/describe-error.ts';
import { TemplateFault } from '../../service/render-template.ts';
import { ContextFault } from '../context-text.ts';

/** Lines shown before and after the faulty line, and characters of each. */
const around = 2;
const longest = 240;

/** An error in the words of the page. `content` is the template's text. */
export function showError(error: unknown, content: string, contextText: string): ShownError {
  if (error instanceof TemplateFault) {
    const { problem, file, line, column, text } = error;
    return { message: problem, file, ...showPlace(text ?? content, line, column) };
  }
  if (error instanceof ContextFault) {
    const { file, line, column } = error;
    return {
      message: error.problem,
      ...(error.fix !== undefined && { fix: error.fix }),
      file,
      ...showPlace(contextText, line, column),
    };
  }
  const { code, message, why, fix } = describeError(error);
  // A title says less than the reason.
  const titled = message.toLowerCase() === errors[code].title.toLowerCase();
  return {
    message: titled && why !== undefined ? why : message,
    ...(!titled && why !== undefined && { why }),
    ...(fix !== undefined && { fix }),
  };
}

function showPlace(text: string, line?: number, column?: number): Pick<ShownError, 'line' | 'column' | 'source'> {
  if (line === undefined) return {};
  const first = Math.max(1, line - around);
  const source = text
    .replace(/\n$/, '')
    .split(/\r?\n/)
    .slice(first - 1, line + around)
    .map((words, index) => ({ number: first + index, text: words.slice(0, longest) }));
  return { line, ...(column !== undefined && column <= longest && { column }), source };
}
