import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';

/** Width and height of a page in points. */
export type PageSide = [width: number, height: number];

/** Of a rectangle, in points. */
type Edges = [left: number, bottom: number, right: number, top: number];

/** The sizes of all pages. */
export async function readSizes(pdf: PDFDocumentProxy): Promise<PageSide[]> {
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)));
  return pages.map((page) => {
    const { width, height } = page.getViewport({ scale: 1 });
    return [width, height];
  });
}

/** Links to the web as links; pdf.js has made sure that they are that. */
export async function placeLinks(page: PDFPageProxy): Promise<HTMLElement[]> {
  const [left, bottom, right, top] = page.view as Edges;
  const share = (value: number, size: number) => `${(value / size) * 100}%`;
  const annotations = (await page.getAnnotations()) as { subtype: string; url?: string; rect: Edges }[];
  return annotations.flatMap(({ subtype, url, rect }) => {
    if (subtype !== 'Link' || !url) return [];
    const [x, y, x2, y2] = rect;
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
