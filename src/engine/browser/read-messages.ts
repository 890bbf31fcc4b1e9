import type { Readable } from 'node:stream';
import { type Base64Decoder, startBase64 } from './base64-decoder.ts';

/** Receives messages. */
interface MessageReader {
  /**
   * Called with each message, a JSON text. `data` is the decoded `result.data` in pieces, which the text then leaves empty.
   * Undefined if the text holds it as it came.
   */
  onMessage(message: Buffer, data: Buffer[] | undefined): void;
  /** Whether to decode the base64 in `result.data` of this command's answer while it arrives. */
  wantsData(id: number): boolean;
}

const head = /^\{"id":(\d{1,10}),"result":\{"data":"/;
const longestHead = '{"id":1234567890,"result":{"data":"'.length;
const [quote, backslash] = [0x22, 0x5c];

/**
 * Splits the browser's output into messages: JSON texts, each with a NUL byte at its end (DevTools protocol over a pipe).
 * Joins chunks once per message. Decodes a PDF chunk by chunk, because joining, parsing and decoding many megabytes at once
 * would block the event loop.
 */
export function readMessages(stream: Readable, { onMessage, wantsData }: MessageReader): void {
  let waiting: Buffer[] = [];
  let decoder: Base64Decoder | undefined;
  let data: Buffer[] | undefined;

  /** Decodes the base64 from `start` and returns the position after it. */
  function decode(chunk: Buffer, start: number, running: Base64Decoder): number {
    const end = chunk.indexOf(quote, start);
    const piece = end < 0 ? chunk.subarray(start) : chunk.subarray(start, end);
    // Base64 needs no escapes. If there is one all the same, read the message as any other.
    if (piece.includes(backslash)) {
      waiting.push(running.undo());
      decoder = undefined;
      return start;
    }
    running.add(piece);
    if (end < 0) return chunk.length;
    data = running.end();
    decoder = undefined;
    return end;
  }

  /** Starts a decoder if the chunk begins such an answer at `start`. Returns the position of the base64, else `start`. */
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
