import { readConnectionError } from '../connection-error.ts';
import type { Answer } from '../send-request.ts';
import { firstValue } from '../transport.ts';

/** Asks for the rest of a body: `range` and `if-range` are given, the answer is a 206 if the service has it. */
export type Resume = (range: { range: string; 'if-range': string }) => Promise<Answer>;

/** Times that a body may be cut without a byte in between. */
const mostCuts = 3;

/**
 * The bytes of an answer, whose failures have our codes: to a program that writes a file, those of a socket look like those of the file.
 * With `resume` what a lost connection left out is asked for, while the answer has the same strong ETag (RFC 9110, section 14.2).
 */
export function openBody(first: Answer, url: URL, signal: AbortSignal, resume: Resume | undefined) {
  const etag = firstValue(first.headers.etag);
  let current = first;

  async function* read(): AsyncGenerator<Buffer> {
    let bytes = 0;
    for (let cuts = 0; ; ) {
      try {
        for await (const chunk of current.body) {
          bytes += chunk.length;
          cuts = 0;
          yield chunk;
        }
        return;
      } catch (error) {
        if (signal.aborted) throw error;
        const cut = readConnectionError(error, { origin: url.origin, receiving: true, proxy: undefined });
        if (!resume || !etag?.startsWith('"') || cut.code !== 'body_cut' || ++cuts > mostCuts) throw cut;
        current = await resume({ range: `bytes=${bytes}-`, 'if-range': etag });
        if (current.status !== 206 || !startsAt(current, bytes)) {
          await current.body.dump({ limit: 1024 });
          throw cut;
        }
      }
    }
  }

  return { read, destroy: () => current.body.destroy() };
}

/** Whether the Content-Range of an answer begins at a byte. */
function startsAt({ headers }: Answer, offset: number): boolean {
  return firstValue(headers['content-range'])?.startsWith(`bytes ${offset}-`) ?? false;
}
