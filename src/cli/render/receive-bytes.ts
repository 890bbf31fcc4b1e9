import { buffer } from 'node:stream/consumers';
import type { ReceivedRender } from '../../client/index.ts';
import type { Context } from '../command/context.ts';
import { CommandError } from '../output/command-error.ts';
import { RequestFailure } from '../output/request-words.ts';
import { warnOfRender } from './render-output.ts';
import type { BuiltRequest } from './render-request.ts';

/** Renders a request, and returns its PDF in memory. */
export async function receiveBytes(context: Context, { body, words, warnings }: BuiltRequest): Promise<Buffer> {
  const { output, signal } = context;
  const client = await context.client();
  const progress = output.progress('rendering');
  const receive = async (received: ReceivedRender) => {
    if (received.kind === 'json') {
      throw new CommandError('unexpected_answer', 'the service answered JSON instead of a PDF');
    }
    const bytes = await buffer(received.stream);
    warnOfRender(output, received.warnings, { words, warnings });
    return bytes;
  };
  try {
    return await client.receivePdf(body, receive, { signal });
  } catch (error) {
    throw new RequestFailure(error, words);
  } finally {
    progress.stop();
  }
}
