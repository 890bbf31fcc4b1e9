import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestFields } from '../../../../src/cli/documents/template-fields.ts';
import type { SyncItem } from '../../../../src/cli/templates/sync/sync-item.ts';
import { openSyncRecord, rememberAgreement } from '../../../../src/cli/templates/sync/sync-record.ts';
import { folderOf, idOf } from './remote-stub.ts';

let root: string;
let warnings: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'platen-record-'));
  warnings = [];
});

afterEach(() => rmSync(root, { recursive: true }));

const open = () =>
  openSyncRecord(root, (warning) => warnings.push(typeof warning === 'string' ? warning : warning.text));
const file = () => join(root, '.platen.json');
const [one, two] = [idOf(1), idOf(2)];

describe('the record of a folder', () => {
  it('without a file has seen nothing, and writes none', async () => {
    const record = await open();
    expect([record.get(one), record.has(one), record.hasFiles(), record.getFile('a')]).toEqual([
      {},
      false,
      false,
      undefined,
    ]);
    record.forget(one);
    record.forgetFile('a');
    await record.save();
    expect(() => readFileSync(file())).toThrow('ENOENT');
    expect(warnings).toEqual([]);
  });

  it('is written with a sorted line for each template', async () => {
    const record = await open();
    record.set(two, { content: 'c', name: 'n' });
    record.set(one, { preview_context: 'p' });
    record.set(one, { name: 'n' });
    await record.save();
    expect(readFileSync(file(), 'utf8')).toBe(
      `{\n  "version": 1,\n  "templates": {\n    "${one}": {"name":"n","preview_context":"p"},\n    "${two}": {"name":"n","content":"c"}\n  }\n}\n`,
    );
    const again = await open();
    expect(again.get(one)).toEqual({ name: 'n', preview_context: 'p' });
    expect([again.has(two), again.hasFiles()]).toEqual([true, false]);
  });

  it('has the digests of files', async () => {
    const record = await open();
    record.setFile('partials/b.html', 'B');
    record.setFile('assets/a.png', 'A');
    await record.save();
    expect(readFileSync(file(), 'utf8')).toContain(
      ',\n  "files": {\n    "assets/a.png": "A",\n    "partials/b.html": "B"\n  }\n}\n',
    );
    const again = await open();
    expect([again.hasFiles(), again.getFile('assets/a.png')]).toEqual([true, 'A']);
    again.forgetFile('assets/a.png');
    await again.save();
    expect((await open()).getFile('assets/a.png')).toBeUndefined();
  });

  it('forgets templates', async () => {
    const record = await open();
    record.set(one, { name: 'n' });
    await record.save();
    record.forget(one);
    await record.save();
    expect((await open()).has(one)).toBe(false);
  });

  it('is written only if something has changed', async () => {
    const record = await open();
    record.set(one, { name: 'n' });
    record.setFile('a', 'A');
    await record.save();
    utimesSync(file(), 1, 1);
    const again = await open();
    again.set(one, { name: 'n' });
    again.setFile('a', 'A');
    await again.save();
    await record.save();
    expect(statSync(file()).mtimeMs).toBe(1000);
    again.setFile('a', 'B');
    await again.save();
    expect(statSync(file()).mtimeMs).toBeGreaterThan(1000);
  });

  it('leaves out what this version does not know', async () => {
    const templates = { [one]: { name: 'n', colour: 'c' }, other: { name: 'n' } };
    writeFileSync(file(), JSON.stringify({ version: 1, templates, files: { a: 'A', b: 3 } }));
    const record = await open();
    expect([record.get(one), record.has('other'), record.getFile('a'), record.getFile('b')]).toEqual([
      { name: 'n' },
      false,
      'A',
      undefined,
    ]);
    expect(warnings).toEqual([]);
  });

  it.each(['', '{', '{"version": 2, "templates": {}}', '{"version": 1}'])('%j counts as missing', async (text) => {
    writeFileSync(file(), text);
    expect((await open()).has(one)).toBe(false);
    expect(warnings).toEqual([`${file()} is not understood; what was seen of the service is unknown`]);
  });

  it('that cannot be read or written is a warning', async () => {
    mkdirSync(file());
    const record = await open();
    record.set(one, { name: 'n' });
    await record.save();
    expect(warnings).toEqual([
      `${file()} cannot be read (EISDIR); what was seen of the service is unknown`,
      expect.stringContaining('what was seen of the service could not be noted: '),
    ]);
  });
});

it('what is the same on both sides is remembered', async () => {
  const record = await open();
  const digests = digestFields({ name: 'Invoice', content: 'y', preview_context: {} });
  const remote = { id: one, digests } as SyncItem['remote'];
  const folder = folderOf({ name: 'Invoice', content: 'x' });
  rememberAgreement({ folder, remote } as SyncItem, record);
  expect(record.get(one)).toEqual({ name: digests.name });
  rememberAgreement({ folder } as SyncItem, record);
  rememberAgreement({ remote: { id: two, digests } } as SyncItem, record);
  expect(record.has(two)).toBe(false);
});
