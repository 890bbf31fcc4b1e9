import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '../../../src/contract/index.ts';
import { openLingering } from '../../../src/server/answers/linger.ts';

/** A connection whose caller neither ends it nor reads. */
function openSocket() {
  const written: Buffer[] = [];
  const socket = new Duplex({
    read: () => undefined,
    write(chunk, _encoding, done) {
      written.push(chunk);
      done();
    },
  });
  return { socket, written };
}

describe('a connection that closes in stages', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('has its answer and its end, and stays open for what is still sent', async () => {
    const { socket, written } = openSocket();
    openLingering().withAnswer(socket, 'answer');
    await once(socket, 'finish');
    socket.push('more');
    expect(Buffer.concat(written).toString()).toBe('answer');
    expect(socket.destroyed).toBe(false);
  });

  it('is closed when its caller ends it', async () => {
    const { socket } = openSocket();
    openLingering().withAnswer(socket, 'answer');
    socket.push(null);
    await once(socket, 'close');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is cut after its time', () => {
    const { socket } = openSocket();
    openLingering().withAnswer(socket, 'answer');
    vi.advanceTimersByTime(2_000);
    expect(socket.destroyed).toBe(true);
  });

  it('is cut after four times as many bytes as a body may have', () => {
    const { socket } = openSocket();
    openLingering().withAnswer(socket, 'answer');
    const body = Buffer.alloc(limits.body);
    for (let count = 0; count < 4; count += 1) socket.emit('data', body);
    expect(socket.destroyed).toBe(false);
    socket.emit('data', Buffer.alloc(1));
    expect(socket.destroyed).toBe(true);
  });

  it('gets one answer, however often its parser fails', async () => {
    const { socket, written } = openSocket();
    const lingering = openLingering();
    lingering.withAnswer(socket, 'answer');
    lingering.withAnswer(socket, 'answer');
    await once(socket, 'finish');
    expect(Buffer.concat(written).toString()).toBe('answer');
  });

  it('is one of 128 at most: the next is cut once its answer is sent', async () => {
    const lingering = openLingering();
    const kept = Array.from({ length: 128 }, () => openSocket().socket);
    for (const socket of kept) lingering.withAnswer(socket, 'answer');
    const next = openSocket();
    lingering.withAnswer(next.socket, 'answer');
    await once(next.socket, 'close');
    expect(Buffer.concat(next.written).toString()).toBe('answer');
    expect(kept.filter(({ destroyed }) => destroyed)).toEqual([]);
    kept[0]?.destroy();
    await once(kept[0] as Duplex, 'close');
    const later = openSocket().socket;
    lingering.withAnswer(later, 'answer');
    await once(later, 'finish');
    expect(later.destroyed).toBe(false);
  });

  it('is cut when the service ends, and so is a later one once its answer is sent', async () => {
    const lingering = openLingering();
    const { socket } = openSocket();
    lingering.withAnswer(socket, 'answer');
    lingering.close();
    expect(socket.destroyed).toBe(true);
    const later = openSocket();
    lingering.withAnswer(later.socket, 'answer');
    await once(later.socket, 'close');
    expect(Buffer.concat(later.written).toString()).toBe('answer');
  });
});
