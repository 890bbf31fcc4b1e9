import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Engine, type EngineOptions, openEngine, type RenderResult } from '../../src/engine/index.ts';
import { pidOf } from '../helpers/pid-of.ts';

/** The user's own cache folder, so that the browser is unpacked once for all tests and runs. */
export const cacheFolder = join(homedir(), '.cache', 'platen');

/** An engine with real Chromium that may reach servers of this machine. */
export function openTestEngine(options: Partial<EngineOptions> = {}): Engine {
  return openEngine({ version: '0.0.0', cacheFolder, sandbox: 'preferred', egress: { level: 'open' }, ...options });
}

/** The process id of the engine's browser, started if necessary. Throws if there is none. */
export async function startBrowserOf(engine: Engine): Promise<number> {
  await engine.start();
  return pidOf(engine.status());
}

/** Renders for a test account. */
export function renderParts(engine: Engine, parts: unknown, options: object = {}): Promise<RenderResult> {
  return engine.render({ parts, options } as never, { account: 'test' });
}
