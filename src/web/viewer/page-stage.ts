import { drawPage } from './draw-page.ts';
import { openPdf } from './open-pdf.ts';
import { openPageSheets, type PageStage } from './page-sheets.ts';
import { readSizes } from './read-page.ts';

/** Draws into `pages`, which scrolls in `frame`, with pdf.js. `onZoom` gets the factor, or null if the width decides. */
export function openPageStage(
  frame: HTMLElement,
  pages: HTMLElement,
  onZoom: (zoom: number | null) => void,
): PageStage {
  return openPageSheets(frame, pages, onZoom, { openPdf, readSizes, drawPage });
}
