import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { networkInterfaces } from 'node:os';

/** The address of "app" towards "internet", and the one that packets of the browser's own user bear: nothing may come from it. */
export const appAddress = '198.51.100.2';
export const browserAddresses = ['198.51.100.66', '2001:db8:1::66'];
/** Where the name server of "internet" is. */
export const nameServer = '198.51.100.1';

const appSide = [
  'addr add 198.51.100.2/24 dev app0',
  'addr add 198.51.100.66/32 dev app0',
  '-6 addr add 2001:db8:1::66/128 dev app0 nodad',
  '-6 addr add 2001:db8:1::2/64 dev app0 nodad',
  'link set app0 up',
  'route add default via 198.51.100.1',
  '-6 route add default via 2001:db8:1::1 src 2001:db8:1::2',
];

const internetSide = [
  'link set lo up',
  'addr add 198.51.100.1/24 dev internet0',
  '-6 addr add 2001:db8:1::1/64 dev internet0 nodad',
  'link set internet0 up',
  'route add local 0.0.0.0/0 dev lo',
  ...['2000::/3', 'fc00::/7', '64:ff9b::/32', 'fec0::/10', '::/96'].map(
    (block) => `-6 route add local ${block} dev lo`,
  ),
  '-6 route add 2001:db8:1::/64 dev internet0 table local',
];

/** In "app": the cable to "internet", and its own source address for whatever the browser's user sends past the proxy. */
export function connectApp(internetPid: number, browserUser: number): void {
  ip('link set lo up');
  ip(`link add app0 type veth peer name internet0 netns ${internetPid}`);
  for (const command of appSide) ip(command);
  for (const [family, gateway, source] of [
    ['-4', '198.51.100.1', browserAddresses[0]],
    ['-6', '2001:db8:1::1', browserAddresses[1]],
  ]) {
    ip(`${family} rule add uidrange ${browserUser}-${browserUser} lookup 100`);
    ip(`${family} route add default via ${gateway} src ${source} table 100`);
  }
}

/** In "internet": every address that "app" does not have. */
export function connectInternet(): void {
  for (const command of internetSide) ip(command);
}

/** In app's private mount namespace: one file in place of another. */
export function bindMount(source: string, target: string): void {
  execFileSync('mount', ['--bind', source, target]);
}

/**
 * Throws unless this process is inside the namespaces. Protections are switched off for control runs; elsewhere such a run
 * would contact real machines.
 */
export function requireNamespaces(): void {
  const own = readNamespace();
  const outside = [process.env.PLATEN_HOSTILE_OUTSIDE, readNamespaceOfInit()];
  const strangers = Object.keys(networkInterfaces()).filter((name) => name !== 'lo' && name !== 'app0');
  if (outside[0] === undefined || outside.includes(own) || strangers.length > 0) {
    throw new Error('Refusing to switch a protection off outside the namespaces.');
  }
}

/** The network namespace of this process, as a name. */
export function readNamespace(): string {
  return readlinkSync('/proc/self/ns/net');
}

function readNamespaceOfInit(): string | undefined {
  try {
    return readlinkSync('/proc/1/ns/net');
  } catch {
    // Not every machine lets root look; the launcher's own namespace is compared in any case.
    return undefined;
  }
}

function ip(command: string): void {
  execFileSync('ip', command.split(' '), { stdio: ['ignore', 'ignore', 'pipe'] });
}
