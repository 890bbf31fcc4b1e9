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

/** What a service answers to operations that it does not know: they are not part of the published interface. */
const codes = new Set<string | undefined>(['not_found', 'method_not_allowed', 'rejected', 'unexpected_answer']);

/** Whether a call failed because the service may not know its operation. */
export function isUnknownRoute(error: unknown): boolean {
  return codes.has((error as { code?: string } | undefined)?.code);
}
