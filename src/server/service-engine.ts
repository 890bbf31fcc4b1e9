import type { PartOptions } from '../contract/index.ts';
import { type Engine, type EngineOptions, openEngine } from '../engine/index.ts';

/** The engine of a service: page options that a document asks for are checked by the contract's schema. */
export function openServiceEngine(options: Omit<EngineOptions, 'readPageOptions'>): Engine {
  return openEngine({ ...options, readPageOptions });
}

/** Loaded late, because few documents have page options of their own. */
async function readPageOptions(options: object): Promise<PartOptions> {
  return (await import('./routes/read-page-options.ts')).readPageOptions(options);
}
