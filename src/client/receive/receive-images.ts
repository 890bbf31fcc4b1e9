import { buffer } from 'node:stream/consumers';
import type { ImageReport, Timings } from '../../contract/index.ts';
import type { Answer } from '../send-request.ts';
import { ServiceError } from '../service-error.ts';
import { receiveJson } from './receive-json.ts';
import type { ReceivedFile } from './receive-render.ts';

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
export interface RenderedImages extends Pick<ImageReport, 'warnings'> {
  images: RenderedImage[];
  /** Where the time went, in milliseconds, or null if the service does not say. */
  timings: Timings | null;
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

/** Reads the images that a background render has made. Throws `unexpected_answer` for anything else. */
export async function unpackImages(file: ReceivedFile): Promise<RenderedImages> {
  const { type, stream, warnings, timings, templateRevisions } = file;
  const bytes = await buffer(stream);
  const images = type === 'application/zip' ? await readArchive(bytes) : [describeImage(1, type, bytes)];
  return { images, warnings, timings, templateRevisions };
}

const typesByEnding: Readonly<Record<string, string>> = { png: 'image/png', jpeg: 'image/jpeg' };

/** The images of an archive with a file `page-<number>` for each. */
async function readArchive(archive: Buffer): Promise<RenderedImage[]> {
  const { unzipSync } = await import('fflate');
  const images: RenderedImage[] = [];
  try {
    for (const [name, bytes] of Object.entries(unzipSync(archive))) {
      const [, page, ending = ''] = /^page-(\d+)\.(png|jpeg)$/.exec(name) ?? [];
      if (page === undefined) throw new Error(`the archive has a file ${name}`);
      images.push(describeImage(Number(page), typesByEnding[ending] ?? '', bytes));
    }
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError('unexpected_answer', 'the archive of the images cannot be read', { cause });
  }
  return images.sort((a, b) => a.page - b.page);
}

function describeImage(page: number, type: string, bytes: Uint8Array): RenderedImage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = type === 'image/png' ? readPngSize(view) : type === 'image/jpeg' ? readJpegSize(view) : undefined;
  if (size) return { page, type, ...size, bytes };
  throw new ServiceError('unexpected_answer', `the image of page ${page} cannot be read: it is not ${type}`);
}

type ImageSize = Pick<RenderedImage, 'width' | 'height'>;

/** The header is the first chunk (PNG specification, section 11.2.2). */
function readPngSize(view: DataView): ImageSize | undefined {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89504e47) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** The size is in the header of the frame, after segments of any kind (ITU-T T.81, annex B). */
function readJpegSize(view: DataView): ImageSize | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker < 0xff00) return undefined;
  }
  return undefined;
}
