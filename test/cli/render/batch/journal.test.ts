import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { identifyProcess } from '../../../../src/cli/files/process-identity.ts';
import { openJournal } from '../../../../src/cli/render/batch/journal.ts';
import type { JournalEntry } from '../../../../src/cli/render/batch/journal-entry.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-journal-'));
  path = join(folder, 'jobs.journal');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function entryOf(name: string, content = name): JournalEntry {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = join(folder, name);
  return { index: 0, id: null, input: 'i', path: file, bytes: content.length, sha256, pages: 1, ms: 5, warnings: [] };
}

/** A journal with one finished entry, closed. */
async function writeJournal(...entries: JournalEntry[]): Promise<void> {
  const journal = await openJournal(path);
  for (const entry of entries) {
    await journal.announce(entry);
    journal.finish(entry);
  }
  await journal.close();
}

describe('a journal', () => {
  it('remembers what was finished, and the last of two lines on one file', async () => {
    await writeJournal(entryOf('a.pdf'), entryOf('a.pdf', 'new'), entryOf('b.pdf'));
    const journal = await openJournal(path);
    expect(journal.find(join(folder, 'a.pdf'))).toEqual(entryOf('a.pdf', 'new'));
    expect(journal.find(join(folder, 'b.pdf'))).toEqual(entryOf('b.pdf'));
    expect(journal.find(join(folder, 'c.pdf'))).toBeUndefined();
    await journal.close();
  });

  it('drops a last line that was cut off, and writes whole lines after it', async () => {
    await writeJournal(entryOf('a.pdf'), entryOf('b.pdf'));
    const whole = readFileSync(path, 'utf8');
    for (const cut of [1, 30, 90]) {
      writeFileSync(path, whole.slice(0, -cut));
      await writeJournal(entryOf('c.pdf'));
      const journal = await openJournal(path);
      expect(['a', 'b', 'c'].map((name) => journal.find(join(folder, `${name}.pdf`)) !== undefined)).toEqual([
        true,
        false,
        true,
      ]);
      await journal.close();
    }
  });

  it('is started again where not even its heading was finished', async () => {
    writeFileSync(path, '{"platen_jou');
    await writeJournal(entryOf('a.pdf'));
    expect(readFileSync(path, 'utf8').split('\n')[0]).toBe('{"platen_journal":1}');
  });

  it('goes on past lines that cannot be read, and says how many', async () => {
    await writeJournal(entryOf('a.pdf'));
    appendFileSync(path, 'rubbish\n{"path": 1}\n');
    let unreadable = 0;
    const journal = await openJournal(path, {
      onUnreadable: (lines) => {
        unreadable = lines;
      },
    });
    expect([unreadable, journal.find(join(folder, 'a.pdf'))]).toEqual([2, entryOf('a.pdf')]);
    await journal.close();
  });

  it.each(['{"parts": "x"}\n', 'no line end', '\n'])('never writes to another file: %j', async (text) => {
    writeFileSync(path, text);
    await expect(openJournal(path)).rejects.toMatchObject({ code: 'usage' });
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it('knows a file by its announcement where the line about it was never written', async () => {
    const journal = await openJournal(path);
    await journal.announce(entryOf('there.pdf'));
    await journal.announce(entryOf('missing.pdf'));
    await journal.announce(entryOf('other.pdf'));
    writeFileSync(join(folder, 'there.pdf'), 'there.pdf');
    writeFileSync(join(folder, 'other.pdf'), 'something');
    // A copy of what a killed run leaves.
    const [heading, announced] = [readFileSync(path), readFileSync(`${path}.ready`)];
    await journal.close();
    writeFileSync(path, heading);
    writeFileSync(`${path}.ready`, announced);
    const next = await openJournal(path);
    const found = ['there', 'missing', 'other'].map((name) => next.find(join(folder, `${name}.pdf`)) !== undefined);
    expect(found).toEqual([true, false, false]);
    await next.close();
    expect(readFileSync(path, 'utf8')).toContain('there.pdf');
  });

  it('leaves nothing where nothing was finished', async () => {
    await (await openJournal(path)).close();
    expect([path, `${path}.lock`, `${path}.ready`].filter((name) => existsSync(name))).toEqual([]);
  });
});

describe('the files of a journal', () => {
  const ready = () => readFileSync(`${path}.ready`, 'utf8');
  const lines = () => readFileSync(path, 'utf8').trim().split('\n');
  const heading = '{"platen_journal":1}\n';

  it('are the journal, its announcements and its lock', async () => {
    const journal = await openJournal(path);
    expect([journal.path, journal.files]).toEqual([path, [path, `${path}.ready`, `${path}.lock`]]);
    expect([ready(), existsSync(`${path}.lock`)]).toEqual([heading, true]);
    await journal.close();
  });

  it('keep an announcement that was not finished, until the next run', async () => {
    const journal = await openJournal(path);
    await journal.announce(entryOf('a.pdf'));
    await journal.announce(entryOf('b.pdf'));
    journal.finish(entryOf('a.pdf'));
    await journal.close();
    expect(ready()).toContain('b.pdf');
    const next = await openJournal(path);
    expect(ready()).toBe(heading);
    await next.close();
    expect(existsSync(`${path}.ready`)).toBe(false);
  });

  it('have a line for what was announced and finished alone', async () => {
    writeFileSync(join(folder, 'a.pdf'), 'a.pdf');
    const journal = await openJournal(path);
    await journal.announce(entryOf('a.pdf'));
    await journal.announce(entryOf('b.pdf'));
    journal.finish(entryOf('a.pdf'));
    await journal.close();
    const before = lines();
    await (await openJournal(path)).close();
    expect(lines()).toEqual(before);
    expect(before).toHaveLength(3);
  });

  it('stay if a background render was submitted, with the same id for the next run', async () => {
    const journal = await openJournal(path);
    const batch = journal.readBatch();
    await journal.close();
    const next = await openJournal(path);
    expect(next.readBatch()).toBe(batch);
    await next.close();
    expect(lines()).toHaveLength(2);
    rmSync(path);
    const other = await openJournal(path);
    expect(other.readBatch()).not.toBe(batch);
    await other.close();
  });

  it.each([
    [999, false],
    [1000, true],
  ])('forget announcements after %d once all are finished: %s', async (count, forgotten) => {
    const journal = await openJournal(path);
    const entries = Array.from({ length: count }, (_, at) => entryOf(`${at}.pdf`));
    await Promise.all(entries.map((entry) => journal.announce(entry)));
    for (const entry of entries) journal.finish(entry);
    if (forgotten) await vi.waitFor(() => expect(ready()).toBe(heading));
    await journal.announce(entryOf('last.pdf'));
    expect(ready().trim().split('\n')).toHaveLength(forgotten ? 2 : count + 2);
    journal.finish(entryOf('last.pdf'));
    expect(journal.fault).toBeUndefined();
    await journal.close();
    expect(lines()).toHaveLength(count + 3);
  });
});

describe('its lock', () => {
  const lock = (holder: object) => writeFileSync(`${path}.lock`, JSON.stringify(holder));
  const opens = async () => {
    const journal = await openJournal(path, { lock: { beatMs: 20, patienceMs: 200 } });
    await journal.close();
    return true;
  };

  it('keeps a second run away while the first lives', async () => {
    const journal = await openJournal(path);
    await expect(openJournal(path)).rejects.toMatchObject({
      code: 'conflict',
      why: expect.stringContaining('process'),
    });
    await journal.close();
    expect(await opens()).toBe(true);
  });

  it('is taken over from a process that is gone, and from one whose number was given away again', async () => {
    lock({ pid: 2 ** 22 + 1, host: hostname(), identity: 'x' });
    expect(await opens()).toBe(true);
    lock({ pid: process.pid, host: hostname(), identity: 'an earlier boot' });
    expect(await opens()).toBe(true);
  });

  it('is taken over where it was cut off', async () => {
    writeFileSync(`${path}.lock`, '{"pi');
    expect(await opens()).toBe(true);
  });

  it('of another machine holds as long as it shows signs of life', async () => {
    const identity = identifyProcess(process.pid);
    lock({ pid: process.pid, host: 'elsewhere', identity });
    const beat = setInterval(() => lock({ pid: process.pid, host: 'elsewhere', identity }), 20);
    await expect(opens()).rejects.toMatchObject({ code: 'conflict', why: expect.stringContaining('elsewhere') });
    clearInterval(beat);
    expect(await opens()).toBe(true);
  });
});
