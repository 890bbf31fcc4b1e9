import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { startFromBundle } from './test/helpers/bundled-children.ts';
import { memoryFolder } from './test/helpers/memory-folder.ts';
import { sendPresentPages } from './test/helpers/present-pages.ts';

/**
 * How a test runs is part of its file's name. `name.test.ts` is a unit test: it starts no process, opens no network, and is fast.
 */
const kinds = {
  /** Starts a process (the program, a browser, a database, git), or opens a service, its store or a network in its own process. */
  system: 'test/**/*.system.test.ts',
  /** A test that takes more than two seconds at rest: what many cases, deadlines or whole programs need. */
  slow: 'test/**/*.slow.test.ts',
  /** A system test that checks or changes what a whole process has: its children, memory, timers, folder or modules. Each has a process. */
  alone: 'test/**/*.alone.test.ts',
  /** Installs the package, unpacks the browser, or renders as another user or system would: what a new machine does. */
  fresh: 'test/**/*.fresh.test.ts',
  /** Drives the dashboard in a browser. */
  browser: 'test/**/*.browser.test.ts',
  /** Runs the commands of the documentation. */
  docs: 'test/**/*.docs.test.ts',
  /** Breaks something: kills processes, stalls servers, fills disks, sends hostile inputs. Each file has its own process. */
  faults: 'test/**/*.faults.test.ts',
};

/** Tests that a system cannot run, by the reason. Tests that skip themselves there are not among them. */
const foreignTests = {
  notLinux: {
    'they look at processes in /proc': [
      'test/e2e/killed.faults.test.ts',
      'test/e2e/{serve.system,terminal.slow}.test.ts',
      'test/faults/{killed-*,postgres-faults,replicas}.faults.test.ts',
    ],
  },
  windows: {
    'they run shells': ['test/e2e/{pipeline,pipes,surroundings}.slow.test.ts', 'test/e2e/pages.docs.test.ts'],
    'they install the package with the npm that a shell of POSIX finds': ['test/e2e/{library,package}.fresh.test.ts'],
    'they need a terminal of POSIX': ['test/cli/completion/scripts.system.test.ts'],
  },
};

/** The files that this system leaves out. Says which, and why. */
function leaveOut(system: NodeJS.Platform): string[] {
  const reasons: Record<string, string[]> = {
    ...(system !== 'linux' && foreignTests.notLinux),
    ...(system === 'win32' && foreignTests.windows),
  };
  for (const [reason, files] of Object.entries(reasons))
    console.info(`left out, because ${reason}: ${files.join(' ')}`);
  return Object.values(reasons).flat();
}

const left = leaveOut(process.platform);

/**
 * For processes that run many files, in megabytes: twice the room of V8 for young objects, of which then fewer are copied, and room
 * for old ones before V8 first looks through all of them.
 */
const roomForObjects = ['--max-semi-space-size=32', '--initial-old-space-size=600'];

/** For tests that poll: a second is not enough for a program to start on a busy machine. */
const patient = { poll: { timeout: 20_000 } };

/** What the projects of these tests have in common. */
const ofSystem = {
  globalSetup: ['open-checkout', 'injected-programs', 'bundled-children', 'present-pages', 'offer-postgres'].map(
    (name) => `test/helpers/${name}.ts`,
  ),
  setupFiles: ['test/helpers/end-of-file.ts'],
  pool: 'forks',
  expect: patient,
  testTimeout: 30_000,
  // Whoever needs the built program first waits for the build.
  hookTimeout: 300_000,
} as const;

/** The project of the tests of a kind that need processes. */
function systemProject(
  name: keyof typeof kinds,
  options: { isolate?: boolean; execArgv?: string[]; testTimeout?: number },
) {
  return {
    plugins: [startFromBundle, sendPresentPages],
    test: { ...ofSystem, name, include: [kinds[name]], exclude: [...configDefaults.exclude, ...left], ...options },
  };
}

export default defineConfig({
  test: {
    // One more than the two processors of a small machine: many tests wait for a deadline, a disk or a process. With four, tests of what
    // a page waits for meet a machine that is too busy.
    maxWorkers: availableParallelism() > 2 ? 4 : 3,
    projects: [
      {
        test: {
          name: 'unit',
          expect: patient,
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...Object.values(kinds), ...left],
          setupFiles: ['test/helpers/no-surroundings.ts', 'test/helpers/end-of-file.ts'],
          pool: 'forks',
          // One process reads the sources once for all files.
          isolate: false,
          execArgv: roomForObjects,
          ...(memoryFolder !== undefined && { env: { TMPDIR: memoryFolder } }),
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      systemProject('alone', {}),
      systemProject('system', { isolate: false, execArgv: roomForObjects }),
      systemProject('slow', { isolate: false, execArgv: roomForObjects }),
      // Unpacking the browser takes a busy machine half a minute.
      systemProject('fresh', { isolate: false, testTimeout: 120_000 }),
      systemProject('browser', { isolate: false }),
      systemProject('docs', { isolate: false }),
      systemProject('faults', {}),
    ],
  },
});
