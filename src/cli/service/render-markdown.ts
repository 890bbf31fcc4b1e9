import { defaultAccount, type Theme } from '../../contract/index.ts';
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
  const { openMarkdownRenderer } = await import('../../server/index.ts');
  const renderer = openMarkdownRenderer();
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
