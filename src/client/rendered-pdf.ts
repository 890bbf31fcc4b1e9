import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Timings, Warning } from '../contract/index.ts';
import type { PdfFacts } from './pdf-check.ts';
import type { ReceivedPdf } from './receive/receive-render.ts';
import { saveStream } from './save-stream.ts';
import { ServiceError } from './service-error.ts';

/**
 * A PDF that is ready or on its way. Its body is read once: by `bytes`, `stream` or `save`. Each of them rejects with `body_cut`
 * if the body ends too early or does not match its digest, and with `timeout` if the call runs out of time. Once it is read
 * or dropped they reject with `result_gone`, which `stream` throws.
 *
 * An unread PDF keeps its connection until the client's `timeoutMs` have passed. Call `dump`, or declare it with
 * `await using`, if it may stay unread.
 *
 * @example
 * await using pdf = await client.renderPdf({ parts: { html: '<h1>Hello</h1>' } });
 * if (pdf.warnings.length === 0) await pdf.save('hello.pdf');
 */
export interface RenderedPdf extends AsyncDisposable {
  /** Pages, or null if the service does not say. */
  readonly pages: number | null;
  /** What did not stop the render but may show on paper, such as an image that is missing. */
  readonly warnings: readonly Warning[];
  /** Where the time went, in milliseconds, or null if the service does not say. */
  readonly timings: Timings | null;
  /** The revision of each stored template among the parts, in the order of the parts; empty if the service does not say. */
  readonly templateRevisions: readonly number[];
  /** Reads the PDF into memory. */
  bytes(): Promise<Uint8Array>;
  /** The PDF as a stream of Node, of which no more is in memory than a reader asks for. */
  stream(): Readable;
  /**
   * Writes the PDF to a file, replacing one that is there. The file appears whole or not at all: the PDF goes to a temporary
   * file in the same folder, which is then renamed. Resolves with the size in bytes and the SHA-256 in hexadecimal.
   * Rejects with `io_failed` if the file cannot be written; if nothing was written yet, the PDF may be saved elsewhere.
   */
  save(path: string): Promise<PdfFacts>;
  /** Drops a PDF that is not read and frees its connection. Does nothing once it is read. */
  dump(): Promise<void>;
}

/** Makes the PDF that a caller gets of one that was received. `explain` translates an error of the stream. */
export function createRenderedPdf(received: ReceivedPdf, explain: (error: unknown) => unknown): RenderedPdf {
  const { pages, warnings, timings, templateRevisions, facts } = received;
  let taken = false;

  async function* read(): AsyncGenerator<Buffer> {
    try {
      yield* received.stream;
    } catch (error) {
      throw explain(error);
    }
  }

  function take(): AsyncGenerator<Buffer> {
    if (taken) throw new ServiceError('result_gone', 'this PDF was read already; its body is there once');
    taken = true;
    return read();
  }

  async function dump(): Promise<void> {
    taken = true;
    received.stream.destroy();
  }

  return {
    pages,
    warnings,
    templateRevisions,
    timings,
    async bytes() {
      return buffer(take());
    },
    stream: () => Readable.from(take(), { objectMode: false }),
    async save(path) {
      if (typeof path !== 'string' || path === '' || path.includes('\0')) {
        throw new ServiceError('invalid_request', 'the path must be a text that is not empty, without U+0000');
      }
      await saveStream(path, take);
      return facts();
    },
    dump,
    [Symbol.asyncDispose]: dump,
  };
}
