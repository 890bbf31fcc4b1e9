import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { killChild } from '../../src/children/child-process.ts';

test('a child that runs is ended', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const ended = once(child, 'exit');
  killChild(child);
  expect(await ended).toEqual([null, 'SIGKILL']);
});

test('a child that never started is sent no signal, whatever number its handle holds', async () => {
  const child = spawn('/nowhere/program');
  const failed = once(child, 'error');
  const sent: unknown[] = [];
  child.kill = (signal) => {
    sent.push(signal);
    return false;
  };
  killChild(child);
  await failed;
  expect(sent).toEqual([]);
});
