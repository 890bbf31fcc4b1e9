import { readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { provideFolder } from '../../files/provide-folder.ts';
import { saveFile } from '../../files/save-file.ts';
import { CommandError } from '../../output/command-error.ts';
import { type Picture, readPng, writePng } from '../../pictures/png.ts';

/** The reference of a template: a PDF, or a picture of each page. */
export type StoredReference =
  | { kind: 'pdf'; name: string; pdf: Buffer }
  | { kind: 'png'; pages: Map<number, ReferencePage> };

/** The picture of a page, and its file. */
interface ReferencePage {
  name: string;
  picture: Picture;
}

/**
 * Reads the reference of a template in a folder: `<slug>.pdf`, or `<slug>-<page>.png` with pages from 1, also as `-01`.
 * Undefined without one. `shown` is the folder's name in errors. Throws `input_invalid` if it is not clear which
 * file counts, or if one is no picture.
 */
export async function readReference(folder: string, slug: string, shown: string): Promise<StoredReference | undefined> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const pdf = names.includes(`${slug}.pdf`) ? `${slug}.pdf` : undefined;
  const pages = new Map<number, string>();
  for (const name of names) {
    const page = pageOf(name, slug);
    if (page === undefined) continue;
    const other = pdf ?? pages.get(page);
    if (other !== undefined) throw refuseBoth(join(shown, other), name, slug);
    pages.set(page, name);
  }
  if (pdf !== undefined) return { kind: 'pdf', name: pdf, pdf: await readFile(join(folder, pdf)) };
  if (pages.size === 0) return undefined;
  const read = new Map<number, ReferencePage>();
  for (const [page, name] of pages)
    read.set(page, { name, picture: await readPicture(join(folder, name), shown, name) });
  return { kind: 'png', pages: read };
}

/** Writes a PDF as the reference. */
export async function writePdfReference(folder: string, slug: string, pdf: Buffer): Promise<void> {
  provideFolder(folder);
  await saveFile(join(folder, `${slug}.pdf`), pdf, true);
}

/** Writes pictures of the pages as the reference, under their present names; removes the rest of the present reference. */
export async function writePngReference(
  folder: string,
  slug: string,
  pictures: AsyncIterable<Picture>,
  before: StoredReference | undefined,
): Promise<void> {
  provideFolder(folder);
  const old = new Map<number, string>();
  if (before?.kind === 'png') for (const [number, { name }] of before.pages) old.set(number, name);
  let page = 0;
  for await (const picture of pictures) {
    page++;
    await saveFile(join(folder, old.get(page) ?? `${slug}-${page}.png`), writePng(picture), true);
    old.delete(page);
  }
  if (before?.kind === 'pdf') old.set(0, before.name);
  for (const name of old.values()) await unlink(join(folder, name));
}

function pageOf(name: string, slug: string): number | undefined {
  if (!name.startsWith(`${slug}-`)) return undefined;
  const [, digits] = /^0*([1-9]\d{0,5})\.png$/.exec(name.slice(slug.length + 1)) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

async function readPicture(path: string, folder: string, name: string): Promise<Picture> {
  const bytes = await readFile(path);
  try {
    return readPng(bytes);
  } catch (cause) {
    throw new CommandError('input_invalid', `${join(folder, name)} cannot be compared`, {
      why: (cause as Error).message,
      fix: 'save it as an ordinary PNG, or write it again with --update --png',
      cause,
    });
  }
}

function refuseBoth(first: string, second: string, slug: string): CommandError {
  return new CommandError('input_invalid', `both ${first} and ${second} are for the template ${slug}`, {
    fix: 'keep one of them',
  });
}
