import { createHash } from 'node:crypto';
import { type ImageOptions, type ImageReport, type ImageRequest, limits } from '../../contract/index.ts';
import type { DrawnImage, Engine, RenderResult } from '../../engine/index.ts';
import { describePdf } from './answer-render.ts';
import { rankTypes } from './choose-form.ts';
import { formatDisposition } from './disposition.ts';
import { RequestError } from './problems.ts';

/** How images are drawn, and the media types that the caller accepts, the best first. */
export interface ImageForm {
  image: ImageOptions & Required<Pick<ImageOptions, 'format'>>;
  accepted: string[];
}

/** The media type of each format. */
const imageTypes = { png: 'image/png', jpeg: 'image/jpeg' } as const;
const archiveType = 'application/zip';
const jsonType = 'application/json';

const drawLimits = { pixels: limits.imagePixels, images: limits.images, bytes: limits.imageBytes };

/** Options of a PDF that would be lost, and why. */
const notOfImages = {
  version: 'images have no PDF version',
  linearize: 'images are not linearized',
  encrypt: 'images are not encrypted',
  sign: 'images are not signed',
  conformance: 'images conform to no PDF standard',
  attachments: 'images have no attachments',
  e_invoice: 'images have no attachments',
} as const;

/** Milliseconds for drawing at least, if the render took all of its time, and for a render if the request does not say. */
const times = { drawing: 10_000, render: 30_000 };

/** Reads what images a caller asks for. Throws `invalid_request` for options that contradict each other, and `not_acceptable`. */
export function chooseImageForm({ image = {}, pdf }: ImageRequest, accept: string | undefined): ImageForm {
  const { dpi, width, transparent } = image;
  const [best] = rankTypes(accept, Object.values(imageTypes));
  const format = image.format ?? (best === imageTypes.jpeg ? 'jpeg' : 'png');
  if (dpi !== undefined && width !== undefined) throw refuse('/image/width', 'cannot be combined with dpi');
  if (transparent && format === 'jpeg')
    throw refuse('/image/transparent', 'is not for "jpeg", which has no transparency');
  for (const [name, why] of Object.entries(notOfImages)) {
    if (pdf?.[name as keyof typeof notOfImages] !== undefined) throw refuse(`/pdf/${name}`, `is only for PDFs: ${why}`);
  }
  const offered = [imageTypes[format], archiveType, jsonType];
  const accepted = rankTypes(accept, offered);
  if (accepted.length > 0) return { image: { ...image, format }, accepted };
  throw new RequestError('not_acceptable', `a render of images answers ${offered.join(', ')}`);
}

/**
 * The same for images that are kept: those that an answer in bytes would have. JSON has no part in it, because a caller who accepts that
 * alone means the answer to the submission.
 */
export function chooseKeptForm(request: ImageRequest, accept: string | undefined): ImageForm {
  const { image, accepted } = chooseImageForm(request, accept);
  const kept = accepted.filter((type) => type !== jsonType);
  return { image, accepted: kept.length > 0 ? kept : [imageTypes[image.format], archiveType] };
}

/** Who has pages drawn, and since when the request runs. */
interface DrawCaller {
  caller: Pick<Parameters<Engine['draw']>[2], 'account' | 'key' | 'inBackground' | 'queueMs'> & { signal: AbortSignal };
  /** As of `performance.now`. */
  startedAt: number;
  timeoutMs: number | undefined;
}

/** Draws the pages of a rendered PDF, in what is left of the time of its request and at least ten seconds. */
export function drawResult(
  engine: Pick<Engine, 'draw'>,
  { pdf }: RenderResult,
  { image }: ImageForm,
  { caller, startedAt, timeoutMs = times.render }: DrawCaller,
): Promise<DrawnImage[]> {
  const left = startedAt + timeoutMs - performance.now();
  return engine.draw(pdf, image, { ...caller, timeoutMs: Math.max(times.drawing, left), limits: drawLimits });
}

/** The answer in a form that the caller accepts. `title` becomes the file name. Throws `not_acceptable` for several pages in one image. */
export async function answerImages(
  form: ImageForm,
  result: RenderResult,
  images: readonly DrawnImage[],
  title: string | undefined,
): Promise<{ headers: Record<string, string | number>; body: Buffer | object }> {
  const chosen = chooseType(form, images);
  if (chosen === jsonType) return { headers: {}, body: report(result, images, imageTypes[form.image.format]) };
  const { type, bytes } = await fileImages(form, images);
  const body = viewBytes(bytes);
  const digest = createHash('sha256').update(body).digest('base64');
  const headers = {
    'content-type': type,
    'content-length': body.byteLength,
    'content-disposition': formatDisposition(title, type),
    ...describePdf({ ...result, digest }),
  };
  return { headers, body };
}

/** The image of the only page, or an archive of all, with its media type. Throws `not_acceptable` for several pages in one image. */
export async function fileImages(
  form: ImageForm,
  images: readonly DrawnImage[],
): Promise<{ type: string; bytes: Uint8Array }> {
  const type = chooseType(form, images);
  const [only] = images;
  const isImage = only !== undefined && type !== archiveType;
  return { type, bytes: isImage ? only.bytes : await packImages(images, form.image.format) };
}

function chooseType({ image: { format }, accepted }: ImageForm, images: readonly DrawnImage[]): string {
  const imageType = imageTypes[format];
  const chosen = accepted.find((type) => type !== imageType || images.length === 1);
  if (chosen !== undefined) return chosen;
  throw new RequestError(
    'not_acceptable',
    `the document has ${images.length} pages, and ${imageType} is one: choose it with page_ranges, or accept ${archiveType}`,
  );
}

function refuse(pointer: string, detail: string): RequestError {
  return new RequestError('invalid_request', `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}

function report({ warnings, timings, templates = [] }: RenderResult, images: readonly DrawnImage[], type: string) {
  const data: ImageReport = {
    images: images.map(({ page, width, height, bytes }) => ({
      page,
      type,
      width,
      height,
      bytes: bytes.byteLength,
      base64: viewBytes(bytes).toString('base64'),
    })),
    warnings,
    timings,
    templates,
  };
  return { data };
}

/** An archive whose names sort in the order of the pages. */
async function packImages(images: readonly DrawnImage[], ending: string): Promise<Uint8Array> {
  const { zipSync } = await import('fflate');
  const digits = String(images.length).length;
  const files = images.map(({ page, bytes }) => [`page-${String(page).padStart(digits, '0')}.${ending}`, bytes]);
  // Images are packed already, and the same request gives the same bytes.
  return zipSync(Object.fromEntries(files), { level: 0, mtime: new Date(1980, 0, 1) });
}

function viewBytes(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
