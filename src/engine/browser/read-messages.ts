import type { Readable } from 'node:stream';
import { type Base64Decoder, startBase64 } from './base64-decoder.ts';

/** What is done with messages. */
export interface MessageReader {
  /**
   * Takes a message, a JSON text. `data` is what `result.data` held, in pieces, which then is empty in the text; undefined
   * where it stands in the text as it came.
   */
  onMessage(message: Buffer, data: Buffer[] | undefined): void;
  /** Whether the answer to this command holds base64 in `result.data` that should be decoded while it arrives. */
  wantsData(id: number): boolean;
}

const head = /^\{"id":(\d{1,10}),"result":\{"data":"/;
const longestHead = '{"id":1234567890,"result":{"data":"'.length;
const [quote, backslash] = [0x22, 0x5c];

/**
 * Cuts what the browser writes into messages: JSON texts, each ended by a NUL byte (DevTools protocol over a pipe).
 * Chunks are joined once per message. A PDF of many megabytes is not even that: joining, parsing and decoding it in one go
 * would leave everything else in this process standing, so it is decoded chunk by chunk.
 */
export function readMessages(stream: Readable, { onMessage, wantsData }: MessageReader): void {
  let waiting: Buffer[] = [];
  let decoder: Base64Decoder | undefined;
  let data: Buffer[] | undefined;

  /** Decodes from where the base64 goes on, and gives the position after it. */
  function decode(chunk: Buffer, start: number, running: Base64Decoder): number {
    const end = chunk.indexOf(quote, start);
    const piece = end < 0 ? chunk.subarray(start) : chunk.subarray(start, end);
    // Never in base64 as it is commonly written; if it ever is, the message is read as any other.
    if (piece.includes(backslash)) {
      waiting.push(running.undo());
      decoder = undefined;
      return start;
    }
    running.take(piece);
    if (end < 0) return chunk.length;
    data = running.end();
    decoder = undefined;
    return end;
  }

  /** Begins to decode where the rest of a chunk is the beginning of such an answer, and gives the position after that. */
  function beginData(chunk: Buffer, start: number): number {
    const [found, id] = head.exec(chunk.toString('latin1', start, start + longestHead)) ?? [];
    if (found === undefined || !wantsData(Number(id))) return start;
    decoder = startBase64();
    waiting.push(chunk.subarray(start, start + found.length));
    return start + found.length;
  }

  stream.on('data', (arrived: Buffer) => {
    const [first] = waiting;
    const isCutHead = first !== undefined && waiting.length === 1 && !decoder && !data && first.length < longestHead;
    const chunk = isCutHead ? Buffer.concat([first, arrived]) : arrived;
    if (isCutHead) waiting = [];
    for (let start = 0; start < chunk.length; ) {
      if (decoder !== undefined) {
        start = decode(chunk, start, decoder);
        continue;
      }
      const end = chunk.indexOf(0, start);
      if (end < 0) {
        if (waiting.length === 0) start = beginData(chunk, start);
        if (decoder !== undefined) continue;
        waiting.push(chunk.subarray(start));
        return;
      }
      const last = chunk.subarray(start, end);
      const message = waiting.length === 0 ? last : Buffer.concat([...waiting, last]);
      const itsData = data;
      [waiting, data] = [[], undefined];
      onMessage(message, itsData);
      start = end + 1;
    }
  });
}
