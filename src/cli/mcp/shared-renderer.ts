import type { Context } from '../command/context.ts';
import { createLocalRenderer, type LocalRenderer, openLocalRenderer } from '../templates/local-renderer.ts';

/** Renders on this machine for all calls: with the browser of the command, or with one next to a configured service. */
export function openSharedRenderer(context: Context): () => Promise<LocalRenderer> {
  let opened: Promise<LocalRenderer> | undefined;

  async function open(): Promise<LocalRenderer> {
    const { resolveConnection } = await import('../settings/index.ts');
    if (resolveConnection(await context.settings()).baseUrl !== null) return openLocalRenderer(context);
    return createLocalRenderer(await context.client());
  }

  return () => {
    opened ??= open();
    return opened;
  };
}
