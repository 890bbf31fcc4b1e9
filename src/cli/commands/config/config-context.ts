import type { Context } from '../../command/context.ts';

/** What the commands about settings need of their context. */
export type ConfigContext = Pick<Context, 'io' | 'flags' | 'output' | 'signal' | 'settings'>;
