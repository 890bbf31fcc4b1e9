import { expect, it } from 'vitest';
import { buildRegistry } from '../../../src/server/observe/metric-registry.ts';

it('the text of a registry has each metric in its order, with exactly these values', () => {
  const registry = buildRegistry();
  const counted = registry.counter('calls_total', 'Calls.');
  const times = registry.histogram('call_seconds', 'Duration.', [0.1, 1]);
  let level = 3;
  registry.read('level', 'gauge', 'A level.', () => [
    [{}, level],
    [{ of: 'x', n: 2 }, level * 2],
  ]);
  registry.read('none_total', 'counter', 'Nothing yet.', () => []);
  const head = (name: string, type: string, help: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
  const heads = {
    calls: head('calls_total', 'counter', 'Calls.'),
    times: head('call_seconds', 'histogram', 'Duration.'),
    level: head('level', 'gauge', 'A level.'),
    none: head('none_total', 'counter', 'Nothing yet.'),
  };
  expect(registry.text()).toBe(
    `${heads.calls}${heads.times}${heads.level}level 3\nlevel{of="x",n="2"} 6\n${heads.none}`,
  );

  counted.add({ who: 'a' });
  counted.add({ who: 'a' }, 2.5);
  counted.add({ who: 'b"\\\n' });
  counted.add({});
  // At a bound, between two, beyond the last.
  for (const value of [0.1, 0.5, 1, 4]) times.observe({ who: 'a' }, value);
  times.observe({}, 0);
  level = 4;
  expect(registry.text()).toBe(
    [
      `${heads.calls}calls_total{who="a"} 3.5`,
      'calls_total{who="b\\"\\\\\\n"} 1',
      'calls_total 1',
      `${heads.times}call_seconds_bucket{who="a",le="0.1"} 1`,
      'call_seconds_bucket{who="a",le="1"} 3',
      'call_seconds_bucket{who="a",le="+Inf"} 4',
      'call_seconds_sum{who="a"} 5.6',
      'call_seconds_count{who="a"} 4',
      'call_seconds_bucket{le="0.1"} 1',
      'call_seconds_bucket{le="1"} 1',
      'call_seconds_bucket{le="+Inf"} 1',
      'call_seconds_sum 0',
      'call_seconds_count 1',
      `${heads.level}level 4`,
      'level{of="x",n="2"} 8',
      heads.none,
    ].join('\n'),
  );
});
