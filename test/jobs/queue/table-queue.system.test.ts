import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openTableQueue } from '../../../src/jobs/index.ts';
import { openStore } from '../../../src/store/index.ts';
import { buildClock } from '../../store/test-clock.ts';
import { describeQueue } from './queue-behaviour.ts';

describe('the queue in a table of SQLite', () => {
  describeQueue(async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'platen-queue-'));
    const clock = buildClock();
    const stores = [await openStore({ dataFolder }, clock), await openStore({ dataFolder }, clock)] as const;
    const [one, two] = await Promise.all(stores.map(async (store) => openTableQueue((await store.jobs()).tickets)));
    if (!one || !two) throw new Error('two are open');
    return {
      one,
      two,
      pass: async (milliseconds) => clock.move(milliseconds),
      async close() {
        await Promise.all(stores.map((store) => store.close()));
        await rm(dataFolder, { recursive: true, force: true });
      },
    };
  });
});
