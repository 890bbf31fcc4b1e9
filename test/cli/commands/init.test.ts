import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { singles } from '../../../src/cli/program/command-table.ts';
import { copyStarters, writeWorkflow } from '../../../src/cli/templates/sync/starters.ts';
import { makeFolder, runCommand } from './run-command.ts';

let cwd: string;

beforeEach(() => {
  cwd = makeFolder();
});

const init = (...words: string[]) => runCommand(['init', ...words], {}, { cwd });
const made = ['assets', 'invoice', 'layouts', 'letter', 'partials', 'report'];

describe('platen init', () => {
  it('makes templates with what they share, and a workflow', async () => {
    const { stdout, stderr } = await init();
    expect([stdout, stderr]).toEqual([
      '',
      [
        ...made.map((name) => `Created templates/${name}`),
        'Created .github/workflows/templates.yml',
        'See it as a PDF: platen render pdf template:./templates/invoice -o invoice.pdf',
        '',
      ].join('\n'),
    ]);
    expect(readdirSync(join(cwd, 'templates')).sort()).toEqual(made);
    const workflow = readFileSync(join(cwd, '.github/workflows/templates.yml'), 'utf8');
    expect(workflow).toContain("paths: ['templates/**']");
    expect(workflow).toContain('platen@1.2.3 templates check templates\n');
  });

  it('keeps what exists', async () => {
    mkdirSync(join(cwd, 'mails/invoice'), { recursive: true });
    const { stderr } = await init('./mails');
    expect(stderr).toContain('Kept mails/invoice, which exists\nCreated mails/layouts\n');
    expect(readdirSync(join(cwd, 'mails/invoice'))).toEqual([]);
    expect(stderr).toContain('See it as a PDF: platen render pdf template:./mails/letter -o letter.pdf\n');
    const again = await init('./mails');
    expect(again.stderr).not.toMatch(/Created|See it/);
    expect(again.stderr).toContain('Kept .github/workflows/templates.yml, which exists\n');
  });

  it('prints what it made as JSON', async () => {
    const { stdout } = await init('--json');
    expect(JSON.parse(stdout).data).toEqual([
      ...made.map((name) => ({
        slug: ['invoice', 'letter', 'report'].includes(name) ? name : null,
        path: `templates/${name}`,
        action: 'create',
      })),
      { slug: null, path: '.github/workflows/templates.yml', action: 'create' },
    ]);
  });

  it('names an absolute folder as it is', async () => {
    const folder = join(makeFolder(), 'mails');
    expect((await init(folder)).stderr).toContain(`platen render pdf template:${folder}/invoice -o invoice.pdf\n`);
  });
});

describe('starters', () => {
  it('are folders with a template.json and shared folders, and nothing else', async () => {
    const from = makeFolder();
    for (const name of [
      'own/template.json',
      'partials/a.html',
      'other/a.html',
      '.hidden/template.json',
      'bad/template.json/x',
    ]) {
      mkdirSync(join(from, name, '..'), { recursive: true });
      writeFileSync(join(from, name), '{}');
    }
    writeFileSync(join(from, 'README.md'), '');
    expect(await copyStarters(from, join(cwd, 'to'), new AbortController().signal)).toEqual([
      { slug: 'own', path: 'own', action: 'create' },
      { slug: null, path: 'partials', action: 'create' },
    ]);
    expect(readdirSync(join(cwd, 'to')).sort()).toEqual(['own', 'partials']);
  });

  it('are not copied once that is stopped', async () => {
    const from = makeFolder();
    mkdirSync(join(from, 'partials'));
    await expect(copyStarters(from, join(cwd, 'to'), AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
    expect(existsSync(join(cwd, 'to'))).toBe(false);
  });
});

describe('the workflow', () => {
  const from = () => {
    const folder = makeFolder();
    mkdirSync(join(folder, '.github/workflows'), { recursive: true });
    writeFileSync(join(folder, '.github/workflows/templates.yml'), '{dir} {version} {dir}');
    return folder;
  };
  const write = (to: string, inside = cwd) => writeWorkflow(from(), to, { cwd: inside, version: '1' });

  it('goes into the repository around the folder', async () => {
    mkdirSync(join(cwd, '.git'));
    const path = join(cwd, '.github/workflows/templates.yml');
    expect(await write(join(cwd, 'a/b/mails'), join(cwd, 'a'))).toEqual({ slug: null, path, action: 'create' });
    expect(readFileSync(path, 'utf8')).toBe('a/b/mails 1 a/b/mails');
    expect(await write(join(cwd, 'mails'))).toEqual({ slug: null, path, action: 'kept' });
  });

  it.each(['', '../mails', 'my mails', "it's", 'a*', 'a[b]'])(
    'is left out for a folder that it could not name: %j',
    async (name) => {
      expect(await write(join(cwd, name))).toBeUndefined();
      expect(existsSync(join(cwd, '.github'))).toBe(false);
    },
  );
});

it.each(Object.keys(singles).filter((name) => !singles[name]?.hidden))(
  '%s has examples and says what it prints',
  async (name) => {
    const { code, stdout } = await runCommand([name, '--help']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\nExamples:\n {2}\$ .*\nOutput:\n/s)]);
  },
);
