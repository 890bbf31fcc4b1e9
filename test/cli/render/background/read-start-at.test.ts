import { describe, expect, it } from 'vitest';
import { readStartAt } from '../../../../src/cli/render/background/read-start-at.ts';

describe('--start-at', () => {
  // On this machine's clock, wherever it stands.
  const now = new Date(2026, 10, 30, 21, 30).getTime();

  it.each([
    ['2026-12-01T22:00Z', new Date('2026-12-01T22:00:00Z')],
    ['2028-02-29 08:00', new Date(2028, 1, 29, 8)],
    ['22:00', new Date(2026, 10, 30, 22)],
    ['21:30', new Date(now)],
    ['08:15', new Date(2026, 11, 1, 8, 15)],
    ['2h', new Date(2026, 10, 30, 23, 30)],
  ])('%s is a time', (text, time) => {
    expect(readStartAt(text, now)).toBe(time.toISOString());
  });

  it.each(['24:00', '8:15', '22', 'tomorrow', '2026-02-29T08:00Z', '2026-04-31T08:00', '2026-13-01T08:00'])(
    '%s is none',
    (text) => {
      expect(() => readStartAt(text, now)).toThrow(`--start-at "${text}" is not a time`);
    },
  );
});
