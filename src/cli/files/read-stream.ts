import { CommandError } from '../output/command-error.ts';

/** Reads a stream to its end. Calls `refuse`, which throws, once it is longer than `limit` bytes. */
export async function readStream(
  stream: AsyncIterable<Uint8Array | string>,
  limit: number,
  refuse: (length: number) => void,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    length += bytes.length;
    if (length > limit) refuse(length);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Throws `usage` where stdin is a terminal. `what` reads stdin, such as "- reads jobs from stdin". */
export function requirePiped(stdin: { isTTY?: boolean }, what: string): void {
  if (!stdin.isTTY) return;
  throw new CommandError('usage', `${what}, but nothing is piped in`, { fix: 'pipe something in, or name a file' });
}
