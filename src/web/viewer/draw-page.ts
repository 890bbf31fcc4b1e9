import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import { placeLinks } from './read-page.ts';

/** Pixels of one drawn page at most. */
const pixelLimit = 16e6;

/** Draws a page: its picture, its words for searching and copying, and its links. `scale` is CSS pixels of a point. */
export async function drawPage(pdf: PDFDocumentProxy, index: number, scale: number): Promise<HTMLElement[]> {
  const page = await pdf.getPage(index + 1);
  const { width, height } = page.getViewport({ scale: 1 });
  const sharp = Math.min(devicePixelRatio, Math.sqrt(pixelLimit / (width * height)) / scale);
  const viewport = page.getViewport({ scale: scale * sharp });
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  const words = document.createElement('div');
  words.className = 'words';
  const layer = new TextLayer({
    textContentSource: page.streamTextContent({ includeMarkedContent: true }),
    container: words,
    viewport: page.getViewport({ scale }),
  });
  const [links] = await Promise.all([
    placeLinks(page),
    page.render({ canvas, viewport }).promise,
    // Words that cannot be laid out leave a page that can still be seen.
    layer.render().catch(() => {}),
  ]);
  return [canvas, words, ...links];
}
