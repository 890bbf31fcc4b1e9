// Builds at installation. `npx` in a checkout has npm prepare it for that one call as well (npm 11 the first time, npm 10 each
// time), which took seconds: what `npm ci` built is used then.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** What the build writes last. */
const last = join(root, 'dist/types/client/index.d.ts');

const command = process.env.npm_command ?? '';
if (command !== 'exec' || !existsSync(last)) await import('./build.ts');
if (['ci', 'install'].includes(command)) {
  keepRecord();
  checkNode();
}

/**
 * Each `npx` reads what is installed. From npm's own record that takes a fifth of the time, but npm goes by it only while no package is
 * newer and none is there that it did not install itself. The package that pins Node installed its program from two that are in its
 * way now, and the build has just written archives into a package of this repository, which changes nothing of what the record says.
 */
function keepRecord(): void {
  const record = join(root, 'node_modules/.package-lock.json');
  const used = join(root, 'node_modules/node/node_modules');
  if (!existsSync(record)) return;
  for (const name of existsSync(used) ? readdirSync(used) : [])
    rmSync(join(used, name), { recursive: true, force: true });
  const now = new Date();
  utimesSync(record, now, now);
}

/**
 * Has the Node that runs npm start the program, which prints one line and ends if that Node is too old. The checkout uses the pinned
 * Node; .npmrc silences npm, which would list each package.
 */
function checkNode(): void {
  const given = process.env.npm_node_execpath ?? process.execPath;
  spawnSync(given, [join(root, 'bin/platen.js'), '--version'], { stdio: ['ignore', 'ignore', 'inherit'] });
}
