// Runs the service in the root file system of the image, by runc and with the settings of examples/container: user 1000, a read-only
// root, no capabilities, no new privileges, the seccomp profile. Ends with 1 where it does not become ready with its sandbox on, where
// a render fails at once or in the background, or where the dashboard has no page.
// usage, as root: node .ci/container/try-container.ts [FOLDER]   the folder of the root file system; made where it is not there
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadDashboard, render, renderInBackground, waitUntilReady } from './ask-service.ts';
import { resultsInside, writeBundle } from './bundle.ts';
import { type Container, runContainer } from './container.ts';
import { isEmulated, prepareEmulation } from './emulation.ts';

const recipe = join(import.meta.dirname, '../../examples/container/build-rootfs.sh');
const port = 18_080;
const url = `http://127.0.0.1:${port}`;
const args = ['tini', '--', 'platen', 'serve', '--host', '127.0.0.1', '--port', String(port)];
const env = [
  'PATH=/platen/node_modules/.bin:/usr/local/bin:/usr/bin:/bin',
  'PLATEN_DATA_DIR=/var/lib/platen',
  `PLATEN_RESULTS_URL=file://${resultsInside}`,
  'PLATEN_BROWSER_DIR=/opt/platen',
  'XDG_CACHE_HOME=/tmp/cache',
  'PLATEN_DRAIN_DELAY=1s',
];

/** Throws unless the root file system is mounted for reading alone. */
function checkRoot(container: Container): void {
  const mounts = container.exec(['cat', '/proc/mounts']).split('\n');
  const [, , , options = ''] = mounts.find((line) => line.split(' ')[1] === '/')?.split(' ') ?? [];
  if (!options.split(',').includes('ro')) throw new Error(`the root is mounted as ${options}`);
}

/** Throws unless the folder outside holds this PDF alone, of user 1000 and to be read by nobody else. */
function checkResult(folder: string, pdf: Buffer): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => ({
      same: readFileSync(path).equals(pdf),
      uid: statSync(path).uid,
      mode: statSync(path).mode & 0o777,
    }));
  const facts = JSON.stringify(files);
  if (facts !== JSON.stringify([{ same: true, uid: 1000, mode: 0o600 }])) throw new Error(`the results are ${facts}`);
}

async function tryService(container: Container, results: string, emulated: boolean): Promise<string> {
  const { browser, sandbox, own_network } = await waitUntilReady(url, emulated ? 300_000 : 90_000);
  const isApart = sandbox === 'on' && own_network === 'on';
  if (!isApart && !emulated) throw new Error(`sandbox ${sandbox}, separate network ${own_network}`);
  const key: string = JSON.parse(container.exec(['platen', 'keys', 'create', '--name', 'ci', '--json'])).data.key;
  const { length } = await render(url, key);
  checkResult(results, await renderInBackground(url, key));
  const files = await loadDashboard(url);
  checkRoot(container);
  const processes = container.checkProcesses();
  const way = emulated ? 'under emulation, without its sandbox' : 'with the sandbox and a separate network';
  return `${browser} is ready ${way}, ${processes} processes of user 1000 without rights on a read-only root, a PDF of ${length} bytes, one in the background, a dashboard of ${files.length + 1} files`;
}

const work = mkdtempSync(join(tmpdir(), 'platen-container-'));
let container: Container | undefined;
try {
  const rootfs = resolve(process.argv[2] ?? join(work, 'rootfs'));
  if (!existsSync(rootfs)) execFileSync(recipe, [rootfs], { stdio: 'inherit' });
  const emulation = isEmulated(rootfs) ? prepareEmulation(work) : undefined;
  const contents = { rootfs, args, env: [...env, ...(emulation?.env ?? [])], files: emulation?.files };
  const results = writeBundle(work, contents);
  container = runContainer(work, contents.env);
  const early = container.ended.then((code) => Promise.reject(new Error(`the service ended with ${code}`)));
  const facts = await Promise.race([tryService(container, results, emulation !== undefined), early]);
  early.catch(() => undefined);
  container.stop();
  const code = await container.ended;
  if (code !== 0) throw new Error(`the service ended with ${code}`);
  console.log(`${facts}, an end in order`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  container?.remove();
  rmSync(work, { recursive: true, force: true });
}
