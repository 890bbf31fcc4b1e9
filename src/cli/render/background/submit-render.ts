import type { RenderRequest } from '../../../contract/index.ts';
import type { Context } from '../../command/context.ts';
import { CommandError } from '../../output/command-error.ts';
import { RequestFailure } from '../../output/request-words.ts';
import type { RenderPdfOptions } from '../render-options.ts';
import type { BuiltRequest } from '../render-request.ts';
import { nobodyRenders } from './await-render.ts';

/** Throws `usage` for a flag that makes no sense without waiting for the PDF. */
export function refuseWaitingFlags(options: RenderPdfOptions): void {
  const flag = (['output', 'open', 'force', 'each'] as const).find((name) => options[name] !== undefined);
  if (flag === undefined) return;
  throw new CommandError('usage', `--async cannot be combined with --${flag}`, {
    why: '--async leaves the render to the service, and writes no file',
    fix:
      flag === 'each'
        ? 'submit the sources one by one, or use: platen render batch'
        : 'write it with: platen renders wait <id> -o out.pdf',
  });
}

/** Submits a render, and prints its id. */
export async function submitRender({ client, output, signal }: Context, { body, words }: BuiltRequest): Promise<void> {
  const service = await client();
  const request = body as unknown as RenderRequest;
  const progress = output.progress('submitting');
  try {
    const render = await service.submitRender(request, { signal });
    progress.stop();
    if (request.job?.start_at !== undefined && render.start_at === null) {
      output.warn({ code: 'start_passed', text: '--start-at has passed: the render starts now' });
    }
    if (render.waits_for === 'worker') output.warn({ code: 'worker_missing', text: nobodyRenders });
    if (output.json) return await output.jsonDocument({ data: render });
    await output.data(`${render.id}\n`);
    output.note(`Submitted. To have the PDF: platen renders wait ${render.id} -o out.pdf`);
  } catch (error) {
    throw new RequestFailure(error, words);
  } finally {
    progress.stop();
  }
}
