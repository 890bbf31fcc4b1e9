// The program of the child that turns Markdown into pages: a long or tangled document takes seconds, which must not be
// the service's own. It runs without rights.
import { EngineError, sendJsonFrame, serveAsChild } from '../../children/index.ts';
import { type MarkdownOptions, renderMarkdown } from './render-markdown.ts';

serveAsChild(async ({ text, options }: { text: string; options: MarkdownOptions }) => {
  try {
    sendJsonFrame('page', await renderMarkdown(text, options));
  } catch (error) {
    if (error instanceof EngineError) sendJsonFrame('problem', { code: error.code, problem: error.message });
    else if (error instanceof RangeError)
      sendJsonFrame('problem', { code: 'too_large', problem: 'it is nested too deeply' });
    else throw error;
  }
});
