import { execFile } from 'node:child_process';
import { basename, dirname } from 'node:path';
import type { Texts } from './sources.ts';

/** Milliseconds that git may take. */
const patience = 2000;

/**
 * Whether git tracks a file. False if git is missing, refuses the repository or takes too long: the answer only decides
 * about a warning.
 *
 * The configuration of a hostile repository names programs, so git gets no chance to start one: no file system monitor
 * (`core.fsmonitor`), no transport, which a partial clone would fetch missing objects with (`remote.<name>.uploadpack`), no
 * hook, no pager, no variable that points elsewhere. It starts outside of the repository, because Windows looks for `git.exe`
 * in the current folder first.
 */
export async function isTrackedByGit(path: string, env: Texts): Promise<boolean> {
  const settings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null'].flatMap((setting) => ['-c', setting]);
  const question = ['ls-files', '--error-unmatch', '--', basename(path)];
  const clean = Object.fromEntries(Object.entries(env).filter(([name]) => !/^GIT_/i.test(name)));
  return new Promise((resolve) => {
    execFile(
      'git',
      ['--no-pager', '--no-optional-locks', ...settings, '-C', dirname(path), ...question],
      {
        cwd: dirname(process.execPath),
        env: { ...clean, GIT_ALLOW_PROTOCOL: 'none', GIT_LITERAL_PATHSPECS: '1' },
        timeout: patience,
        killSignal: 'SIGKILL',
        windowsHide: true,
      },
      (error) => resolve(error === null),
    );
  });
}
