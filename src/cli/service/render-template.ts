import { dirname } from 'node:path';
import { defaultAccount, type TemplateFinding } from '../../contract/index.ts';
import { CommandError } from '../output/command-error.ts';
import { loadTemplateRenderer, type PartialTag, type TemplateRenderer } from './embedded.ts';

/** A template of the user that cannot be rendered, with the place in its file. */
export class TemplateFault extends CommandError {
  /** The file, as the user knows it. */
  readonly file: string;
  /** What is wrong, without the place. */
  readonly problem: string;
  /** From 1; undefined if the whole template is at fault. */
  readonly line: number | undefined;
  /** From 1, in UTF-16 units; undefined with `line`. */
  readonly column: number | undefined;
  /** The text of the file where that is a partial; undefined for the template itself. */
  readonly text: string | undefined;

  /** @param partial the file that is at fault, where that is not the template's own */
  constructor(template: string, fault: Fault, partial?: PartialFile) {
    const file = partial?.file ?? template;
    const { problem, line, column, sourceLine } = fault;
    super('template_error', `${[file, line, column].filter((step) => step !== undefined).join(':')}: ${problem}`, {
      why: sourceLine?.trim() ? `in: ${sourceLine.trim()}` : 'the template could not be rendered',
      fix: `see it live: platen templates preview ${dirname(template)}`,
      cause: fault,
    });
    this.name = 'TemplateFault';
    this.file = file;
    this.problem = problem;
    this.line = line;
    this.column = column;
    this.text = partial?.content;
  }
}

/** The engine's error for a faulty template. */
interface Fault extends Error {
  problem: string;
  line?: number;
  column?: number;
  sourceLine?: string;
  /** The name of the partial at fault. */
  partial?: string;
}

/** A partial or a layout. */
export interface PartialFile {
  /** Its file, as the user knows it. */
  file: string;
  /** In Liquid. */
  content: string;
}

/** A template as text. */
export interface TemplateText {
  /** Its file, as the user knows it. */
  file: string;
  /** In Liquid. */
  content: string;
  /** Its partials and layouts, by the names that its tags use. */
  partials?: Partials;
  /** IANA time zone of its dates. Default: that of the settings. */
  timezone?: string | undefined;
}

/** Partials and layouts by name. */
export type Partials = ReadonlyMap<string, PartialFile>;

/** Renders the user's templates on this machine, with the Liquid of the service. */
export interface LocalTemplates {
  /** The HTML. Throws `TemplateFault`. */
  render(template: TemplateText, context: object, signal: AbortSignal): Promise<string>;
  /** What the template and its values show to be wrong. Throws `TemplateFault` where that takes too long. */
  check(template: TemplateText, values: object, signal: AbortSignal): Promise<TemplateFinding[]>;
  /** The tags of a template, or of a partial, that take in another file. Throws `TemplateFault`. */
  findPartials(template: TemplateText, signal: AbortSignal): Promise<PartialTag[]>;
}

/** What a renderer of templates needs: a command, or what the library has in its place. */
export interface LocalTemplateEdges {
  defer(close: () => Promise<void>): void;
  settings(): Promise<{ get(name: 'timezone'): string | null }>;
}

/** Creates a renderer of templates that closes with the command. It starts with the first template. */
export function createLocalTemplates(context: LocalTemplateEdges): LocalTemplates {
  let opened: Promise<TemplateRenderer> | undefined;

  async function open(): Promise<TemplateRenderer> {
    const templates = await loadTemplateRenderer();
    context.defer(() => templates.close());
    return templates;
  }

  async function ask<T>(
    { file, partials }: TemplateText,
    question: (templates: TemplateRenderer) => Promise<T>,
  ): Promise<T> {
    opened ??= open();
    try {
      return await question(await opened);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'TemplateError') throw error;
      const { partial = '' } = error as Fault;
      throw new TemplateFault(file, error as Fault, partials?.get(partial));
    }
  }

  async function choose(signal: AbortSignal, { partials: given = new Map(), timezone: own }: Partial<TemplateText>) {
    const timezone = own ?? (await context.settings()).get('timezone');
    const partials = Object.fromEntries([...given].map(([name, { content }]) => [name, content]));
    return { signal, partials, account: defaultAccount, ...(timezone !== null && { timezone }) };
  }

  return {
    render: async (template, values, signal) => {
      const options = await choose(signal, template);
      return ask(template, (templates) => templates.render(template.content, values, options));
    },
    check: async (template, values, signal) => {
      const options = await choose(signal, template);
      return ask(template, (templates) => templates.check(template.content, values, options));
    },
    findPartials: async (template, signal) => {
      // Most templates take in nothing, and need no process to say so.
      if (!/\b(render|include|layout)\b/.test(template.content)) return [];
      const options = await choose(signal, {});
      return ask(template, (templates) => templates.findPartials(template.content, options));
    },
  };
}
