import type { FastifyInstance } from 'fastify';
import { buildOpenApi } from '../contract/index.ts';
import type { Engine } from '../engine/index.ts';
import type { Store } from '../store/index.ts';

/** What the operations pages ask about. */
export interface Operated {
  engine: Engine;
  store: Store;
  version: string;
  /** Whether the service has begun to shut down. */
  isDraining: () => boolean;
}

/** Milliseconds for which the answer of a readiness check is good. */
const readyFor = 5000;

/** Registers what operators and tools look at: health, readiness and the contract itself. No key is needed. */
export function addOperations(app: FastifyInstance, { engine, store, version, isDraining }: Operated): void {
  // Alive means that the event loop turns, nothing more: a busy service must not be restarted.
  app.get('/healthz', async () => ({ status: 'ok', version, ...engine.status() }));

  let checked: { at: number; result: Promise<void> } | undefined;
  app.get('/readyz', async (_request, reply) => {
    if (isDraining()) return reply.code(503).send({ status: 'shutting_down' });
    if (!checked || Date.now() - checked.at > readyFor) {
      checked = { at: Date.now(), result: Promise.all([store.ping(), engine.check()]).then(() => undefined) };
    }
    try {
      await checked.result;
      return { status: 'ready' };
    } catch {
      checked = undefined;
      return reply.code(503).send({ status: 'not_ready' });
    }
  });

  app.get('/api/v1/openapi.json', async () => buildOpenApi(version));
}
