import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { PlannedSource } from '../../../src/cli/documents/plan-source.ts';
import { findSite, readSourceFile, requireSources, resolveFolder } from '../../../src/cli/documents/read-source.ts';
import { RequestSize } from '../../../src/cli/documents/request-size.ts';

const cwd = mkdtempSync(join(tmpdir(), 'platen-source-'));
afterAll(() => rmSync(cwd, { recursive: true }));
mkdirSync(join(cwd, 'folder'));
mkdirSync(join(cwd, 'site'));
writeFileSync(join(cwd, 'site/index.html'), 'x');
writeFileSync(join(cwd, 'page.html'), 'x');
writeFileSync(join(cwd, 'empty.html'), '');

const read = (name: string, more = {}) => readSourceFile(join(cwd, name), name, new RequestSize(), more);
const folderFix = "name files in it, such as 'folder/*.html'; if it is that of a template: template:";

describe('a document that you name', () => {
  it('is read, and may be empty only if that is asked for', async () => {
    expect((await read('page.html')).toString()).toBe('x');
    expect(await read('empty.html', { mayBeEmpty: true })).toHaveLength(0);
    await expect(read('empty.html')).rejects.toMatchObject({
      code: 'input_invalid',
      message: 'empty.html is empty',
      why: 'there is nothing to render in it',
    });
  });

  it('is a file, and an error says what to write for a folder', async () => {
    const error = await read('folder').catch((cause) => cause);
    expect(error).toMatchObject({ code: 'input_invalid', message: 'folder is a folder' });
    expect(error.fix).toContain(folderFix);
  });

  it.each([
    ['nowhere.html', undefined],
    ['page.html/below', 'check the name; for the web page, write https://page.html/below'],
    ['example.com', 'check the name; for the web page, write https://example.com'],
    ['2', 'if it is the value of --toc or --pdf-ua, write it after an equals sign: --toc=2, --pdf-ua=2'],
    ['12', undefined],
  ])('%s does not exist', async (name, fix) => {
    await expect(read(name)).rejects.toMatchObject({ code: 'input_missing', message: `${name} does not exist`, fix });
  });
});

describe('a folder that you name', () => {
  it('is a site if it has an index.html', async () => {
    expect(await findSite(join(cwd, 'site'), 'site')).toMatch(/site$/);
    expect(await findSite(join(cwd, 'page.html'), 'page.html')).toBeUndefined();
    expect(await findSite(join(cwd, 'nowhere'), 'nowhere')).toBeUndefined();
    await expect(findSite(join(cwd, 'folder'), 'folder')).rejects.toMatchObject({
      message: 'folder is a folder without index.html',
      fix: expect.stringContaining(folderFix),
    });
  });

  it('is no file', async () => {
    expect(await resolveFolder(join(cwd, 'folder'), '--root')).toMatch(/folder$/);
    await expect(resolveFolder(join(cwd, 'page.html'), '--root')).rejects.toThrow('--root is not a folder');
    await expect(resolveFolder(join(cwd, 'nowhere'), '--root')).rejects.toMatchObject({
      code: 'input_missing',
      message: '--root does not exist',
    });
  });

  it('is there before anything is read', async () => {
    const check = (source: object) => requireSources([source as PlannedSource], cwd);
    await expect(check({ kind: 'file', file: 'page.html' })).resolves.toBeUndefined();
    await expect(check({ kind: 'file', file: 'site' })).resolves.toBeUndefined();
    await expect(check({ kind: 'address', address: 'https://a.example' })).resolves.toBeUndefined();
    await expect(check({ kind: 'file', file: 'nowhere' })).rejects.toThrow('nowhere does not exist');
    await expect(check({ kind: 'file', file: 'folder' })).rejects.toThrow('folder is a folder without index.html');
    await expect(check({ kind: 'template-folder', folder: 'nowhere' })).rejects.toThrow(
      'template:nowhere does not exist',
    );
  });
});

describe('the size of a request', () => {
  const mebibyte = 1024 * 1024;

  it('is that of its files in base64, and the largest are named', () => {
    const size = new RequestSize();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) size.addBytes(name, mebibyte);
    size.addBytes('small.css', 100);
    expect(() => size.addBytes('large.png', 18 * mebibyte)).toThrow(
      expect.objectContaining({
        code: 'too_large',
        message: 'the documents and their files are larger than a request can be (32 MiB)',
        why: 'the largest: large.png (18 MiB), a (1 MiB), b (1 MiB), c (1 MiB), d (1 MiB)',
      }),
    );
  });

  it('is 32 MiB, with room for what is not a file', () => {
    const room = 32 * mebibyte - 64 * 1024 - 64 - 1;
    const whole = Math.floor(room / 4) * 3;
    expect(() => new RequestSize().addBytes('a', whole)).not.toThrow();
    expect(() => new RequestSize().addBytes('a', whole + 1)).toThrow('(32 MiB)');
    // A text has two quotes, and two characters for each end of a line; each file has 64 bytes and its name.
    const left = (room % 4) + 200 - 65;
    const add = (text: string) => () => {
      const size = new RequestSize();
      size.addBytes('a', whole - 150);
      size.addText('b', text);
    };
    expect(add('x'.repeat(left - 2))).not.toThrow();
    expect(add('x'.repeat(left - 1))).toThrow('(32 MiB)');
    expect(add('\n'.repeat(left / 2))).toThrow('(32 MiB)');
  });

  it('of small files is named in KiB', () => {
    const size = new RequestSize();
    size.addBytes('b', 1025);
    expect(() => size.addBytes('a', 33 * mebibyte)).toThrow(
      expect.objectContaining({ why: 'the largest: a (33 MiB), b (2 KiB)' }),
    );
  });
});
