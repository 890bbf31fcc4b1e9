import type { PartOptions } from '../contract/index.ts';
import { type Engine, type EngineOptions, openEngine } from '../engine/index.ts';

/** Opens the engine of a service. The contract's schema checks the page options that a document asks for. */
export function openServiceEngine(options: Omit<EngineOptions, 'readPageOptions'>): Engine {
  return openEngine({ ...options, readPageOptions });
}

/** The check is loaded on demand, because few documents have their own page options. */
async function readPageOptions(options: object): Promise<PartOptions> {
  return (await import('./checks/validation.ts')).readPageOptions(options);
}
