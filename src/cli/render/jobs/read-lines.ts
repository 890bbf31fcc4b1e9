import { limits } from '../../../contract/index.ts';
import { CommandError } from '../../output/command-error.ts';

/** A line of a file or stream, without its line end. */
export interface Line {
  /** From 1. */
  number: number;
  bytes: Buffer;
  /** Offset of the first byte after the line and its end. */
  end: number;
  /** False for a last line without a line end: it may have been cut off. */
  terminated: boolean;
}

/** The longest line in bytes: a whole request body and the fields of a job. */
const longestLine = limits.body + 1024 * 1024;

/**
 * Splits a stream into lines, empty ones included; holds at most a line and a chunk. A line that is too long is
 * `input_invalid`, with the name `source`.
 */
export async function* readLines(stream: AsyncIterable<Uint8Array>, source: string): AsyncGenerator<Line> {
  let number = 0;
  let offset = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of stream) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      const bytes = Buffer.concat([...held, chunk.subarray(from, at)]);
      [held, heldBytes, from] = [[], 0, at + 1];
      offset += bytes.length + 1;
      yield { number: ++number, bytes, end: offset, terminated: true };
    }
    held.push(chunk.subarray(from));
    heldBytes += chunk.length - from;
    if (heldBytes > longestLine) {
      const size = `${Math.floor(longestLine / 1024 / 1024)} MiB`;
      throw new CommandError('input_invalid', `${source}:${number + 1}: the line is longer than ${size}`);
    }
  }
  if (heldBytes > 0) {
    yield { number: ++number, bytes: Buffer.concat(held), end: offset + heldBytes, terminated: false };
  }
}
