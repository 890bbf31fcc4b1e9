import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { PageSide } from './read-page.ts';

/** CSS pixels of a PDF's point (CSS Values 4, section 6.2). */
const point = 96 / 72;
/** Sheets up to which pictures of pages far away are kept; longer documents would fill the memory. */
const keptSheets = 12;

interface OpenDocument {
  pdf: PDFDocumentProxy;
  sizes: PageSide[];
  version: number;
}

/** The element of a page, and what is drawn on it. */
interface Sheet {
  element: HTMLElement;
  isNear: boolean;
  version?: number | undefined;
  scale?: number | undefined;
  drawing?: string | undefined;
}

/** The pages of a PDF on the screen. */
export interface PageStage {
  /**
   * Shows another PDF, drawn unseen before it takes the place of the old one. Settles when it is seen, or when a newer one
   * came. Rejects for what is no PDF.
   */
  show(data: ArrayBuffer): Promise<void>;
  /** Shows nothing. */
  clear(): void;
  fit(): void;
  larger(): void;
  smaller(): void;
  close(): void;
}

/** What reads a PDF and draws its pages. */
export interface PageReader {
  openPdf(data: ArrayBuffer): Promise<PDFDocumentProxy>;
  readSizes(pdf: PDFDocumentProxy): Promise<PageSide[]>;
  drawPage(pdf: PDFDocumentProxy, index: number, scale: number): Promise<HTMLElement[]>;
}

/** Puts what `reader` draws into `pages`, which scrolls in `frame`. `onZoom` gets the factor, or null if the width decides. */
export function openPageSheets(
  frame: HTMLElement,
  pages: HTMLElement,
  onZoom: (zoom: number | null) => void,
  reader: PageReader,
): PageStage {
  let sheets: Sheet[] = [];
  let current: OpenDocument | undefined;
  let turn = 0;
  let zoom: number | null = null;
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const sheet = sheets.find(({ element }) => element === target);
        if (!sheet) continue;
        sheet.isNear = isIntersecting;
        if (isIntersecting) void redraw(sheet);
        else if (sheets.length > keptSheets) {
          sheet.element.replaceChildren();
          sheet.version = undefined;
        }
      }
    },
    { root: frame, rootMargin: '1200px 0px' },
  );
  const resized = new ResizeObserver(() => layOut());
  resized.observe(frame);

  async function show(data: ArrayBuffer): Promise<void> {
    const version = ++turn;
    const pdf = await reader.openPdf(data);
    const next = { pdf, sizes: await reader.readSizes(pdf), version };
    const drawn = await Promise.all(
      listVisible(next.sizes.length).map(async (index) => ({ index, ...(await draw(next, index)) })),
    );
    if (version !== turn) return pdf.loadingTask.destroy();
    const old = current;
    current = next;
    place(next.sizes.length);
    layOut();
    for (const { index, nodes, scale } of drawn) put(sheets[index], nodes, scale, version);
    for (const sheet of sheets) if (sheet.isNear) void redraw(sheet);
    await old?.pdf.loadingTask.destroy();
  }

  function clear(): void {
    turn++;
    void current?.pdf.loadingTask.destroy();
    current = undefined;
    place(0);
  }

  /** The sheets that are on the screen, or the first one if there are none yet. */
  function listVisible(count: number): number[] {
    const { top, bottom } = frame.getBoundingClientRect();
    const found = sheets.flatMap(({ element }, index) => {
      const place = element.getBoundingClientRect();
      return place.bottom > top && place.top < bottom ? [index] : [];
    });
    const indexes = found.filter((index) => index < count);
    return indexes.length > 0 ? indexes : [found.length > 0 ? count - 1 : 0];
  }

  function place(count: number): void {
    for (const { element } of sheets.slice(count)) {
      near.unobserve(element);
      element.remove();
    }
    sheets = sheets.slice(0, count);
    while (sheets.length < count) {
      const element = document.createElement('div');
      element.className = 'sheet';
      element.setAttribute('role', 'group');
      element.setAttribute('aria-label', `Page ${sheets.length + 1}`);
      sheets.push({ element, isNear: false });
      pages.append(element);
      near.observe(element);
    }
  }

  function scaleOf([width]: PageSide): number {
    if (zoom !== null) return zoom * point;
    const style = getComputedStyle(frame);
    const room = frame.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    return Math.max(0.1, Math.min(room / width, 1.25 * point));
  }

  function layOut(): void {
    if (!current) return;
    for (const [index, sheet] of sheets.entries()) {
      const size = current.sizes[index];
      if (!size) continue;
      const scale = scaleOf(size);
      const { style } = sheet.element;
      style.width = `${size[0] * scale}px`;
      style.height = `${size[1] * scale}px`;
      style.setProperty('--total-scale-factor', String(scale));
      if (sheet.isNear && sheet.scale !== scale) void redraw(sheet);
    }
  }

  /** Brings one sheet up to date, unless it is. */
  async function redraw(sheet: Sheet): Promise<void> {
    const document = current;
    const index = sheets.indexOf(sheet);
    const size = document?.sizes[index];
    if (!document || !size) return;
    const scale = scaleOf(size);
    const wanted = `${document.version} ${scale}`;
    if (sheet.drawing === wanted || (sheet.version === document.version && sheet.scale === scale)) return;
    sheet.drawing = wanted;
    try {
      const { nodes } = await draw(document, index);
      if (document === current && sheet.element.isConnected) put(sheet, nodes, scale, document.version);
    } catch {
      // The document was replaced while it was drawn; its follower is on the way.
    } finally {
      sheet.drawing = undefined;
    }
  }

  async function draw({ pdf, sizes }: OpenDocument, index: number) {
    const scale = scaleOf(sizes[index] ?? [1, 1]);
    return { nodes: await reader.drawPage(pdf, index, scale), scale };
  }

  function put(sheet: Sheet | undefined, nodes: HTMLElement[], scale: number, version: number): void {
    if (!sheet) return;
    sheet.element.replaceChildren(...nodes);
    Object.assign(sheet, { version, scale });
  }

  /** Another factor; null fits the width. The middle of the screen stays where it is. */
  function setZoom(next: number | null): void {
    const middle = (frame.scrollTop + frame.clientHeight / 2) / frame.scrollHeight;
    zoom = next;
    layOut();
    frame.scrollTop = middle * frame.scrollHeight - frame.clientHeight / 2;
    onZoom(zoom);
  }

  const readZoom = () => (current?.sizes[0] ? scaleOf(current.sizes[0]) / point : 1);
  return {
    show,
    clear,
    fit: () => setZoom(null),
    larger: () => setZoom(largerZoom(readZoom())),
    smaller: () => setZoom(smallerZoom(readZoom())),
    close() {
      near.disconnect();
      resized.disconnect();
      clear();
    },
  };
}

const steps = [0.25, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4];

/** The next larger factor than `zoom`, at most 4. */
function largerZoom(zoom: number): number {
  return steps.find((step) => step > zoom + 0.01) ?? 4;
}

/** The next smaller factor than `zoom`, at least 0.25. */
function smallerZoom(zoom: number): number {
  return steps.findLast((step) => step < zoom - 0.01) ?? 0.25;
}
