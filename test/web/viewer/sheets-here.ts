import { vi } from 'vitest';
import type { PageReader } from '../../../src/web/viewer/page-sheets.ts';
import type { PageSide } from '../../../src/web/viewer/read-page.ts';

/** An element of a sheet, below the ones before it. */
class SheetElement {
  className = '';
  readonly attributes: Record<string, string> = {};
  nodes: unknown[] = [];
  readonly style = { width: '', height: '', factor: '', setProperty: this.setFactor.bind(this) };
  readonly page: SheetsPage;

  constructor(page: SheetsPage) {
    this.page = page;
  }

  get isConnected(): boolean {
    return this.page.elements.includes(this);
  }

  setFactor(name: string, value: string): void {
    if (name === '--total-scale-factor') this.style.factor = value;
  }

  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }

  replaceChildren(...nodes: unknown[]): void {
    this.nodes = nodes;
  }

  remove(): void {
    this.page.elements.splice(this.page.elements.indexOf(this), 1);
  }

  getBoundingClientRect(): { top: number; bottom: number } {
    const { elements, frame } = this.page;
    const before = elements.slice(0, elements.indexOf(this));
    const top = 10 - frame.scrollTop + sumHeights(before);
    return { top, bottom: top + sumHeights([this]) };
  }
}

const sumHeights = (elements: readonly SheetElement[]) =>
  elements.reduce((sum, { style }) => sum + Number.parseFloat(style.height || '0'), 0);

/** A PDF, of which `draw` can be held back. */
export interface SheetsPdf {
  name: string;
  sizes: PageSide[];
  isDestroyed: boolean;
}

/** What a stage of pages finds around it, in this process. */
export class SheetsPage {
  elements: SheetElement[] = [];
  /** The pages that were drawn, as the name of their PDF, index and scale. */
  readonly drawn: string[] = [];
  readonly zooms: (number | null)[] = [];
  readonly observed = new Set<unknown>();
  isResizeObserved = false;
  readonly ended: string[] = [];
  options: unknown;
  readonly frame = {
    clientWidth: 140,
    clientHeight: 480,
    scrollTop: 0,
    page: this,
    get scrollHeight(): number {
      return sumHeights(this.page.elements);
    },
    getBoundingClientRect: () => ({ top: 10, bottom: 490 }),
  };
  readonly pages = { append: (element: SheetElement) => void this.elements.push(element) };
  /** Waits before a page is drawn. */
  beforeDrawing: (drawn: string) => Promise<void> | undefined = () => undefined;
  resize = () => {};
  private tell: (entries: object[]) => void = () => {};

  readonly reader: PageReader = {
    openPdf: async (data) => data as never,
    readSizes: async (pdf) => (pdf as unknown as SheetsPdf).sizes,
    drawPage: async (pdf, index, scale) => {
      const drawn = `${(pdf as unknown as SheetsPdf).name} ${index} ${Number(scale.toFixed(4))}`;
      this.drawn.push(drawn);
      await this.beforeDrawing(drawn);
      return [drawn as never];
    },
  };

  constructor() {
    const page = this;
    vi.stubGlobal('document', { createElement: () => new SheetElement(page) });
    vi.stubGlobal('getComputedStyle', () => ({ paddingLeft: '15px', paddingRight: '5px' }));
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(tell: (entries: object[]) => void, options: unknown) {
          page.tell = tell;
          page.options = options;
        }
        observe = (element: unknown) => void page.observed.add(element);
        unobserve = (element: unknown) => void page.observed.delete(element);
        disconnect = () => void page.ended.push('nearness');
      },
    );
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(tell: () => void) {
          page.resize = tell;
        }
        observe = (element: unknown) => {
          page.isResizeObserved = element === page.frame;
        };
        disconnect = () => void page.ended.push('size');
      },
    );
  }

  /** A PDF for `show`. */
  makePdf(name: string, ...sizes: PageSide[]): SheetsPdf & { data: ArrayBuffer } {
    const pdf = { name, sizes, isDestroyed: false };
    const loadingTask = {
      destroy: async () => {
        pdf.isDestroyed = true;
      },
    };
    return Object.assign(pdf, { loadingTask, data: pdf as unknown as ArrayBuffer });
  }

  /** Lets sheets come near the screen, or leave it. */
  async move(isIntersecting: boolean, ...indexes: number[]): Promise<void> {
    this.tell(indexes.map((index) => ({ target: this.elements[index], isIntersecting })));
    await settle();
  }

  /** What each sheet shows. */
  shown(): unknown[] {
    return this.elements.map(({ nodes }) => nodes[0]);
  }
}

/** Lets all that waits for no other thing run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
