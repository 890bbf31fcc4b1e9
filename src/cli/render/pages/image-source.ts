import jpeg from 'jpeg-js';
import type { RenderedImages } from '../../../client/index.ts';
import type { ImageRequest } from '../../../contract/index.ts';
import type { Context } from '../../command/context.ts';
import { CommandError } from '../../output/command-error.ts';
import { RequestFailure } from '../../output/request-words.ts';
import type { Size } from '../../pictures/draw-pdf.ts';
import { type Picture, pixelLimit, writePng } from '../../pictures/png.ts';
import { receiveBytes } from '../receive-bytes.ts';
import { warnOfRender } from '../render-output.ts';
import type { BuiltRequest } from '../render-request.ts';
import type { ImageChoice } from './image-flags.ts';

/** An image of a page. */
export interface PageImage {
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** The images of a document, drawn one by one. */
export interface ImageSource {
  count: number;
  read(): AsyncIterable<PageImage> | Iterable<PageImage>;
  close(): void;
}

/** Renders a request, and draws its pages: in the service, if one is configured and has the operation, else here. */
export async function openImageSource(
  context: Context,
  request: BuiltRequest,
  choice: ImageChoice,
): Promise<ImageSource> {
  const { resolveConnection } = await import('../../settings/index.ts');
  const { baseUrl } = resolveConnection(await context.settings());
  const images = baseUrl === null ? undefined : await receiveImages(context, request, choice);
  return images
    ? { count: images.length, read: () => images, close: () => undefined }
    : drawHere(context, request, choice);
}

/** The images that a service draws; undefined if it has no such operation. */
async function receiveImages(
  { client, output, signal }: Context,
  { body, words, warnings }: BuiltRequest,
  image: ImageChoice,
): Promise<PageImage[] | undefined> {
  const progress = output.progress('rendering');
  try {
    const request = { ...body, image } as unknown as ImageRequest;
    const received: RenderedImages = await (await client()).renderImages(request, { signal });
    warnOfRender(output, received.warnings, { words, warnings });
    return received.images;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'not_found') return undefined;
    throw new RequestFailure(error, words);
  } finally {
    progress.stop();
  }
}

async function drawHere(context: Context, request: BuiltRequest, choice: ImageChoice): Promise<ImageSource> {
  const pdf = await receiveBytes(context, request);
  const painter = await (await import('../../pictures/draw-pdf.ts')).openPainter();
  const write = choice.format === 'jpeg' ? writeJpeg : writePng;
  try {
    const pixels = (await painter.measure(pdf)).map((size, index) => checkPixels(scaleSize(size, choice), index + 1));
    return {
      count: pixels.length,
      async *read() {
        const { transparent = false } = choice;
        for await (const picture of painter.draw(pdf, (page) => pixels[page - 1], transparent)) {
          const { width, height } = picture;
          yield { width, height, bytes: write(picture) };
        }
      },
      close: () => painter.close(),
    };
  } catch (error) {
    painter.close();
    throw error;
  }
}

/** The pixels of a page of a size in points. */
function scaleSize(size: Size, { dpi = 96, width }: ImageChoice): Size {
  const scale = width === undefined ? dpi / 72 : width / size.width;
  const [across, down] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * scale)));
  return { width: across as number, height: down as number };
}

function checkPixels(size: Size, page: number): Size {
  const pixels = size.width * size.height;
  if (pixels <= pixelLimit) return size;
  throw new CommandError('usage', `page ${page} would have ${Math.round(pixels / 1e6)} million pixels`, {
    why: `a picture may have ${pixelLimit / 1e6} million`,
    fix: 'use a lower --dpi or --width',
  });
}

const quality = 90;

/** The picture as a JPEG file, without its opacity. */
function writeJpeg(picture: Picture): Buffer {
  return jpeg.encode(picture, quality).data;
}
