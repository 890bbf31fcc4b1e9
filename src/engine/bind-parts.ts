import { BindError, type BindOptions, type BindPart, type BoundPdf } from './bind/bind.ts';
import { EngineError } from './engine-error.ts';
import type { RenderJob } from './render.ts';
import type { RenderedPart } from './render-part.ts';

/** Makes one PDF of the parts. Throws `pdf_invalid` and `too_many_pages` with the index of the part. */
export async function bindParts(
  job: RenderJob,
  parts: readonly RenderedPart[],
  stamps?: Uint8Array,
): Promise<BoundPdf> {
  const { options = {}, metadata } = job.request;
  return bind(job, parts, {
    outline: options.outline ?? true,
    producer: `platen ${job.version}`,
    metadata: { ...parts[0]?.metadata, ...metadata },
    ...(stamps && { stamps }),
  });
}

/** A user's PDF by itself, cut to its page ranges, made sound and harmless. */
export async function bindOne(job: RenderJob, part: RenderedPart): Promise<Uint8Array> {
  return (await bind(job, [part], { outline: true, producer: '' })).pdf;
}

async function bind(job: RenderJob, parts: readonly RenderedPart[], options: BindOptions): Promise<BoundPdf> {
  try {
    return await job.binder.bind(parts.map(buildBindPart), options, job.deadline.signal);
  } catch (error) {
    if (!(error instanceof BindError)) throw error;
    const { index } = parts[error.part] ?? { index: error.part };
    throw new EngineError(error.code, error.message, { part: index, stage: 'bind' }, { cause: error });
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
