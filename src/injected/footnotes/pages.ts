import type { NoteFault } from '../calls.ts';
import { dom } from '../dom/dom.ts';
import type { ColumnReader, NoteLine } from './columns.ts';
import { flowRootOf, isClear, isColumned, listAround, px, styleOf } from './layout.ts';
import { columnEndMark, endMark, findMarked, restoreWidows, roomMark, topMark } from './marks.ts';
import { endPage } from './page-end.ts';

/** How often the end of one page is moved until its footnotes have room. Each time moves a line at least. */
const tryLimit = 8;

interface PagesOptions {
  columns: ColumnReader;
  /** The height of a column. */
  tallest: number;
  /** The notes by their calls. */
  noteOf: ReadonlyMap<HTMLElement, HTMLElement>;
  /** The height that some notes need. */
  roomOf(notes: readonly HTMLElement[]): number;
  /** Returns the note of a call to the text. */
  giveUp(call: HTMLElement, fault: NoteFault): void;
}

/** The notes of a page. */
export interface PlacedPage {
  notes: HTMLElement[];
  /** Whether a box that shows its edges or its background continues beyond the page. */
  isDivided: boolean;
}

interface Call {
  line: NoteLine;
  call: HTMLElement;
  note: HTMLElement;
}

/** Which calls of a page keep their notes on it, and where the text ends above these. */
interface Plan {
  calls: Set<HTMLElement>;
  limit: number;
}

/** Ends pages above their footnotes: the lines that are in the way begin the next page. */
export class NotePages {
  readonly #columns: ColumnReader;
  readonly #options: PagesOptions;
  /** The height of the floats between the text of a page and its notes. */
  #reserved = 0;

  constructor(options: PagesOptions) {
    this.#columns = options.columns;
    this.#options = options;
  }

  /**
   * Places the notes of a page, and leaves `reserved` CSS pixels between its text and them; undefined if it has none, or its text cannot end there. A note without
   * any room is given up.
   */
  placePage(page: number, start: readonly NoteLine[], height: number, reserved: number): PlacedPage | undefined {
    const { tallest, giveUp } = this.#options;
    this.#reserved = reserved;
    for (let lines = start; ; lines = this.#columns.listLines(page) ?? []) {
      const isInColumns = lines.some(({ block }) => isColumned(flowRootOf(block)));
      const here = this.#callsOf(lines);
      // ElementTexts beside one another begin together, so a call may be before one that is higher.
      if (!isInColumns) here.sort((a, b) => a.line.bottom - b.line.bottom);
      if (here.length === 0 && height === tallest && reserved === 0) return undefined;
      const plan = isInColumns ? this.#planColumns(page, here, height) : this.#plan(here, height);
      const ended = this.#endAbove(page, height, plan, lines);
      // What is outside of the text cannot be moved to the next page.
      const lost = ended && this.#callsOf(ended).find(({ call }) => !plan.calls.has(call));
      if (lost) {
        this.#openPage(page);
        giveUp(lost.call, 'outside');
        continue;
      }
      if (ended) {
        return { notes: this.#callsOf(ended).map(({ note }) => note), isDivided: this.#isDivided(ended.at(-1), page) };
      }
      const refused = here[plan.calls.size] ?? here.at(-1);
      if (refused === undefined) return undefined;
      giveUp(refused.call, 'noRoom');
    }
  }

  #callsOf(lines: readonly NoteLine[]): Call[] {
    return lines.flatMap((line) =>
      line.calls.flatMap((call) => {
        const note = this.#options.noteOf.get(call);
        return note === undefined ? [] : [{ line, call, note }];
      }),
    );
  }

  /** The first calls of a page whose notes have room below them. */
  #plan(here: readonly Call[], height: number): Plan {
    let [count, lowest] = [0, 0];
    for (const [index, { line }] of here.entries()) {
      lowest = Math.max(lowest, line.bottom);
      if (lowest > this.#planFor(here.slice(0, index + 1), height).limit + 1) break;
      count = index + 1;
    }
    return this.#planFor(here.slice(0, count), height);
  }

