import { decodeContents } from '../objects/decode-stream.ts';
import { listContents } from '../objects/drawings.ts';
import { asDict, PdfRef, PdfStream } from '../objects/objects.ts';
import { readEdges } from './page-box.ts';

/** Bytes of a page's content that are decoded. */
const contentLimit = 64 * 1024 * 1024;

/** How Chromium begins a page: the scale of its drawing, and the clip to the area within the margins, from whose corner on it draws. */
const start =
  /^([\d.]+) 0 0 -\1 [-\d.]+ [-\d.]+ cm$[\s\S]*?^(([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)) re\nW\* n\nq\n[\d.]+ 0 0 [\d.]+ \3 [-\d.]+ cm$/m;

/**
 * Lets the content of pages that our Chromium printed reach into the margins at its sides, which it is cut off at, and that of the first page
 * into the margin at its top. Lower down, Chromium prints on a page also what reaches up from the next one.
 */
export function widenClips(pages: readonly PdfRef[]): void {
  for (const [index, ref] of pages.entries()) {
    const page = asDict(ref);
    const paper = readEdges(page?.get('MediaBox'));
    if (page === undefined || paper === undefined) continue;
    const streams = listContents(page);
    const content = decodeContents(streams, { bytes: contentLimit });
    const widened = widen(content.toString('latin1'), paper[2] - paper[0], index === 0);
    if (widened === undefined) continue;
    page.set('Contents', new PdfRef(new PdfStream(new Map(), Buffer.from(widened, 'latin1'))));
  }
}

function widen(content: string, width: number, isFirst: boolean): string | undefined {
  const found = start.exec(content);
  if (found === null) return undefined;
  const [, scale, clip, , y, , height] = found;
  const across = Math.ceil(width / Number(scale)) + 1;
  const [top, down] = isFirst ? [0, Number(y) + Number(height)] : [y, height];
  return content.replaceAll(`${clip} re\nW* n`, `0 ${top} ${across} ${down} re\nW* n`);
}
