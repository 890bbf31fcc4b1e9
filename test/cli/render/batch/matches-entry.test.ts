import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../../src/cli/render/batch/journal-entry.ts';
import { matchesEntry } from '../../../../src/cli/render/batch/matches-entry.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-matches-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const factsOf = (name: string, text: string) => ({
  path: join(folder, name),
  bytes: text.length,
  sha256: createHash('sha256').update(text).digest('hex'),
});
const pdf = () => factsOf('a.pdf', 'pdf') as JournalEntry;

describe('a file of a journal', () => {
  it('matches if its bytes are the same', async () => {
    writeFileSync(join(folder, 'a.pdf'), 'pdf');
    expect(await matchesEntry(pdf())).toBe(true);
  });

  it.each(['PDF', 'pdf ', ''])('does not match with the content %j', async (text) => {
    writeFileSync(join(folder, 'a.pdf'), text);
    expect(await matchesEntry(pdf())).toBe(false);
  });

  it('does not match if it is missing, a folder or a link', async () => {
    expect(await matchesEntry(pdf())).toBe(false);
    writeFileSync(join(folder, 'real'), 'pdf');
    symlinkSync(join(folder, 'real'), join(folder, 'a.pdf'));
    expect(await matchesEntry(pdf())).toBe(false);
    mkdirSync(join(folder, 'sub'));
    expect(await matchesEntry({ ...pdf(), path: join(folder, 'sub') })).toBe(false);
  });

  it('is read once for an entry', async () => {
    const entry = pdf();
    writeFileSync(join(folder, 'a.pdf'), 'pdf');
    expect(await matchesEntry(entry)).toBe(true);
    writeFileSync(join(folder, 'a.pdf'), 'other');
    expect(await matchesEntry(entry)).toBe(true);
    expect(await matchesEntry({ ...entry })).toBe(false);
  });
});

it('all images of an entry must match', async () => {
  const images = [factsOf('1.png', 'one'), factsOf('2.png', 'two')];
  const entry = () => ({ ...factsOf('{page}.png', 'onetwo'), images }) as JournalEntry;
  writeFileSync(join(folder, '1.png'), 'one');
  expect(await matchesEntry(entry())).toBe(false);
  writeFileSync(join(folder, '2.png'), 'two');
  expect(await matchesEntry(entry())).toBe(true);
});
