import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { encode as encodePng } from 'fast-png';
import jpeg from 'jpeg-js';
import { findBundled } from '../../children/index.ts';
import type { ImageOptions } from '../../contract/index.ts';

/** The most that is drawn: pixels of a page, pages, and bytes of all images. */
export interface DrawLimits {
  pixels: number;
  images: number;
  bytes: number;
}

/** Pages to draw. */
export interface DrawJob {
  pdf: Uint8Array;
  format: NonNullable<ImageOptions['format']>;
  /** Pixels per inch; undefined if a width is given. */
  dpi: number | undefined;
  /** Pixels. */
  width: number | undefined;
  transparent: boolean;
  limits: DrawLimits;
}

/** An image of a page. */
export interface DrawnImage {
  /** From 1. */
  page: number;
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** The images of all pages, or what is beyond a limit. */
export type DrawAnswer =
  | { end: 'drawn'; images: DrawnImage[] }
  | { end: 'pixels'; page: number; pixels: number }
  | { end: 'images'; pages: number }
  | { end: 'bytes'; page: number }
  | { end: 'failed'; message: string };

const jpegQuality = 90;

/** Draws the pages of a PDF, of which nothing is drawn if one is too large. Never rejects. */
export async function drawPages(job: DrawJob): Promise<DrawAnswer> {
  try {
    return await draw(job);
  } catch (error) {
    return { end: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

async function draw({ pdf, format, dpi = 96, width: wanted, transparent, limits }: DrawJob): Promise<DrawAnswer> {
  const wasm = readFileSync(findProgram());
  const wasmBinary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer;
  const library = await PDFiumLibrary.init({ wasmBinary });
  const document = await library.loadDocument(pdf);
  const pages = [...document.pages()];
  if (pages.length > limits.images) return { end: 'images', pages: pages.length };
  const sizes = pages.map((page) => {
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = wanted === undefined ? dpi / 72 : wanted / originalWidth;
    const [width, height] = [originalWidth, originalHeight].map((side) => Math.max(1, Math.round(side * scale)));
    return { width: width as number, height: height as number };
  });
  const large = sizes.findIndex(({ width, height }) => width * height > limits.pixels);
  const found = sizes[large];
  if (found) return { end: 'pixels', page: large + 1, pixels: found.width * found.height };
  const images: DrawnImage[] = [];
  let total = 0;
  for (const [index, page] of pages.entries()) {
    const size = sizes[index] as (typeof sizes)[number];
    const { width, height, data } = await page.render({ ...size, render: 'bitmap', transparent });
    const bytes =
      format === 'png' ? encodePng({ width, height, data, channels: 4 }) : encodeJpeg({ width, height, data });
    total += bytes.byteLength;
    if (total > limits.bytes) return { end: 'bytes', page: index + 1 };
    images.push({ page: index + 1, width, height, bytes });
  }
  return { end: 'drawn', images };
}

function encodeJpeg(picture: { width: number; height: number; data: Uint8Array }): Uint8Array {
  return jpeg.encode(picture, jpegQuality).data;
}

function findProgram(): string {
  const here = import.meta.url;
  return here.endsWith('.ts')
    ? createRequire(here).resolve('@hyzyla/pdfium/pdfium.wasm')
    : findBundled('pdfium/pdfium.wasm', here);
}
