import { describe, expect, it } from 'vitest';
import { buildResolve } from '../../../src/browser/egress/egress-edges.ts';
import type { EgressLimits } from '../../../src/browser/egress/egress-limits.ts';
import type { EgressPolicy } from '../../../src/browser/egress/egress-policy.ts';
import { openEgressSession } from '../../../src/browser/egress/egress-session.ts';
import { keep } from './keep.ts';
import { openOrigin } from './origin.ts';
import { exchange } from './raw-client.ts';
import { type Answer, openStubDns } from './stub-dns.ts';

async function openFixture(answer: (name: string, type: string) => Answer) {
  const origin = keep(await openOrigin((_request, response) => response.end('fine')));
  const dns = keep(await openStubDns(answer));
  const edges = { resolve: buildResolve([dns.server]) };
  const openProxy = async (policy: Partial<EgressPolicy> = {}, limits: Partial<EgressLimits> = {}) => {
    const proxy = await openEgressSession(
      { level: 'public', allow: [`127.0.0.1/32:${origin.port}`], ...policy },
      limits,
      edges,
    );
    keep(proxy);
    const get = (host: string) =>
      exchange(proxy.port, `GET http://${host}:${origin.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const reasons = () => proxy.blocked.map(({ host, reason }) => `${host} ${reason}`);
    return { get, reasons };
  };
  return { origin, dns, openProxy };
}

describe('names', () => {
  it('are asked for once, both families, and reached at the answer', async () => {
    const { dns, openProxy } = await openFixture(() => ['127.0.0.1']);
    const { get } = await openProxy();
    expect(await get('a.example')).toContain('fine');
    expect(await get('A.example.')).toContain('fine');
    expect([...dns.questions].sort()).toEqual(['A a.example', 'AAAA a.example']);
  });

  it('that change their answer are held to the first within a render, and decided again in the next', async () => {
    let round = 0;
    const { openProxy, origin } = await openFixture((_name, type) => {
      if (type === 'A') round += 1;
      return round <= 1 ? ['127.0.0.1'] : ['127.0.0.2'];
    });
    const first = await openProxy();
    for (let again = 0; again < 5; again += 1) expect(await first.get('rebind.example')).toContain('fine');
    const second = await openProxy();
    expect(await second.get('rebind.example')).toBe('');
    expect(second.reasons()).toEqual(['rebind.example address_not_allowed']);
    expect(origin.hits).toBe(5);
  });

  it.each<[string, readonly string[]]>([
    ['two IPv4 addresses', ['127.0.0.1', '10.0.0.1']],
    ['both families', ['127.0.0.1', 'fd00::1']],
    ['a mapped address', ['127.0.0.1', '::ffff:10.0.0.1']],
  ])('with one refused answer among %s are refused as a whole', async (_case, answers) => {
    const { openProxy, origin } = await openFixture(() => answers);
    const { get, reasons } = await openProxy();
    expect(await get('mixed.example')).toBe('');
    expect(reasons()).toEqual(['mixed.example address_not_allowed']);
    expect(origin.hits).toBe(0);
  });

  it('that stand for another name are decided by where that leads', async () => {
    const { openProxy } = await openFixture((name) => {
      if (name === 'alias.example') return { cname: 'inside.example' };
      return name === 'inside.example' ? ['10.0.0.1'] : ['127.0.0.1'];
    });
    const { get, reasons } = await openProxy();
    expect(await get('alias.example')).toBe('');
    expect(reasons()).toEqual(['alias.example address_not_allowed']);
  });

  it.each<Answer>(['missing', 'refused', []])('whose answer is %j do not resolve', async (answer) => {
    const { openProxy } = await openFixture(() => answer);
    const { get, reasons } = await openProxy();
    expect(await get('none.example')).toBe('');
    expect(reasons()).toEqual(['none.example unresolvable']);
  });

  it('that have an answer in one family only are reached there', async () => {
    const { openProxy } = await openFixture((_name, type) => (type === 'A' ? ['127.0.0.1'] : 'missing'));
    const { get } = await openProxy();
    expect(await get('old.example')).toContain('fine');
  });

  it('that are never answered delay neither other names nor other renders', async () => {
    const { openProxy, dns } = await openFixture((name) => (name.startsWith('never') ? 'silence' : ['127.0.0.1']));
    const stuck = await openProxy({}, { resolveMs: 1_500 });
    const other = await openProxy();
    const order: string[] = [];
    const never = Array.from({ length: 10 }, (_, index) =>
      stuck.get(`never${index}.example`).then(() => order.push('stuck')),
    );
    while (dns.questions.length < 20) await new Promise((later) => setTimeout(later, 5));
    await Promise.all([
      stuck.get('a.example').then((answer) => order.push(answer.slice(-4))),
      other.get('b.example').then((answer) => order.push(answer.slice(-4))),
    ]);
    await Promise.all(never);
    expect(order).toEqual(['fine', 'fine', ...new Array(10).fill('stuck')]);
    expect(stuck.reasons()).toHaveLength(10);
  });

  it('that may not be dialled anyway are not even asked for', async () => {
    const { openProxy, dns } = await openFixture(() => ['127.0.0.1']);
    const listed = await openProxy({ level: 'allow-list', hosts: ['a.example'] });
    expect(await listed.get('b.example')).toBe('');
    expect(await listed.get('x.invalid')).toBe('');
    const publicOnly = await openProxy({ allow: [] });
    expect(await publicOnly.get('a.example')).toBe('');
    expect(dns.questions).toEqual([]);
    expect(await listed.get('a.example')).toContain('fine');
  });

  it('under localhost are this machine, asked of nobody', async () => {
    const { openProxy, dns, origin } = await openFixture(() => ['8.8.8.8']);
    const closed = await openProxy({ ports: [origin.port], allow: [] });
    expect(await closed.get('localhost')).toBe('');
    expect(await closed.get('a.LOCALHOST.')).toBe('');
    const allowed = await openProxy({ allow: [`127.0.0.1:${origin.port}`, `[::1]:${origin.port}`] });
    expect(await allowed.get('localhost')).toContain('fine');
    expect(dns.questions).toEqual([]);
  });
});
