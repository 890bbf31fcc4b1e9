import { describe, expect, it } from 'vitest';
import { openCallSlots } from '../../../src/cli/mcp/call-slots.ts';

const never = new AbortController().signal;

/** Work that ends on demand, and notes its start. */
function makeWork(started: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<string>();
  const work = () => {
    started.push(name);
    return promise;
  };
  return { work, end: () => resolve(name) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('slots for calls', () => {
  it('run as many at a time as there are, and the others in order', async () => {
    const slots = openCallSlots(2);
    const started: string[] = [];
    const calls = ['a', 'b', 'c', 'd'].map((name) => makeWork(started, name));
    const ended = calls.map(({ work }) => slots.run(work, never));
    await turn();
    expect(started).toEqual(['a', 'b']);
    calls[1]?.end();
    await turn();
    expect(started).toEqual(['a', 'b', 'c']);
    for (const { end } of calls) end();
    expect(await Promise.all(ended)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are free again after calls that ended or failed', async () => {
    const slots = openCallSlots(1);
    expect(await slots.run(async () => 1, never)).toBe(1);
    await expect(slots.run(() => Promise.reject(new Error('failed')), never)).rejects.toThrow('failed');
    expect(await slots.run(async () => 2, never)).toBe(2);
  });

  it('are not taken by calls that are cancelled while they wait', async () => {
    const slots = openCallSlots(1);
    const started: string[] = [];
    const [first, second, third] = ['a', 'b', 'c'].map((name) => makeWork(started, name));
    const cancel = new AbortController();
    const running = slots.run(first?.work ?? (async () => ''), never);
    const cancelled = slots.run(second?.work ?? (async () => ''), cancel.signal);
    const waiting = slots.run(third?.work ?? (async () => ''), never);
    cancel.abort(new Error('gone'));
    await expect(cancelled).rejects.toThrow('gone');
    first?.end();
    third?.end();
    expect([await running, await waiting, started]).toEqual(['a', 'c', ['a', 'c']]);
    await expect(slots.run(async () => 'x', AbortSignal.abort(new Error('late')))).rejects.toThrow('late');
  });
});
