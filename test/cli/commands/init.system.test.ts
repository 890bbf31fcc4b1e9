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
    expect(stderr).toContain('Created templates/invoice\nCreated templates/report\n');
    expect(readdirSync(join(home.folder, 'templates')).sort()).toEqual(['invoice', 'report']);
    for (const slug of ['invoice', 'report']) {
      const template = await readTemplateFolder(join(home.folder, 'templates', slug), slug);
      expect(template.id).toBeUndefined();
      expect(template.content).toContain('{{');
      expect(Object.keys(template.preview_context ?? {})).not.toEqual([]);
    }
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
        { slug: 'invoice', path: 'mails/invoice', action: 'kept' },
        { slug: 'report', path: 'mails/report', action: 'create' },
      ],
      warnings: [],
    });
    expect(readdirSync(join(home.folder, 'mails/invoice'))).toEqual(['content.html']);
    expect(readFileSync(join(home.folder, 'mails/invoice/content.html'), 'utf8')).toBe('mine');
    expect(JSON.parse((await init('mails', '--json')).stdout).data).toMatchObject([
      { action: 'kept' },
      { action: 'kept' },
    ]);
  });

  it('ends with 15 where no folder can be made', async () => {
    writeFileSync(join(home.folder, 'plain'), '');
    const { code, stderr } = await init('plain');
    expect(code).toBe(15);
    expect(stderr).toContain('error: cannot make');
    expect(readdirSync(home.folder)).toEqual(['plain']);
  });
});
