import { describe, expect, it } from 'vitest';
import { defaultEgressLimits, type EgressLimits } from '../../../src/browser/egress/egress-limits.ts';
import { EgressPeriod } from '../../../src/browser/egress/egress-period.ts';
import { type EgressPolicy, parsePolicy } from '../../../src/browser/egress/egress-policy.ts';
import { parseTarget, type Target } from '../../../src/browser/egress/target.ts';
import type { MemorySocket } from './memory-connections.ts';
import { openNetwork } from './memory-connections.ts';

const targetOf = (authority: string) => parseTarget(authority) as Target;
const page = targetOf('93.184.216.34:80');
const never = new AbortController().signal;

function open(limits: Partial<EgressLimits> = {}, policy: EgressPolicy = { level: 'public' }) {
  const far: MemorySocket[] = [];
  const network = openNetwork((socket) => void far.push(socket));
  const end = new AbortController();
  const context = { rules: parsePolicy(policy), names: async () => [], connect: network.connect, connectMs: 500 };
  const period = new EgressPeriod(context, { ...defaultEgressLimits, ...limits }, end);
  const reach = (target = page, gone = never) =>
    period.reach(target, 'request', gone).then(
      ({ socket }) => socket as unknown as MemorySocket,
      (error: { reason?: string }) => error.reason ?? error,
    );
  return { period, reach, far, end, ...network };
}
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('the budget of a render', () => {
  it('has a number of requests, refused ones too', async () => {
    const { reach, period } = open({ requests: 2 });
    expect(await reach(targetOf('10.0.0.1:80'))).toBe('address_not_allowed');
    expect(typeof (await reach())).toBe('object');
    expect(await reach()).toBe('budget');
    expect(period.blocked).toEqual([
      { host: '10.0.0.1', port: 80, reason: 'address_not_allowed' },
      { host: '93.184.216.34', port: 80, reason: 'budget' },
    ]);
  });

  it('has a number of connections at one time, with those being dialled', async () => {
    const { reach } = open({ sockets: 2 });
    const [first, second, third] = await Promise.all([reach(), reach(), reach()]);
    expect([typeof first, typeof second, third]).toEqual(['object', 'object', 'budget']);
    expect(await reach()).toBe('budget');
    (first as MemorySocket).destroy();
    await tick();
    expect(typeof (await reach())).toBe('object');
  });

  it('has a number of bytes, sent and received, also on connections that are closed', async () => {
    const { reach, period, far } = open({ bytes: 10 });
    const first = (await reach()) as MemorySocket;
    first.write('12345');
    far[0]?.write('678');
    await tick();
    expect(period.bytes).toBe(8);
    first.destroy();
    await tick();
    expect(period.bytes).toBe(8);
    const second = (await reach()) as MemorySocket;
    second.write('90');
    expect(period.bytes).toBe(10);
    expect(typeof (await reach())).toBe('object');
    second.write('1');
    expect(await reach()).toBe('budget');
  });

  it('cuts all connections when its bytes are used up', async () => {
    const { reach, period } = open({ bytes: 4 });
    const [first, second] = [(await reach()) as MemorySocket, (await reach()) as MemorySocket];
    const meter = period.meter(page);
    const failed = new Promise((resolve) => meter.on('error', resolve));
    first.write('1234');
    meter.write('1234');
    expect(String(meter.read())).toBe('1234');
    second.write('5');
    meter.write('5');
    expect(await failed).toMatchObject({ reason: 'budget' });
    expect([first.destroyed, second.destroyed]).toEqual([true, true]);
    expect(period.blocked).toEqual([{ host: '93.184.216.34', port: 80, reason: 'budget' }]);
  });

  it('cuts a connection that is idle', async () => {
    const socket = (await open({ idleMs: 7 }).reach()) as MemorySocket;
    expect(socket.idleMs).toBe(7);
    socket.idle?.();
    expect(socket.destroyed).toBe(true);
  });
});

describe('a render', () => {
  it('names what it did not reach once, up to the number of its requests', async () => {
    const { reach, period } = open({ requests: 3 });
    for (const authority of ['10.0.0.1:80', '10.0.0.1:80', '93.184.216.34:81'])
      expect(typeof (await reach(targetOf(authority)))).toBe('string');
    expect(period.blocked.map(({ host, port, reason }) => `${host} ${port} ${reason}`)).toEqual([
      '10.0.0.1 80 address_not_allowed',
      '93.184.216.34 81 port',
    ]);
    period.noteProtocol(page);
    period.noteProtocol(targetOf('93.184.216.35:80'));
    expect(period.blocked).toHaveLength(3);
    expect(period.blocked[2]).toEqual({ host: '93.184.216.34', port: 80, reason: 'protocol' });
  });

  it('that ends cuts all connections, and takes up no other', async () => {
    const { reach, period } = open();
    const socket = (await reach()) as MemorySocket;
    period.end();
    expect(socket.destroyed).toBe(true);
    expect(await reach()).toBeInstanceOf(DOMException);
    expect(period.blocked).toEqual([]);
  });

  it('whose page has gone reaches nothing', async () => {
    const { reach, sockets } = open();
    expect(await reach(page, AbortSignal.abort(new Error('gone')))).toMatchObject({ message: 'gone' });
    expect(sockets.every(({ destroyed }) => destroyed)).toBe(true);
  });

  it('remembers what is wrong with certificates, up to the number of its requests', () => {
    const { period } = open({ requests: 1 });
    period.noteFault(targetOf('a.example:443'), 'expired' as never);
    period.noteFault(targetOf('b.example:443'), 'expired' as never);
    expect([
      period.faultOf('a.example', 443),
      period.faultOf('a.example', 444),
      period.faultOf('b.example', 443),
    ]).toEqual(['expired', undefined, undefined]);
  });

  it('remembers how answers ended', () => {
    const { period } = open();
    period.noteEnd('http://a.example/x?y', 'cut');
    expect(period.endOf('http://a.example/x?y#z')).toBe('cut');
    expect(period.endOf('http://a.example/x')).toBeUndefined();
    expect(period.endOf('nothing')).toBeUndefined();
    period.noteEnd('http://a.example/x?y', 'whole');
    expect(period.endOf('http://a.example/x?y')).toBe('whole');
    period.noteEnd('http://a.example/x?y', undefined);
    expect(period.endOf('http://a.example/x?y')).toBeUndefined();
  });
});
