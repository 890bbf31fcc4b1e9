import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { EngineStatus } from '../engine/index.ts';

/** How often is looked whether nothing runs. */
const lookMs = 10_000;

/**
 * Collects garbage once a service has come to rest after renders, and gives the way to stop that. By itself V8 collects when
 * something is allocated, so a service that nobody asks would keep the documents of its last busy hour until the next one.
 */
export function collectWhenIdle(status: () => Pick<EngineStatus, 'running' | 'waiting' | 'renders'>): () => void {
  let before = 0;
  let quietLooks = Number.POSITIVE_INFINITY;
  const timer = setInterval(() => {
    const { running, waiting, renders } = status();
    const done = Object.values(renders).reduce((sum, count) => sum + count, 0);
    quietLooks = running + waiting === 0 && done === before ? quietLooks + 1 : 0;
    before = done;
    // At once, and again when kept pages and threads have gone.
    if (quietLooks === 1 || quietLooks === 4) collect();
  }, lookMs).unref();
  return () => clearInterval(timer);
}

/**
 * A whole collection that gives free pages back to the system, as V8 does before it runs out of memory. Node shows it only to
 * programs started for it; a new context gets it as well (V8, `--expose-gc`).
 */
function collect(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--no-expose-gc');
}
