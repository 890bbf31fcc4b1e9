import { limits } from '../../../contract/index.ts';
import type { Context } from '../../command/context.ts';
import { planSources } from '../../documents/plan-source.ts';
import { requireService } from '../../service/require-service.ts';
import { readImageFlags } from '../pages/image-flags.ts';
import { endingOf } from '../pages/name-pages.ts';
import type { RenderImageOptions } from '../pages/write-images.ts';
import { buildRenderRequest } from '../render-request.ts';
import { checkSources } from '../render-sources.ts';
import { refuseWaitingFlags, submitRender } from './submit-render.ts';

/** Leaves the images of sources to the service. */
export async function submitImages(
  context: Context,
  options: RenderImageOptions,
  sources: string[],
): Promise<undefined> {
  checkSources(sources, options, context.flags);
  const choice = readImageFlags(options, '');
  const planned = planSources(sources, options.from, limits.parts);
  refuseWaitingFlags(options, `'page-{page}.${endingOf(choice.format)}'`);
  await requireService(context, '--async');
  const request = await buildRenderRequest(context, options, planned);
  for (const warning of request.warnings) context.output.warn(warning);
  await submitRender(context, request, choice);
}
