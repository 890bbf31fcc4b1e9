import { Buffer } from 'node:buffer';

// A frame is one byte of kind, four bytes of length (big endian) and that many bytes. The length is first so that
// the reader can refuse a frame before it holds its bytes.
const headBytes = 5;

/** The largest text that a child may answer with, in bytes of UTF-8. */
export const textLimit = 20 * 1024 * 1024;

/** What a frame carries: `request` goes to the child, all others come from it. */
export type FrameKind = 'request' | 'ready' | 'text' | 'findings' | 'partials' | 'page' | 'problem';

const kinds: FrameKind[] = ['request', 'ready', 'text', 'findings', 'partials', 'page', 'problem'];

/** One message between platen and a child. */
export interface Frame {
  kind: FrameKind;
  bytes: Buffer;
}

/** The head of a frame; its bytes follow. */
export function buildFrameHead(kind: FrameKind, length: number): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt8(kinds.indexOf(kind), 0);
  head.writeUInt32BE(length, 1);
  return head;
}

/**
 * Reads frames out of chunks. `limitOf` gives how many bytes a kind may have; a frame that is longer or of no known kind
 * goes to `onRefused`, and nothing is read after it.
 */
export function buildFrameReader(handlers: {
  limitOf: (kind: FrameKind) => number;
  onFrame: (frame: Frame) => void;
  onRefused: (kind: FrameKind | undefined) => void;
}): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = headBytes;
  let kind: FrameKind | undefined;
  let refused = false;
  return (chunk) => {
    if (refused) return;
    chunks.push(chunk);
    held += chunk.length;
    while (held >= wanted) {
      const all = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      const bytes = all.subarray(0, wanted);
      const rest = all.subarray(wanted);
      chunks = rest.length > 0 ? [rest] : [];
      held = rest.length;
      if (kind === undefined) {
        const next = kinds[bytes.readUInt8(0)];
        const length = bytes.readUInt32BE(1);
        if (next === undefined || length > handlers.limitOf(next)) {
          refused = true;
          handlers.onRefused(next);
          return;
        }
        kind = next;
        wanted = length;
      } else {
        const frame = { kind, bytes };
        kind = undefined;
        wanted = headBytes;
        handlers.onFrame(frame);
      }
    }
  };
}
