import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root as checkout, digestSources, isBuilt, listSources } from '../../scripts/build/digest-sources.ts';

const keptMs = 60 * 60 * 1000;
/** Milliseconds that a build may take. */
const buildMs = 240_000;

/**
 * The folder of the program, built from the sources as they are now: a copy outside the checkout, so that nobody who builds
 * there at the same time can pull a file from under a running test. Made once per checkout, whose packages it uses, and
 * state of the sources, whoever asks at the same time; it appears whole.
 */
export async function buildProgram(): Promise<string> {
  const parent = join(tmpdir(), `platen-programs-${userInfo().uid}`);
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  const sources = digestSources();
  const program = join(parent, createHash('sha256').update(checkout).update(sources).digest('hex').slice(0, 16));
  const claim = `${program}-claim`;
  while (!existsSync(program)) {
    if (!takeClaim(claim)) {
      await sleep(100);
      continue;
    }
    try {
      removeOld(parent);
      await build(parent, program, sources);
    } finally {
      rmSync(claim, { recursive: true, force: true });
    }
  }
  return program;
}

/** Whether nobody else builds it. The claim of one that was killed runs out. */
function takeClaim(claim: string): boolean {
  try {
    mkdirSync(claim);
    return true;
  } catch {
    const since = statSync(claim, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > buildMs) rmSync(claim, { recursive: true, force: true });
    return false;
  }
}

/** Builds, or takes what a build of the checkout, by `npm ci` for one, has made of the same sources. */
async function build(parent: string, program: string, sources: string): Promise<void> {
  const work = mkdtempSync(join(parent, 'work-'));
  for (const name of listSources()) cpSync(join(checkout, name), join(work, name), { recursive: true });
  symlinkSync(join(checkout, 'node_modules'), join(work, 'node_modules'), 'junction');
  if (isBuilt(sources)) cpSync(join(checkout, 'dist'), join(work, 'dist'), { recursive: true });
  else await promisify(execFile)(process.execPath, [join(work, 'scripts', 'build', 'build.ts')], { timeout: buildMs });
  await rename(work, program).catch((error: NodeJS.ErrnoException) => {
    rmSync(work, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

/** What earlier states of the sources left. */
function removeOld(parent: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    const facts = statSync(path, { throwIfNoEntry: false });
    if (facts && Date.now() - facts.mtimeMs > keptMs) rmSync(path, { recursive: true, force: true });
  }
}
