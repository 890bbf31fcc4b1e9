import { type Liquid, LiquidError } from 'liquidjs';
import { nearestName } from '../../folders/index.ts';
import { OutputLimitError } from './output-buffer.ts';
import type { TemplatePlace, TemplateProblem } from './template-job.ts';
import { explainLength, templateLimits } from './template-limits.ts';

const detailLimit = 500;
const lineLimit = 160;
const innerTags = ['else', 'elsif', 'when'];

/** A template with its partials and layouts by name. */
export interface TemplateSources {
  content: string;
  partials: Readonly<Record<string, string>>;
}

/** Says to the template's author what is wrong and where. Names no file and nothing outside the template. */
export function explainProblem(liquid: Liquid, sources: TemplateSources, error: unknown): TemplateProblem {
  const root = findRoot(error);
  const problem = cleanText(explainReason(liquid, root));
  const fault = findFault(error);
  const { file: partial } = fault?.token ?? {};
  const text = partial === undefined ? sources.content : sources.partials[partial];
  if (!fault || text === undefined || fault.token.input !== text) return { problem };
  const [line, column] = fault.token.getPosition() as [number, number];
  // Liquid points at the start of the tag, but the unknown filter may stand far to the right.
  const unknown = /^undefined filter: (\S+)$/.exec(root.message)?.[1];
  const inside = unknown === undefined ? -1 : fault.token.getText().indexOf(unknown);
  const isOnLine = inside > 0 && !fault.token.getText().slice(0, inside).includes('\n');
  // The parser's own messages quote what it could not read.
  const isQuoted = problem === cleanText(root.message) && /^(Parse|Tokenization)Error$/.test(fault.name);
  const place = { ...buildPlace(text, line, isOnLine ? column + inside : column), isQuoted };
  return { problem, place: { ...place, ...(partial !== undefined && { partial }) } };
}

/** The error of the file that is at fault: a tag that takes in a file wraps the error of that file in its own. */
function findFault(error: unknown): LiquidError | undefined {
  if (!LiquidError.is(error)) return undefined;
  const inner = findFault(error.originalError);
  return inner && inner.token.file !== error.token.file ? inner : error;
}

function explainReason(liquid: Liquid, root: Error): string {
  const { message } = root;
  const filter = /^undefined filter: (.+)$/s.exec(message)?.[1];
  if (filter !== undefined)
    return `there is no filter ${quoteName(filter)}${suggest(filter, Object.keys(liquid.filters))}`;
  const tag = /^tag "(.*)" not found$/s.exec(message)?.[1];
  if (tag !== undefined) return explainTag(liquid, tag);
  const partial = /^ENOENT: Failed to lookup "(.*)" in/s.exec(message)?.[1];
  if (partial !== undefined)
    return `there is no template ${quoteName(partial)} to include: partial templates are not supported here`;
  if (/^parse length limit exceeded/.test(message)) return explainLength();
  for (const [pattern, reason] of reasons) if (pattern.test(message)) return reason;
  // The words of the engine's own failure would not help.
  return root instanceof TypeError ? 'a value is of a kind that cannot be used in this way' : message;
}

const reasons: [RegExp, string][] = [
  [
    /^template render limit exceeded/,
    `rendering the template takes more than ${templateLimits.render / 1000} second of processor time`,
  ],
  [/^memory alloc limit exceeded/, 'the template makes too much text or too long a list'],
  [/^Cannot convert object to primitive/, 'an object cannot be printed: name one of its fields, or add "| json"'],
  [/^Maximum call stack size exceeded/, 'the template or its data is nested too deeply'],
  [/^Invalid (string|array) length/, 'the template makes too much text or too long a list'],
  [/read only property|not extensible|Cannot (assign|add|delete)/, 'a template cannot change its data'],
];

function explainTag(liquid: Liquid, tag: string): string {
  const opener = tag.startsWith('end') ? tag.slice('end'.length) : '';
  if (Object.hasOwn(liquid.tags, opener))
    return `${quoteName(tag)} closes a ${quoteName(opener)} that is not open here`;
  if (innerTags.includes(tag)) return `${quoteName(tag)} is outside of an "if", "unless", "case" or "for"`;
  const closers = Object.keys(liquid.tags).map((name) => `end${name}`);
  return `there is no tag ${quoteName(tag)}${suggest(tag, [...Object.keys(liquid.tags), ...innerTags, ...closers])}`;
}

function suggest(word: string, known: string[]): string {
  const similar = nearestName(word, known);
  return similar === undefined ? '' : `; did you mean "${similar}"?`;
}

function quoteName(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 57)}...` : name);
}

function findRoot(error: unknown): Error {
  if (error instanceof OutputLimitError)
    return new Error(`the rendered template is larger than ${templateLimits.output / 1024 / 1024} MB`);
  if (LiquidError.is(error) && error.originalError) return findRoot(error.originalError);
  if (!(error instanceof Error)) return new Error('the template could not be rendered');
  return LiquidError.is(error) ? new Error(error.message.replace(/(, file:.*)?, line:\d+, col:\d+$/s, '')) : error;
}

function buildPlace(template: string, line: number, column: number): Omit<TemplatePlace, 'isQuoted'> {
  const whole = (template.split('\n', line)[line - 1] ?? '').replace(/\r$/, '');
  const from = whole.length <= lineLimit ? 0 : Math.max(0, Math.min(column - lineLimit / 2, whole.length - lineLimit));
  return { line, column, sourceLine: cleanText(whole.slice(from, from + lineLimit)) };
}

function cleanText(text: string): string {
  const shown = text.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
  return shown.length > detailLimit ? `${shown.slice(0, detailLimit - 1)}…` : shown;
}
