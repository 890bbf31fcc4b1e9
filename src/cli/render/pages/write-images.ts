import { resolve } from 'node:path';
import { limits } from '../../../contract/index.ts';
import type { Context } from '../../command/context.ts';
import { readNumber, readWhole } from '../../command/flag-values.ts';
import { nameSource } from '../../documents/output-name.ts';
import { type PlannedSource, planSources } from '../../documents/plan-source.ts';
import { checkTarget, saveFile } from '../../files/save-file.ts';
import { CommandError } from '../../output/command-error.ts';
import { safeText } from '../../output/safe-text.ts';
import { refuseSourceTargets } from '../refuse-source-targets.ts';
import type { RenderPdfOptions } from '../render-options.ts';
import { formatBytes } from '../render-output.ts';
import { buildRenderRequest } from '../render-request.ts';
import { checkSources } from '../render-sources.ts';
import { type ImageChoice, type ImageSource, openImageSource } from './image-source.ts';
import { checkPagePattern, namePages } from './name-pages.ts';

/** The flags of `platen render image`. */
export interface RenderImageOptions extends RenderPdfOptions {
  dpi?: string;
  width?: string;
  format?: ImageChoice['format'];
  transparent?: boolean;
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

/** Renders sources and writes a picture of each page. */
export async function writeImages(
  context: Context,
  options: RenderImageOptions,
  sources: string[],
): Promise<undefined> {
  const { output, io } = context;
  checkSources(sources, options, context.flags);
  const choice = readChoice(options);
  const planned = planSources(sources, options.from, limits.parts);
  const toStdout = options.output === '-';
  if (toStdout && output.json) {
    throw new CommandError('usage', '--json and -o - both write to stdout', { fix: 'name files with -o' });
  }
  const pattern =
    options.output ?? `${nameSource(planned[0] as PlannedSource)}-{page}.${choice.format === 'png' ? 'png' : 'jpg'}`;
  if (!toStdout) {
    checkPagePattern(pattern, 'page-{page}.png');
    checkEnding(pattern, choice.format);
  }
  const request = await buildRenderRequest(context, options, planned);
  for (const warning of request.warnings) output.warn(warning);
  const source = await openImageSource(context, request, choice);
  try {
    if (toStdout) {
      if (source.count > 1) throw severalPages(source.count, '-o -');
      for await (const { bytes } of source.read()) await output.data(bytes);
      return undefined;
    }
    if (source.count > 1 && !pattern.includes('{page}')) throw severalPages(source.count, `-o ${safeText(pattern)}`);
    const targets = namePages(pattern, source.count).map((target) => ({ target, path: resolve(io.cwd, target) }));
    refuseSourceTargets(targets, planned, io, 'name other files with -o');
    for (const { path } of targets) await checkTarget(path, options.force ?? false, '-o');
    const written = await writeAll(source, targets, options.force ?? false);
    if (output.json) await output.jsonDocument({ data: written, warnings: output.takeWarnings() });
    else for (const image of written) output.done(describe(image, targets[image.page - 1]?.target ?? image.path));
  } finally {
    source.close();
  }
  return undefined;
}

/** Reads the flags of images. Throws `usage` for flags that contradict each other. */
function readChoice({ dpi, width, format, transparent, output }: RenderImageOptions): ImageChoice {
  if (dpi !== undefined && width !== undefined) {
    throw new CommandError('usage', '--dpi and --width cannot be used together');
  }
  const chosen = format ?? (/\.jpe?g$/i.test(output ?? '') ? 'jpeg' : 'png');
  if (transparent && chosen === 'jpeg') {
    throw new CommandError('usage', '--transparent needs PNG', { why: 'a JPEG has no transparency' });
  }
  const pixels = readWhole('--width', width, 1, 20_000);
  return {
    format: chosen,
    ...(dpi !== undefined && { dpi: readNumber('--dpi', dpi, 10, 1200) }),
    ...(pixels !== undefined && { width: pixels }),
    ...(transparent && { transparent }),
  };
}

function checkEnding(pattern: string, format: ImageChoice['format']): void {
  if (format === 'png' ? /\.png$/i.test(pattern) : /\.jpe?g$/i.test(pattern)) return;
  const [name, ending] = format === 'png' ? ['PNG', '.png'] : ['JPEG', '.jpg'];
  throw new CommandError('usage', `-o ${safeText(pattern)} is not the name of a ${name} file`, {
    fix: `end it in ${ending}`,
  });
}

function severalPages(count: number, shown: string): CommandError {
  return new CommandError('usage', `${shown} is for one page, and there are ${count}`, {
    fix: "name each page, -o 'page-{page}.png', or choose one: --pages 1",
  });
}

async function writeAll(
  source: ImageSource,
  targets: readonly { target: string; path: string }[],
  force: boolean,
): Promise<WrittenImage[]> {
  const written: WrittenImage[] = [];
  for await (const { width, height, bytes } of source.read()) {
    const { path } = targets[written.length] as { path: string };
    await saveFile(path, bytes, force);
    written.push({ path, page: written.length + 1, width, height, bytes: bytes.length });
  }
  return written;
}

function describe({ width, height, bytes }: WrittenImage, target: string): string {
  return `Wrote ${target} (${width} x ${height} pixels, ${formatBytes(bytes)})`;
}
