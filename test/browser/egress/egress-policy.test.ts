import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../src/browser/egress/address.ts';
import { refuseAddress, refuseTarget } from '../../../src/browser/egress/egress-decision.ts';
import { type EgressPolicy, parsePolicy } from '../../../src/browser/egress/egress-policy.ts';
import { parseTarget } from '../../../src/browser/egress/target.ts';

function decide(policy: EgressPolicy, authority: string, answer?: string): string {
  const rules = parsePolicy(policy);
  const target = parseTarget(authority) ?? expect.fail();
  const early = refuseTarget(target, rules);
  if (early !== undefined) return early;
  const address = target.address ?? parseAddress(answer ?? '8.8.8.8') ?? expect.fail();
  return refuseAddress(address, target.port, rules) ?? 'dial';
}

describe('the policy', () => {
  it('denies everything at level deny, exceptions notwithstanding', () => {
    const policy: EgressPolicy = { level: 'deny', allow: ['8.8.8.8:80'], hosts: ['8.8.8.8'] };
    expect(decide(policy, '8.8.8.8:80')).toBe('level');
  });

  it('reaches public addresses on ports 80, 443 and those configured', () => {
    const policy: EgressPolicy = { level: 'public', ports: [8443] };
    const ports = ['80', '443', '8443', '22', '6379'].map((port) => decide(policy, `a.example:${port}`));
    expect(ports).toEqual(['dial', 'dial', 'dial', 'port', 'port']);
    expect(decide(policy, 'a.example:8443', '10.0.0.1')).toBe('address_not_allowed');
  });

  it('reaches only the very hosts of the list, and those only at public addresses', () => {
    const policy: EgressPolicy = { level: 'allow-list', hosts: ['A.example.', 'bücher.example', '1.1.1.1'] };
    expect(decide(policy, 'a.EXAMPLE.:443')).toBe('dial');
    expect(decide(policy, 'xn--bcher-kva.example:443')).toBe('dial');
    expect(decide(policy, '0x01010101:443')).toBe('dial');
    expect(decide(policy, 'b.a.example:443')).toBe('level');
    expect(decide(policy, '8.8.8.8:443')).toBe('level');
    expect(decide(policy, 'a.example:443', '192.168.0.1')).toBe('address_not_allowed');
    expect(decide(policy, 'a.example:22')).toBe('port');
  });

  it('excepts a block on one port only', () => {
    const policy: EgressPolicy = {
      level: 'public',
      allow: ['10.1.2.0/24:8080', '[fd00:1::]/64:8080', 'fd00:2::/64:81', '[::1]:82'],
    };
    expect(decide(policy, '10.1.2.9:8080')).toBe('dial');
    expect(decide(policy, '[::ffff:10.1.2.9]:8080')).toBe('dial');
    expect(decide(policy, '10.1.3.9:8080')).toBe('address_not_allowed');
    expect(decide(policy, '10.1.2.9:80')).toBe('address_not_allowed');
    expect(decide(policy, '8.8.8.8:8080')).toBe('port');
    expect(decide(policy, '[fd00:1::5]:8080')).toBe('dial');
    expect(decide(policy, '[fd00:2::5]:81')).toBe('dial');
    expect(decide(policy, '[::1]:82')).toBe('dial');
  });

  it('refuses the blocks to refuse at every level, and before exceptions', () => {
    for (const level of ['public', 'open'] as const) {
      expect(decide({ level, refuse: ['8.8.8.0/24'], allow: ['8.8.8.8:80'] }, '8.8.8.8:80')).toBe(
        'address_not_allowed',
      );
    }
  });

  it('reaches everything at level open but names under invalid and own listeners', () => {
    const policy: EgressPolicy = { level: 'open', ownPorts: () => [9000] };
    expect(decide(policy, '127.0.0.1:22')).toBe('dial');
    expect(decide(policy, 'a.example:9000', '10.0.0.1')).toBe('dial');
    expect(decide(policy, 'x.invalid:443')).toBe('address_not_allowed');
    expect(decide(policy, 'invalid.:443')).toBe('address_not_allowed');
    for (const host of ['127.0.0.1', '127.1.2.3', '0', '[::1]', '[::]', '[::ffff:127.0.0.1]']) {
      expect(decide(policy, `${host}:9000`), host).toBe('own_listener');
    }
  });

  it('refuses own listeners even where an exception names them', () => {
    const policy: EgressPolicy = { level: 'public', allow: ['127.0.0.0/8:9000'], ownPorts: () => [9000] };
    expect(decide(policy, 'a.example:9000', '127.0.0.1')).toBe('own_listener');
  });

  it.each<[Partial<EgressPolicy>, string]>([
    [{ level: 'closed' as never }, 'egress: "closed" is not one of deny, public, allow-list, open'],
    [{ ports: [0] }, 'ports[0]: 0 needs a port from 1 to 65535'],
    [{ allow: ['10.0.0.0/8:80', '10.0.0.0/8'] }, 'allow[1]: "10.0.0.0/8" is not CIDR:port'],
    [{ allow: ['10.0.0.0/8:*'] }, 'allow[0]: "10.0.0.0/8:*" is not CIDR:port'],
    [{ allow: ['fd00::1:80'] }, 'allow[0]: "fd00::1:80" is not CIDR:port'],
    [{ allow: ['10.0.0.0/8:70000'] }, 'allow[0]: "10.0.0.0/8:70000" needs a port from 1 to 65535'],
    [{ allow: ['10.0.0.1/8:80'] }, 'the block is 10.0.0.0/8'],
    [{ allow: ['*.example.com:80'] }, 'is not an address block'],
    [{ refuse: ['10.0.0.0/40'] }, 'refuse[0]: "10.0.0.0/40" needs a prefix length from 0 to 32'],
    [{ hosts: ['*.example.com'] }, 'hosts[0]: "*.example.com" is not a host name'],
    [{ hosts: ['https://example.com'] }, 'is not a host name'],
    [{ hosts: ['example.com:80'] }, 'is not a host name'],
    [{ hosts: [7 as never] }, 'hosts[0]: 7 is not'],
  ])('names what is wrong in %j', (policy, message) => {
    expect(() => parsePolicy({ level: 'public', ...policy })).toThrow(message);
  });
});
