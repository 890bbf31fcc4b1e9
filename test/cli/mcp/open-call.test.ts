import { expect, it, vi } from 'vitest';
import { openToolCall } from './open-tool-call.ts';

it('a call keeps its data, asks nothing, and reads nothing from stdin', async () => {
  const call = openToolCall({});
  expect(call.flags).toMatchObject({ json: true, input: false });
  expect(call.output.json).toBe(true);
  expect([call.io.cwd, call.io.platform]).toEqual([call.root, 'linux']);
  const read: unknown[] = [];
  for await (const chunk of call.io.stdin) read.push(chunk);
  expect(read).toEqual([]);
  call.output.note('not shown');
  await call.output.jsonDocument({ data: 'ä' });
  expect(call.document()).toEqual({ data: 'ä', warnings: [] });
});

it('a call says nothing on stderr, which is that of the server', async () => {
  const call = openToolCall({});
  const write = vi.spyOn(call.io.stderr, 'write');
  const { output } = call;
  output.note('a note');
  output.done('done');
  output.progress('working').stop();
  output.detail('details');
  output.debug('more details');
  expect(write).not.toHaveBeenCalled();
});

it('what a call has opened is closed with it, last first', async () => {
  const call = openToolCall({});
  const closed: string[] = [];
  call.defer(() => void closed.push('first'));
  call.defer(async () => {
    await new Promise(setImmediate);
    closed.push('second');
  });
  await call.close();
  await call.close();
  expect(closed).toEqual(['second', 'first']);
});
