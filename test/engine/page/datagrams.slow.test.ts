import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findProgram } from '../../helpers/bundled-program.ts';
import { readPdf } from '../read-pdf.ts';

const commands = [
  ['unshare', '--net'],
  ['unshare', '--user', '--map-current-user', '--keep-caps', '--net'],
];
const probe = ['sh', '-c', 'ip link set lo up && ip link add a0 type veth peer name b0'];
const namespace = commands.find(([command = '', ...words]) => spawnSync(command, [...words, ...probe]).status === 0);
const why = namespace ? '' : ' (skipped: this system gives no network namespace with a cable in it)';

test.skipIf(!namespace)(
  `no realm of a page can send a datagram or open a UDP socket${why}`,
  { timeout: 60_000 },
  async () => {
    const [command = '', ...words] = namespace ?? [];
    const child = [process.execPath, findProgram('datagram-child')];
    const { stdout, stderr } = spawnSync(command, [...words, ...child], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const { pdf, guarded, unguarded } = JSON.parse(stdout);
    const realms = (await readPdf(Buffer.from(pdf, 'base64'))).pages.join(' ');
    expect(realms.match(/\w+ none/g)).toHaveLength(13);
    expect(guarded).toEqual({ datagrams: 0, multicasts: 0, groups: 0, sockets: 0 });
    // The same connection in a page that nobody guards shows that the sockets are seen.
    expect(unguarded.sockets).toBeGreaterThan(0);
  },
);
