import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { readInputBytes, readInputText, readJsonObject } from '../../../src/cli/files/read-input.ts';
import type { Io } from '../../../src/cli/output/io.ts';
import { limits } from '../../../src/contract/index.ts';

const cwd = mkdtempSync(join(tmpdir(), 'platen-input-'));
afterAll(() => rmSync(cwd, { recursive: true }));

it('refuses an input that no request can hold, before it is read', async () => {
  writeFileSync(join(cwd, 'large.json'), '');
  truncateSync(join(cwd, 'large.json'), limits.body + 1);
  const reading = readInputBytes('large.json', '--input', { cwd } as Io).then(({ length }) => length);
  await expect(reading).rejects.toMatchObject({
    code: 'input_invalid',
    message: '--input: large.json is larger than 32 MiB',
  });
});

it('takes an input of exactly the size that a request can hold', async () => {
  writeFileSync(join(cwd, 'full.json'), '');
  truncateSync(join(cwd, 'full.json'), limits.body);
  expect((await readInputBytes('full.json', '--input', { cwd } as Io)).length).toBe(limits.body);
});

it('says what is at the place of a file', async () => {
  mkdirSync(join(cwd, 'folder'));
  writeFileSync(join(cwd, 'file'), '');
  const codes = ['folder', '/dev/null', 'nowhere', 'file/below'].map((name) =>
    readInputBytes(name, '--input', { cwd } as Io).catch(({ code, message }) => `${code} ${message}`),
  );
  expect(await Promise.all(codes)).toEqual([
    'input_invalid --input: folder is a folder, not a file',
    'input_invalid --input: /dev/null is not a regular file',
    'input_missing --input: there is no file nowhere',
    'input_missing --input: there is no file file/below',
  ]);
  await expect(readInputBytes('a\0b', '--input', { cwd } as Io)).rejects.toMatchObject({
    code: 'ERR_INVALID_ARG_VALUE',
  });
});

it('reads stdin for -, which has to be piped', async () => {
  const stdin = Readable.from([Buffer.from('\ufeff{"a": '), Buffer.from('1}')]) as unknown as Io['stdin'];
  expect(await readJsonObject('-', '--context', { cwd, stdin } as Io)).toEqual({ a: 1 });
  const typed = { isTTY: true } as Io['stdin'];
  await expect(readInputBytes('-', '--context', { cwd, stdin: typed } as Io)).rejects.toMatchObject({
    message: expect.stringContaining('--context: - reads stdin'),
  });
  const cut = Readable.from([Buffer.from('{"a"')]) as unknown as Io['stdin'];
  await expect(readJsonObject('-', '--context', { cwd, stdin: cut } as Io)).rejects.toMatchObject({
    message: '--context: stdin is not JSON at line 1, column 5',
  });
});

it('says where a text is not UTF-8, in a file as on stdin', async () => {
  const bytes = Buffer.from([0x7b, 0xff]);
  writeFileSync(join(cwd, 'latin.json'), bytes);
  const stdin = Readable.from([bytes]) as unknown as Io['stdin'];
  for (const [source, name] of [
    ['latin.json', 'latin.json'],
    ['-', 'stdin'],
  ] as const)
    await expect(readInputText(source, '--context', { cwd, stdin } as Io)).rejects.toMatchObject({
      ...{ code: 'input_invalid', message: expect.stringContaining(`--context: ${name}`) },
    });
});

it.each([
  ['{"n": 12345678901234567890}', '--context: the value: /n is a whole number', 'line 1, column 7'],
  ['{"a":\n[1, 1e999]}', '--context: the value: /a/1', 'line 2, column 5'],
])('refuses %s, whose number would not be kept', async (value, message, why) => {
  await expect(readJsonObject(value, '--context', { cwd } as Io)).rejects.toMatchObject({
    message: expect.stringContaining(message),
    why: `it is at ${why}`,
  });
});

it('says that an empty file is empty', async () => {
  writeFileSync(join(cwd, 'empty.json'), ' \n');
  await expect(readJsonObject('empty.json', '--context', { cwd } as Io)).rejects.toMatchObject({
    why: 'it is empty',
    fix: expect.stringContaining('no trailing commas'),
  });
});

it.each([
  ['[1]', '--context: a JSON object is needed, not a list'],
  ['"a"', '--context: a JSON object is needed, not a string'],
  ['[]', '--context: a JSON object is needed, not a list'],
  ['{"a": 1', '--context: the value is not JSON at line 1, column 8'],
])('takes %s for JSON, not for the name of a file', async (value, message) => {
  await expect(readJsonObject(value, '--context', { cwd } as Io)).rejects.toMatchObject({ message });
});

it('says that the shell removed the quotes of JSON that has none', async () => {
  const reading = (value: string) => readJsonObject(value, '--context', { cwd } as Io);
  await expect(reading('{name: Ada, n: 1}')).rejects.toMatchObject({ fix: expect.stringContaining('your shell') });
  await expect(reading('{"name": Ada}')).rejects.toMatchObject({ fix: expect.stringContaining('double quotes, and') });
});

it.each(['NFC', 'NFD'] as const)(
  'reads a file whose name is typed in %s and stored in the other form',
  async (typed) => {
    writeFileSync(join(cwd, `${typed} é.json`.normalize(typed === 'NFC' ? 'NFD' : 'NFC')), '{"a": 1}');
    const value = await readJsonObject(`${typed} é.json`.normalize(typed), '--context', { cwd } as Io);
    expect(value).toEqual({ a: 1 });
  },
);

it.each([
  ['null', 'null'],
  ['1', 'a number'],
  ['true', 'a boolean'],
])('says that a file holds %s and no object', async (text, kind) => {
  writeFileSync(join(cwd, 'value.json'), text);
  await expect(readJsonObject('value.json', '--context', { cwd } as Io)).rejects.toMatchObject({
    message: `--context: a JSON object is needed, not ${kind}`,
  });
});
