import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { Server } from 'node:net';
import { promisify } from 'node:util';
import type { BrowserNetwork } from '../chromium/launch-browser.ts';
import { openInsideListener } from './inside-listener.ts';

/**
 * A separate network for the browser (network_namespaces(7)): it holds loopback alone, and nothing listens there but what
 * `listen` puts there. Whatever the browser's processes send, even past every proxy setting, ends inside.
 */
export interface NetworkNamespace extends BrowserNetwork {
  /** Makes a server of this process listen inside, on a free port of 127.0.0.1. */
  listen(server: Server): Promise<void>;
  /** Lets go of it. It ends with the last process inside. */
  close(): void;
}

const execute = promisify(execFile);

/** Milliseconds that each step may take. It takes some 20, but a busy machine has taken seconds. */
const setupLimitMs = 15_000;

/**
 * Opens a namespace with `unshare` and `nsenter` (util-linux) and `ip` (iproute2). Without root's rights it comes with a user
 * namespace. `user` is the browser's, if not our own. Throws an Error that says what failed: a missing program, or a kernel
 * that refuses namespaces, or further ones inside, which the browser's sandbox needs.
 */
export async function openNetworkNamespace(user?: number): Promise<NetworkNamespace> {
  if (process.platform !== 'linux') throw new Error('only Linux has them');
  const withUsers = process.getuid?.() !== 0;
  const descriptors = await make(withUsers);
  const at = (descriptor: number | undefined) => `/proc/${process.pid}/fd/${descriptor}`;
  const [net, users] = descriptors;
  const enter = (as?: number) => [
    'nsenter',
    `--net=${at(net)}`,
    ...(withUsers ? ['--preserve-credentials', `--user=${at(users)}`] : []),
    ...(as === undefined ? [] : ['--setuid', String(as), '--setgid', String(as)]),
    '--',
  ];
  const listener = openInsideListener(enter());
  const close = () => {
    listener.close();
    for (const descriptor of descriptors.splice(0)) closeSync(descriptor);
  };
  try {
    await run([...enter(user), 'unshare', '--user', 'true']);
  } catch (error) {
    close();
    throw error;
  }
  return { enter, listen: listener.listen, close };
}

/** Makes the namespaces and returns descriptors that keep them: of the network, then of the users. */
async function make(withUsers: boolean): Promise<number[]> {
  const words = [...(withUsers ? ['--user', '--map-current-user', '--keep-caps'] : []), '--net'];
  const script = 'ip link set lo up && echo up && read -r end';
  // With `timeout` Node would stay for as long if there is no such program.
  const signal = AbortSignal.timeout(setupLimitMs);
  const maker = spawn('unshare', [...words, 'sh', '-c', script], { signal });
  let failure = '';
  maker.stderr.on('data', (text) => {
    failure += text;
  });
  maker.stdin.on('error', () => undefined);
  const failed = new Promise<never>((_, reject) => {
    maker.once('error', reject);
    maker.once('close', () => reject(new Error(lastLine(failure) || 'unshare made none')));
  });
  failed.catch(() => undefined);
  await Promise.race([once(maker.stdout, 'data'), failed]);
  try {
    return ['net', ...(withUsers ? ['user'] : [])].map((name) => openSync(`/proc/${maker.pid}/ns/${name}`, 'r'));
  } finally {
    maker.stdin.end();
  }
}

async function run([command = '', ...words]: string[]): Promise<void> {
  try {
    await execute(command, words, { timeout: setupLimitMs });
  } catch (error) {
    throw new Error(lastLine((error as { stderr?: string }).stderr ?? '') || (error as Error).message, {
      cause: error,
    });
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
