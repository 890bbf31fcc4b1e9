import type { RenderRequest } from '../contract/index.ts';
import { EngineError } from './engine-error.ts';
import type { OrderedPart } from './normalise-parts.ts';
import type { Printed } from './render-page.ts';

/** Makes one PDF of the printed parts. */
export async function bindParts(
  _parts: readonly OrderedPart[],
  printed: readonly Printed[],
  _request: RenderRequest,
  _version: string,
): Promise<{ pdf: Uint8Array; pages: number }> {
  const [only] = printed;
  if (printed.length !== 1 || only === undefined || only.foreign) {
    throw new EngineError('invalid_request', 'Only one part that is not a PDF is supported yet.');
  }
  // Chromium writes page objects uncompressed.
  const pages =
    Buffer.from(only.pdf)
      .toString('latin1')
      .match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  return { pdf: only.pdf, pages };
}
