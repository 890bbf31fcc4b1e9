import { describe, expect, test } from 'vitest';
import { buildFrameHead, buildFrameReader, type FrameKind, textLimit } from '../../src/children/frames.ts';

/** A reader of frames of at most 10 bytes, and what it has read. */
function open() {
  const read: string[] = [];
  const reader = buildFrameReader({
    limitOf: (kind) => (kind === 'request' ? -1 : 10),
    onFrame: ({ kind, bytes }) => read.push(`${kind} ${bytes}`),
    onRefused: (kind) => read.push(`refused ${kind}`),
  });
  return { reader, read };
}

const write = (kind: FrameKind, text: string) => Buffer.concat([buildFrameHead(kind, text.length), Buffer.from(text)]);

describe('frames', () => {
  test('begin with their kind and their length', () => {
    expect([...buildFrameHead('text', 0x01020304)]).toEqual([2, 1, 2, 3, 4]);
    expect([...buildFrameHead('problem', 7)]).toEqual([6, 0, 0, 0, 7]);
  });

  test.each([1, 2, 4, 5, 6, 100])('are read in pieces of %i bytes', (size) => {
    const { reader, read } = open();
    const bytes = Buffer.concat([write('ready', ''), write('text', 'one'), write('page', '0123456789')]);
    for (let at = 0; at < bytes.length; at += size) reader(bytes.subarray(at, at + size));
    expect(read).toEqual(['ready ', 'text one', 'page 0123456789']);
  });

  test.each([
    [write('text', '01234567890'), 'refused text'],
    [write('request', ''), 'refused request'],
    [Buffer.from([99, 0, 0, 0, 0]), 'refused undefined'],
  ])('that are too long or of no kind end the reading', (bytes, refused) => {
    const { reader, read } = open();
    reader(Buffer.concat([write('text', 'a'), bytes, write('text', 'b')]));
    reader(write('text', 'c'));
    expect(read).toEqual(['text a', refused]);
  });
});

test('a text of a child may have 20 MB', () => {
  expect(textLimit).toBe(20_971_520);
});
