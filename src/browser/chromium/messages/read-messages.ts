import type { Readable } from 'node:stream';
import { type Base64Decoder, startBase64 } from './base64-decoder.ts';
import { type MessageLimits, MessagePieces, messageLimits } from './message-pieces.ts';

/** Receives messages. */
interface MessageReader {
  /**
   * Called with each message, a JSON text. `data` is the decoded `result.data` in pieces, which the text then leaves empty.
   * Undefined if the text holds it as it came.
   */
  onMessage(message: Buffer, data: Buffer[] | undefined): void;
  /** Called with the beginning and the end of a message over its limit. */
  onTooLong(start: Buffer, end: Buffer): void;
  /** Whether to decode the base64 in `result.data` of this command's answer while it arrives. */
  wantsData(id: number): boolean;
}

const head = /^\{"id":(\d{1,10}),"result":\{"data":"/;
const longestHead = '{"id":1234567890,"result":{"data":"'.length;
const [quote, backslash] = [0x22, 0x5c];

/**
 * Splits the browser's output into messages: JSON texts, each with a NUL byte at its end (DevTools protocol over a pipe).
 * Joins chunks once per message. Decodes a PDF chunk by chunk, because joining, parsing and decoding many megabytes at once
 * would block the event loop. Cuts long strings of events, and drops messages over their limit.
 */
export function readMessages(
  stream: Readable,
  { onMessage, onTooLong, wantsData }: MessageReader,
  limits: MessageLimits = messageLimits,
): void {
  const waiting = new MessagePieces(limits);
  let decoder: Base64Decoder | undefined;
  let data: Buffer[] | undefined;

  /** Decodes the base64 from `start` and returns the position after it. */
  function decode(chunk: Buffer, start: number, running: Base64Decoder): number {
    const end = chunk.indexOf(quote, start);
    const piece = end < 0 ? chunk.subarray(start) : chunk.subarray(start, end);
    // Base64 needs no escapes. If there is one all the same, read the message as any other.
    if (piece.includes(backslash)) {
      waiting.add(running.undo());
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
    waiting.add(chunk.subarray(start, start + found.length));
    return start + found.length;
  }

  stream.on('data', (arrived: Buffer) => {
    const cutHead = decoder || data ? undefined : waiting.takeShort(longestHead);
    const chunk = cutHead === undefined ? arrived : Buffer.concat([cutHead, arrived]);
    for (let start = 0; start < chunk.length; ) {
      if (decoder !== undefined) {
        start = decode(chunk, start, decoder);
        continue;
      }
      const end = chunk.indexOf(0, start);
      if (end < 0) {
        if (waiting.isEmpty) start = beginData(chunk, start);
        if (decoder !== undefined) continue;
        waiting.add(chunk.subarray(start));
        return;
      }
      const { bytes, tail } = waiting.end(chunk.subarray(start, end));
      const itsData = data;
      data = undefined;
      if (tail === undefined) onMessage(bytes, itsData);
      else onTooLong(bytes, tail);
      start = end + 1;
    }
  });
}
