import { EngineError, findChildEntry, JobChildEnded, startJobChild } from '../../children/index.ts';
import type { ImageOptions } from '../../contract/index.ts';
import type { DrawAnswer, DrawJob, DrawLimits, DrawnImage } from './draw-job.ts';

// A page of the largest size takes 200 MB as pixels, and as much while it is packed.
const memory = { heap: 512, resident: 1536 };

/**
 * Draws the pages of a PDF in a process without rights, which ends with the signal. Throws `invalid_request` for too many pixels,
 * `too_many_pages`, `result_too_large` and `pdf_invalid`.
 */
export async function drawImages(
  pdf: Uint8Array,
  { format = 'png', dpi, width, transparent = false }: ImageOptions,
  limits: DrawLimits,
  signal: AbortSignal,
): Promise<DrawnImage[]> {
  const entry = findChildEntry({
    name: 'draw-child',
    from: import.meta.url,
    packages: ['@hyzyla/pdfium', 'fast-png', 'jpeg-js'],
    deep: true,
  });
  const child = startJobChild<DrawJob, DrawAnswer>(entry, memory, 'draws pages');
  try {
    const answer = await child.run({ pdf, format, dpi, width, transparent, limits }, signal);
    if (answer.end === 'drawn') return answer.images;
    throw explainDrawing(answer, limits, width === undefined ? 'dpi' : 'width');
  } catch (error) {
    if (!(error instanceof JobChildEnded) || error.end === 'ended') throw error;
    throw new EngineError(
      'pdf_invalid',
      'Drawing the pages takes too much memory.',
      { stage: 'draw' },
      { cause: error },
    );
  } finally {
    child.end();
  }
}

function explainDrawing(answer: Exclude<DrawAnswer, { end: 'drawn' }>, limits: DrawLimits, field: string): EngineError {
  const place = { stage: 'draw' } as const;
  switch (answer.end) {
    case 'pixels': {
      const millions = (count: number) => Math.round(count / 1e5) / 10;
      const size = `${answer.page} would have ${millions(answer.pixels)} million pixels`;
      const detail = `${size}; an image may have ${millions(limits.pixels)} million`;
      const error = new EngineError('invalid_request', `Page ${detail}.`, place);
      error.errors = [{ pointer: `/image/${field}`, detail: `page ${detail}` }];
      return error;
    }
    case 'images':
      return new EngineError(
        'too_many_pages',
        `The document has ${answer.pages} pages, and a request draws at most ${limits.images}: choose some with page_ranges.`,
        place,
      );
    case 'bytes':
      return new EngineError(
        'result_too_large',
        `The images of the first ${answer.page} pages take more than ${limits.bytes} bytes: choose fewer pages or fewer pixels.`,
        place,
      );
    case 'failed':
      return new EngineError('pdf_invalid', 'The pages cannot be drawn.', place, { cause: answer.message });
  }
}
