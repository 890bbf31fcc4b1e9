import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readNamespace } from './namespaces.ts';

// The attack suite: `node test/hostile/run.ts [N R01 ...]`. Builds namespaces that nothing can leave and runs the rows of the
// acceptance list in there. Exit 0: all passed; 1: a row failed; 2: no namespaces can be built here.
const probe =
  'unshare --net true && ip link add app0 type veth peer name world0 && ip rule add uidrange 1-1 lookup 100';
const built = spawnSync('unshare', ['--net', '--mount', 'sh', '-c', probe], { encoding: 'utf8' });
if (built.status !== 0) {
  const why = built.error?.message ?? built.stderr.trim();
  console.error(`Cannot build namespaces here (needs root, unshare and iproute2): ${why}`);
  process.exit(2);
}
const app = fileURLToPath(new URL('app.ts', import.meta.url));
const child = spawn('unshare', ['--net', '--mount', process.execPath, app, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, PLATEN_HOSTILE_OUTSIDE: readNamespace() },
});
child.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
