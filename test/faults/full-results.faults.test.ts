import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openResultStore } from '../../src/jobs/index.ts';
import { makePdf, readResult } from '../jobs/results/results-behaviour.ts';
import { canMount, mount } from './mount.ts';

test.runIf(canMount)(
  'a folder of results on a full disk says so, leaves nothing half written and goes on',
  async () => {
    const disk = mount(join(tmpdir(), `platen-results-${process.pid}`), 'size=1m,mode=700');
    onTestFinished(disk.end);
    const store = await openResultStore({ folder: disk.folder }, '01234567');
    onTestFinished(() => store.close());
    const small = await store.put(randomUUID(), makePdf(500_000));
    await expect(store.put(randomUUID(), makePdf(3_000_000))).rejects.toMatchObject({
      code: 'storage_full',
      message: `the disk of the results in ${disk.folder} is full`,
    });
    expect(readdirSync(disk.folder)).toEqual([`${small.name}.pdf`]);
    disk.remount('size=10m');
    const large = await store.put(randomUUID(), makePdf(3_000_000));
    expect((await readResult(store, large)).length).toBe(3_000_000);
    disk.remount('ro');
    await expect(store.put(randomUUID(), makePdf(10))).rejects.toMatchObject({
      code: 'results_unavailable',
      message: `the folder of the results ${disk.folder} cannot be used (EROFS)`,
    });
    await expect(openResultStore({ folder: disk.folder }, '0123abcd')).rejects.toMatchObject({
      code: 'config_invalid',
      message: `results cannot be written to the folder ${disk.folder} (EROFS)`,
    });
    expect((await readResult(store, small)).length).toBe(500_000);
  },
);
