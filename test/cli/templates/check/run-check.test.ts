import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { summarizeFindings } from '../../../../src/cli/templates/check/run-check.ts';
import { type CommandSetting, makeFolder, runCommand } from '../../commands/run-command.ts';

let cwd: string;

function write(name: string, text: string): void {
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), text);
}

/** A template whose content is a link: it is refused before anything is rendered. */
function addLinked(folder: string): void {
  write(`${folder}/template.json`, '{"name": "x"}');
  symlinkSync('template.json', join(cwd, folder, 'content.html'));
}

beforeEach(() => {
  cwd = makeFolder();
  addLinked('mails/one');
  addLinked('mails/two');
  symlinkSync('template.json', join(cwd, 'mails/two/preview_context.json'));
});

/** Checks templates on a machine without a browser. */
const check = (words: readonly string[], { env, ...setting }: CommandSetting = {}) =>
  runCommand(
    ['templates', 'check', ...words],
    {},
    { cwd, env: { PLATEN_CHROMIUM: '/no/browser', ...env }, ...setting },
  );
const link = 'is a symbolic link, which push refuses';

describe('a check of templates', () => {
  it('prints the findings of each template, and ends with 7 for errors', async () => {
    const { code, stdout, stderr, error } = await check(['mails']);
    expect([code, error]).toEqual([7, undefined]);
    expect(stdout.split('\n').filter(Boolean)).toEqual([
      expect.stringContaining('mails/one/content.html'),
      expect.stringContaining('mails/two/content.html'),
      expect.stringContaining('mails/two/preview_context.json'),
    ]);
    expect(stdout.match(/which push refuses/g)).toHaveLength(3);
    expect(stderr).toBe('xx mails/one\nxx mails/two\nChecked 2 templates: 3 errors\n');
    expect((await check(['mails/one'])).stderr).toBe('xx mails/one\nChecked 1 template: 1 error\n');
  });

  it('takes each template once', async () => {
    expect((await check(['mails/two', 'mails', './mails/two'])).stderr).toBe(
      'xx mails/two\nxx mails/one\nChecked 2 templates: 3 errors\n',
    );
  });

  it('is JSON with --json', async () => {
    const { code, stdout, stderr } = await check(['mails/one', '--json']);
    const finding = { level: 'error', code: 'unreadable', message: link, file: 'mails/one/content.html' };
    expect([code, stderr, JSON.parse(stdout)]).toEqual([
      7,
      '',
      {
        data: [
          {
            ...{ slug: 'one', name: 'x', path: 'mails/one', pages: null, sets: [{ name: null, pages: null }] },
            findings: [{ ...finding, line: null, column: null }],
          },
        ],
        ...{ errors: 1, warnings: 0, command_warnings: [] },
      },
    ]);
  });

  it('is a report for JUnit', async () => {
    const { code, stdout } = await check(['mails/one', '--reporter', 'junit']);
    expect(code).toBe(7);
    expect(stdout).toMatch(/^<\?xml.*<testsuites/s);
    expect(stdout).toContain(link);
  });

  it.each<[string[], Record<string, string>, boolean]>([
    [['--annotations'], {}, true],
    [[], { GITHUB_ACTIONS: 'true' }, true],
    [[], { GITHUB_ACTIONS: '' }, false],
    [[], {}, false],
  ])('has annotations of GitHub: %j %j %s', async (words, env, annotated) => {
    const { stdout } = await check(['mails/one', ...words], { env });
    expect(stdout.startsWith('::error ')).toBe(annotated);
  });

  it.each([
    [['--reporter', 'junit', '--json'], '--reporter junit and --json cannot be used together'],
    [['--reporter', 'junit', '--annotations'], '--reporter junit and --annotations cannot be used together'],
    [['--update'], '--update says nothing here'],
    [['--png'], '--png says nothing here'],
    [['--tolerance', '1'], '--tolerance says nothing here'],
    [['--against', 'looks', '--png'], '--png says nothing here'],
    [['--against', 'looks', '--tolerance', '101'], expect.stringContaining('--tolerance')],
    [['--against', 'looks', '--tolerance=-1'], expect.stringContaining('--tolerance')],
    [['other/one', '--against', 'looks'], 'mails/one and other/one would both be compared with one.pdf or one-1.png'],
  ])('is refused: %j', async (words, message) => {
    addLinked('other/one');
    expect((await check(['mails/one', ...words])).error).toMatchObject({ code: 'usage', message });
  });

  it('may compare templates of different names', async () => {
    expect((await check(['mails', '--against', 'looks', '--tolerance', '100'])).code).toBe(7);
    addLinked('mails/one.long');
    write('mails/one/values/long.json', '{}');
    expect((await check(['mails', '--against', 'looks'])).error).toMatchObject({
      message: expect.stringContaining('would both be compared with one.long.pdf or one.long-1.png'),
    });
  });
});

it('a summary counts the findings of all templates', () => {
  const finding = (level: 'error' | 'warning') => ({ level, code: 'x', message: 'y', file: 'f', line: 2, column: 3 });
  const template = { slug: 's', name: 'n', path: 'p', pages: 2 };
  const sets = [{ name: 'long', pages: 2, ms: 5, findings: [] }];
  const findings = [finding('error'), finding('warning'), finding('warning')];
  expect(summarizeFindings([{ ...template, sets, findings }])).toEqual({
    data: [{ ...template, sets: [{ name: 'long', pages: 2 }], findings }],
    ...{ errors: 1, warnings: 2 },
  });
});
