import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { startFromBundle } from './test/helpers/bundled-children.ts';
import { memoryFolder } from './test/helpers/memory-folder.ts';
import { sendPresentPages } from './test/helpers/present-pages.ts';

/**
 * Tests that start a process, such as the program itself, a browser, a database, git, or a child of the engine; and those that open a
 * service, its store or a network in their own process. All others are unit tests: they need neither, and are over soon.
 */
const systemTests = [
  'test/{docs,webhook-samples}.test.ts',
  'test/contract/published-types.test.ts',
  'test/{client,e2e,jobs,server,store}/**/*.test.ts',
  'test/cli/{commands,completion,render/batch,service}/**/*.test.ts',
  'test/cli/{error-catalogue,run,program/program,render/render-each,templates/preview/preview-server}.test.ts',
  'test/cli/output/{connection-advice,safe-json,spinner}.test.ts',
  'test/cli/documents/collect-parts.test.ts',
  'test/cli/files/save-file.test.ts',
  'test/cli/settings/{git-tracking,hostile-project,linked-files,read-sources,user-file-writing}.test.ts',
  'test/engine/engine.test.ts',
  'test/engine/fonts/bundled-*.test.ts',
  'test/engine/{acceptance,browser,children,egress,markdown,merging,network,page,render,template}/**/*.test.ts',
  'test/injected/{hyphenation/hyphenate,footnotes/place,paged/paged,rules/rules}.test.ts',
  'test/injected/{checks,prepare,settle}/*.test.ts',
  'test/injected/stamps.test.ts',
  'test/web/{built-files,dashboard/{axe,background,flows,local,roles,zip}}.test.ts',
];

/**
 * Those of them that look at, or change, what a whole process has: its children, memory, variables, folder, or modules of others.
 * They have processes of their own.
 */
const aloneTests = [
  'test/cli/settings/hostile-project.test.ts',
  'test/engine/{browser/start-browser,network/own-network,page/watch-resources}.test.ts',
  'test/server/{shutdown,tracing}.test.ts',
];

/**
 * What happens when something breaks: processes that are killed, servers that stand still, disks that are full, and inputs that are
 * made to break a render. They take a fifth of the time of all tests, so they have a command of their own, `npm run test:faults`.
 * Each file has a process of its own, because many look at what a whole process has.
 */
const faultTests = [
  'test/faults/**/*.test.ts',
  'test/e2e/{killed,rolling}.test.ts',
  'test/cli/render/batch/killed.test.ts',
  'test/engine/{acceptance/ugly-inputs,corpus/corpus,page/page-reuse,template/hostile-templates}.test.ts',
];

/** Tests that a system cannot run, by the reason. Tests that skip themselves there are not among them. */
const foreignTests = {
  notLinux: {
    'they look at processes in /proc': [
      'test/e2e/{killed,serve,terminal}.test.ts',
      'test/faults/{killed-*,postgres-faults,replicas}.test.ts',
    ],
  },
  windows: {
    'they run shells': ['test/e2e/{pipeline,pipes,readme,surroundings}.test.ts'],
    'they install the package with the npm that a shell of POSIX finds': ['test/e2e/{library,package}.test.ts'],
    'they need a terminal of POSIX': ['test/cli/completion/scripts.test.ts'],
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

/** Whoever polls waits for an event, however busy the machine is; a second is not enough for a program to start. */
const patient = { poll: { timeout: 20_000 } };

/** What the projects of these tests have in common. */
const ofSystem = {
  globalSetup: ['injected-programs', 'bundled-children', 'present-pages', 'offer-postgres'].map(
    (name) => `test/helpers/${name}.ts`,
  ),
  setupFiles: ['test/helpers/end-of-file.ts'],
  pool: 'forks',
  expect: patient,
  testTimeout: 30_000,
  // Whoever needs the built program first waits for the build.
  hookTimeout: 120_000,
} as const;

export default defineConfig({
  test: {
    // One more than the two processors of a small machine: many tests wait for a deadline, a disk or a process. Each worker reads the
    // sources again.
    maxWorkers: availableParallelism() > 2 ? 4 : 3,
    projects: [
      {
        test: {
          name: 'unit',
          expect: patient,
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...systemTests, ...faultTests, ...left],
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
      {
        plugins: [startFromBundle, sendPresentPages],
        test: {
          ...ofSystem,
          name: 'alone',
          include: aloneTests,
          exclude: [...configDefaults.exclude, ...left],
          isolate: false,
        },
      },
      {
        plugins: [startFromBundle, sendPresentPages],
        test: {
          ...ofSystem,
          name: 'system',
          include: systemTests,
          exclude: [...configDefaults.exclude, ...aloneTests, ...faultTests, ...left],
          isolate: false,
          execArgv: roomForObjects,
        },
      },
      {
        plugins: [startFromBundle, sendPresentPages],
        test: {
          ...ofSystem,
          name: 'faults',
          include: faultTests,
          exclude: [...configDefaults.exclude, ...left],
        },
      },
    ],
  },
});
