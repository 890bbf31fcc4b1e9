import { resolve } from 'node:path';
import { limits } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { readNumber, readWhole } from '../command/flag-values.ts';
import { nameSource } from '../documents/output-name.ts';
import { type PlannedSource, planSources } from '../documents/plan-source.ts';
import { checkTarget, saveFile } from '../files/save-file.ts';
import { CommandError } from '../output/command-error.ts';
import { safeText } from '../output/safe-text.ts';
import type { PdfPainter, Size } from '../pictures/draw-pdf.ts';
import { pixelLimit, writePng } from '../pictures/png.ts';
import { receiveBytes } from './receive-bytes.ts';
import { refuseSourceTargets } from './refuse-source-targets.ts';
import type { RenderPdfOptions } from './render-options.ts';
import { formatBytes } from './render-output.ts';
import { buildRenderRequest } from './render-request.ts';
import { checkSources } from './render-sources.ts';

/** The flags of `platen render image`. */
export interface RenderImageOptions extends RenderPdfOptions {
  dpi?: string;
  width?: string;
}

/** A picture that was written. */
interface WrittenImage {
  path: string;
  /** From 1. */
  page: number;
  width: number;
  height: number;
  bytes: number;
}

const defaultDpi = 96;

/** Renders sources and writes a picture of each page. */
export async function writeImages(
  context: Context,
  options: RenderImageOptions,
  sources: string[],
): Promise<undefined> {
  const { output, io } = context;
  checkSources(sources, options, context.flags);
  const sizeOf = readSize(options);
  const planned = planSources(sources, options.from, limits.parts);
  const toStdout = options.output === '-';
  if (toStdout && output.json) {
    throw new CommandError('usage', '--json and -o - both write to stdout', { fix: 'name files with -o' });
  }
  const pattern = options.output ?? `${nameSource(planned[0] as PlannedSource)}-{page}.png`;
  if (!toStdout) checkPattern(pattern);
  const request = await buildRenderRequest(context, options, planned);
  for (const warning of request.warnings) output.warn(warning);
  const pdf = await receiveBytes(context, request);
  const painter = await (await import('../pictures/draw-pdf.ts')).openPainter();
  try {
    const sizes = await painter.measure(pdf);
    const pixels = sizes.map((size, index) => checkPixels(sizeOf(size), index + 1));
    const pictures = painter.draw(pdf, (page) => pixels[page - 1]);
    if (toStdout) {
      if (sizes.length > 1) throw severalPages(sizes.length, '-o -');
      for await (const picture of pictures) await output.data(writePng(picture));
      return undefined;
    }
    const targets = nameTargets(pattern, sizes.length).map((target) => ({ target, path: resolve(io.cwd, target) }));
    refuseSourceTargets(targets, planned, io, 'name other files with -o');
    for (const { path } of targets) await checkTarget(path, options.force ?? false, '-o');
    const written = await writeAll(pictures, targets, options.force ?? false);
    if (output.json) await output.jsonDocument({ data: written, warnings: output.takeWarnings() });
    else for (const image of written) output.done(describe(image, targets[image.page - 1]?.target ?? image.path));
  } finally {
    painter.close();
  }
  return undefined;
}

/** The pixels of a page of a size in points. Throws `usage` for flags that contradict each other. */
function readSize({ dpi, width }: RenderImageOptions): (size: Size) => Size {
  if (dpi !== undefined && width !== undefined) {
    throw new CommandError('usage', '--dpi and --width cannot be used together');
  }
  const wanted = readWhole('--width', width, 1, 20_000);
  const perInch = dpi === undefined ? defaultDpi : readNumber('--dpi', dpi, 10, 1200);
  return (size) => {
    const scale = wanted === undefined ? perInch / 72 : wanted / size.width;
    const [across, down] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * scale)));
    return { width: across as number, height: down as number };
  };
}

function checkPixels(size: Size, page: number): Size {
  const pixels = size.width * size.height;
  if (pixels <= pixelLimit) return size;
  throw new CommandError('usage', `page ${page} would have ${Math.round(pixels / 1e6)} million pixels`, {
    why: `a picture may have ${pixelLimit / 1e6} million`,
    fix: 'use a lower --dpi or --width',
  });
}

function checkPattern(pattern: string): void {
  const shown = `-o ${safeText(pattern)}`;
  if (pattern === '' || /[\\/]$/.test(pattern)) {
    throw new CommandError('usage', `${shown} names no file`, { fix: "-o 'page-{page}.png'" });
  }
  if (pattern.startsWith('--')) throw new CommandError('usage', `${shown} looks like a flag`);
  const [other] = pattern.match(/\{(?!page\})[^{}]*\}/) ?? [];
  if (other !== undefined) {
    throw new CommandError('usage', `${shown}: there is no placeholder ${safeText(other)}`, { fix: 'use {page}' });
  }
  if (!/\.png$/i.test(pattern)) {
    throw new CommandError('usage', `${shown} is not the name of a PNG file`, { fix: 'end it in .png' });
  }
}

/** The names of the pictures of `count` pages, which sort in the order of the pages. */
function nameTargets(pattern: string, count: number): string[] {
  if (count > 1 && !pattern.includes('{page}')) throw severalPages(count, `-o ${safeText(pattern)}`);
  const digits = String(count).length;
  return Array.from({ length: count }, (_, index) =>
    pattern.replaceAll('{page}', String(index + 1).padStart(digits, '0')),
  );
}

function severalPages(count: number, shown: string): CommandError {
  return new CommandError('usage', `${shown} is for one page, and there are ${count}`, {
    fix: "name each page, -o 'page-{page}.png', or choose one: --pages 1",
  });
}

async function writeAll(
  pictures: ReturnType<PdfPainter['draw']>,
  targets: readonly { target: string; path: string }[],
  force: boolean,
): Promise<WrittenImage[]> {
  const written: WrittenImage[] = [];
  for await (const picture of pictures) {
    const { path } = targets[written.length] as { path: string };
    const bytes = writePng(picture);
    await saveFile(path, bytes, force);
    const { width, height } = picture;
    written.push({ path, page: written.length + 1, width, height, bytes: bytes.length });
  }
  return written;
}

function describe({ width, height, bytes }: WrittenImage, target: string): string {
  return `Wrote ${target} (${width} x ${height} pixels, ${formatBytes(bytes)})`;
}
