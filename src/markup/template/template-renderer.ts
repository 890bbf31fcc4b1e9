import { Buffer } from 'node:buffer';
import { type ChildEntry, findChildEntry, openChildPool, type RunOptions, startChild } from '../../children/index.ts';
import type { TemplateFinding } from '../../contract/index.ts';
import type { PartialTag } from './find-partials.ts';
import { readFindings, readPartialTags, readRendered } from './template-answer.ts';
import { TemplateError } from './template-error.ts';
import type { TemplateJob } from './template-job.ts';
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
      return readRendered(await pool.run(request, renderOptions), renderOptions.name);
    },
    async check(template, values, renderOptions) {
      const request = buildRequest('check', template, values, renderOptions);
      return readFindings(await pool.run(request, renderOptions), renderOptions.name);
    },
    async findPartials(template, renderOptions) {
      const request = buildRequest('partials', template, {}, renderOptions);
      return readPartialTags(await pool.run(request, renderOptions), renderOptions.name);
    },
    close: pool.close,
  };
}

/** What the child is sent. Throws a TemplateError for more than it may be. */
export function buildRequest(
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
