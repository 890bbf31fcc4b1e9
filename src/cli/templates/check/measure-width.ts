import { inflateSync } from 'node:zlib';
import type { Part } from '../../../contract/index.ts';
import type { LocalRenderer } from '../local-renderer.ts';

const address = 'https://ruler.platen.invalid/';
/** The length of the ruler in points where nothing shrinks it: 100 CSS pixels. */
const whole = 75;
const ruler = `<a href="${address}" style="all:initial;position:absolute;left:0;top:0;width:100px;height:1px"></a>`;
/** Clips what is too wide, so that it does not shrink the page. */
const clipped = '<style>html,body{contain:paint!important;overflow-x:clip!important;max-width:100%!important}</style>';
/** Properties that shorten the ruler in a page that fits. */
const scaling = /\b(?:zoom|transform|scale)\s*:/;

/**
 * The scale at which Chromium prints a page with something wider than the paper; 1 where everything fits. Chromium shrinks the
 * whole document, down to two thirds, and cuts off what is still too wide. Measured by a link of known length, whose rectangle
 * is in the PDF (PDF 1.7, section 12.5.2).
 */
export async function measureShrinking(part: Part, renderer: LocalRenderer, signal: AbortSignal): Promise<number> {
  const measure = async (extra: string) => {
    const html = `${part.html ?? ''}${extra}${ruler}`;
    const { pdf } = await renderer.render(
      {
        parts: { ...part, html },
        options: { outline: false, tagged: false, page_ranges: '1', on_resource_error: 'ignore' },
      },
      signal,
    );
    return readRuler(pdf);
  };
  const length = await measure('');
  if (length === undefined || length > whole * 0.99) return 1;
  const expected = scaling.test(part.html ?? '') ? await measure(clipped) : whole;
  if (expected === undefined || length > expected * 0.99) return 1;
  return length / expected;
}

/** The width of the ruler's rectangle in points; undefined where it is on no page. */
function readRuler(pdf: Buffer): number | undefined {
  for (const text of readTexts(pdf)) {
    const at = text.indexOf(address);
    if (at < 0) continue;
    const object = text.slice(text.lastIndexOf('/Type/Annot', at), at);
    const [left, , right] = (/\/Rect ?\[([^\]]*)\]/.exec(object)?.[1] ?? '').trim().split(/\s+/).map(Number);
    if (left !== undefined && right !== undefined && right > left) return right - left;
  }
  return undefined;
}

/** The file as text, and what is compressed in it: objects stand in streams (PDF 1.7, section 7.5.7). */
function* readTexts(pdf: Buffer): Generator<string> {
  yield pdf.toString('latin1');
  for (let at = pdf.indexOf('stream'); at >= 0; at = pdf.indexOf('stream', at + 6)) {
    const end = pdf.indexOf('endstream', at);
    if (end < 0) return;
    const start = at + (pdf[at + 6] === 13 ? 8 : 7);
    const dictionary = pdf.subarray(Math.max(0, at - 200), at).toString('latin1');
    at = end + 3;
    if (!dictionary.includes('/ObjStm')) continue;
    try {
      yield inflateSync(pdf.subarray(start, end)).toString('latin1');
    } catch {
      // Compressed in another form, so the ruler is not in it.
    }
  }
}
