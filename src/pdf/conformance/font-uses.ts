import type { PdfDict } from '../objects/objects.ts';

/** Text that shows nothing, for search above a scanned page (ISO 32000-1, table 106). */
const invisible = 3;

/** What a document shows in a font. */
export interface FontUse {
  /** The strings in it that are seen, one after another. Long text is cut. */
  shown: string[];
  /** Whether any of it is seen. */
  isSeen: boolean;
  length: number;
}

const lengthLimit = 200_000;

/** Collects what is shown in each font. */
export class FontUses {
  readonly all = new Map<PdfDict, FontUse>();

  /** Adds a string that is shown in a font and a rendering mode. Returns whether the font is met for the first time. */
  add(font: PdfDict, mode: number, bytes: string): boolean {
    const known = this.all.get(font);
    const use = known ?? { shown: [], isSeen: false, length: 0 };
    this.all.set(font, use);
    if (mode !== invisible) use.isSeen = true;
    if (use.length < lengthLimit) use.shown.push(bytes);
    use.length += bytes.length;
    return known === undefined;
  }
}