  #planFor(some: readonly Call[], height: number): Plan {
    const limit = height - this.#reserved - this.#options.roomOf(some.map(({ note }) => note));
    return { calls: new Set(some.map(({ call }) => call)), limit };
  }

  /** In columns, notes make all of them shorter: finds the most calls that are left above their notes. */
  #planColumns(page: number, here: readonly Call[], height: number): Plan {
    const countLeft = (count: number) => {
      const { limit } = this.#planFor(here.slice(0, count), height);
      const calls = new Set(here.map(({ call }) => call));
      const left = this.#endAbove(page, height, { limit, calls }, this.#columns.listLines(page) ?? []);
      this.#openPage(page);
      return left === undefined ? 0 : this.#callsOf(left).length;
    };
    let low = Math.min(here.length, countLeft(here.length));
    for (let high = here.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (countLeft(middle) >= middle) low = middle;
      else high = middle;
    }
    return this.#planFor(here.slice(0, low), height);
  }

  /** Ends a page of these lines above its notes. Returns the lines that are left on it; undefined if that is impossible. */
  #endAbove(
    page: number,
    height: number,
    { calls, limit }: Plan,
    start: readonly NoteLine[],
  ): readonly NoteLine[] | undefined {
    let lines = start;
    for (let tries = 0; tries < tryLimit; tries += 1) {
      const isLate = (line: NoteLine) =>
        !line.isOutside && line.calls.some((call) => this.#options.noteOf.has(call) && !calls.has(call));
      const over = lines.filter((line) => isLate(line) || this.#readBottom(line, page) > limit + 1);
      if (over.length === 0) return lines;
      if (!this.#endFlows(over, lines, page, height)) break;
      lines = this.#columns.listLines(page) ?? [];
    }
    this.#openPage(page);
    return undefined;
  }

  /** Ends each text beside another, in a cell or a column, by itself. Returns whether any was ended. */
  #endFlows(over: readonly NoteLine[], lines: readonly NoteLine[], page: number, height: number): boolean {
    const ended: { root: Element; top: number }[] = [];
    const room = { height, beyond: this.#options.tallest - height };
    for (const line of over) {
      const top = dom(flowRootOf(line.block)).getClientRects()[0]?.top;
      const isAfter = ended.some(
        (end) => dom(end.root).contains(line.leaf) || (top !== undefined && top - this.#columns.top > end.top),
      );
      if (isAfter) continue;
      const root = endPage(this.#columns, lines, line, page, room);
      if (root) ended.push({ root, top: line.top });
    }
    return ended.length > 0;
  }

  /** Undoes the end of a page. */
  #openPage(page: number): void {
    for (const mark of [endMark, columnEndMark, topMark])
      for (const box of findMarked(mark, page)) dom(box).removeAttribute(mark);
    for (const room of findMarked(roomMark, page)) dom(room).remove();
    restoreWidows();
  }

  /** The lower edge of a line, with the edges of the boxes that end with it. */
  #readBottom(line: NoteLine, page: number): number {
    let { bottom } = line;
    if (line.isOutside) return bottom;
    const next = this.#columns.leaves[line.end + 1];
    for (const box of listAround(line.block)) {
      if (next && dom(box).contains(next)) break;
      const { paddingBottom, borderBottomWidth } = styleOf(box);
      const last = px(paddingBottom) + px(borderBottomWidth) > 0 ? [...dom(box).getClientRects()].at(-1) : undefined;
      if (last && this.#columns.columnOf(last) === page) bottom = Math.max(bottom, last.bottom - this.#columns.top);
    }
    return bottom;
  }

  /** Whether a box that shows its edges or its background continues beyond a page: it reaches to the foot then, where the notes are. */
  #isDivided(line: NoteLine | undefined, page: number): boolean {
    for (const box of listAround(line?.block)) {
      const { borderLeftStyle, borderRightStyle, backgroundColor, backgroundImage, boxShadow, outlineStyle } =
        styleOf(box);
      const edges = borderLeftStyle + borderRightStyle + outlineStyle + backgroundImage + boxShadow;
      const isShown = edges !== 'none'.repeat(5) || !isClear(backgroundColor);
      const last = isShown ? [...dom(box).getClientRects()].at(-1) : undefined;
      if (last && this.#columns.columnOf(last) > page) return true;
    }
    return false;
  }
}
