import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Address, formatAddress, parseAddress } from '../../../src/browser/egress/address.ts';
import { connectFirst } from '../../../src/browser/egress/connect-first.ts';
import { asSocket, MemorySocket } from './memory-connections.ts';

const read = (text: string) => parseAddress(text) as Address;

describe('the first connection', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** Begins to connect to addresses, and gives the sockets by these. */
  function begin(addresses: string[], controller = new AbortController()) {
    const sockets = new Map<string, MemorySocket>();
    const start = (address: Address) => {
      const socket = new MemorySocket();
      sockets.set(formatAddress(address), socket);
      return asSocket(socket);
    };
    const first = connectFirst(addresses.map(read), start, 5_000, controller.signal);
    return { first, sockets, of: (address: string) => sockets.get(address) as MemorySocket, controller };
  }

  it('wins, and the others are destroyed', async () => {
    const { first, of } = begin(['192.0.2.1', '192.0.2.2']);
    vi.advanceTimersByTime(250);
    of('192.0.2.2').connectTo('192.0.2.2');
    expect(await first).toBe(of('192.0.2.2'));
    expect([of('192.0.2.1').destroyed, of('192.0.2.2').destroyed]).toEqual([true, false]);
    of('192.0.2.1').connectTo('192.0.2.1');
    of('192.0.2.2').emit('error', new Error('later'));
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    [249, 1],
    [250, 2],
    [499, 2],
    [500, 3],
  ])('is tried for after others are slow: after %i ms there are %i', (ms, count) => {
    const { sockets, first } = begin(['192.0.2.1', '192.0.2.2', '192.0.2.3']);
    void first;
    vi.advanceTimersByTime(ms);
    expect(sockets.size).toBe(count);
  });

  it('is tried for as soon as another fails', async () => {
    const { sockets, of, first } = begin(['192.0.2.1', '192.0.2.2', '192.0.2.3']);
    of('192.0.2.1').emit('error', new Error('refused'));
    expect([sockets.size, of('192.0.2.1').destroyed]).toEqual([2, true]);
    vi.advanceTimersByTime(249);
    expect(sockets.size).toBe(2);
    vi.advanceTimersByTime(1);
    expect(sockets.size).toBe(3);
    of('192.0.2.3').connectTo('192.0.2.3');
    expect(await first).toBe(of('192.0.2.3'));
  });

  it('is not there once all have failed', async () => {
    const { of, first } = begin(['192.0.2.1', '192.0.2.2']);
    of('192.0.2.1').emit('error', new Error('refused'));
    of('192.0.2.2').emit('error', new Error('refused'));
    expect(await first).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for those that are left when the last fails', async () => {
    const { of, first } = begin(['192.0.2.1', '192.0.2.2']);
    vi.advanceTimersByTime(250);
    of('192.0.2.2').emit('error', new Error('refused'));
    of('192.0.2.1').connectTo('192.0.2.1');
    expect(await first).toBe(of('192.0.2.1'));
  });

  it('is not there after its time', async () => {
    const { of, first } = begin(['192.0.2.1']);
    vi.advanceTimersByTime(4_999);
    expect(of('192.0.2.1').destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await first).toBeUndefined();
    expect(of('192.0.2.1').destroyed).toBe(true);
  });

  it.each([['192.0.2.9'], [undefined], ['']])(
    'must lead to the address that was dialled, and not to %s',
    async (peer) => {
      const { of, first } = begin(['192.0.2.1']);
      of('192.0.2.1').connectTo(peer);
      expect(await first).toBeUndefined();
      expect(of('192.0.2.1').destroyed).toBe(true);
    },
  );

  it('may lead to an address that is written otherwise', async () => {
    const { sockets, first } = begin(['2001:db8::1']);
    const [socket] = sockets.values();
    socket?.connectTo('2001:0db8:0::1');
    expect(await first).toBe(socket);
  });

  it('is given up with its caller', async () => {
    const { of, first, controller } = begin(['192.0.2.1']);
    controller.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect([of('192.0.2.1').destroyed, vi.getTimerCount()]).toEqual([true, 0]);
    const late = begin(['192.0.2.1'], controller);
    await expect(late.first).rejects.toThrow('gone');
    expect([late.sockets.size, vi.getTimerCount()]).toEqual([0, 0]);
  });
});
