import { expect, it } from 'vitest';
import { readStream, requirePiped } from '../../../src/cli/files/read-stream.ts';

async function* send(...chunks: (string | Uint8Array)[]) {
  yield* chunks;
}
const refuse = (length: number) => {
  throw new Error(`${length} bytes`);
};

it('a stream is read to its end, bytes and texts', async () => {
  expect((await readStream(send('ä', Buffer.from('b')), 3, refuse)).toString()).toBe('äb');
  expect(await readStream(send(), 0, refuse)).toHaveLength(0);
});

it('a stream is refused as soon as it is longer than its limit', async () => {
  await expect(readStream(send('ab', 'cd', 'ef'), 3, refuse)).rejects.toThrow('4 bytes');
});

it('only a pipe is read from stdin', () => {
  expect(() => requirePiped({ isTTY: true }, '- reads jobs from stdin')).toThrow(
    expect.objectContaining({ code: 'usage', message: '- reads jobs from stdin, but nothing is piped in' }),
  );
  expect(() => requirePiped({}, '-')).not.toThrow();
});
