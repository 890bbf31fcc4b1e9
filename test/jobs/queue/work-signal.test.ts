import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenForWork } from '../../../src/jobs/queue/work-signal.ts';

/** A connection as the database has it, as far as listening needs it. */
class Connection extends EventEmitter {
  readonly said: string[] = [];
  isAway = false;

  async connect(): Promise<void> {
    if (this.isAway) throw new Error('away');
    this.said.push('connect');
  }

  async query(text: string): Promise<void> {
    this.said.push(text);
  }

  async end(): Promise<void> {
    this.said.push('end');
  }
}

let opened: Connection[];
let heard: number;
let isAway: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  [opened, heard, isAway] = [[], 0, false];
});

afterEach(() => vi.useRealTimers());

function listen(): () => Promise<void> {
  const openClient = () => {
    const connection = new Connection();
    connection.isAway = isAway;
    opened.push(connection);
    return connection as unknown as pg.Client;
  };
  return listenForWork(openClient, 'me', () => {
    heard += 1;
  });
}

it('a listener is called for what others say, and once at the start', async () => {
  const end = listen();
  await vi.advanceTimersByTimeAsync(0);
  expect(opened.map(({ said }) => said)).toEqual([['connect', 'listen platen_jobs']]);
  expect(heard).toBe(1);
  opened[0]?.emit('notification', { payload: 'other' });
  opened[0]?.emit('notification', { payload: 'me' });
  expect(heard).toBe(2);
  await end();
  expect(opened[0]?.said.at(-1)).toBe('end');
});

it('a connection that is lost is opened again after five seconds, once', async () => {
  const end = listen();
  await vi.advanceTimersByTimeAsync(0);
  opened[0]?.emit('error', new Error('lost'));
  opened[0]?.emit('end');
  await vi.advanceTimersByTimeAsync(4_999);
  expect(opened).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(opened).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([opened.length, heard]).toEqual([2, 2]);
  await end();
});

it('a database that is away is asked every five seconds', async () => {
  isAway = true;
  const end = listen();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(opened.map(({ said }) => said)).toEqual([['end'], ['end'], ['end']]);
  expect(heard).toBe(0);
  await end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).toHaveLength(3);
});

it('an end opens nothing again', async () => {
  const end = listen();
  await vi.advanceTimersByTimeAsync(0);
  await end();
  opened[0]?.emit('end');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened).toHaveLength(1);
});
