import { expect, it } from 'vitest';
import { checkProxies } from '../../src/server/requests/client-address.ts';

it('takes addresses, networks and their names', () => {
  checkProxies(['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8', 'loopback', 'uniquelocal']);
});

it.each(['proxy.example.com', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/', '10.0.0.0/8/8', '*', ''])(
  'refuses %j',
  (entry) => {
    expect(() => checkProxies([entry])).toThrow(expect.objectContaining({ code: 'config_invalid' }));
  },
);
