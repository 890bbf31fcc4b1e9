import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist';

/** Width and height of a page in points. */
export type PageSide = [width: number, height: number];

/** Pixels of one drawn page at most. */
const pixelLimit = 16e6;

/** The sizes of all pages. */
export async function readSizes(pdf: PDFDocumentProxy): Promise<PageSide[]> {
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)));
  return pages.map((page) => {
    const { width, height } = page.getViewport({ scale: 1 });
    return [width, height];
  });
}

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
    readLinks(page),
    page.render({ canvas, viewport }).promise,
    // Words that cannot be laid out leave a page that can still be seen.
    layer.render().catch(() => {}),
  ]);
  return [canvas, words, ...links];
}

/** Links to the web as links; pdf.js has made sure that they are that. */
async function readLinks(page: PDFPageProxy): Promise<HTMLElement[]> {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const share = (value: number, size: number) => `${(value / size) * 100}%`;
  const annotations = (await page.getAnnotations()) as { subtype: string; url?: string; rect: number[] }[];
  return annotations.flatMap(({ subtype, url, rect }) => {
    if (subtype !== 'Link' || !url) return [];
    const [x = 0, y = 0, x2 = 0, y2 = 0] = rect;
    const link = document.createElement('a');
    Object.assign(link, { href: url, target: '_blank', rel: 'noopener noreferrer', title: url });
    link.setAttribute('aria-label', url);
    link.style.left = share(x - left, right - left);
    link.style.top = share(top - y2, top - bottom);
    link.style.width = share(x2 - x, right - left);
    link.style.height = share(y2 - y, top - bottom);
    return [link];
  });
}
