import { Buffer } from 'node:buffer';
import process from 'node:process';
import { buildFrameHead, buildFrameReader, type FrameKind } from './frames.ts';

/** Sends one frame to the parent. */
export function sendFrame(kind: FrameKind, chunks: readonly Buffer[]): void {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  for (const bytes of [buildFrameHead(kind, length), ...chunks]) process.stdout.write(bytes);
}

/** Sends one frame with a value in JSON. */
export function sendJsonFrame(kind: FrameKind, value: unknown): void {
  sendFrame(kind, [Buffer.from(JSON.stringify(value))]);
}

/** Makes this process a child: each frame on stdin is one request, in JSON. Ends with its parent. */
export function serveAsChild<Request>(answer: (request: Request) => Promise<void>): void {
  const read = buildFrameReader({
    limitOf: () => Number.POSITIVE_INFINITY,
    onFrame: ({ bytes }) => void answer(JSON.parse(bytes.toString())),
    onRefused: () => process.exit(1),
  });
  process.stdin.on('data', read);
  // Ctrl-C reaches every process of a terminal; platen may want to finish what it has begun.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.stdout.on('error', () => process.exit(0));
  sendFrame('ready', []);
}
