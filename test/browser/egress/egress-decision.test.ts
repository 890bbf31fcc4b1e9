import { describe, expect, test } from 'vitest';
import { parseAddress } from '../../../src/browser/egress/address.ts';
import { parseRange } from '../../../src/browser/egress/address-range.ts';
import {
  isOwnAddress,
  openProxyPorts,
  refuseAddress,
  refuseTarget,
} from '../../../src/browser/egress/egress-decision.ts';

type Rules = Parameters<typeof refuseTarget>[1];

const rules = (changes: Partial<Rules>): Rules =>
  ({
    level: 'public',
    hosts: new Set(['listed.example']),
    ports: new Set([80, 443]),
    allow: [{ port: 8080, range: parseRange('10.0.0.0/8') }],
    refuse: [parseRange('93.184.0.0/16')],
    ownPorts: () => [3000],
    ...changes,
  }) as Rules;

describe('a target', () => {
  test.each<[string, number, Partial<Rules>, string | undefined]>([
    ['a.example', 443, {}, undefined],
    ['a.example', 80, {}, undefined],
    ['a.example', 8080, {}, undefined],
    ['a.example', 8081, {}, 'port'],
    ['a.example', 443, { level: 'deny' }, 'level'],
    ['a.example', 8081, { level: 'open' }, undefined],
    ['a.example', 443, { level: 'allow-list' }, 'level'],
    ['listed.example', 443, { level: 'allow-list' }, undefined],
    ['listed.example', 8081, { level: 'allow-list' }, 'port'],
    ['invalid', 443, { level: 'open' }, 'address_not_allowed'],
    ['x.invalid', 443, { level: 'open' }, 'address_not_allowed'],
    ['xinvalid', 443, { level: 'open' }, undefined],
    ['bound.example', 80, { level: 'open', bound: { host: 'bound.example', port: 443 } as never }, 'port'],
    ['bound.example', 443, { bound: { host: 'bound.example', port: 443 } as never }, undefined],
    ['other.example', 80, { bound: { host: 'bound.example', port: 443 } as never }, undefined],
  ])('%s:%i with the rules %j is refused for: %s', (host, port, changes, reason) => {
    expect(refuseTarget({ host, port } as never, rules(changes))).toBe(reason);
  });
});

describe('an address', () => {
  test.each<[string, number, Partial<Rules>, string | undefined]>([
    ['8.8.8.8', 443, {}, undefined],
    ['8.8.8.8', 8081, {}, 'port'],
    ['8.8.8.8', 443, { level: 'deny' }, 'level'],
    ['93.184.1.1', 443, {}, 'address_not_allowed'],
    ['93.184.1.1', 443, { level: 'open' }, 'address_not_allowed'],
    ['10.1.1.1', 443, {}, 'address_not_allowed'],
    ['10.1.1.1', 8080, {}, undefined],
    ['10.1.1.1', 443, { level: 'open' }, undefined],
    ['8.8.8.8', 8080, {}, 'port'],
    ['127.0.0.1', 443, {}, 'address_not_allowed'],
    ['127.0.0.1', 443, { level: 'open' }, undefined],
    ['127.0.0.1', 3000, { level: 'open' }, 'own_listener'],
    ['8.8.8.8', 3000, { level: 'open' }, undefined],
  ])('%s:%i with the rules %j is refused for: %s', (address, port, changes, reason) => {
    expect(refuseAddress(parseAddress(address) as never, port, rules(changes))).toBe(reason);
  });

  test('of the proxy of a render is refused while that is open', () => {
    const refuse = () => refuseAddress(parseAddress('127.0.0.1') as never, 4999, rules({ level: 'open' }));
    openProxyPorts.add(4999);
    expect(refuse()).toBe('own_listener');
    openProxyPorts.delete(4999);
    expect(refuse()).toBeUndefined();
  });

  test.each([
    ['127.0.0.1', true],
    ['127.255.255.255', true],
    ['0.0.0.0', true],
    ['::', true],
    ['::1', true],
    ['::2', false],
    ['8.8.8.8', false],
    ['128.0.0.1', false],
  ])('%s leads to this machine: %s', (address, isOwn) => {
    expect(isOwnAddress(parseAddress(address) as never)).toBe(isOwn);
  });
});
