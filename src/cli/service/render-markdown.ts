import { defaultAccount, type Options, type Theme } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { CommandError } from '../output/command-error.ts';

/** Which of the built-in styles the HTML of Markdown includes. */
interface MarkdownLooks {
  /** The design. Default that of the front matter. */
  theme?: Theme | undefined;
  /** Page margins. */
  margins: boolean;
  /** Page numbers at the bottom. */
  pageNumbers: boolean;
}

/**
 * Converts Markdown to HTML on this machine, as the service does, and prints its warnings. `name` is its file in messages. Throws
 * `input_invalid`.
 */
export async function renderMarkdownHere(
  context: Context,
  name: string,
  markdown: string,
  looks: MarkdownLooks,
): Promise<string> {
  const { loadMarkdown } = await import('../../server/index.ts');
  const renderer = (await loadMarkdown()).openMarkdownRenderer();
  context.defer(() => renderer.close());
  try {
    const options = { ...looks, signal: context.signal, account: defaultAccount };
    const { html, warnings } = await renderer.render(markdown, options);
    for (const warning of warnings) context.output.warnOfRender({ part: 0, ...warning }, `${name}: ${warning.detail}`);
    return html;
  } catch (error) {
    const { code, message } = error as Error & { code?: unknown };
    if (code !== 'invalid_request' && code !== 'too_large') throw error;
    throw new CommandError('input_invalid', `${name}: ${message}`, { cause: error });
  }
}

/**
 * Adds the theme and the style sheets of options to HTML, as the service does. Warns of a theme that a document with its own design
 * ignores, if `wantsTheme`.
 */
export async function dressHere(
  { output }: Pick<Context, 'output'>,
  name: string,
  html: string,
  options: Options,
  wantsTheme: boolean,
): Promise<string> {
  if (options.theme === undefined && options.css === undefined) return html;
  const { dress } = await import('../../server/index.ts');
  const dressed = await dress(html, options);
  if (wantsTheme && !dressed.isThemed) {
    const text = `${name}: --theme has no effect: it is for Markdown and for HTML without its own style sheets`;
    output.warn({ code: 'option_ignored', text });
  }
  return dressed.html;
}
