import type { RenderRequest } from '../contract/index.ts';
import { BindError, type BindPart, type BoundPdf, bind } from './bind/bind.ts';
import { EngineError } from './engine-error.ts';
import type { RenderedPart } from './render-part.ts';

/** Makes one PDF of the parts. Throws `pdf_invalid` and `too_many_pages` with the index of the part. */
export async function bindParts(
  parts: readonly RenderedPart[],
  { options = {}, metadata }: RenderRequest,
  version: string,
): Promise<BoundPdf> {
  try {
    return bind(parts.map(buildBindPart), {
      outline: options.outline ?? true,
      producer: `platen ${version}`,
      metadata: { ...parts[0]?.metadata, ...metadata },
    });
  } catch (error) {
    if (error instanceof BindError)
      throw new EngineError(error.code, error.message, { part: error.part, stage: 'bind' });
    throw error;
  }
}

function buildBindPart({ pdf, foreign, origin, title, options }: RenderedPart): BindPart {
  return {
    pdf,
    foreign,
    ...(title !== undefined && { title }),
    ...(origin !== undefined && { origin: `${origin}/` }),
    ...(foreign && options.page_ranges !== undefined && { pageRanges: options.page_ranges }),
  };
}
