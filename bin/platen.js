#!/usr/bin/env node
// Checks the version of Node, turns the compile cache on, and runs the command line. The only file that ends the process.
const [major, minor] = process.versions.node.split('.').map(Number);
if (process.versions.bun) {
  // It calls itself a Node, and lacks what the sandboxes of child processes need.
  process.stderr.write(
    `platen needs Node; this is Bun ${process.versions.bun}. Use bunx platen without --bun, and put Node 22.19 or 24 and newer in the PATH.\n`,
  );
  process.exitCode = 3;
} else if (major < 22 || (major === 22 && minor < 19) || major === 23) {
  process.stderr.write(
    `platen needs Node 22.19 or 24 and newer; this is Node ${process.versions.node}. Install one from nodejs.org, or use npx platen in a checkout, which includes Node.\n`,
  );
  process.exitCode = 3;
} else {
  // Until something else is known, the command has failed: a promise that never settles must not look like success.
  process.exitCode = 1;
  // Nothing is left to do by then, and taking the heap apart piece by piece takes longer than many a command.
  process.once('beforeExit', () => process.exit());
  // Not imported, because that would read every name of theirs, and load the streams of node:fs.
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const { version, dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const argv = process.argv.slice(2);
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    // It runs nowhere else.
    const isThere = process.platform === 'linux' && process.arch === 'x64';
    const chromium = isThere ? `Chromium ${dependencies['@sparticuz/chromium']}, ` : '';
    // A reader that is gone misses nothing; a full disk does.
    process.stdout.on('error', ({ code }) => {
      if (code === 'EPIPE') return;
      process.stderr.write(`error: cannot write to stdout (${code})\n  code: io_failed\n`);
      process.exitCode = 15;
    });
    process.stdout.write(`${version} (${chromium}Node ${process.versions.node})\n`);
    process.exitCode = 0;
  } else {
    // Node warns on stderr where both are set, and that line would stand before a JSON error.
    if (process.env.NO_COLOR) delete process.env.FORCE_COLOR;
    keepCompiledCode(argv);
    const { run, systemIo } = await import('../dist/start.js');
    const io = systemIo((code) => process.exit(code));
    process.exitCode = await run(argv, io, version);
  }
}

/**
 * Lets the next start reuse compiled code, from a folder that nobody else can write to. Only where that folder is already there
 * if it is for help: who asks for it gets nothing written. Starts without it where that fails.
 */
function keepCompiledCode(argv) {
  const help = argv.some((word) => word === '--help' || word === '-h' || word === 'help');
  const { existsSync, lstatSync, mkdirSync, realpathSync } = process.getBuiltinModule('node:fs');
  const { dirname, isAbsolute } = process.getBuiltinModule('node:path');
  const us = process.getuid?.();
  const group = process.getgid?.();
  // Code in the folder runs, so the same rule as for the folder of the browser: nobody else may change it or put another in its place.
  const isPrivate = (path) => {
    for (let piece = path; ; piece = dirname(piece)) {
      const { uid, gid, mode } = lstatSync(piece);
      const isSticky = piece !== path && uid === 0 && (mode & 0o1000) !== 0;
      const isLink = (mode & 0o170000) === 0o120000;
      const isOwnGroup = gid === 0 || (gid === group && group === us);
      if (uid !== 0 && uid !== us) return false;
      if (!isSticky && !isLink && ((mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isOwnGroup))) return false;
      if (piece === dirname(piece)) return true;
    }
  };
  try {
    const { XDG_CACHE_HOME: given = '' } = process.env;
    // Put together by hand: the functions for it would be compiled for these few words.
    const caches = isAbsolute(given) ? given : `${findHome()}/.cache`;
    const folder = `${caches}/platen`;
    // Root's browser runs as another user, who must be able to pass.
    const mode = process.getuid?.() === 0 ? 0o755 : 0o700;
    // One by one, because Node's own recursion never ends below /proc.
    const compiled = `${folder}/compile`;
    if (!help) {
      for (const made of [caches, folder]) if (!existsSync(made)) mkdirSync(made, { mode });
      // Node would make it with what the umask leaves, and everything below it.
      if (!existsSync(compiled)) mkdirSync(compiled, { mode: 0o700 });
    }
    if (!existsSync(compiled)) return;
    if (us === undefined || (isPrivate(compiled) && isPrivate(realpathSync(compiled))))
      process.getBuiltinModule('node:module').enableCompileCache?.(compiled);
  } catch {
    // No home, or none that can be written to.
  }
}

/** As os.homedir() does, which is loaded only where it is needed. Throws where it is relative: the current folder may be anybody's. */
function findHome() {
  const home = (process.platform !== 'win32' && process.env.HOME) || process.getBuiltinModule('node:os').homedir();
  if (!process.getBuiltinModule('node:path').isAbsolute(home)) throw new Error('no home');
  return home;
}
