import type { ColumnReader, NoteLine } from './columns.ts';
import { floatSideOf } from './marks.ts';
import { startPageBelow } from './page-head.ts';

/** The part of a page that floats may take, so that text is on it too. */
const mostOfPage = 0.8;

/** Floats by their anchors, without those that are too tall for pages of this height, and these. */
export function splitByRoom(
  floatOf: ReadonlyMap<HTMLElement, HTMLElement>,
  roomOf: (floats: readonly HTMLElement[]) => number,
  height: number,
): [fitting: Map<HTMLElement, HTMLElement>, tooTall: HTMLElement[]] {
  const isFitting = (float: HTMLElement) => roomOf([float]) <= height * mostOfPage;
  const fitting = new Map([...floatOf].filter(([, float]) => isFitting(float)));
  return [fitting, [...floatOf.values()].filter((float) => !isFitting(float))];
}

/** The floats of a page, by its sides. */
export interface PageFloats {
  top: HTMLElement[];
  bottom: HTMLElement[];
}

type Side = keyof PageFloats;

/**
 * Chooses the page of each float (CSS Page Floats 3): that of its anchor, or a later one if that has no room. Floats of a side keep their order. The
 * room for those at the head of a page may move their anchors to the next one, and they stay.
 */
export class FloatQueue {
  readonly #columns: ColumnReader;
  readonly #roomOf: (floats: readonly HTMLElement[]) => number;
  /** Those that no page had, by their anchors. */
  readonly #floatOf: Map<HTMLElement, HTMLElement>;
  readonly #waiting: PageFloats = { top: [], bottom: [] };

  constructor(
    columns: ColumnReader,
    floatOf: Map<HTMLElement, HTMLElement>,
    roomOf: (floats: readonly HTMLElement[]) => number,
  ) {
    this.#columns = columns;
    this.#floatOf = floatOf;
    this.#roomOf = roomOf;
  }

  /** The floats of a page with these lines. Its text begins below those at its head then. */
  take(page: number, lines: readonly NoteLine[], height: number): PageFloats {
    for (const call of lines.flatMap(({ calls }) => calls)) {
      const float = this.#floatOf.get(call);
      if (float === undefined) continue;
      this.#floatOf.delete(call);
      this.#waiting[floatSideOf(float) ?? 'bottom'].push(float);
    }
    let room = height * mostOfPage;
    const taken: PageFloats = { top: [], bottom: [] };
    for (const side of ['top', 'bottom'] as const) {
      for (const float of this.#waiting[side]) {
        if (this.#roomOf([float]) > room) break;
        room -= this.#roomOf([float]);
        taken[side].push(float);
      }
      this.#waiting[side] = this.#waiting[side].slice(taken[side].length);
    }
    if (taken.top.length > 0 && !startPageBelow(this.#columns, lines, page, this.#roomOf(taken.top)))
      this.#waiting.top.unshift(...taken.top.splice(0));
    return taken;
  }

  /** Leaves floats at the foot of a page to the next one. Returns those that stay: none. */
  defer(floats: readonly HTMLElement[]): HTMLElement[] {
    this.#waiting.bottom.unshift(...floats);
    return [];
  }

  /** The floats that are on no page. */
  list(): HTMLElement[] {
    const sides: Side[] = ['top', 'bottom'];
    return [...sides.flatMap((side) => this.#waiting[side]), ...this.#floatOf.values()];
  }
}
