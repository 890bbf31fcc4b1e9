import type { ImageOptions, ImageRequest, RenderRequest } from '../../../contract/index.ts';
import type { Context } from '../../command/context.ts';
import { CommandError } from '../../output/command-error.ts';
import { RequestFailure } from '../../output/request-words.ts';
import { endingOf } from '../pages/name-pages.ts';
import type { RenderPdfOptions } from '../render-options.ts';
import type { BuiltRequest } from '../render-request.ts';
import { nobodyRenders } from './await-render.ts';

/** Throws `usage` for a flag that makes no sense without waiting for the file, such as that of `example`. */
export function refuseWaitingFlags(options: RenderPdfOptions, example = 'out.pdf'): void {
  const flag = (['output', 'open', 'force', 'each'] as const).find((name) => options[name] !== undefined);
  if (flag === undefined) return;
  throw new CommandError('usage', `--async cannot be combined with --${flag}`, {
    why: '--async leaves the render to the service, and writes no file',
    fix:
      flag === 'each'
        ? 'submit the sources one by one, or use: platen render batch'
        : `write it with: platen renders wait <id> -o ${example}`,
  });
}

/** Submits a render, of images if `image` says how they are drawn, and prints its id. */
export async function submitRender(
  { client, output, signal }: Context,
  { body, words }: BuiltRequest,
  image?: ImageOptions,
): Promise<void> {
  const service = await client();
  const request = body as unknown as RenderRequest;
  const progress = output.progress('submitting');
  try {
    const render = await (image
      ? service.submitImages({ ...request, image } as ImageRequest, { signal })
      : service.submitRender(request, { signal }));
    progress.stop();
    if (request.job?.start_at !== undefined && render.start_at === null) {
      output.warn({ code: 'start_passed', text: '--start-at has passed: the render starts now' });
    }
    if (render.waits_for === 'worker') output.warn({ code: 'worker_missing', text: nobodyRenders });
    if (output.json) return await output.jsonDocument({ data: render });
    await output.data(`${render.id}\n`);
    const [made, file] = image ? ['images', `'page-{page}.${endingOf(image.format)}'`] : ['PDF', 'out.pdf'];
    output.note(`Submitted. To have the ${made}: platen renders wait ${render.id} -o ${file}`);
  } catch (error) {
    throw new RequestFailure(error, words);
  } finally {
    progress.stop();
  }
}
