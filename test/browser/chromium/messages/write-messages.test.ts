import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { openMessageWriter } from '../../../../src/browser/chromium/messages/write-messages.ts';

/** A writer to a pipe that accepts one text at a time: the test decides when it accepts the next one. */
function open() {
  const taken: string[] = [];
  let next: (() => void) | undefined;
  const stream = new Writable({
    highWaterMark: 1,
    decodeStrings: false,
    write(text, _, done) {
      taken.push(String(text));
      next = done;
    },
  });
  const drain = async () => {
    next?.();
    await new Promise(setImmediate);
  };
  return { write: openMessageWriter(stream), taken, drain };
}

describe('messages to a browser', () => {
  test('are written with a NUL byte at their end', () => {
    const { write, taken } = open();
    write('a');
    expect(taken).toEqual(['a\0']);
  });

  test('in pieces are made when the pipe has taken the last one, and others wait', async () => {
    const { write, taken, drain } = open();
    const made: string[] = [];
    const pieces = function* () {
      for (const piece of ['x', 'y']) {
        made.push(piece);
        yield piece;
      }
    };
    write(pieces());
    write('b');
    expect([taken, made]).toEqual([['x'], ['x']]);
    await drain();
    expect([taken, made]).toEqual([
      ['x', 'y'],
      ['x', 'y'],
    ]);
    await drain();
    await drain();
    expect(taken).toEqual(['x', 'y', '\0', 'b']);
    await drain();
    expect(taken.join('')).toBe('xy\0b\0');
  });
});
