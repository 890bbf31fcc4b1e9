import { cp, lstat, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileNames } from '../../documents/read-template-folder.ts';
import { provideFolder } from '../../files/provide-folder.ts';
import { findShipped } from '../../files/shipped-file.ts';
import { CommandError } from '../../output/command-error.ts';

/** The folder with the templates to start from: the examples. */
export function findStarters(): string {
  return findShipped('starters', () => fileURLToPath(new URL('../../../../examples/templates/', import.meta.url)));
}

/**
 * Copies every starter; a folder that exists stays unchanged. Each folder appears whole or not at all. Throws `io_failed`.
 */
export async function copyStarters(
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<{ slug: string; action: 'create' | 'kept' }[]> {
  const entries = await readdir(from, { withFileTypes: true });
  const slugs = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const copied: { slug: string; action: 'create' | 'kept' }[] = [];
  for (const slug of slugs.sort()) {
    signal.throwIfAborted();
    if (!(await isStarter(join(from, slug)))) continue;
    copied.push({ slug, action: await copyStarter(join(from, slug), to, slug) });
  }
  return copied;
}

async function copyStarter(from: string, to: string, slug: string): Promise<'create' | 'kept'> {
  const target = join(to, slug);
  const temporary = join(to, `.${slug}.${process.pid}.tmp`);
  if (await lstat(target).catch(() => undefined)) return 'kept';
  provideFolder(to);
  try {
    await cp(from, temporary, { recursive: true, force: false, errorOnExist: true });
    await rename(temporary, target);
    return 'create';
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new CommandError('io_failed', `cannot make ${target}`, { why: code ?? String(cause), cause });
  } finally {
    await rm(temporary, { recursive: true, force: true }).catch(() => {});
  }
}

async function isStarter(folder: string): Promise<boolean> {
  return (await stat(join(folder, fileNames.template)).catch(() => undefined))?.isFile() ?? false;
}
