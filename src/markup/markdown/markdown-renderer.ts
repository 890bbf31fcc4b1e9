import { Buffer } from 'node:buffer';
import { EngineError, findChildEntry, openChildPool, type RunOptions, startChild } from '../../children/index.ts';
import { readPage } from './markdown-answer.ts';
import type { MarkdownOptions, MarkdownPage } from './render-markdown.ts';

const program = {
  name: 'markdown-child',
  from: import.meta.url,
  packages: ['markdown-it', 'highlight.js', 'katex', 'parse5', 'yaml'],
  deep: true,
};

/**
 * The most characters of a document. Each costs some 200 bytes of heap, and three times as many if elements are dense. A
 * document that does not fit is too large.
 */
const textLimit = 1e6;
const heap = 384;

/** How a Markdown renderer works. */
interface MarkdownRendererOptions {
  /** The most processes; each is started when first needed. Default 1. */
  children?: number;
  /** Milliseconds after which a document fails. Default 10 000. */
  killAfterMs?: number;
}

/** Turns Markdown into pages in processes that can be killed. */
export interface MarkdownRenderer {
  /**
   * The page of a document, as renderMarkdown makes it. Throws `invalid_request` or `too_large` when the document is at fault,
   * the signal's reason when it aborts, and `shutting_down` or `internal` otherwise.
   */
  render(text: string, options: MarkdownOptions & RunOptions): Promise<MarkdownPage>;
  /** Starts a process ahead of the first document. */
  startAhead(): void;
  /** Kills the processes and waits until they are gone. */
  close(): Promise<void>;
}

/** Opens a renderer; no process starts before the first document or `startAhead`. Close it. */
export function openMarkdownRenderer(options: MarkdownRendererOptions = {}): MarkdownRenderer {
  const { children = 1, killAfterMs = 10_000 } = options;
  const pool = openChildPool({ children, killAfterMs, start: () => startChild(findChildEntry(program), heap) });
  return {
    async render(text, { signal, account, ...looks }) {
      if (text.length > textLimit)
        throw new EngineError('too_large', `Markdown may have ${textLimit.toLocaleString('en')} characters`);
      const request = Buffer.from(JSON.stringify({ text, options: looks }));
      return readPage(await pool.run(request, { signal, account }));
    },
    startAhead: pool.startAhead,
    close: pool.close,
  };
}

/** Loads the function that finds all HTML of a document that can load a file. It rejects with a RangeError for too deep nesting. */
export async function openMarkdownExtractor(): Promise<(markdown: string) => Promise<string>> {
  const [{ extractLoadingHtml }, { listSheets }] = await Promise.all([
    import('./convert-markdown.ts'),
    import('./front-matter.ts'),
  ]);
  return async (markdown) => {
    const sheets = await listSheets(markdown);
    const links = sheets.map((sheet) => `<link rel="stylesheet" href="${sheet.replaceAll('"', '&quot;')}">\n`);
    return links.join('') + extractLoadingHtml(markdown);
  };
}
