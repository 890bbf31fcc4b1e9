import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { beforeEach } from 'vitest';
import type { Io } from '../../../../src/cli/output/io.ts';
import { run } from '../../../../src/cli/run.ts';
import { makeProject, type TemporaryProject } from '../../settings/temporary-project.ts';

interface Changes {
  env?: Record<string, string>;
  stdin?: string;
  cwd?: string;
  /** Whether stdin and stdout are terminals. */
  terminal?: boolean;
}

/** For each test: a project in a new folder, the configuration file of its user, and commands in it. */
export function useProject() {
  let project: TemporaryProject;
  beforeEach(() => {
    project = makeProject();
  });
  return {
    get project(): TemporaryProject {
      return project;
    },
    get userFile(): string {
      return join(project.home, '.config/platen/config.yaml');
    },
    platen: (words: string[], changes?: Changes) => runInProject(project, words, changes),
  };
}

/** Runs one command line in a project as the user would, and collects what it says. */
async function runInProject(project: TemporaryProject, words: string[], changes: Changes = {}) {
  const printed = { out: '', err: '' };
  const collect = (name: 'out' | 'err') =>
    new Writable({
      write(chunk, _encoding, done) {
        printed[name] += chunk;
        done();
      },
    });
  const io: Io = {
    stdin: Object.assign(Readable.from(changes.stdin === undefined ? [] : [Buffer.from(changes.stdin)]), {
      isTTY: changes.terminal ?? false,
    }),
    stdout: Object.assign(collect('out'), { isTTY: changes.terminal ?? false }),
    stderr: collect('err'),
    env: changes.env ?? {},
    cwd: changes.cwd ?? project.root,
    platform: 'linux',
    homeFolder: project.home,
    onSignal: () => () => {},
    uncaught: new EventEmitter(),
    end: () => {},
  };
  const code = await run(words, io, '1.2.3');
  return { code, ...printed };
}
