import { Buffer } from 'node:buffer';
import {
  type ChildAnswer,
  type ChildEntry,
  diedOfMemory,
  EngineError,
  findChildEntry,
  openChildPool,
  type RunOptions,
  startChild,
} from '../../children/index.ts';
import type { TemplateFinding } from '../../contract/index.ts';
import type { PartialTag } from './find-partials.ts';
import { TemplateError } from './template-error.ts';
import type { TemplateJob, TemplateProblem } from './template-job.ts';
import { explainLength, templateLimits } from './template-limits.ts';

const program = {
  name: 'liquid-child',
  from: import.meta.url,
  packages: ['liquidjs', 'big.js', 'bwip-js', 'fastest-levenshtein', 'parse5', 'entities'],
};

/** How templates are rendered. */
export interface TemplateRendererOptions {
  /** The most processes; each is started when first needed. Default 2. */
  children?: number;
  /** Milliseconds of processor time after which a render is killed. Default 3000. */
  killAfterMs?: number;
  /** The program of the child. Default: platen's own. */
  entry?: ChildEntry;
}

/** Who a template is rendered for, and until when. */
interface TemplateRenderOptions extends RunOptions {
  /** The template's name, for messages. */
  name?: string;
  /** Its partials and layouts, by the names that its tags use. */
  partials?: Readonly<Record<string, string>>;
  /** Names of partials that could be meant. With it, circles, depth and unknown names are found before the template runs. */
  names?: readonly string[] | undefined;
  /** What `"now"` means in the template. Default: the time of the call. Set it for output that repeats. */
  now?: Date;
  /** The time zone of dates, an IANA name. Default UTC. */
  timezone?: string | undefined;
}

/** Renders Liquid templates in processes that can be killed. */
export interface TemplateRenderer {
  /**
   * The template with its values, HTML-escaped unless it says `| raw`. Throws a TemplateError when the template is at
   * fault, the signal's reason when it aborts, and `shutting_down` or `internal` otherwise.
   */
  render(template: string, context: object, options: TemplateRenderOptions): Promise<string>;
  /**
   * What is wrong with a template and its values, as far as they show it by themselves: errors of its Liquid, names and values that do
   * not fit each other, what readers of a tagged PDF miss. Throws a TemplateError where it takes too long, and otherwise like `render`.
   */
  check(template: string, values: object, options: TemplateRenderOptions): Promise<TemplateFinding[]>;
  /** The tags of a template or a partial that take in another file. Throws a TemplateError for a syntax error, and otherwise like `render`. */
  findPartials(template: string, options: TemplateRenderOptions): Promise<PartialTag[]>;
  /** Kills the processes and waits until they are gone. Renders under way end with `shutting_down`. */
  close(): Promise<void>;
}

/** Opens a template renderer; no process starts before the first template. Close it. */
export function openTemplateRenderer(options: TemplateRendererOptions = {}): TemplateRenderer {
  const { children = 2, killAfterMs = templateLimits.kill } = options;
  const start = () => startChild(options.entry ?? findChildEntry(program), templateLimits.heap);
  const pool = openChildPool({ children, killAfterMs, start });
  return {
    async render(template, context, renderOptions) {
      const request = buildRequest('render', template, context, renderOptions);
      return readAnswer(await pool.run(request, renderOptions), 'text', renderOptions.name).toString();
    },
    async check(template, values, renderOptions) {
      const request = buildRequest('check', template, values, renderOptions);
      const found = readJson(readAnswer(await pool.run(request, renderOptions), 'findings', renderOptions.name));
      return Array.isArray(found) ? found.filter(isFinding) : [];
    },
    async findPartials(template, renderOptions) {
      const request = buildRequest('partials', template, {}, renderOptions);
      const found = readJson(readAnswer(await pool.run(request, renderOptions), 'partials', renderOptions.name));
      if (!Array.isArray(found) || !found.every(isPartialTag)) throw strangeAnswer();
      return found;
    },
    close: pool.close,
  };
}

function buildRequest(
  task: TemplateJob['task'],
  template: string,
  context: object,
  options: TemplateRenderOptions,
): Buffer {
  const { now = new Date(), timezone = 'UTC', partials = {}, names } = options;
  const length = Object.values(partials).reduce((sum, text) => sum + text.length, template.length);
  if (length > templateLimits.template) {
    const what = template.length > templateLimits.template ? explainLength() : `${explainLength()} with its partials`;
    throw new TemplateError(what, undefined, options.name);
  }
  const request: TemplateJob = {
    task,
    template,
    partials: { ...partials },
    context,
    now: now.getTime(),
    timezone,
    ...(names && { names: [...names] }),
  };
  try {
    return Buffer.from(JSON.stringify(request));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new TemplateError('the data of the template is too large or nested too deeply', undefined, options.name);
  }
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
