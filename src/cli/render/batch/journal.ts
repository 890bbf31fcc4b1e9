import { randomUUID } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import type { LockTimes } from '../../files/file-lock.ts';
import { CommandError } from '../../output/command-error.ts';
import { type AppendFile, openAppendFile } from './append-file.ts';
import { formatBatch, formatEntry, type JournalEntry, type JournalFile, readEntries } from './journal-entry.ts';
import { lockJournal } from './journal-lock.ts';
import { matchesEntry } from './matches-entry.ts';

/** What a batch remembers between runs: a line of JSON for each finished PDF, only ever appended. */
export interface Journal {
  readonly path: string;
  /** The files that the journal consists of. */
  readonly files: readonly string[];
  /** The first failure to write; nothing is written after it. */
  readonly fault: unknown;
  /** The id that background renders are submitted under, so that a later run asks for those of an earlier one. Keeps the journal. */
  readBatch(): string;
  /** The last entry of a file. The caller checks whether the file still matches. */
  find(path: string): JournalEntry | undefined;
  /**
   * Announces that this PDF is about to appear at its path; resolves when the announcement is on the disk. If the command is
   * killed between the file and its line in the journal, the next run recognises the file by it.
   */
  announce(entry: JournalEntry): Promise<void>;
  /** Records that the PDF is there. */
  finish(entry: JournalEntry): void;
  /** Flushes the journal and releases its lock. */
  close(): Promise<void>;
}

/** Options of a journal. */
interface JournalOptions {
  /** Called with the number of lines that cannot be read. */
  onUnreadable?: (lines: number) => void;
  /** Called when a run on another machine seems to hold the journal, before its heartbeat is awaited. */
  onWatch?: (host: string) => void;
  lock?: LockTimes;
}

/** The first line. It keeps any other file from being taken for a journal. */
const heading = '{"platen_journal":1}\n';
/** Announcements after which their file is emptied, as soon as no job is open. */
const announcementLimit = 1000;

/**
 * Opens or creates a journal. A last line that was cut off is dropped; other lines that cannot be read stay, and their jobs
 * are rendered again. During a run `<journal>.lock` and `<journal>.ready`, the announcements, are in the same folder. Throws
 * `conflict` if another run holds it, `usage` if the file is no journal.
 */
export async function openJournal(path: string, options: JournalOptions = {}): Promise<Journal> {
  const unlock = await lockJournal(path, { ...options.lock, ...(options.onWatch && { onWatch: options.onWatch }) });
  const readyPath = `${path}.ready`;
  const opened: AppendFile[] = [];
  const openFile = async (name: string) => {
    const file = await openAppendFile(name);
    opened.push(file);
    return file;
  };
  try {
    const file = await openFile(path);
    const known = await readEntries(path);
    checkHeading(known, path);
    const announced = await readEntries(readyPath);
    file.cut(known.end);
    if (known.end === 0) file.append(heading);
    const { batch = randomUUID() } = known;
    if (known.batch === undefined) file.append(formatBatch(batch));
    for (const entry of announced.entries.values()) {
      if (known.entries.get(entry.path)?.sha256 === entry.sha256 || !(await matchesEntry(entry))) continue;
      file.append(formatEntry(entry));
      known.entries.set(entry.path, entry);
    }
    await file.flush();
    const ready = await openFile(readyPath);
    ready.cut(0);
    ready.append(heading);
    if (known.unreadable > 0) options.onUnreadable?.(known.unreadable);
    return startJournal({ path, batch }, file, ready, known.entries, async ({ unused, settled }) => {
      for (const file of opened) await file.close();
      if (settled) await unlink(readyPath).catch(() => {});
      if (unused) await unlink(path).catch(() => {});
      await unlock();
    });
  } catch (error) {
    for (const file of opened) await file.close();
    await unlock();
    throw error;
  }
}

function startJournal(
  { path, batch }: { path: string; batch: string },
  file: AppendFile,
  ready: AppendFile,
  entries: ReadonlyMap<string, JournalEntry>,
  free: (state: { unused: boolean; settled: boolean }) => Promise<void>,
): Journal {
  let fault: unknown;
  let finished = 0;
  let announced = 0;
  let isSubmitted = false;
  const open = new Set<string>();
  const write = (to: AppendFile, entry: JournalEntry) => {
    if (fault) throw fault;
    try {
      to.append(formatEntry(entry));
    } catch (error) {
      fault = error;
      throw error;
    }
  };
  /** Drops the announcements once the journal holds their entries on the disk. */
  async function forget(): Promise<void> {
    await file.flush();
    if (open.size > 0) return;
    announced = 0;
    ready.cut(0);
    ready.append(heading);
  }
  return {
    path,
    files: [path, `${path}.ready`, `${path}.lock`],
    get fault() {
      return fault;
    },
    readBatch() {
      isSubmitted = true;
      return batch;
    },
    find: (output) => entries.get(output),
    async announce(entry) {
      write(ready, entry);
      open.add(entry.path);
      announced++;
      try {
        await ready.flush();
      } catch (error) {
        fault = error;
        throw error;
      }
    },
    finish(entry) {
      write(file, entry);
      open.delete(entry.path);
      finished++;
      if (open.size === 0 && announced >= announcementLimit) forget().catch(() => {});
    },
    async close() {
      const flushed = await file.flush().then(
        () => true,
        () => false,
      );
      await free({
        unused: !isSubmitted && finished === 0 && entries.size === 0,
        settled: flushed && !fault && open.size === 0,
      });
    },
  };
}

function checkHeading({ heading: found }: JournalFile, path: string): void {
  if (!found || (found.whole ? `${found.text}\n` === heading : heading.startsWith(found.text))) return;
  throw new CommandError('usage', `${path} is not the journal of a batch`, {
    fix: 'name another file with --journal, or move this one away',
  });
}
