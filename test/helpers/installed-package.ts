import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
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

/** Packs what npm would publish and lays it out as npm would install it, with those packages beside it that it asks for. */
export async function installPackage({ program, folder: home, env }: Workspace): Promise<InstalledPackage> {
  const folder = join(home, 'project');
  const own = join(folder, 'node_modules', 'platen');
  mkdirSync(own, { recursive: true });
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', home];
  const { stdout } = await run('npm', words, { cwd: program, env: { ...process.env, ...env }, maxBuffer: 1e7 });
  const [pack] = Object.values<{ filename: string; files: InstalledPackage['packed'] }>(JSON.parse(stdout));
  await run('tar', ['-xzf', join(home, pack?.filename ?? ''), '--strip-components=1', '-C', own]);
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
  return { folder, packed: pack?.files ?? [] };
}
