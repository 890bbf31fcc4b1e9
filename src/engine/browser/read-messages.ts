import type { Readable } from 'node:stream';

/**
 * Cuts what the browser writes into messages: JSON texts, each ended by a NUL byte (DevTools protocol over a pipe).
 * Chunks are joined once per message, so that a PDF of many megabytes costs one copy.
 */
export function readMessages(stream: Readable, onMessage: (message: Buffer) => void): void {
  let waiting: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const last = chunk.subarray(start, end);
      onMessage(waiting.length === 0 ? last : Buffer.concat([...waiting, last]));
      waiting = [];
      start = end + 1;
    }
    if (start < chunk.length) waiting.push(chunk.subarray(start));
  });
}
