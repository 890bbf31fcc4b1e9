import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listSets, requireSet, setFile } from '../../../src/cli/documents/value-sets.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-sets-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(...names: string[]): void {
  mkdirSync(join(folder, 'values'));
  for (const name of names) writeFileSync(join(folder, 'values', name), '{}');
}

describe('the sets of values of a template', () => {
  it('are the JSON files of their folder', async () => {
    write('long.json', 'a.b.json', '.hidden.json', 'note.txt', '.json');
    expect(await listSets(folder)).toEqual(['a.b', 'long']);
    expect(setFile('long')).toBe('values/long.json');
    expect(setFile(undefined)).not.toContain('values/');
  });

  it('may be missing', async () => {
    expect(await listSets(folder)).toEqual([]);
    writeFileSync(join(folder, 'values'), '');
    expect(await listSets(folder)).toEqual([]);
  });

  it('that cannot be listed are an error', async () => {
    await expect(listSets('x'.repeat(5000))).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
  });
});

describe('a set of values', () => {
  const require = (name: string) => requireSet(folder, 'templates/invoice', name);

  it('is found by its name', async () => {
    write('long.json', 'short.json');
    await expect(require('long')).resolves.toBeUndefined();
  });

  it.each([
    ['lonk', 'it has long, short', 'did you mean long?'],
    ['other', 'it has long, short', 'write templates/invoice/values/other.json, or leave the name out'],
    ['../long', 'it has long, short', undefined],
    ['.hidden', 'it has long, short', 'write templates/invoice/values/<name>.json, or leave the name out'],
    ['', 'it has long, short', 'write templates/invoice/values/<name>.json, or leave the name out'],
  ])('is missing: %j', async (name, why, fix) => {
    write('long.json', 'short.json', '.hidden.json', '.json');
    await expect(require(name)).rejects.toMatchObject({
      code: 'input_missing',
      message: `templates/invoice has no values ${JSON.stringify(name)}`,
      why,
      ...(fix !== undefined && { fix }),
    });
  });

  it('is missing where there is no folder of them', async () => {
    await expect(require('a')).rejects.toMatchObject({ why: 'there is no file templates/invoice/values/a.json' });
    await expect(require('a/b')).rejects.toMatchObject({
      why: 'there is no file templates/invoice/values/<name>.json',
    });
  });
});
