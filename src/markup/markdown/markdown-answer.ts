import { type ChildAnswer, diedOfMemory, EngineError } from '../../children/index.ts';
import type { MarkdownPage } from './render-markdown.ts';

/** The page of a document. Throws `invalid_request` or `too_large` if the document is at fault, and `internal` if the child is. */
export function readPage(answer: ChildAnswer): MarkdownPage {
  if (answer.end === 'timeout') throw new EngineError('too_large', 'The Markdown takes too much time');
  if (diedOfMemory(answer)) throw new EngineError('too_large', 'The Markdown takes too much memory');
  if (answer.end === 'too-large') throw new EngineError('too_large', 'The Markdown makes too large a page');
  if (answer.end !== 'frame')
    throw new EngineError('internal', 'The process that reads Markdown failed', {}, { cause: answer });
  const read = JSON.parse(answer.frame.bytes.toString());
  if (answer.frame.kind === 'page' && typeof read.html === 'string' && Array.isArray(read.warnings)) return read;
  if (answer.frame.kind !== 'problem' || typeof read.problem !== 'string')
    throw new EngineError('internal', 'The process that reads Markdown gave a strange answer');
  const code = read.code === 'invalid_request' ? 'invalid_request' : 'too_large';
  throw new EngineError(code, `The Markdown cannot be read: ${read.problem}`);
}
