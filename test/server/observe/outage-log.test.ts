import { expect, it } from 'vitest';
import { buildLog } from '../../../src/server/observe/log.ts';
import { buildOutageLog } from '../../../src/server/observe/outage-log.ts';

it('logs what is away once a second, each by itself, with how often it was missed', () => {
  const lines: Record<string, unknown>[] = [];
  let time = 0;
  const log = buildLog(
    (line) => lines.push(JSON.parse(line)),
    'info',
    () => new Date(0),
  );
  const note = buildOutageLog(log, () => time);
  const away = (code: string) => Object.assign(new Error('away'), { code });
  expect(note(away('store_unavailable'))).toBe(true);
  for (let count = 0; count < 10; count += 1) note(away('results_unavailable'));
  time = 1_000;
  note(away('results_unavailable'));
  expect(lines.map(({ event, failures }) => [event, failures])).toEqual([
    ['store_unavailable', 1],
    ['results_unavailable', 1],
    ['results_unavailable', 10],
  ]);
  for (const other of [away('internal'), new Error('other'), undefined]) expect(note(other)).toBe(false);
  expect(lines).toHaveLength(3);
});
