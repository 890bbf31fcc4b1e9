import { describe, expect, it } from 'vitest';
import { buildCursor, buildUuidSource, readCursor, readUuid, requireUuid } from '../../../src/store/database/uuid.ts';
import { buildClock } from '../test-clock.ts';

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const id = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';

describe('ids', () => {
  it('only grow, also by the thousand within one millisecond and when the clock is set back', () => {
    const clock = buildClock();
    const makeId = buildUuidSource(clock.now);
    const ids = Array.from({ length: 20_000 }, (_, n) => {
      if (n === 10_000) clock.move(-3_600_000);
      if (n === 15_000) clock.move(7_200_000);
      return makeId();
    });
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(ids.every((one) => form.test(one))).toBe(true);
  });

  it('begin with the time at which they were made', () => {
    const makeId = buildUuidSource(() => new Date('2022-02-22T19:22:22.000Z'));
    // The example of RFC 9562, appendix A.6.
    expect(makeId().slice(0, 13)).toBe('017f22e2-79b0');
  });

  it('count up within a millisecond, from the lower half of the counter, and take the next one when it is full', () => {
    const clock = buildClock();
    const makeId = buildUuidSource(clock.now);
    const counts: number[] = [];
    const times = new Set<string>();
    for (let n = 0; n < 5000; n++) {
      const made = makeId();
      times.add(made.slice(0, 13));
      counts.push(Number.parseInt(made.slice(15, 18), 16));
    }
    const [first = 0] = counts;
    expect(first).toBeLessThan(0x800);
    expect(counts.slice(0, 0x1000 - first)).toEqual(Array.from({ length: 0x1000 - first }, (_, n) => first + n));
    expect(counts[0x1000 - first]).toBeLessThan(0x800);
    const [one = '', two = ''] = [...times].map((time) => time.replace('-', ''));
    expect(Number.parseInt(two, 16) - Number.parseInt(one, 16)).toBe(1);
  });

  it('differ in their rest', () => {
    const rests = Array.from({ length: 200 }, () => buildUuidSource(() => new Date(0))().slice(19));
    expect(new Set(rests).size).toBe(200);
    expect(new Set(rests.map(([variant]) => variant))).toEqual(new Set(['8', '9', 'a', 'b']));
  });
});

describe('the text of an id', () => {
  it('is read in its canonical form', () => {
    expect(readUuid(id.toUpperCase())).toBe(id);
    expect(requireUuid(id, () => new Error('no'))).toBe(id);
  });

  it.each(['', `${id}0`, ` ${id}`, id.replaceAll('-', ''), id.replace('f', 'g')])('is not read from %j', (text) => {
    expect(readUuid(text)).toBeUndefined();
    expect(() => requireUuid(text, () => new Error('no'))).toThrow('no');
  });
});

describe('a cursor', () => {
  it('leads back to its id', () => {
    expect(buildCursor(id)).toBe('AX8i4nmwfMOYxNwMDAc5jw');
    expect(readCursor('AX8i4nmwfMOYxNwMDAc5jw')).toBe(id);
  });

  it.each([
    '',
    'AX8i4nmwfMOYxNwMDAc5',
    'AX8i4nmwfMOYxNwMDAc5jwA',
    'AX8i4nmwfMOYxNwMDAc5jx',
    '!',
    'AX8i4nmwfMOYxNwMDAc5jw==',
  ])('is not %j', (text) => {
    expect(() => readCursor(text)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
