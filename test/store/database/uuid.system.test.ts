import { expect, test } from 'vitest';
import { buildUuidSource } from '../../../src/store/database/uuid.ts';
import { buildClock } from '../test-clock.ts';

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('ids only grow, also by the thousand within one millisecond and when the clock is set back', () => {
  const clock = buildClock();
  const makeId = buildUuidSource(clock.now);
  const ids = Array.from({ length: 20_000 }, (_, n) => {
    if (n === 10_000) clock.move(-3_600_000);
    if (n === 15_000) clock.move(7_200_000);
    return makeId();
  });
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(ids.every((id) => form.test(id))).toBe(true);
});

test('an id begins with the time at which it was made', () => {
  const id = buildUuidSource(() => new Date('2022-02-22T19:22:22.000Z'))();
  // The example of RFC 9562, appendix A.6.
  expect(id.slice(0, 13)).toBe('017f22e2-79b0');
});
