import { Writable } from 'node:stream';
import type { Io } from '../../src/cli/index.ts';

const cursor = { cursorTo: () => true, clearLine: () => true, moveCursor: () => true };

/** A stream that keeps what is written to it; a terminal of this width, if it is one. */
export function captureOutput(isTTY = false, width = 80): { stream: Io['stdout']; read: () => Buffer } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return {
    // A spinner that shows up on a slow machine moves the cursor.
    stream: Object.assign(stream, { isTTY, columns: isTTY ? width : undefined, ...cursor }) as Io['stdout'],
    read: () => Buffer.concat(chunks),
  };
}
