import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import type { OutputStream } from '../../../src/cli/output/io.ts';
import { write } from '../../../src/cli/output/output.ts';

const failing = (error: Error | null) =>
  new Writable({ write: (_chunk, _encoding, done) => done(error) }).on(
    'error',
    () => undefined,
  ) as unknown as OutputStream;
const withCode = (code?: string) => Object.assign(new Error('it broke'), code === undefined ? {} : { code });

it.each([null, withCode('EPIPE'), withCode('ERR_STREAM_DESTROYED')])('is done after %s', async (error) => {
  await write(failing(error), 'text');
});

it.each([
  ['ENOSPC', 'ENOSPC'],
  [undefined, 'it broke'],
])('fails with the reason after the code %s', async (code, why) => {
  await expect(write(failing(withCode(code)), 'text')).rejects.toMatchObject({
    code: 'io_failed',
    message: 'cannot write to stdout',
    why,
  });
});
