import { setImmediate as yieldTurn } from 'node:timers/promises';
import { asDict, PdfDamage, type PdfRef } from '../objects/objects.ts';
import { type Area, meetAreas } from './painted-areas.ts';
import { type Painted, type PaintedPage, PaintTracer } from './trace-painting.ts';

/** A place that is the same on each page, in CSS pixels from the edges of its content. */
export interface PagePlace {
  /** Without a side, the place is as wide or as high as it says. */
  left?: number;
  right?: number;
  top?: number;
  bottom?: number;
  width: number;
  height: number;
}

/** Bytes that the content of all pages may unfold to. What is beyond is not looked at. */
const contentLimit = 256 * 1024 * 1024;
/** The share of the height of a text that is hidden, and how much of its width, in heights of its characters. */
const [heightShare, widthShare] = [0.3, 0.5];
/** How much larger than the text below letters are that do not cover it, such as a watermark. */
const largerBy = 2;

/**
 * Finds the pages, from 1, on which something at a place covers text that was painted before, on pages that our Chromium printed: a list for each
 * place.
 */
export async function findCoveredText(pages: readonly PdfRef[], places: readonly PagePlace[]): Promise<number[][]> {
  const found: number[][] = places.map(() => []);
  const tracer = new PaintTracer({ bytes: contentLimit });
  try {
    for (const [index, page] of pages.entries()) {
      const dict = asDict(page);
      const painting = dict && tracer.trace(dict);
      for (const [at, place] of places.entries()) if (painting && covers(painting, place)) found[at]?.push(index + 1);
      await yieldTurn();
    }
  } catch (error) {
    // Merging reads the same file and reports the damage.
    if (!(error instanceof PdfDamage)) throw error;
  }
  return found;
}

function covers({ painted, content }: PaintedPage, place: PagePlace): boolean {
  if (content === undefined) return false;
  const region = locate(place, content.area, content.pixel);
  const texts: Painted[] = [];
  for (const item of painted) {
    const area = meetAreas(item.area, region);
    if (area === undefined) continue;
    if (texts.some((text) => hides({ ...item, area }, text))) return true;
    if (item.size !== undefined) texts.push(item);
  }
  return false;
}

function locate({ left, right, top, bottom, width, height }: PagePlace, content: Area, pixel: number): Area {
  const start = left !== undefined ? content.left + left * pixel : content.right - ((right ?? 0) + width) * pixel;
  const end = left !== undefined && right !== undefined ? content.right - right * pixel : start + width * pixel;
  const upper = top !== undefined ? content.top - top * pixel : content.bottom + ((bottom ?? 0) + height) * pixel;
  const lower = top !== undefined && bottom !== undefined ? content.bottom + bottom * pixel : upper - height * pixel;
  return { left: start, right: end, top: upper, bottom: lower };
}

/** Whether something hides a text, or is text on its letters. The same text once more is its shadow. */
function hides(upper: Painted, text: Painted): boolean {
  const { size = 0 } = text;
  const area = meetAreas(upper.area, text.area);
  if (area === undefined || (upper.size !== undefined && (upper.isTurned || upper.size > largerBy * size)))
    return false;
  const { left, right, bottom, top } = text.area;
  const isWide = area.right - area.left > Math.min(widthShare * size, (right - left) / 2);
  const isHigh = area.top - area.bottom > heightShare * (top - bottom);
  return isWide && isHigh && (upper.size === undefined || upper.readCodes?.() !== text.readCodes?.());
}
