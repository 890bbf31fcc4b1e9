import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Workspace } from './workspace.ts';

const run = promisify(execFile);
const checkout = resolve(import.meta.dirname, '../..');

/** The package in a folder of a project that uses it. */
export interface InstalledPackage {
  /** The project. */
  folder: string;
  /** What npm would publish. */
  packed: { path: string; mode: number; size: number }[];
}

/** What npm would publish of a program, packed once for all tests that install it. */
async function packProgram(
  program: string,
  env: NodeJS.ProcessEnv,
): Promise<{ file: string; packed: InstalledPackage['packed'] }> {
  const kept = `${program}-packed`;
  if (!existsSync(kept)) {
    const work = mkdtempSync(`${kept}-`);
    const copy = copyWithoutMaps(program, join(work, 'program'));
    const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', work];
    const { stdout } = await run('npm', words, { cwd: copy, env: { ...process.env, ...env }, maxBuffer: 1e7 });
    rmSync(copy, { recursive: true });
    writeFileSync(join(work, 'pack.json'), stdout);
    // Another test may have been faster.
    await rename(work, kept).catch(() => rmSync(work, { recursive: true, force: true }));
  }
  const listed: unknown = JSON.parse(readFileSync(join(kept, 'pack.json'), 'utf8'));
  const [pack] = Object.values(listed as Record<string, { filename: string; files: InstalledPackage['packed'] }>);
  return { file: join(kept, pack?.filename ?? ''), packed: pack?.files ?? [] };
}

/** Copies a program with source maps that are empty: no test reads them, and they are half of what npm compresses. */
function copyWithoutMaps(program: string, copy: string): string {
  cpSync(program, copy, { recursive: true, verbatimSymlinks: true });
  for (const name of readdirSync(join(copy, 'dist'), { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.map')) truncateSync(join(copy, 'dist', name));
  return copy;
}

/** Packs what npm would publish and lays it out as npm would install it, with those packages beside it that it asks for. */
export async function installPackage({ program, folder: home, env }: Workspace): Promise<InstalledPackage> {
  const folder = join(home, 'project');
  const own = join(folder, 'node_modules', 'platen');
  mkdirSync(own, { recursive: true });
  const { file, packed } = await packProgram(program, env);
  await run('tar', ['-xzf', file, '--strip-components=1', '-C', own]);
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
