import { EngineError } from '../../children/index.ts';
import type { Assets, PageOverlay } from '../../contract/index.ts';
import { readImageType } from './image/image-part.ts';
import { readBytes } from './read-bytes.ts';

/** What Chromium prints for an overlay. */
export interface OverlaySource {
  html: string;
  assets?: Assets | undefined;
  /** Whether it is printed on a page as large as its content, not as the page below. */
  isCropped: boolean;
  /** Whether its size depends on the pages below. */
  wantsPages: boolean;
}

/** The largest side of an image in CSS pixels: a page of a PDF has at most 200 inches. */
const imageLimit = 10_000;

/** The HTML of an overlay; undefined for a PDF. Throws `invalid_request` for a file that is no image. */
export function buildOverlaySource(overlay: PageOverlay, index: number): OverlaySource | undefined {
  const { text, html, image, assets, position } = overlay;
  const isPlaced = typeof position === 'string';
  if (html !== undefined) return { html, assets, isCropped: isPlaced, wantsPages: typeof position !== 'object' };
  if (text !== undefined) {
    // In a corner it keeps away from the edges, which printers do not reach.
    const padding = isPlaced && chooseFit(overlay) !== 'page' ? '10mm' : '0.2em';
    const style = `white-space: pre; font: bold 24pt/1.2 sans-serif; padding: ${padding}`;
    const escaped = text.replace(/[&<]/g, (character) => `&#${character.charCodeAt(0)};`);
    return { html: `<!doctype html><div style="${style}">${escaped}</div>`, isCropped: true, wantsPages: false };
  }
  if (image === undefined) return undefined;
  const bytes = readBytes(image);
  const type = readImageType(bytes);
  if (type === undefined) throw refuseImage(index, 'the file is no JPEG, PNG, WebP, AVIF, GIF or SVG image');
  const style = `display: block; max-width: ${imageLimit}px; max-height: ${imageLimit}px`;
  return {
    html: `<!doctype html><img src="image" style="${style}">`,
    assets: { image: { type, base64: image } },
    isCropped: true,
    wantsPages: false,
  };
}

/** How an overlay is scaled, if the request does not say. */
export function chooseFit({ fit, pdf, position }: PageOverlay): NonNullable<PageOverlay['fit']> {
  return fit ?? (pdf === undefined && typeof position === 'string' ? 'scale-down' : 'page');
}

/** The error for an overlay whose image cannot be drawn. */
export function refuseImage(index: number, reason: string): EngineError {
  const error = new EngineError('invalid_request', `overlay ${index + 1}: ${reason}.`);
  error.errors = [{ pointer: `/overlays/${index}/image`, detail: reason }];
  return error;
}
