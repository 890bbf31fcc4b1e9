import { resolve } from 'node:path';
import type { Context } from '../../command/context.ts';
import { checkTarget, saveFile } from '../../files/save-file.ts';
import { formatBytes } from '../render-output.ts';
import type { ImageSource } from './image-source.ts';
import { namePages } from './name-pages.ts';

/** A picture that was written. */
interface WrittenImage {
  path: string;
  /** From 1. */
  page: number;
  width: number;
  height: number;
  bytes: number;
}

/** Where images go. */
interface ImageTargets {
  /** With `{page}`, unless there is one image. */
  pattern: string;
  force: boolean;
  /** Throws if a file must not be overwritten whatever the flags. Default: any may. */
  check?: (targets: readonly { target: string; path: string }[]) => void;
}

/** Writes each image to its file, and reports the files. Throws `output_exists` before the first is written. */
export async function saveImages(
  { output, io }: Context,
  source: Pick<ImageSource, 'count' | 'read'>,
  { pattern, force, check }: ImageTargets,
): Promise<void> {
  const targets = namePages(pattern, source.count).map((target) => ({ target, path: resolve(io.cwd, target) }));
  check?.(targets);
  for (const { path } of targets) await checkTarget(path, force, '-o');
  const written = await writeAll(source, targets, force);
  if (output.json) await output.jsonDocument({ data: written, warnings: output.takeWarnings() });
  else for (const image of written) output.done(describe(image, targets[image.page - 1]?.target ?? image.path));
}

async function writeAll(
  source: Pick<ImageSource, 'read'>,
  targets: readonly { target: string; path: string }[],
  force: boolean,
): Promise<WrittenImage[]> {
  const written: WrittenImage[] = [];
  for await (const { width, height, bytes } of source.read()) {
    const { path } = targets[written.length] as { path: string };
    await saveFile(path, bytes, force);
    written.push({ path, page: written.length + 1, width, height, bytes: bytes.length });
  }
  return written;
}

function describe({ width, height, bytes }: WrittenImage, target: string): string {
  return `Wrote ${target} (${width} x ${height} pixels, ${formatBytes(bytes)})`;
}
