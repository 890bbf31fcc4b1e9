import { expect, it } from 'vitest';
import { networkOf } from '../../../src/server/requests/client-address.ts';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ['unknown', 'no address'],
  ['192.0.2.1:4711:1', 'no address'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
