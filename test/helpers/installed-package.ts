import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Workspace } from './workspace.ts';

const run = promisify(execFile);
const checkout = resolve(import.meta.dirname, '../..');

/** The package in a folder of a project that uses it. */
export interface InstalledPackage {
  /** The project. */
  folder: string;
  /** What npm would publish. */
  packed: { path: string; mode: number }[];
}

/** Says what npm would publish of a program. npm is asked once for all tests that install it. */
async function listPublished(program: string, env: NodeJS.ProcessEnv): Promise<InstalledPackage['packed']> {
  const kept = `${program}-published.json`;
  if (!existsSync(kept)) {
    const work = mkdtempSync(`${program}-published-`);
    const copy = copyHollow(program, join(work, 'program'));
    const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const { stdout } = await run('npm', words, { cwd: copy, env: { ...process.env, ...env }, maxBuffer: 1e7 });
    writeFileSync(join(work, 'pack.json'), stdout);
    // It appears whole.
    await rename(join(work, 'pack.json'), kept);
    rmSync(work, { recursive: true });
  }
  const listed: unknown = JSON.parse(readFileSync(kept, 'utf8'));
  const [pack] = Object.values(listed as Record<string, { files: InstalledPackage['packed'] }>);
  return pack?.files ?? [];
}

/** Copies a program with built files that are empty: npm is asked which it takes, and would compress them for that. */
function copyHollow(program: string, copy: string): string {
  const built = join(program, 'dist');
  cpSync(program, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => path !== built });
  for (const entry of readdirSync(built, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const folder = join(copy, relative(program, entry.parentPath));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, entry.name), '');
  }
  return copy;
}

/** Lays out what npm would publish as npm would install it, with those packages beside it that it asks for. */
export async function installPackage({ program, folder: home, env }: Workspace): Promise<InstalledPackage> {
  const folder = join(home, 'project');
  const own = join(folder, 'node_modules', 'platen');
  const packed = await listPublished(program, env);
  // Links, because copies of 20 MB take longer than most tests.
  for (const { path } of packed) {
    const place = join(own, path);
    mkdirSync(dirname(place), { recursive: true });
    linkSync(join(program, path), place);
  }
  const { dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(checkout, 'node_modules', name), place);
  }
  // What programs in TypeScript have for Node.
  symlinkSync(join(checkout, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
  mkdirSync(join(folder, 'node_modules', '.bin'));
  symlinkSync('../platen/bin/platen.js', join(folder, 'node_modules', '.bin', 'platen'));
  return { folder, packed };
}
