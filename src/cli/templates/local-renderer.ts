import { buffer } from 'node:stream/consumers';
import type { Client, ReceivedRender } from '../../client/index.ts';
import type { Timings, Warning } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { CommandError } from '../output/command-error.ts';
import { openLocalService } from '../service/embedded.ts';

/** A rendered PDF. */
export interface Rendered {
  pdf: Buffer;
  pages: number;
  warnings: Warning[];
  timings: Timings | null;
}

/** Renders on this machine, whatever service is configured. */
export interface LocalRenderer {
  /** Renders a request body. Throws the error of the service. */
  render(body: object, signal: AbortSignal): Promise<Rendered>;
  /** Renders to a stream, which `receive` must read to its end. */
  send<T>(body: object, receive: (received: ReceivedRender) => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Opens a renderer that closes with the command, and launches its browser. `fonts` is the default of its setting. */
export async function openLocalRenderer(
  context: Context,
  fonts: 'system' | 'bundled' = 'system',
): Promise<LocalRenderer> {
  const [{ createEmbeddedClient }, service, settings] = await Promise.all([
    import('../../client/index.ts'),
    openLocalService(context, { templates: false, fonts }),
    context.settings(),
  ]);
  // A render that meets the same failure reports it.
  service.start().catch(() => undefined);
  const timeoutMs = settings.get('timeout');
  const client = createEmbeddedClient(service, {
    ...(timeoutMs !== null && { timeoutMs }),
    userAgent: `platen/${context.version}`,
  });
  context.defer(() => client.close());
  return createLocalRenderer(client);
}

/** A renderer that calls the service behind a client, which must be on this machine. */
export function createLocalRenderer(client: Pick<Client, 'receivePdf'>): LocalRenderer {
  return {
    send: (body, receive, signal) => client.receivePdf(body, receive, { signal }),
    render: (body, signal) => client.receivePdf(body, receiveAll, { signal }),
  };
}

async function receiveAll(received: ReceivedRender): Promise<Rendered> {
  if (received.kind === 'json') throw new CommandError('unexpected_answer', 'the renderer answered JSON');
  const { pages, warnings, timings } = received;
  return { pdf: await buffer(received.stream), pages: pages ?? 0, warnings, timings };
}
