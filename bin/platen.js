#!/usr/bin/env node
// Checks the version of Node, turns the compile cache on, and runs the command line. The only file that ends the process.
import module from 'node:module';

// By require, because an import of node:fs would load all its streams.
const require = module.createRequire(import.meta.url);
const { existsSync, mkdirSync, readFileSync } = require('node:fs');

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19) || major === 23) {
  process.stderr.write(
    `platen needs Node 22.19 or newer (22.x, 24 and up), this is ${process.versions.node}: install one from nodejs.org, or run it as npx platen inside its repository\n`,
  );
  process.exitCode = 3;
} else {
  // Until something else is known, the command has failed: a promise that never settles must not look like success.
  process.exitCode = 1;
  const { version, dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const argv = process.argv.slice(2);
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    const chromium = dependencies['@sparticuz/chromium'];
    process.stdout.write(`${version} (Chromium ${chromium}, Node ${process.versions.node})\n`);
    process.exitCode = 0;
  } else {
    // Node warns on stderr where both are set, and that line would stand before a JSON error.
    if (process.env.NO_COLOR) delete process.env.FORCE_COLOR;
    keepCompiledCode(!argv.some((word) => word === '--help' || word === '-h' || word === 'help'));
    const { run, systemIo } = await import('../dist/start.js');
    const io = systemIo((code) => process.exit(code));
    process.exitCode = await run(argv, io, version);
  }
}

/**
 * Lets the next start reuse compiled code, from a folder that nobody else can write to. Without `make` only where that folder is
 * already there: who asks for help gets nothing written. Starts without it where that fails.
 */
function keepCompiledCode(make) {
  const { isAbsolute, join } = require('node:path');
  try {
    const { XDG_CACHE_HOME: given = '' } = process.env;
    const folder = join(isAbsolute(given) ? given : join(require('node:os').homedir(), '.cache'), 'platen');
    // Root's browser runs as another user, who must be able to pass.
    if (make) mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o755 : 0o700 });
    const compiled = join(folder, 'compile');
    if (make || existsSync(compiled)) module.enableCompileCache?.(compiled);
  } catch {
    // No home, or none that can be written to.
  }
}
