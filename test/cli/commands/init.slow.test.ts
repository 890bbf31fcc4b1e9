import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readTemplateFolder } from '../../../src/cli/documents/read-template-folder.ts';
import { makeHome, runCli, type TestHome } from '../../helpers/run-cli.ts';

let home: TestHome;

beforeEach(() => {
  home = makeHome();
  onTestFinished(() => home.remove());
});

function init(...words: string[]) {
  return runCli(['init', ...words], { cwd: home.folder, env: home.env });
}

describe('platen init', () => {
  it('makes a folder of templates that are whole', async () => {
    const { code, stdout, stderr } = await init();
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    const made = ['assets', 'invoice', 'layouts', 'letter', 'partials', 'report'];
    expect(stderr).toContain(made.map((name) => `Created templates/${name}\n`).join(''));
    expect(readdirSync(join(home.folder, 'templates')).sort()).toEqual(made);
    for (const slug of ['invoice', 'letter', 'report']) {
      const template = await readTemplateFolder(join(home.folder, 'templates', slug), slug);
      expect(template.id).toBeUndefined();
      expect(template.content).toContain('{{');
      expect(Object.keys(template.preview_context ?? {})).not.toEqual([]);
    }
  });

  it('makes a set that check passes at once, with values, a schema and shared files', async () => {
    await init('mails');
    const { code, stdout } = await runCli(['templates', 'check', 'mails', '--json'], {
      cwd: home.folder,
      env: home.env,
    });
    const { data, errors } = JSON.parse(stdout);
    expect([code, errors]).toEqual([0, 0]);
    const letter = data.find(({ slug }: { slug: string }) => slug === 'letter');
    expect(letter.sets.map(({ name }: { name: string | null }) => name)).toEqual([null, 'long']);
    const wrong = await runCli(['render', 'html', 'template:./mails/letter', '--set', 'paragraphs=5'], {
      cwd: home.folder,
      env: home.env,
    });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('paragraphs must be a list')]);
  });

  it('makes a set that can be pushed as it is, and pulled again', async () => {
    await init('mails');
    const platen = (...words: string[]) => runCli(['templates', ...words], { cwd: home.folder, env: home.env });
    const pushed = await platen('push', '--dir', 'mails', '--yes');
    expect([pushed.code, pushed.stderr]).toEqual([0, expect.stringContaining('Pushed')]);
    expect((await platen('pull', '--dir', 'copy', '--yes')).code).toBe(0);
    expect(readFileSync(join(home.folder, 'copy/partials/sender.html'), 'utf8')).toBe(
      readFileSync(join(home.folder, 'mails/partials/sender.html'), 'utf8'),
    );
  });

  it('writes a workflow that checks them into the repository, once', async () => {
    mkdirSync(join(home.folder, 'repository/.git'), { recursive: true });
    mkdirSync(join(home.folder, 'repository/packages/web'), { recursive: true });
    const cwd = join(home.folder, 'repository/packages/web');
    const file = join(home.folder, 'repository/.github/workflows/templates.yml');
    const first = await runCli(['init', 'mails'], { cwd, env: home.env });
    expect(first.stderr).toContain('Created ../../.github/workflows/templates.yml\n');
    const text = readFileSync(file, 'utf8');
    expect(text).toContain("paths: ['packages/web/mails/**']");
    expect(text).toMatch(/npx --yes platen@\d\S* templates check packages\/web\/mails\n/);
    writeFileSync(file, 'mine');
    const second = await runCli(['init', 'mails'], { cwd, env: home.env });
    expect(second.stderr).toContain('Kept ../../.github/workflows/templates.yml');
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it('uses the folder of the setting template_dir', async () => {
    const env = { ...home.env, PLATEN_TEMPLATE_DIR: 'src/mails' };
    const made = await runCli(['init'], { cwd: home.folder, env });
    expect(made.stderr).toContain('Created src/mails/letter\n');
    const { stderr, code } = await runCli(['templates', 'check'], { cwd: home.folder, env });
    expect([code, stderr]).toEqual([0, expect.stringContaining('src/mails/letter (1 page)')]);
  });

  it.each([
    ['mails/', 'mails', './mails/invoice'],
    ['./mails', 'mails', './mails/invoice'],
    ['.mails', '.mails', './.mails/invoice'],
    ['../mails', '../mails', '../mails/invoice'],
  ])('in %s names the folder so that it can be rendered', async (dir, shown, named) => {
    const { stderr } = await init(dir);
    expect(stderr).toContain(`Created ${shown}/invoice\n`);
    expect(stderr).toContain(`platen render pdf template:${named} -o invoice.pdf`);
  });

  it('in an absolute folder names it as well', async () => {
    const dir = join(home.folder, 'mails');
    expect((await init(dir)).stderr).toContain(`template:${dir}/invoice -o`);
  });

  it('never overwrites', async () => {
    mkdirSync(join(home.folder, 'mails/invoice'), { recursive: true });
    writeFileSync(join(home.folder, 'mails/invoice/content.html'), 'mine');
    const { code, stdout } = await init('mails/', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      data: [
        { slug: null, path: 'mails/assets', action: 'create' },
        { slug: 'invoice', path: 'mails/invoice', action: 'kept' },
        { slug: null, path: 'mails/layouts', action: 'create' },
        { slug: 'letter', path: 'mails/letter', action: 'create' },
        { slug: null, path: 'mails/partials', action: 'create' },
        { slug: 'report', path: 'mails/report', action: 'create' },
        { slug: null, path: '.github/workflows/templates.yml', action: 'create' },
      ],
      warnings: [],
    });
    expect(readdirSync(join(home.folder, 'mails/invoice'))).toEqual(['content.html']);
    expect(readFileSync(join(home.folder, 'mails/invoice/content.html'), 'utf8')).toBe('mine');
    const again = JSON.parse((await init('mails', '--json')).stdout).data as { action: string }[];
    expect(new Set(again.map(({ action }) => action))).toEqual(new Set(['kept']));
  });

  it('ends with 15 where no folder can be made', async () => {
    writeFileSync(join(home.folder, 'plain'), '');
    const { code, stderr } = await init('plain');
    expect(code).toBe(15);
    expect(stderr).toContain('error: cannot make');
    expect(readdirSync(home.folder)).toEqual(['plain']);
  });
});
