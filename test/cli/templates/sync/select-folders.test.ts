import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  findFolder,
  findTemplateDir,
  readSelection,
  requireRoot,
  selectFolders,
  suggestName,
} from '../../../../src/cli/templates/sync/select-folders.ts';
import { folderOf, idOf } from './remote-stub.ts';

let cwd: string;

beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'platen-select-')));
  for (const folder of ['templates/invoice', 'mail/welcome', 'plain'])
    mkdirSync(join(cwd, folder), { recursive: true });
  for (const folder of ['templates/invoice', 'mail/welcome']) writeFileSync(join(cwd, folder, 'template.json'), '{}');
});

afterEach(() => rmSync(cwd, { recursive: true }));

type Edges = Parameters<typeof findTemplateDir>[0];

const edges = (dir: string | null = null) =>
  ({ settings: async () => ({ get: () => dir }), io: { cwd } }) as unknown as Edges;

it('the folder of templates is that of the settings, else templates', async () => {
  expect(await findTemplateDir(edges())).toBe('templates');
  expect(await findTemplateDir(edges(join(cwd, 'a/b')))).toBe('a/b');
  expect(await findTemplateDir(edges(cwd))).toBe('.');
});

describe('the words of a command', () => {
  it.each<[string[], string | undefined, string, string[]]>([
    [[], undefined, 'templates', []],
    [[], 'mail', 'mail', []],
    [['invoice'], undefined, 'templates', ['invoice']],
    [['unknown'], undefined, 'templates', ['unknown']],
    [['mail'], undefined, 'mail', []],
    [['plain'], undefined, 'templates', ['plain']],
    [['templates/invoice'], undefined, 'templates', ['invoice']],
    [['templates/new'], undefined, 'templates', ['new']],
    [['mail/welcome'], undefined, 'mail', ['welcome']],
    [['mail/'], undefined, 'mail', []],
    [['.'], undefined, '.', []],
    [['welcome', 'Some Name'], 'mail', 'mail', ['welcome', 'Some Name']],
    [['mail/welcome', 'mail/welcome'], 'mail', 'mail', ['welcome', 'welcome']],
  ])('%j with --dir %s name %s: %j', async (words, dir, shown, wanted) => {
    expect(await readSelection(words, dir, edges())).toEqual({ root: join(cwd, shown), shown, wanted });
  });

  it('name templates of one folder', async () => {
    await expect(readSelection(['templates/invoice', 'mail/welcome'], undefined, edges())).rejects.toMatchObject({
      code: 'usage',
      message: 'the templates must be in one folder, not in templates and mail',
    });
  });
});

it('the folder of templates exists', () => {
  expect(() => requireRoot({ root: cwd, shown: 'x', wanted: [] })).not.toThrow();
  expect(() => requireRoot({ root: join(cwd, 'x'), shown: 'x', wanted: [] })).toThrow('there is no folder x');
});

describe('a word names a folder', () => {
  const folders = [
    folderOf({ id: idOf(1), name: 'Invoice', content: '' }, 'invoice'),
    folderOf({ name: 'Letter', content: '' }, 'letter-a'),
    folderOf({ name: 'Letter', content: '' }, 'letter-b'),
  ];
  const find = (word: string) => findFolder(folders, word)?.slug;

  it.each([
    ['invoice', 'invoice'],
    ['Invoice', 'invoice'],
    ['INVOICE', 'invoice'],
    [idOf(1), 'invoice'],
    [idOf(1).toUpperCase(), 'invoice'],
    [idOf(2), undefined],
    ['letter-b', 'letter-b'],
    ['letter', undefined],
  ])('%s: %s', (word, slug) => {
    expect(find(word)).toBe(slug);
  });

  it('or is refused if it is the name of several', () => {
    expect(() => find('Letter')).toThrow(
      expect.objectContaining({
        message: '"Letter" is the name of 2 templates',
        fix: 'say which: letter-a or letter-b',
      }),
    );
  });

  const select = (...wanted: string[]) =>
    selectFolders(folders, { wanted, shown: 'plain', root: join(cwd, 'mail') }).map(({ slug }) => slug);

  it('once, or all without words', () => {
    expect(select()).toEqual(['invoice', 'letter-a', 'letter-b']);
    expect(select('letter-a', 'invoice', 'Invoice')).toEqual(['letter-a', 'invoice']);
  });

  it('that is missing, or has no template.json', () => {
    expect(() => select('invoize')).toThrow(
      expect.objectContaining({ message: 'there is no template "invoize" in plain', fix: 'did you mean invoice?' }),
    );
    expect(() => select('welcome')).toThrow('plain/welcome has no template.json');
  });
});

it.each([
  ['invoize', 'did you mean invoice?'],
  ['Long Nam', 'did you mean "Long Name"?'],
  ['other', 'else'],
  [idOf(2), 'else'],
])('the advice for %s is %s', (word, advice) => {
  expect(suggestName(word, ['invoice', 'Long Name', idOf(1)], 'else')).toBe(advice);
});
