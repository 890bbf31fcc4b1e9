import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser, preparePrivateFolders } from '../../../src/engine/index.ts';
import type { Control, Row } from '../row.ts';
import { type Ended, makeWorkspace, type Start, startPlaten } from '../run-platen.ts';

const about: Control = { none: 'it is about the start of the browser' };

/** Renders a page in its own surroundings. */
function renderIn(start: Start, folder: string, ...words: string[]): Promise<Ended> {
  writeFileSync(join(folder, 'page.html'), '<p>words');
  return startPlaten(start, folder, 'render', 'pdf', 'page.html', '-o', 'out.pdf', '--no-input', ...words);
}

/** A folder that the user of the browser can reach, or root's browser is kept elsewhere. */
function makeOpenScene(): string {
  const folder = makeWorkspace();
  chmodSync(folder, 0o755);
  return folder;
}

function start(id: string, input: string, run: (folder: string) => Promise<string[]>): Row {
  return { id, input, control: about, run: () => run(makeOpenScene()) };
}

/** What is wrong with the end of a render that should have made its PDF, or should not. */
function judge(folder: string, ended: Ended, code: number, says = /./): string[] {
  const isMade = existsSync(join(folder, 'out.pdf'));
  if (ended.code === code && isMade === (code === 0) && says.test(ended.output)) return [];
  return [`exit ${ended.code}, ${isMade ? 'a' : 'no'} PDF: ${ended.output.slice(0, 500)}`];
}

/**
 * Does something where nobody may make a user namespace: in one, with all users of this machine, in which no further ones
 * may be made (namespaces(7), /proc/sys/user).
 */
async function withoutNamespaces<T>(run: (through: readonly string[]) => Promise<T>): Promise<T> {
  const holder = spawn('unshare', ['--user', 'sh', '-c', 'echo; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  for (const map of ['uid_map', 'gid_map']) writeFileSync(`/proc/${holder.pid}/${map}`, '0 0 70000\n');
  const enter = ['nsenter', '--preserve-credentials', '--user', '--target', String(holder.pid)];
  const forbid = ['sh', '-c', 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"', 'sh'];
  return run([...enter, ...forbid]).finally(() => holder.kill());
}

/** Starts a program under a seccomp filter that allows everything (seccomp(2)), as a container's would be inherited. */
const filtered = [
  'perl',
  '-e',
  `my %number = (x64 => 157, arm64 => 167);
   my $prctl = $number{shift @ARGV};
   my $filter = pack('SCCL', 6, 0, 0, 0x7fff0000);
   my $program = pack('Sx6P', 1, $filter);
   syscall($prctl, 38, 1, 0, 0, 0) == 0 && syscall($prctl, 22, 2, $program) == 0 or die "no filter: $!";
   exec @ARGV`,
  process.arch,
];

/** A program that tells that it was executed. */
function plant(path: string, executed: string): void {
  writeFileSync(path, `#!/bin/sh\necho "$0" >> ${executed}\nexit 1\n`);
  chmodSync(path, 0o755);
}

/** Where programs that unpack a browser have put it, by their name alone. */
const predictable = [
  'chromium',
  'chrome',
  'chromium-browser',
  'headless_shell',
  'chrome-headless-shell',
  'chrome_sandbox',
];
const stranger = 54_321;

/** How browsers are started, and where their files come from. */
export const startUpRows: readonly Row[] = [
  start('B01', 'no user namespaces, and the sandbox required', (folder) =>
    withoutNamespaces(async (through) => {
      const ended = await renderIn({ through, env: { PLATEN_SANDBOX: 'required' } }, folder);
      return judge(folder, ended, 3, /user namespaces/);
    }),
  ),
  start('B02', 'no user namespaces, and the sandbox preferred', (folder) =>
    withoutNamespaces(async (through) => {
      const ended = await renderIn({ through, env: { PLATEN_SANDBOX: 'preferred' } }, folder);
      const warnings = ended.output.match(/^warning:/gm)?.length;
      return [...judge(folder, ended, 0, /without its sandbox/), ...(warnings === 1 ? [] : [`${warnings} warnings`])];
    }),
  ),
  start('B03', 'a browser without its sandbox, under a filter that was inherited', async (folder) => {
    const { executable, libraries = '' } = await findBrowser(preparePrivateFolders('/mnt/cache/platen'));
    const lying = '/mnt/browser-without-sandbox';
    const script = `#!/bin/sh\nexport LD_LIBRARY_PATH=${libraries}\nexec ${executable} --no-sandbox "$@"\n`;
    writeFileSync(lying, script, { mode: 0o755 });
    const env = { PLATEN_SANDBOX: 'required', PLATEN_CHROMIUM: lying };
    return judge(folder, await renderIn({ through: filtered, env }, folder), 3, /sandbox_unavailable/);
  }),
  start('B05', 'programs at predictable paths in temporary folders', async (folder) => {
    const executed = join(folder, 'executed');
    const places = ['tmp', 'bin'].map((name) => join(folder, name));
    for (const place of places) {
      mkdirSync(place, { mode: 0o777 });
      for (const name of predictable) plant(join(place, name), executed);
    }
    const env = { TMPDIR: join(folder, 'tmp'), XDG_RUNTIME_DIR: join(folder, 'tmp') };
    // The machine's own folder of temporary files as well, seen by this command alone.
    const through = ['unshare', '--mount', 'sh', '-c', `mount --bind ${join(folder, 'bin')} /tmp && exec "$@"`, 'sh'];
    const ended = await renderIn({ env, through }, folder);
    return [...judge(folder, ended, 0), ...(existsSync(executed) ? ['a planted program was executed'] : [])];
  }),
  ...[
    ['of another owner', (cache: string) => chownSync(cache, stranger, stranger)],
    ['that others may write to', (cache: string) => chmodSync(cache, 0o777)],
  ].map(([input, open]) =>
    start('B05', `a cache folder ${input}, with programs in it`, async (folder) => {
      const executed = join(folder, 'executed');
      const cache = join(folder, 'cache');
      const browsers = join(cache, 'platen', 'chromium');
      mkdirSync(browsers, { recursive: true });
      for (const name of predictable) plant(join(browsers, name), executed);
      (open as (cache: string) => void)(cache);
      const ended = await renderIn({ env: { XDG_CACHE_HOME: cache } }, folder);
      return [...judge(folder, ended, 3), ...(existsSync(executed) ? ['a planted program was executed'] : [])];
    }),
  ),
  start('B06', 'a cache folder that is a link', async (folder) => {
    mkdirSync(join(folder, 'real'), { mode: 0o700 });
    symlinkSync('real', join(folder, 'cache'));
    return judge(folder, await renderIn({ env: { XDG_CACHE_HOME: join(folder, 'cache') } }, folder), 3);
  }),
  start('B06', 'a cache folder behind a link', async (folder) => {
    mkdirSync(join(folder, 'real', 'cache'), { recursive: true });
    symlinkSync('real', join(folder, 'parent'));
    return judge(folder, await renderIn({ env: { XDG_CACHE_HOME: join(folder, 'parent', 'cache') } }, folder), 3);
  }),
  start('B06', 'a cache folder whose parent others may write to', async (folder) => {
    mkdirSync(join(folder, 'parent', 'cache'), { recursive: true });
    chmodSync(join(folder, 'parent'), 0o777);
    return judge(folder, await renderIn({ env: { XDG_CACHE_HOME: join(folder, 'parent', 'cache') } }, folder), 3);
  }),
];
