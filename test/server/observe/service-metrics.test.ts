import { expect, it, vi } from 'vitest';
import type { Engine } from '../../../src/engine/index.ts';
import { openServiceMetrics } from '../../../src/server/observe/service-metrics.ts';
import type { Admission } from '../../../src/server/requests/admission.ts';
import type { Store } from '../../../src/store/index.ts';

/** Each figure is there once, so that a value in another's place shows. */
function open() {
  const status = { version: '1.2.3', browser: 'Chromium/1', sandbox: 'on', running: 3, waiting: 5, restarts: 7 };
  return openServiceMetrics({
    engine: { status: () => status } as Engine,
    store: {
      failures: () => ({ storage_full: 11, internal: 13 }),
      connections: () => [
        { lane: 'reads', open: 17, idle: 2, waiting: 19 },
        { lane: 'writes', open: 29, idle: 6, waiting: 31 },
      ],
    } as Partial<Store> as Store,
    admission: { status: () => ({ places: 37, taken: 41, accounts: 43 }) } as Partial<Admission> as Admission,
    slots: 47,
    replayBytes: () => 53,
    webhookAttempts: () => ({ delivered: 59, failed: 61 }),
    isReady: () => true,
  });
}

/** The lines without their heads, and those of this process only by name. */
function linesOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/^((?:process_|platen_event_loop)\S+) [\d.e+-]+$/, '$1 n'));
}

const levels = [
  'platen_renders_running 3',
  'platen_renders_waiting 5',
  'platen_slots 47',
  'platen_places 37',
  'platen_places_taken 41',
  'platen_accounts_rendering 43',
  'platen_ready 1',
  'platen_store_failures_total{code="storage_full"} 11',
  'platen_store_failures_total{code="internal"} 13',
  'platen_webhook_attempts_total{state="delivered"} 59',
  'platen_webhook_attempts_total{state="failed"} 61',
  'platen_store_connections{lane="reads",state="used"} 15',
  'platen_store_connections{lane="reads",state="idle"} 2',
  'platen_store_connections{lane="writes",state="used"} 23',
  'platen_store_connections{lane="writes",state="idle"} 6',
  'platen_store_waiting{lane="reads"} 19',
  'platen_store_waiting{lane="writes"} 31',
  'platen_browser_restarts_total 7',
  'platen_info{version="1.2.3",browser="Chromium/1",sandbox="on"} 1',
  'platen_replay_bytes 53',
  'process_resident_memory_bytes n',
  'process_start_time_seconds n',
  ...['mean', 'p99', 'max'].map((of) => `platen_event_loop_delay_seconds{of="${of}"} n`),
];

it('before anything has happened, the metrics are the levels alone', () => {
  const metrics = open();
  expect(linesOf(metrics.text())).toEqual(levels);
  metrics.close();
});

it('the metrics of all services are there if they are known', () => {
  const metrics = open();
  const first = linesOf(metrics.text({ waiting: 67, running: 71, oldestMs: 7_300 }, 79));
  expect(first).toEqual([
    'platen_jobs_waiting 67',
    'platen_jobs_running 71',
    'platen_jobs_oldest_seconds 7.3',
    'platen_workers 79',
    ...levels,
  ]);
  expect(linesOf(metrics.text(undefined, 0))).toEqual(['platen_workers 0', ...levels]);
  metrics.close();
});

it('each thing that happens counts once, under its own labels', () => {
  const metrics = open();
  metrics.noteRequest({ route: '/a', method: 'GET', status: 200, ms: 30 });
  metrics.noteRequest({ route: '/a', method: 'GET', status: 200, ms: 70 });
  metrics.noteRequest({ route: '/a', method: 'POST', status: 0, ms: 100 });
  metrics.noteRender('ok');
  metrics.noteRender('ok');
  metrics.noteRender('gone');
  metrics.noteTimings({ queue_ms: 1_000, load_ms: 2_000, print_ms: 3_000, bind_ms: 4_000 }, 20_000);
  for (const status of ['done', 'failed', 'done'] as const) metrics.noteJob({ status });
  const lines = linesOf(metrics.text());
  const without = (names: string) => lines.filter((line) => !new RegExp(`^(${names})\\b`).test(line));
  const counts = without('platen_http_request_seconds_bucket|platen_render_stage_seconds_bucket');
  expect(counts.slice(0, counts.length - levels.length)).toEqual([
    'platen_http_requests_total{route="/a",method="GET",status="200"} 2',
    'platen_http_requests_total{route="/a",method="POST",status="0"} 1',
    'platen_http_request_seconds_sum{route="/a"} 0.2',
    'platen_http_request_seconds_count{route="/a"} 3',
    'platen_renders_total{outcome="ok"} 2',
    'platen_renders_total{outcome="gone"} 1',
    'platen_jobs_ended_total{status="done"} 2',
    'platen_jobs_ended_total{status="failed"} 1',
    ...Object.entries({ queue: 1, load: 2, print: 3, bind: 4, total: 20 }).flatMap(([stage, seconds]) => [
      `platen_render_stage_seconds_sum{stage="${stage}"} ${seconds}`,
      `platen_render_stage_seconds_count{stage="${stage}"} 1`,
    ]),
  ]);
  const bucketsOf = (labels: string) =>
    lines.flatMap((line) => {
      const [, bound, count] = new RegExp(`_bucket\\{${labels},le="(.+)"\\} (\\d+)$`).exec(line) ?? [];
      return bound === undefined ? [] : [`${bound}: ${count}`];
    });
  expect(bucketsOf('route="/a"')).toEqual([
    ...['0.005: 0', '0.01: 0', '0.025: 0', '0.05: 1', '0.1: 3', '0.25: 3', '0.5: 3', '1: 3', '2.5: 3'],
    ...['5: 3', '10: 3', '30: 3', '60: 3', '+Inf: 3'],
  ]);
  expect(bucketsOf('stage="print"').filter((bucket) => bucket.endsWith('1'))[0]).toBe('5: 1');
  metrics.close();
});

it('the event loop is watched from the first look on, and no more once that is closed, however often', async () => {
  const [watched, closed] = [open(), open()];
  const slowest = (metrics: typeof watched) => Number(/delay_seconds\{of="max"\} (\S+)/.exec(metrics.text())?.[1]);
  expect([slowest(watched), slowest(closed)]).toEqual([0, 0]);
  closed.close();
  closed.close();
  await vi.waitFor(() => expect(slowest(watched)).toBeGreaterThan(0), { timeout: 10_000 });
  // Each look starts from zero, and the loop has not turned since this one.
  slowest(watched);
  expect([slowest(watched), slowest(closed)]).toEqual([0, 0]);
  watched.close();
});
