import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const checkout = resolve(import.meta.dirname, '../..');
/** What the program is not built from. */
const left = new Set(['.git', '.github', 'bench', 'dist', 'node_modules', 'test']);
const keptMs = 60 * 60 * 1000;
/** Milliseconds that a build may take. */
const buildMs = 110_000;

/**
 * The folder of the program, built from the sources as they are now: a copy outside the checkout, so that nobody who builds
 * there at the same time can pull a file from under a running test. Made once per checkout, whose packages it uses, and
 * state of the sources, whoever asks at the same time; it appears whole.
 */
export async function buildProgram(): Promise<string> {
  const parent = join(tmpdir(), `platen-programs-${userInfo().uid}`);
  mkdirSync(parent, { recursive: true, mode: 0o755 });
  const program = join(parent, digestSources());
  const claim = `${program}-claim`;
  while (!existsSync(program)) {
    if (!takeClaim(claim)) {
      await sleep(100);
      continue;
    }
    try {
      removeOld(parent);
      await build(parent, program);
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

async function build(parent: string, program: string): Promise<void> {
  const work = mkdtempSync(join(parent, 'work-'));
  for (const name of listSources()) cpSync(join(checkout, name), join(work, name), { recursive: true });
  symlinkSync(join(checkout, 'node_modules'), join(work, 'node_modules'), 'junction');
  await promisify(execFile)(process.execPath, [join(work, 'scripts', 'build', 'build.ts')], { timeout: buildMs });
  await rename(work, program).catch((error: NodeJS.ErrnoException) => {
    rmSync(work, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

function listSources(): string[] {
  return readdirSync(checkout).filter((name) => !left.has(name));
}

function digestSources(): string {
  const digest = createHash('sha256').update(checkout);
  for (const name of listSources()) addToDigest(digest, name);
  return digest.digest('hex').slice(0, 16);
}

function addToDigest(digest: ReturnType<typeof createHash>, name: string): void {
  const path = join(checkout, name);
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts) return;
  if (facts.isDirectory()) {
    for (const entry of readdirSync(path).sort()) addToDigest(digest, join(name, entry));
  } else digest.update(`${name}\0${facts.size}\0`).update(readFileSync(path));
}

/** What earlier states of the sources left. */
function removeOld(parent: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    const facts = statSync(path, { throwIfNoEntry: false });
    if (facts && Date.now() - facts.mtimeMs > keptMs) rmSync(path, { recursive: true, force: true });
  }
}
