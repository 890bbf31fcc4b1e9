import type { Buffer } from 'node:buffer';
import { type ChildAnswer, diedOfMemory, EngineError } from '../../children/index.ts';
import type { TemplateFinding } from '../../contract/index.ts';
import type { PartialTag } from './find-partials.ts';
import { TemplateError } from './template-error.ts';
import type { TemplateProblem } from './template-job.ts';

/** The rendered text. Throws a TemplateError if the template, of this name, is at fault, and `internal` if the child is. */
export function readRendered(answer: ChildAnswer, name?: string): string {
  return readAnswer(answer, 'text', name).toString();
}

/** What is wrong with a template and its values. Throws as `readRendered` does. */
export function readFindings(answer: ChildAnswer, name?: string): TemplateFinding[] {
  const found = readJson(readAnswer(answer, 'findings', name));
  return Array.isArray(found) ? found.filter(isFinding) : [];
}

/** The tags that take in another file. Throws as `readRendered` does. */
export function readPartialTags(answer: ChildAnswer, name?: string): PartialTag[] {
  const found = readJson(readAnswer(answer, 'partials', name));
  if (!Array.isArray(found) || !found.every(isPartialTag)) throw strangeAnswer();
  return found;
}

function readAnswer(answer: ChildAnswer, wanted: 'text' | 'findings' | 'partials', name?: string): Buffer {
  if (answer.end === 'timeout') throw new TemplateError('the template used too much time', undefined, name);
  if (diedOfMemory(answer)) throw new TemplateError('the template used too much memory', undefined, name);
  if (answer.end === 'too-large' && answer.kind === 'text')
    throw new TemplateError('the rendered template is too large', undefined, name);
  if (answer.end !== 'frame')
    throw new EngineError('internal', 'The process that renders templates failed', {}, { cause: answer });
  const { kind, bytes } = answer.frame;
  if (kind === wanted) return bytes;
  if (kind !== 'problem') throw strangeAnswer();
  throw readProblem(bytes, name);
}

/** The child is not trusted to send its problem in the right form. */
function readProblem(bytes: Buffer, name?: string): TemplateError {
  const { problem, place } = (readJson(bytes) ?? {}) as Partial<TemplateProblem>;
  if (typeof problem !== 'string') throw strangeAnswer();
  if (place === undefined) return new TemplateError(problem, undefined, name);
  const { partial, line, column, sourceLine, isQuoted } = place;
  if (!Number.isInteger(line) || !Number.isInteger(column) || typeof sourceLine !== 'string') throw strangeAnswer();
  if (partial !== undefined && typeof partial !== 'string') throw strangeAnswer();
  return new TemplateError(problem, { partial, line, column, sourceLine, isQuoted }, name);
}

/** The child is not trusted to send its findings in the right form either. */
function isFinding(found: unknown): found is TemplateFinding {
  const { level, code, message, where, partial, line, column } = (found ?? {}) as Partial<TemplateFinding>;
  const isPlace = (value: unknown) => value === undefined || Number.isInteger(value);
  return (
    (level === 'error' || level === 'warning') &&
    typeof code === 'string' &&
    typeof message === 'string' &&
    (where === 'content' || where === 'values') &&
    (partial === undefined || typeof partial === 'string') &&
    isPlace(line) &&
    isPlace(column)
  );
}

function isPartialTag(found: unknown): found is PartialTag {
  const { tag, name, line, column } = (found ?? {}) as Partial<PartialTag>;
  const isNamed = name === null || typeof name === 'string';
  return typeof tag === 'string' && isNamed && Number.isInteger(line) && Number.isInteger(column);
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw strangeAnswer();
  }
}

function strangeAnswer(): EngineError {
  return new EngineError('internal', 'The process that renders templates gave a strange answer');
}
