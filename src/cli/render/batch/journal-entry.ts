import { createReadStream } from 'node:fs';
import type { Warning } from '../../../contract/index.ts';
import { readLines } from '../jobs/read-lines.ts';

/** An image of a job. */
export interface JournalImage {
  /** The file, absolute. */
  path: string;
  /** From 1. */
  page: number;
  width: number;
  height: number;
  bytes: number;
  /** SHA-256 of the file, in hex. */
  sha256: string;
}

/** A PDF, or the images of a job, that a batch rendered: a line of JSON in its journal. */
export interface JournalEntry {
  index: number;
  id: string | null;
  /** SHA-256 of the request, in hex. */
  input: string;
  /** The file, absolute. Of images, with `{page}` as it was named. */
  path: string;
  /** Of all images together. */
  bytes: number;
  /** SHA-256 of the file, or of all images one after the other, in hex. */
  sha256: string;
  /** The images, in the order of the pages; missing for a PDF. */
  images?: JournalImage[];
  pages: number | null;
  /** Milliseconds that the job took. */
  ms: number;
  warnings: Warning[];
}

/** The entries of a journal file. */
export interface JournalFile {
  /** By the path of the PDF; the last entry counts. */
  entries: Map<string, JournalEntry>;
  /** The id that the renders of this batch are submitted under; undefined before the first. */
  batch: string | undefined;
  /** The first line; undefined for an empty file. */
  heading: { text: string; whole: boolean } | undefined;
  /** Bytes up to the end of the last whole line. */
  end: number;
  /** Whole lines that are no entry. */
  unreadable: number;
}

/** Reads the heading and the entries of a file; a missing file is empty. A last line that was cut off is left out. */
export async function readEntries(path: string): Promise<JournalFile> {
  const found: JournalFile = { entries: new Map(), batch: undefined, heading: undefined, end: 0, unreadable: 0 };
  try {
    for await (const line of readLines(createReadStream(path), path)) {
      if (line.number === 1) found.heading = { text: line.bytes.toString('utf8'), whole: line.terminated };
      if (!line.terminated) break;
      found.end = line.end;
      if (line.number === 1) continue;
      const value = parseLine(line.bytes);
      if (isEntry(value)) found.entries.set(value.path, value);
      else if (typeof value?.batch === 'string') found.batch = value.batch;
      else found.unreadable++;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return found;
}

/** The line of an entry. */
export function formatEntry(entry: JournalEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

/** The line of the id that the renders of a batch are submitted under. */
export function formatBatch(batch: string): string {
  return `${JSON.stringify({ batch })}\n`;
}

type Fields = Record<string, unknown>;

function parseLine(bytes: Buffer): Fields | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: Fields | undefined): value is Fields & JournalEntry {
  if (value === undefined) return false;
  const { path, input, sha256, bytes, warnings, images = [] } = value;
  const texts = [path, input, sha256].every((text) => typeof text === 'string');
  return texts && Number.isSafeInteger(bytes) && Array.isArray(warnings) && Array.isArray(images);
}
