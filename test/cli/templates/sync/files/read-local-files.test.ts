import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readLocalFiles } from '../../../../../src/cli/templates/sync/files/read-local-files.ts';
import type { TemplateFolder } from '../../../../../src/cli/templates/sync/read-folders.ts';
import { limits } from '../../../../../src/contract/index.ts';
import { makeFolder } from '../../../commands/run-command.ts';

let root: string;

beforeEach(() => {
  root = makeFolder();
});

function write(file: string, content: string | Buffer = '{}'): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), content);
}

/** The files of the folder, whose only template is `invoice` unless other names are given. */
async function read(...names: string[]) {
  const folders = (names.length > 0 ? names : ['invoice']).map((slug) => ({ slug }) as TemplateFolder);
  const files = await readLocalFiles(root, 'mails', folders);
  return files.map(({ path, kind, owner }) => [path, kind, owner]);
}

describe('the files of a folder of templates', () => {
  it('are those that all share and those of each template, by kind', async () => {
    for (const name of ['partials/b.html', 'partials/a.liquid', 'layouts/page.html', 'assets/logo.svg']) write(name);
    for (const name of ['partials/row.html', 'assets/stamp.png', 'logo.svg']) write(`invoice/${name}`);
    for (const name of ['values/min.json', 'values.schema.json']) write(`invoice/${name}`);
    const found = await read();
    expect(found.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))).toEqual([
      ['assets/logo.svg', 'asset', undefined],
      ['invoice/assets/stamp.png', 'asset', 'invoice'],
      ['invoice/logo.svg', 'asset', 'invoice'],
      ['invoice/partials/row.html', 'partial', 'invoice'],
      ['invoice/values.schema.json', 'schema', 'invoice'],
      ['invoice/values/min.json', 'values', 'invoice'],
      ['layouts/page.html', 'partial', undefined],
      ['partials/a.liquid', 'partial', undefined],
      ['partials/b.html', 'partial', undefined],
    ]);
  });

  it('are neither hidden, nor links, nor of other kinds', async () => {
    for (const name of ['template.json', 'content.html', 'preview_context.json', 'notes.txt', 'other/a.html']) {
      write(`invoice/${name}`);
    }
    for (const name of ['invoice/.git/a.svg', 'partials/.a.html', 'other/a.svg', 'a.svg', 'assets/values/a.json'])
      write(name);
    symlinkSync(join(root, 'a.svg'), join(root, 'invoice/link.svg'));
    symlinkSync(join(root, 'other'), join(root, 'invoice/folder'));
    expect(await read()).toEqual([]);
  });

  it('are those of a template that has the name of a shared folder', async () => {
    write('partials/partials/a.html');
    expect(await read('partials')).toEqual([['partials/partials/a.html', 'partial', 'partials']]);
  });

  it('are eight folders deep at most', async () => {
    write(`invoice/${'a/'.repeat(7)}in.svg`);
    write(`invoice/${'a/'.repeat(8)}out.svg`);
    expect(await read()).toEqual([[`invoice/${'a/'.repeat(7)}in.svg`, 'asset', 'invoice']]);
  });

  it.each([
    ['invoice/logo.svg', limits.asset],
    ['partials/a.html', limits.templateContent],
  ])('are not larger than a service takes: %s', async (name, limit) => {
    write(name, Buffer.alloc(limit));
    expect(await read()).toHaveLength(1);
    write(name, Buffer.alloc(limit + 1));
    await expect(read()).rejects.toMatchObject({
      ...{ code: 'input_invalid', message: `mails/${name} is larger than ${limit / 1024 / 1024} MiB` },
    });
  });

  it('have names that a service takes', async () => {
    write('invoice/partials/Kopf Zeile.html');
    await expect(read()).rejects.toMatchObject({
      ...{ code: 'input_invalid', message: 'mails/invoice/partials/Kopf Zeile.html cannot be a partial on a service' },
    });
  });
});
