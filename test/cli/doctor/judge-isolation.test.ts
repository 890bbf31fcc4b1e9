import { expect, it } from 'vitest';
import { ok, warn } from '../../../src/cli/doctor/check-result.ts';
import { judgeNetwork, judgeSandbox } from '../../../src/cli/doctor/judge-isolation.ts';
import type { CommandWarning } from '../../../src/cli/output/warnings.ts';
import type { Settings } from '../../../src/cli/settings/index.ts';

/** Settings of which one has a value, and all others have none. */
const settingsOf = (set: string, value = 'off') =>
  ({ get: (name: string) => (name === set ? value : null) }) as unknown as Settings;
const unset = settingsOf('');

const other: CommandWarning = { code: 'option_ignored', text: 'Something else. Ignore it.' };
const refused = 'off: the kernel refuses it; pages that you do not trust are not contained';

it.each([
  ['on', unset, [], ok('sandbox', 'on')],
  ['on', settingsOf('sandbox'), [], ok('sandbox', 'on')],
  [
    'off',
    settingsOf('sandbox'),
    [],
    warn('sandbox', 'off by setting', 'platen config list shows where it is set; remove it'),
  ],
  ['off', settingsOf('sandbox', 'on'), [], warn('sandbox', refused)],
  ['off', settingsOf('own_network'), [other], warn('sandbox', refused)],
  [
    'off',
    unset,
    [other, { code: 'sandbox_off', text: 'The sandbox is off.  Allow user namespaces. Then run it again.' }],
    warn('sandbox', refused, 'Allow user namespaces. Then run it again.'),
  ],
] as const)('a sandbox that is %s, with settings and warnings', (sandbox, settings, warnings, result) => {
  expect(judgeSandbox(sandbox, settings, warnings)).toEqual(result);
});

const own = ok('network', 'platen serve gives its browser a separate network, with the proxy as the only exit');
const allow = 'allow user namespaces to unshare, or run platen serve in a container; PLATEN_OWN_NETWORK=off accepts it';
const shared = (text: string) => [other, { code: 'network_shared', text } as const];

it.each([
  ['on', unset, [], own],
  ['on', settingsOf('own_network'), [], own],
  [
    'off',
    settingsOf('own_network'),
    shared('unshare: not permitted'),
    warn('network', 'shared with this machine by setting', 'platen config list shows where; take it away'),
  ],
  ['off', settingsOf('own_network', 'auto'), [], ok('network', 'shared with this machine')],
  [undefined, unset, [other], ok('network', 'shared with this machine')],
  ['off', settingsOf('sandbox'), shared('slirp4netns is missing'), ok('network', 'slirp4netns is missing')],
  ...['unshare: Operation not permitted', 'unshare: Permission denied', 'unshare: No space left on device'].map(
    (text) => ['off', unset, shared(text), warn('network', text, allow)] as const,
  ),
] as const)('a network that is %s, with settings and warnings', (network, settings, warnings, result) => {
  expect(judgeNetwork(network, settings, warnings)).toEqual(result);
});
