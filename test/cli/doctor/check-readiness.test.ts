import { expect, it } from 'vitest';
import { judgeReadiness } from '../../../src/cli/doctor/check-readiness.ts';
import { ok, warn } from '../../../src/cli/doctor/check-result.ts';

const ready = ok('ready', 'it is');

it('judges all that a service says of itself', () => {
  const said = { status: 'ready', version: '1.2.3', database: 'SQLite', last_backup: '2026-01-02', workers: 2 };
  expect(judgeReadiness(said, '1.2.3')).toEqual([
    ok('version', '1.2.3'),
    ready,
    ok('database', 'SQLite'),
    ok('backup', 'last at 2026-01-02'),
    ok('background', '2 services do renders in the background'),
  ]);
});

it.each([
  ['is not ready', { status: 'starting' }, [warn('ready', 'it is not: starting', "look into the service's log")]],
  ['says nothing else', {}, [ready]],
  ['has another version', { version: '1.2.2' }, [ok('version', '1.2.2; this command is 1.2.3'), ready]],
  [
    'has no backup',
    { last_backup: null },
    [ready, warn('backup', 'there was none yet', "run platen backup <file> on the service's machine")],
  ],
  ['has one worker', { workers: 1 }, [ready, ok('background', '1 service does renders in the background')]],
  [
    'has no worker',
    { workers: 0 },
    [
      ready,
      warn(
        'background',
        'no service does renders in the background: they wait',
        'start one: platen serve --role worker, or without --role',
      ),
    ],
  ],
])('judges a service that %s', (_case, said, results) => {
  expect(judgeReadiness({ status: 'ready', ...said }, '1.2.3')).toEqual(results);
});
