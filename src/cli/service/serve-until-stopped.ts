import { once } from 'node:events';
import type { Context } from '../command/context.ts';
import type { Service } from './serve.ts';

/** Prints what people need to know of a service that listens, and waits until it is stopped or fails. Returns the exit code. */
export async function serveUntilStopped(
  context: Context,
  server: Omit<Service, 'engine' | 'close'>,
): Promise<number | undefined> {
  const { output, signal } = context;
  const [settings, { isLoopback }] = await Promise.all([context.settings(), import('../../client/index.ts')]);
  if (!isLoopback(new URL(server.url).hostname)) {
    const text = 'keys travel unencrypted unless a proxy in front of the service speaks TLS';
    if (output.json) server.log.write('warn', 'plain_http', { message: text });
    output.warn({ code: 'plain_http', text });
  }
  if (output.json) await output.jsonDocument({ data: { url: server.url } });
  output.done(`platen ${context.version} listens on ${server.url}`);
  if (server.seals) output.note(`Seals: ${server.seals.join(', ') || 'none'}`);
  const where = settings.entries.data_dir.origin.source === 'flag' ? ` --data-dir ${settings.get('data_dir')}` : '';
  if ((await server.countKeys()) === 0) {
    output.note(`There is no API key yet. Create one: platen keys create --name first${where}`);
  }
  if (await server.isWaitingForPeople()) {
    output.note(`The dashboard has no users yet. Add one: platen users create you@example.com${where}`);
  }
  const stopped = signal.aborted ? undefined : once(signal, 'abort');
  if (await Promise.race([server.failed.then(() => true), stopped?.then(() => false)])) return 1;
  output.note('finishing what runs');
  await server.finish();
  return undefined;
}
