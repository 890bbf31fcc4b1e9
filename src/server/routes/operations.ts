import type { FastifyInstance } from 'fastify';
import type { Engine } from '../../engine/index.ts';
import type { Store } from '../../store/index.ts';
import type { Background } from '../jobs/background.ts';
import type { ReadinessCheck } from '../observe/readiness.ts';
import type { ServiceMetrics } from '../observe/service-metrics.ts';
import type { Shutdown } from '../requests/shutdown.ts';

/** What the pages for operators report on. */
interface Operated {
  engine: Engine;
  store: Store;
  shutdown: Shutdown;
  metrics: ServiceMetrics;
  readiness: ReadinessCheck;
  background: Background | undefined;
}

/** What to do about it. The place is in the log alone, because anybody may ask. */
const storageFull = 'nothing is stored until the disk with the data folder has free space (SQLite needs 12 MiB)';

/** Registers the pages for operators. They need no key. */
export function addOperations(app: FastifyInstance, parts: Operated): void {
  const { engine, store, shutdown, metrics, readiness, background } = parts;
  // Alive means that the event loop turns, nothing more. A busy service must not be restarted.
  app.get('/healthz', async () => {
    const { version, browser, sandbox, own_network, running, waiting, restarts, renders } = engine.status();
    return { status: 'ok', version, browser, sandbox, own_network, running, waiting, restarts, renders };
  });

  app.get('/readyz', async (_request, reply) => {
    const status = await readinessOf();
    const { version, own_network } = engine.status();
    const workers = await background?.countWorkers();
    const detail = status === 'storage_full' ? storageFull : undefined;
    const last_backup = store.lastBackup();
    const facts = { status, detail, version, own_network, database: store.kind, last_backup, workers };
    return reply.code(status === 'ready' ? 200 : 503).send(facts);
  });

  async function readinessOf(): Promise<string> {
    if (shutdown.announced) return 'shutting_down';
    // A full queue is work, not a fault: without this replica the others would have more of it.
    return readiness.look();
  }

  app.get('/metrics', async (_request, reply) => {
    reply.type('text/plain; version=0.0.4; charset=utf-8');
    const [jobs, workers] = await Promise.all([background?.counts(), background?.countWorkers()]);
    return metrics.text(jobs, workers);
  });
}
