import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, runCommand } from '../../commands/run-command.ts';

let cwd: string;

beforeEach(() => {
  cwd = makeFolder();
  for (const slug of ['one', 'two']) {
    mkdirSync(join(cwd, 'mails', slug), { recursive: true });
    writeFileSync(join(cwd, 'mails', slug, 'template.json'), JSON.stringify({ name: slug }));
    writeFileSync(join(cwd, 'mails', slug, 'content.html'), '<p>{{ a }}</p>');
  }
});

/** Previews on a machine without a browser. */
const preview = (...words: string[]) =>
  runCommand(['templates', 'preview', ...words], {}, { cwd, env: { PLATEN_CHROMIUM: '/no/browser' } });
const id = '0190A6C4-5b7e-7d3a-9f21-3c5d8e7f1a2b';

describe('a preview', () => {
  it.each<[string[], object]>([
    [['mails/one', '--once'], { message: '--once needs a file to write', fix: 'name one with -o' }],
    [
      ['mails/one', '--once', '-o', 'x.pdf', '--port', '0'],
      { message: '--port says nothing here', why: '--once shows no page' },
    ],
    [['mails/one', '-o', 'x.pdf'], { message: '-o says nothing here', why: 'only --once writes a PDF' }],
    [['mails/one', '--force'], { message: '--force says nothing here', why: 'only --once writes a PDF' }],
    [
      [id, '--values', 'full'],
      { message: '--values says nothing here', why: 'a stored template has one set of values' },
    ],
    [
      [id, '--root', '.'],
      { message: '--root says nothing here', why: 'the files of a stored template are on the service' },
    ],
    [['mails/one', '--once', '-o', '--x.pdf'], { message: '-o --x.pdf looks like a flag', fix: 'use ./--x.pdf' }],
    [['mails/one', '--port', '65536'], { message: expect.stringContaining('--port') }],
    [['mails/one', '--port', '-1'], { message: expect.stringContaining('--port') }],
    [
      ['mails', '--once', '-o', 'x.pdf'],
      {
        ...{ message: '--once renders one template', why: 'there are 2: one, two' },
        fix: 'name one: platen templates preview mails/one --once -o one.pdf',
      },
    ],
  ])('is refused: %j', async (words, error) => {
    expect(await preview(...words)).toMatchObject({ error: { code: 'usage', ...error }, calls: [] });
  });

  it('does not replace a file, before it renders', async () => {
    writeFileSync(join(cwd, 'x.pdf'), 'mine');
    expect(await preview('mails/one', '--once', '-o', 'x.pdf')).toMatchObject({ error: { code: 'output_exists' } });
  });

  it('is refused if its values do not follow their schema', async () => {
    const write = (name: string, json: object) => writeFileSync(join(cwd, 'mails/one', name), JSON.stringify(json));
    write('values.schema.json', { properties: { a: { type: 'string' } } });
    write('preview_context.json', { a: 1 });
    expect(await preview('mails/one', '--once', '-o', 'x.pdf')).toMatchObject({
      error: { code: 'input_invalid', message: 'mails/one/preview_context.json:1:6: a must be a string' },
    });
    write('values.schema.json', { required: ['b'] });
    expect(await preview('mails/one', '--once', '-o', 'x.pdf')).toMatchObject({
      error: { message: 'mails/one/preview_context.json:1:1: b is required' },
    });
  });

  it('of a template that is not there is refused', async () => {
    expect(await preview('mails/three')).toMatchObject({ error: { code: 'input_missing' } });
    expect(await preview('mails/one', '--once', '-o', 'x.pdf', '--values', 'full')).toMatchObject({
      error: { code: 'input_missing', message: 'mails/one has no values "full"' },
    });
  });
});
