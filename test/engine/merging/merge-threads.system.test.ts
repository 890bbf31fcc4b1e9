import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { openMergeThreads } from '../../../src/engine/merging/merge-threads.ts';
import { buildPages } from '../../pdf/build-pdf.ts';

it('hands a free place on where the one that it is given to has given up', async () => {
  const threads = openMergeThreads();
  const job = {
    finish: undefined,
    parts: [{ pdf: buildPages(1), foreign: false }],
    options: { outline: false, producer: 'platen' },
  };
  const [running, woken] = [new AbortController(), new AbortController()];
  const all = Array.from({ length: availableParallelism() });
  // Those that run give their places to those that wait, which are aborted before they can begin.
  const given = all.map(() => threads.run(job, running.signal, false).catch(() => woken.abort('late')));
  const refused = all.map(() => expect(threads.run(job, woken.signal, false)).rejects.toBe('late'));
  const last = threads.run(job, new AbortController().signal, false);
  running.abort('enough');
  await Promise.all([...given, ...refused]);
  expect(await last).toMatchObject({ end: 'merged', pages: 1 });
  await threads.close();
});
