import type { ImageReport } from '../../contract/index.ts';
import type { Answer } from '../send-request.ts';
import { ServiceError } from '../service-error.ts';
import { receiveJson } from './receive-json.ts';

/** An image of a page. */
export interface RenderedImage {
  /** From 1. */
  page: number;
  /** The media type, such as "image/png". */
  type: string;
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** The images of a render. */
export interface RenderedImages extends Pick<ImageReport, 'warnings' | 'timings'> {
  images: RenderedImage[];
  /** The revision of each stored template among the parts, in the order of the parts. */
  templateRevisions: number[];
}

/** Reads the images of a render. Throws `unexpected_answer` for anything else. */
export async function receiveImages(answer: Answer, url: URL, signal: AbortSignal): Promise<RenderedImages> {
  const { data } = (await receiveJson(answer, url, signal)) as { data?: Partial<ImageReport> | null };
  if (!Array.isArray(data?.images)) {
    throw new ServiceError('unexpected_answer', `${url.origin} answered without images in the field data`);
  }
  const { images, warnings = [], timings, templates = [] } = data as ImageReport;
  return {
    images: images.map(({ base64, page, type, width, height }) => ({
      page,
      type,
      width,
      height,
      bytes: Buffer.from(base64, 'base64'),
    })),
    warnings,
    timings,
    templateRevisions: templates.map(({ revision }) => revision),
  };
}
