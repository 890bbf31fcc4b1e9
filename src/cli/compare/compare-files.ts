import { join, resolve } from 'node:path';
import { errors } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { readNumber } from '../command/flag-values.ts';
import { provideFolder } from '../files/provide-folder.ts';
import { readInputBytes } from '../files/read-input.ts';
import { refuseTwoStdin } from '../files/refuse-two-stdin.ts';
import { saveFile } from '../files/save-file.ts';
import { CommandError } from '../output/command-error.ts';
import { safeText } from '../output/safe-text.ts';
import { comparePages, type PageDifference } from '../pictures/compare-pages.ts';
import type { PdfPainter } from '../pictures/draw-pdf.ts';
import { writePng } from '../pictures/png.ts';

/** The flags of the command. */
export interface CompareOptions {
  tolerance?: string;
  pictures?: string;
}

/** A page that is not the same in both PDFs. */
interface ComparedPage {
  /** From 1. */
  page: number;
  /** The share of its pixels that differ, 0 to 1. */
  pixels: number;
  /** Whether its text differs. */
  text: boolean;
  /** The file that shows the differences; null without --pictures, or if none is seen. */
  picture: string | null;
}

/** A PDF to compare. */
interface Side {
  name: string;
  bytes: Buffer;
  texts: string[];
}

/** Compares the pages and the text of two PDFs. Returns the exit code for differences. */
export async function runCompare(
  context: Context,
  { tolerance = '0', pictures }: CompareOptions,
  [first = '', second = '']: string[],
): Promise<number | undefined> {
  const { io, output } = context;
  refuseTwoStdin(context.flags, { 'the first PDF': first, 'the second PDF': second });
  const share = readNumber('--tolerance', tolerance, 0, 100) / 100;
  const files = [first, second];
  const bytes = await Promise.all(files.map((name) => readInputBytes(name, 'the PDF', io)));
  const { openPainter } = await import('../pictures/draw-pdf.ts');
  const painter = await openPainter();
  try {
    const [before, now] = await Promise.all(files.map((name, at) => openSide(painter, name, bytes[at] as Buffer)));
    const pages = await compareSides(painter, before as Side, now as Side, share);
    const compared = await Promise.all(pages.map((page) => savePicture(page, pictures, io.cwd)));
    if (output.json) {
      const counts = [before, now].map((side) => side?.texts.length);
      await output.jsonDocument({ data: { same: compared.length === 0, page_counts: counts, pages: compared } });
    } else await output.data(await format(before as Side, now as Side, compared));
    if (compared.length === 0) output.done('The PDFs are the same');
    return compared.length > 0 ? errors.differences.exit : undefined;
  } finally {
    painter.close();
  }
}

async function openSide(painter: PdfPainter, file: string, bytes: Buffer): Promise<Side> {
  const name = file === '-' ? 'stdin' : file;
  try {
    return { name, bytes, texts: await painter.readTexts(bytes) };
  } catch (cause) {
    throw new CommandError('input_invalid', `${name} is not a PDF that can be read`, { cause });
  }
}

/** A page with what was found. Without a difference of pixels it has no picture. */
interface FoundPage {
  page: number;
  text: boolean;
  seen: PageDifference | undefined;
}

async function compareSides(painter: PdfPainter, before: Side, now: Side, tolerance: number): Promise<FoundPage[]> {
  if (before.bytes.equals(now.bytes)) return [];
  const differences = await comparePages(painter.draw(before.bytes), painter.draw(now.bytes), tolerance);
  const seen = new Map(differences.map((difference) => [difference.page, difference]));
  const count = Math.max(before.texts.length, now.texts.length);
  const pages = Array.from({ length: count }, (_, index) => ({
    page: index + 1,
    text: before.texts[index] !== now.texts[index],
    seen: seen.get(index + 1),
  }));
  return pages.filter(({ text, seen: difference }) => text || difference !== undefined);
}

async function savePicture(
  { page, text, seen }: FoundPage,
  folder: string | undefined,
  cwd: string,
): Promise<ComparedPage> {
  const found = { page, pixels: seen?.share ?? 0, text };
  if (folder === undefined || seen === undefined) return { ...found, picture: null };
  provideFolder(resolve(cwd, folder));
  const picture = join(folder, `page-${page}.png`);
  await saveFile(resolve(cwd, picture), writePng(seen.picture), true);
  return { ...found, picture };
}

/** A line for each page that differs, and the lines of text that do. */
async function format(before: Side, now: Side, compared: readonly ComparedPage[]): Promise<string> {
  const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import('diff');
  const pieces: string[] = [];
  if (before.texts.length !== now.texts.length) {
    pieces.push(`${before.name} has ${countPages(before)}, ${now.name} has ${countPages(now)}\n`);
  }
  for (const { page, pixels, text, picture } of compared) {
    const [old, current] = [before, now].map(({ texts }) => texts[page - 1]);
    if (old === undefined || current === undefined) {
      pieces.push(`page ${page}: only in ${old === undefined ? now.name : before.name}\n`);
      continue;
    }
    const percent = pixels < 0.001 ? 'less than 0.1' : (pixels * 100).toFixed(1);
    const found = [pixels > 0 && `${percent} % of it looks different`, text && 'its text differs'].filter(Boolean);
    pieces.push(`page ${page}: ${found.join(', ')}${picture === null ? '' : `: see ${picture}`}\n`);
    if (!text) continue;
    const names = [before, now].map(({ name }) => `${name}, page ${page}`);
    pieces.push(
      createTwoFilesPatch(names[0] ?? '', names[1] ?? '', endLines(old), endLines(current), undefined, undefined, {
        context: 1,
        maxEditLength: editLimit,
        headerOptions: FILE_HEADERS_ONLY,
      }) ?? 'The texts are too different to show.\n',
    );
  }
  return safeText(pieces.join(''), { lines: true });
}

/** Edits beyond which two texts are not compared line by line: time and memory grow with their square. */
const editLimit = 3000;

function endLines(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  return lines === '' || lines.endsWith('\n') ? lines : `${lines}\n`;
}

function countPages({ texts: { length } }: Side): string {
  return `${length} ${length === 1 ? 'page' : 'pages'}`;
}
