import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  formatBatch,
  formatEntry,
  type JournalEntry,
  readEntries,
} from '../../../../src/cli/render/batch/journal-entry.ts';

let file: string;

beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'platen-journal-')), 'jobs.journal');
});

afterEach(() => rmSync(join(file, '..'), { recursive: true }));

const entry: JournalEntry = {
  index: 0,
  id: null,
  input: 'ab',
  path: '/a.pdf',
  bytes: 3,
  sha256: 'cd',
  pages: 1,
  ms: 5,
  warnings: [],
};

const read = (text: string) => {
  writeFileSync(file, text);
  return readEntries(file);
};

describe('a journal', () => {
  it('that is missing or empty has no heading and no entries', async () => {
    const empty = { entries: new Map(), batch: undefined, heading: undefined, end: 0, unreadable: 0 };
    expect(await readEntries(file)).toEqual(empty);
    expect(await read('')).toEqual(empty);
  });

  it('has the last entry of each path, and the last id of the batch', async () => {
    const second = { ...entry, input: 'ef', images: [] };
    const text = `head\n${formatBatch('one')}${formatEntry(entry)}${formatBatch('two')}${formatEntry(second)}`;
    expect(await read(text)).toEqual({
      entries: new Map([['/a.pdf', second]]),
      batch: 'two',
      heading: { text: 'head', whole: true },
      end: text.length,
      unreadable: 0,
    });
  });

  it('ends before a line that was cut off', async () => {
    const text = `head\n${formatEntry(entry)}`;
    const { entries, end, unreadable } = await read(`${text}${JSON.stringify({ ...entry, path: '/b.pdf' })}`);
    expect([...entries.keys()]).toEqual(['/a.pdf']);
    expect([end, unreadable]).toEqual([text.length, 0]);
    expect(await read('hea')).toMatchObject({ heading: { text: 'hea', whole: false }, end: 0 });
  });

  it('has no entry in its first line', async () => {
    expect((await read(formatEntry(entry))).entries.size).toBe(0);
  });

  it.each([
    '',
    'x',
    'null',
    '3',
    '{}',
    '{"batch": 3}',
    JSON.stringify({ ...entry, path: 1 }),
    JSON.stringify({ ...entry, input: undefined }),
    JSON.stringify({ ...entry, sha256: null }),
    JSON.stringify({ ...entry, bytes: 1.5 }),
    JSON.stringify({ ...entry, bytes: '3' }),
    JSON.stringify({ ...entry, warnings: {} }),
    JSON.stringify({ ...entry, images: {} }),
  ])('counts the line %s as unreadable', async (line) => {
    expect(await read(`head\n${line}\n`)).toMatchObject({ entries: new Map(), batch: undefined, unreadable: 1 });
  });

  it('that cannot be read is an error', async () => {
    await expect(readEntries(join(file, '..'))).rejects.toMatchObject({ code: 'EISDIR' });
  });
});
