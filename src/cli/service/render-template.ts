import { defaultAccount, type TemplateFinding } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { CommandError } from '../output/command-error.ts';
import { loadTemplateRenderer, type TemplateRenderer } from './embedded.ts';

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

  constructor(file: string, fault: Fault) {
    const { problem, line, column, sourceLine } = fault;
    super('template_error', `${[file, line, column].filter((step) => step !== undefined).join(':')}: ${problem}`, {
      why: sourceLine?.trim() ? `in: ${sourceLine.trim()}` : 'the template could not be rendered',
      fix: `see it live: platen templates preview ${folderOf(file)}`,
      cause: fault,
    });
    this.name = 'TemplateFault';
    this.file = file;
    this.problem = problem;
    this.line = line;
    this.column = column;
  }
}

/** The engine's error for a faulty template. */
interface Fault extends Error {
  problem: string;
  line?: number;
  column?: number;
  sourceLine?: string;
}

/** A template as text. */
export interface TemplateText {
  /** Its file, as the user knows it. */
  file: string;
  /** In Liquid. */
  content: string;
}

/** Renders the user's templates on this machine, with the Liquid of the service. */
export interface LocalTemplates {
  /** The HTML. Throws `TemplateFault`. */
  render(template: TemplateText, context: object, signal: AbortSignal): Promise<string>;
  /** What the template and its values show to be wrong. Throws `TemplateFault` where that takes too long. */
  check(template: TemplateText, values: object, signal: AbortSignal): Promise<TemplateFinding[]>;
}

/** Creates a renderer of templates that closes with the command. It starts with the first template. */
export function createLocalTemplates(context: Context): LocalTemplates {
  let opened: Promise<TemplateRenderer> | undefined;

  async function open(): Promise<TemplateRenderer> {
    const templates = await loadTemplateRenderer();
    context.defer(() => templates.close());
    return templates;
  }

  async function ask<T>({ file }: TemplateText, question: (templates: TemplateRenderer) => Promise<T>): Promise<T> {
    opened ??= open();
    try {
      return await question(await opened);
    } catch (error) {
      throw error instanceof Error && error.name === 'TemplateError' ? new TemplateFault(file, error as Fault) : error;
    }
  }

  async function choose(signal: AbortSignal) {
    const timezone = (await context.settings()).get('timezone');
    return { signal, account: defaultAccount, ...(timezone !== null && { timezone }) };
  }

  return {
    render: async (template, values, signal) => {
      const options = await choose(signal);
      return ask(template, (templates) => templates.render(template.content, values, options));
    },
    check: async (template, values, signal) => {
      const options = await choose(signal);
      return ask(template, (templates) => templates.check(template.content, values, options));
    },
  };
}

function folderOf(file: string): string {
  return file.replace(/[\\/][^\\/]*$/, '') || '.';
}
