import { CommandError } from '../output/command-error.ts';
import { RequestFailure } from '../output/request-words.ts';

/** Makes a call about a webhook, and says where the ids are to be seen if a webhook does not exist. */
export async function callForWebhook<T>(id: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    const { code, message } = cause as { code?: unknown; message?: string };
    if (code !== 'not_found' || !/no (webhook|delivery)/.test(message ?? ''))
      throw new RequestFailure(cause, { parts: [], flags: true });
    throw new CommandError('not_found', `there is no webhook or delivery with this id: ${id}`, {
      fix: 'see the ids: platen webhooks list, platen webhooks deliveries <id>',
      cause,
    });
  }
}
