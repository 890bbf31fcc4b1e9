import { Buffer } from 'node:buffer';
import { findChildEntry, startChild } from '../../../children/index.ts';
import type { AuthorFault } from '../../../pdf/index.ts';

const program = { name: 'locate-child', from: import.meta.url, packages: ['parse5'], deep: true };
/** Megabytes. A document of two million characters with an element for every ten of them fits. */
const heap = 384;
/** Milliseconds of processor time. */
const killAfterMs = 3000;

/**
 * The line of each fault of one document, from 1, found in its own process; undefined if none is found. A document that takes
 * too much time or memory has no lines.
 */
export async function findLines(
  html: string,
  faults: readonly AuthorFault[],
  signal: AbortSignal,
): Promise<readonly (number | undefined)[]> {
  const child = startChild(findChildEntry(program), heap);
  try {
    const answer = await child.ask(Buffer.from(JSON.stringify({ html, faults })), signal, killAfterMs);
    const lines = answer.end === 'frame' ? JSON.parse(answer.frame.bytes.toString()) : [];
    return faults.map((_, index) => (Number.isInteger(lines[index]) ? lines[index] : undefined));
  } finally {
    await child.kill();
  }
}
