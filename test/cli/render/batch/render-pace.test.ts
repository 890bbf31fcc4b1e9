import { expect, it } from 'vitest';
import { createRenderPace } from '../../../../src/cli/render/batch/render-pace.ts';
import type { Timings } from '../../../../src/contract/index.ts';

const taking = (load_ms: number, print_ms = 0, bind_ms = 0) => ({ load_ms, print_ms, bind_ms }) as Timings;

it('the first renders of a batch count as long, until one has said its time', () => {
  const pace = createRenderPace();
  expect(pace.isLong).toBe(true);
  pace.note(null);
  expect(pace.isLong).toBe(true);
  pace.note(taking(1));
  expect(pace.isLong).toBe(false);
});

it.each([
  [1000, 1000, 1000, true],
  [2999, 0, 0, false],
  [0, 2999, 0, false],
  [0, 0, 3000, true],
])('a render is long from 3 s on, of loading, printing and binding: %i %i %i', (load, print, bind, isLong) => {
  const pace = createRenderPace();
  pace.note(taking(load, print, bind));
  expect(pace.isLong).toBe(isLong);
});

it('each further render counts a fifth', () => {
  const pace = createRenderPace();
  pace.note(taking(2000));
  pace.note(taking(6990));
  expect(pace.isLong).toBe(false);
  pace.note(taking(3009));
  expect(pace.isLong).toBe(true);
});
