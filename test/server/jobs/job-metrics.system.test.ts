import { expect, it } from 'vitest';
import { EngineError } from '../../../src/engine/index.ts';
import { done } from '../test-service.ts';
import { openBackgroundService } from './background-service.ts';

it('each background render counts once by its end, and its stages only if it is done', async () => {
  const { background, engine, submit, send, until, app } = await openBackgroundService();
  const read = async () =>
    (await app.inject('/metrics')).body
      .split('\n')
      .filter((line) => /^platen_(jobs|render_stage_seconds_count|renders_total)/.test(line))
      .map((line) => line.replace(/^(platen_jobs_oldest_seconds) [\d.]+$/, '$1 n'))
      .sort();
  const cancelled = (await submit({ job: { start_at: new Date(Date.now() + 600_000).toISOString() } })).json().data.id;
  const waiting = [(await submit()).json().data.id, (await submit()).json().data.id];
  const accepted = 'platen_renders_total{outcome="ok"} 3';
  const levels = (waitingJobs: number) => [
    accepted,
    `platen_jobs_waiting ${waitingJobs}`,
    'platen_jobs_running 0',
    'platen_jobs_oldest_seconds n',
  ];
  expect(await read()).toEqual(levels(2).sort());

  await send('DELETE', `/api/v1/renders/${cancelled}`);
  engine.answer = async () => {
    if (engine.calls.length === 2) throw new EngineError('page_failed', 'no');
    return done;
  };
  background.start();
  await until(waiting[0] as string, 'done');
  await until(waiting[1] as string, 'failed');
  // A deleted one has ended before.
  await send('DELETE', `/api/v1/renders/${waiting[0]}`);
  const ended = ['cancelled', 'done', 'failed'].map((status) => `platen_jobs_ended_total{status="${status}"} 1`);
  const stages = ['queue', 'load', 'print', 'bind', 'total'].map(
    (stage) => `platen_render_stage_seconds_count{stage="${stage}"} 1`,
  );
  // An end counts once it is recorded, a moment after it shows.
  await expect.poll(read, { timeout: 10_000 }).toEqual([...levels(0), ...ended, ...stages].sort());
});
