import { limits } from '../../../contract/index.ts';
import type { Context } from '../../command/context.ts';
import { nameSource } from '../../documents/output-name.ts';
import { type PlannedSource, planSources } from '../../documents/plan-source.ts';
import { CommandError } from '../../output/command-error.ts';
import { safeText } from '../../output/safe-text.ts';
import { refuseSourceTargets } from '../refuse-source-targets.ts';
import type { RenderPdfOptions } from '../render-options.ts';
import { buildRenderRequest } from '../render-request.ts';
import { checkSources } from '../render-sources.ts';
import { type ImageFlags, readImageFlags } from './image-flags.ts';
import { openImageSource } from './image-source.ts';
import { checkEnding, checkPagePattern, endingOf, severalPages } from './name-pages.ts';
import { saveImages } from './save-images.ts';

/** The flags of `platen render image`. */
export interface RenderImageOptions extends RenderPdfOptions, ImageFlags {}

/** Renders sources and writes a picture of each page. */
export async function writeImages(
  context: Context,
  options: RenderImageOptions,
  sources: string[],
): Promise<undefined> {
  const { output, io } = context;
  checkSources(sources, options, context.flags);
  const choice = readImageFlags(options, options.output ?? '');
  const planned = planSources(sources, options.from, limits.parts);
  const toStdout = options.output === '-';
  if (toStdout && output.json) {
    throw new CommandError('usage', '--json and -o - both write to stdout', { fix: 'name files with -o' });
  }
  const pattern = options.output ?? `${nameSource(planned[0] as PlannedSource)}-{page}.${endingOf(choice.format)}`;
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
    await saveImages(context, source, {
      pattern,
      force: options.force ?? false,
      check: (targets) => refuseSourceTargets(targets, planned, io, 'name other files with -o'),
    });
  } finally {
    source.close();
  }
  return undefined;
}
