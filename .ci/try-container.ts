// Runs the service in the root file system of the image, by runc and with the settings of examples/container: user 1000, a read-only
// root, no capabilities, no new privileges, the seccomp profile. Ends with 1 where it does not become ready, or does not render.
// usage, as root: node .ci/try-container.ts [FOLDER]   the folder of the root file system; made where it is not there
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const checkout = join(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'platen-container-'));
const name = `platen-${process.pid}`;
const port = 18_080;
const url = `http://127.0.0.1:${port}`;
const env = [
  'PATH=/platen/node_modules/.bin:/usr/local/bin:/usr/bin:/bin',
  'PLATEN_DATA_DIR=/var/lib/platen',
  'XDG_CACHE_HOME=/tmp/cache',
  'PLATEN_DRAIN_DELAY=1s',
];

/** The bundle of runc: its own proposal, changed to the settings of the examples. */
function writeBundle(rootfs: string): void {
  execFileSync('runc', ['spec'], { cwd: work });
  const file = join(work, 'config.json');
  const config = JSON.parse(readFileSync(file, 'utf8'));
  const tmpfs = (destination: string, ...options: string[]) => ({
    destination,
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', 'nodev', ...options],
  });
  Object.assign(config.process, {
    terminal: false,
    user: { uid: 1000, gid: 1000 },
    args: ['tini', '--', 'platen', 'serve', '--host', '127.0.0.1', '--port', String(port)],
    env,
    capabilities: { bounding: [], effective: [], permitted: [], ambient: [], inheritable: [] },
    noNewPrivileges: true,
    rlimits: [],
  });
  config.root = { path: rootfs, readonly: true };
  config.mounts.push(tmpfs('/tmp', 'size=1g', 'mode=1777'));
  config.mounts.push(tmpfs('/var/lib/platen', 'mode=0700', 'uid=1000', 'gid=1000'));
  // The network of this machine, so that the service can be asked.
  config.linux.namespaces = config.linux.namespaces.filter(({ type }: { type: string }) => type !== 'network');
  const seccomp = JSON.parse(readFileSync(join(checkout, 'examples/container/seccomp.json'), 'utf8'));
  config.linux.seccomp = {
    ...seccomp,
    syscalls: seccomp.syscalls.map(({ comment: _, ...rule }: object & { comment?: string }) => rule),
  };
  writeFileSync(file, JSON.stringify(config));
}

async function waitUntilReady(): Promise<object> {
  for (const end = Date.now() + 90_000; ; await setTimeout(500)) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return (await fetch(`${url}/healthz`)).json() as Promise<object>;
    if (Date.now() > end) throw new Error(`not ready: ${await answer?.text()}`);
  }
}

/** Every process of the container, as the kernel sees it. */
function checkProcesses(): number {
  const pids: number[] = JSON.parse(execFileSync('runc', ['ps', '--format', 'json', name], { encoding: 'utf8' }));
  for (const pid of pids) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const field = (of: string) => new RegExp(`^${of}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';
    const facts = { uid: field('Uid').split(/\s/)[0], noNewPrivs: field('NoNewPrivs'), seccomp: field('Seccomp') };
    const expected = { uid: '1000', noNewPrivs: '1', seccomp: '2' };
    if (JSON.stringify(facts) !== JSON.stringify(expected)) throw new Error(`process ${pid}: ${JSON.stringify(facts)}`);
  }
  return pids.length;
}

function makeKey(): string {
  const words = [
    'exec',
    ...env.flatMap((pair) => ['--env', pair]),
    name,
    'platen',
    'keys',
    'create',
    '--name',
    'ci',
    '--json',
  ];
  return JSON.parse(execFileSync('runc', words, { encoding: 'utf8' })).data.key;
}

async function render(key: string): Promise<number> {
  const answer = await fetch(`${url}/api/v1/renderers/pdf`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ parts: { html: '<h1>In a container</h1>' } }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200 || bytes.subarray(0, 5).toString() !== '%PDF-') {
    throw new Error(`the render is ${answer.status}: ${bytes.subarray(0, 300)}`);
  }
  return bytes.length;
}

try {
  const rootfs = resolve(process.argv[2] ?? join(work, 'rootfs'));
  if (!existsSync(rootfs)) {
    execFileSync(join(checkout, 'examples/container/build-rootfs.sh'), [rootfs], { stdio: 'inherit' });
  }
  writeBundle(rootfs);
  const container = spawn('runc', ['run', '--bundle', work, name], { stdio: 'inherit' });
  const ended = once(container, 'exit');
  const early = ended.then(([code]) => Promise.reject(new Error(`the service ended with ${code}`)));
  const health = (await Promise.race([waitUntilReady(), early])) as { sandbox?: string };
  if (health.sandbox !== 'on') throw new Error(`the sandbox is ${health.sandbox}`);
  const bytes = await render(makeKey());
  const processes = checkProcesses();
  early.catch(() => undefined);
  execFileSync('runc', ['kill', name, 'TERM']);
  const [code] = await ended;
  if (code !== 0) throw new Error(`the service ended with ${code}`);
  console.log(
    `ready with the sandbox on, ${processes} processes of user 1000, a PDF of ${bytes} bytes, an end in order`,
  );
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  try {
    execFileSync('runc', ['delete', '--force', name], { stdio: 'ignore' });
  } catch {
    // It has ended by itself.
  }
  rmSync(work, { recursive: true, force: true });
}
