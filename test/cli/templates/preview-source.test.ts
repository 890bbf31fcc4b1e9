import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { findSources, openRoot, openStored } from '../../../src/cli/templates/preview-source.ts';
import { makeFolder, runCommand } from '../commands/run-command.ts';

let cwd: string;
const { signal } = new AbortController();

beforeEach(() => {
  cwd = makeFolder();
  write('mails/invoice/template.json', { name: 'Invoice' });
  write('mails/invoice/content.html', '<p>Hello</p>');
  write('mails/invoice/preview_context.json', { total: 1, note: 'x' });
  write('mails/invoice/values/long.json', { total: 2 });
});

function write(file: string, content: string | object): void {
  mkdirSync(dirname(join(cwd, file)), { recursive: true });
  writeFileSync(join(cwd, file), typeof content === 'string' ? content : JSON.stringify(content));
}

/** The only template of a folder. */
async function find(path = 'mails/invoice') {
  const [source, ...more] = await findSources(path, cwd);
  if (!source || more.length > 0) throw new Error('there is not one template');
  return source;
}

describe('the template of a folder', () => {
  it('is read with each of its sets of values', async () => {
    const source = await find();
    expect(source).toMatchObject({
      ...{ slug: 'invoice', name: 'Invoice', shown: 'mails/invoice', contentFile: 'mails/invoice/content.html' },
      folder: join(cwd, 'mails/invoice'),
    });
    expect([source.valuesFile(), source.valuesFile('long')]).toEqual([
      ...['mails/invoice/preview_context.json', 'mails/invoice/values/long.json'],
    ]);
    expect(await source.listSets()).toEqual(['long']);
    expect(await source.read(signal)).toEqual({ content: '<p>Hello</p>', context: '{"total":1,"note":"x"}' });
    expect((await source.read(signal, 'long')).context).toBe('{"total":2}');
    await expect(source.read(signal, 'short')).rejects.toMatchObject({ code: 'input_missing' });
  });

  it('may have no values, but needs a text', async () => {
    write('mails/letter/content.html', 'Dear');
    expect(await (await find('mails/letter')).read(signal)).toEqual({ content: 'Dear', context: undefined });
    write('mails/empty/template.json', {});
    await expect((await find('mails/empty')).read(signal)).rejects.toMatchObject({ code: 'input_missing' });
  });

  it.each([
    ['{"name": "Letter"}', 'Letter'],
    ['{"name": ""}', 'letter'],
    ['{"name": 7}', 'letter'],
    ['{', 'letter'],
  ])('has its name, or that of its folder: %s', async (text, name) => {
    write('mails/letter/template.json', text);
    expect((await find('mails/letter')).name).toBe(name);
  });

  it('saves values', async () => {
    const source = await find();
    await source.saveContext?.('{"a": 1}', 'long');
    await source.saveContext?.('{}');
    expect((await source.read(signal, 'long')).context).toBe('{"a": 1}');
    expect((await source.read(signal)).context).toBe('{}');
  });

  it('is shown by its files alone in the current folder', async () => {
    const [source] = await findSources('.', join(cwd, 'mails/invoice'));
    expect([source?.shown, source?.contentFile]).toEqual(['.', 'content.html']);
  });
});

describe('templates that a word names', () => {
  it('are those in a folder, by name', async () => {
    write('mails/.hidden/content.html', 'x');
    write('mails/assets/a.svg', 'x');
    write('mails/bill/content.html', 'x');
    expect((await findSources('mails', cwd)).map(({ slug }) => slug)).toEqual(['bill', 'invoice']);
  });

  it.each([
    [
      'mails/invoice/content.html',
      'mails/invoice/content.html is a file, not the folder of a template',
      'name the folder that contains it: mails/invoice',
    ],
    ['mails/invoce', 'there is no folder mails/invoce', 'did you mean invoice?'],
    ['no/such/place', 'there is no folder no/such/place', 'make one with examples: platen init'],
    ['mails/invoice/values', 'there is no template in mails/invoice/values', 'make one with examples: platen init'],
  ])('may be missing: %s', async (path, message, fix) => {
    await expect(findSources(path, cwd)).rejects.toMatchObject({ code: 'input_missing', message, fix });
  });

  it('must be inside the root', async () => {
    const root = await openRoot('mails', cwd);
    expect(root).toEqual({ path: join(cwd, 'mails'), shown: 'mails' });
    expect((await findSources('mails', cwd, root)).length).toBe(1);
    write('other/content.html', 'x');
    await expect(findSources('other', cwd, root)).rejects.toMatchObject({ code: 'usage' });
    expect(await openRoot(undefined, cwd)).toBeUndefined();
  });
});

describe('a stored template', () => {
  it('is read from the service each time, and cannot be saved', async () => {
    let content = 'a';
    const data = { name: 'Invoice', preview_context: { a: 1 } };
    const client = { getTemplate: async () => ({ body: { data: { ...data, content } } }) };
    const source = await openStored(client as never, 'id1', signal);
    expect(source).toMatchObject({
      slug: 'id1',
      name: 'Invoice',
      shown: 'id1',
      contentFile: 'Invoice',
      folder: undefined,
    });
    expect([source.valuesFile(), await source.listSets(), source.saveContext]).toEqual([
      'preview_context',
      [],
      undefined,
    ]);
    content = 'b';
    expect(await source.read(signal)).toEqual({ content: 'b', context: '{\n  "a": 1\n}\n' });
  });
});

describe('a drafted schema', () => {
  const schema = (...words: string[]) => runCommand(['templates', 'schema', ...words], {}, { cwd });
  const drafted = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...{ type: 'object', properties: { total: { type: 'number' }, note: { type: 'string' } }, required: ['total'] },
  };
  const file = () => join(cwd, 'mails/invoice/values.schema.json');

  it('is written beside the values that it is made of, once', async () => {
    expect(await schema('mails/invoice')).toMatchObject({
      stdout: '',
      stderr: 'Wrote mails/invoice/values.schema.json\n',
    });
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual(drafted);
    expect((await schema('mails/invoice')).error).toMatchObject({ code: 'output_exists' });
    const { stdout, stderr } = await schema('mails/invoice', '-f', '--json');
    expect([JSON.parse(stdout).data, stderr]).toEqual([{ path: file(), schema: drafted }, '']);
  });

  it('may go to stdout or another file', async () => {
    expect(JSON.parse((await schema('mails/invoice', '-o', '-')).stdout)).toEqual(drafted);
    const json = await schema('mails/invoice', '-o', '-', '--json');
    expect(JSON.parse(json.stdout).data).toEqual({ path: null, schema: drafted });
    await schema('mails', '-o', 'a.json');
    expect([JSON.parse(readFileSync(join(cwd, 'a.json'), 'utf8')), existsSync(file())]).toEqual([drafted, false]);
  });

  it('needs one template with values', async () => {
    write('mails/letter/content.html', 'x');
    expect((await schema('mails')).error).toMatchObject({
      ...{ code: 'usage', message: 'mails has several templates', fix: 'name one of them: mails/invoice' },
    });
    expect((await schema('mails/letter')).error).toMatchObject({
      ...{ code: 'input_missing', message: 'mails/letter has no values' },
      fix: 'write them into mails/letter/preview_context.json',
    });
  });
});
