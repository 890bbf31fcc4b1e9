// The program of the child that turns Markdown into pages: a long or tangled document takes seconds, which must not be
// the service's own. Started without rights, it lives on its two pipes and ends with them.
import { Buffer } from 'node:buffer';
import process from 'node:process';
import { buildFrameHead, buildFrameReader, type FrameKind } from '../children/frames.ts';
import { MarkdownError } from './markdown-error.ts';
import { type MarkdownOptions, renderMarkdown } from './render-markdown.ts';

function send(kind: FrameKind, value: unknown): void {
  const bytes = Buffer.from(value === undefined ? '' : JSON.stringify(value));
  process.stdout.write(buildFrameHead(kind, bytes.length));
  process.stdout.write(bytes);
}

async function answer({ text, options }: { text: string; options: MarkdownOptions }): Promise<void> {
  try {
    send('page', await renderMarkdown(text, options));
  } catch (error) {
    if (error instanceof MarkdownError) send('problem', { code: error.code, problem: error.message });
    else if (error instanceof RangeError) send('problem', { code: 'too_large', problem: 'it is nested too deeply' });
    else throw error;
  }
}

process.stdin.on(
  'data',
  buildFrameReader({
    most: () => Number.POSITIVE_INFINITY,
    onFrame: ({ bytes }) => void answer(JSON.parse(bytes.toString())),
    onRefused: () => process.exit(1),
  }),
);
// Ctrl-C reaches every process of a terminal; platen may want to finish what it has begun.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.stdout.on('error', () => process.exit(0));
send('ready', undefined);
