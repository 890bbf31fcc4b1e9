import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemIo } from '../../../src/cli/output/io.ts';
import { readPageDefaults } from '../../../src/cli/render/page-defaults.ts';
import type { Origin, Settings } from '../../../src/cli/settings/index.ts';

const user: Origin = { source: 'user', path: '/home/ada/.config/platen/config.yaml', line: 3 };
const edges = { io: systemIo(() => {}), output: undefined as never };

/** The page options that these settings give. */
const read = (values: Record<string, unknown>, origin: Origin = user) =>
  readPageDefaults(
    {
      get: (name: string) => values[name] ?? null,
      entries: Object.fromEntries(Object.keys(values).map((name) => [name, { origin }])),
    } as unknown as Settings,
    edges,
  );

describe('settings of pages', () => {
  it('that are not there give nothing', async () => {
    expect(await read({})).toEqual({});
  });

  it.each<[string, unknown, Record<string, unknown>]>([
    ['size', 'A5', { page_size: 'A5' }],
    ['size', '100x200mm', { page_size: { width: '100mm', height: '200mm' } }],
    ['margin', '1cm', { margin: '1cm' }],
    ['landscape', true, { landscape: true }],
    ['landscape', false, { landscape: false }],
    ['prefer_css_page_size', true, { prefer_css_page_size: true }],
    ['scale', 0.5, { scale: 0.5 }],
    ['media', 'screen', { media: 'screen' }],
    ['header', '<b>a</b>', { header: '<b>a</b>' }],
    ['footer', '', { footer: '' }],
    ['theme', 'plain', { theme: 'plain' }],
    ['no_background', true, { print_background: false }],
    ['no_background', false, { print_background: true }],
    ['no_outline', true, { outline: false }],
    ['no_tags', true, { tagged: false }],
    ['no_javascript', true, { javascript: false }],
    ['on_resource_error', 'fail', { on_resource_error: 'fail' }],
  ])('render.%s of %j is an option', async (name, value, options) => {
    expect(await read({ [`render.${name}`]: value })).toEqual(options);
  });
});

describe('a header in a file that a setting names', () => {
  let folder: string;
  let project: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'platen-defaults-')));
    project = join(folder, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'head.html'), '<i>of the project</i>');
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    symlinkSync('../secret.txt', join(project, 'link.html'));
    mkdirSync(join(folder, 'project-2'));
    writeFileSync(join(folder, 'project-2', 'head.html'), 'of another');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const ofProject = (source: 'project' | 'env_file') =>
    ({ source, path: join(project, '.platenrc'), line: 2 }) as Origin;

  it('is read', async () => {
    const setting = { 'render.header': `@${join(project, 'head.html')}` };
    expect(await read(setting)).toEqual({ header: '<i>of the project</i>' });
    expect(await read(setting, ofProject('project'))).toEqual({ header: '<i>of the project</i>' });
    expect(await read({ 'render.footer': `@${join(folder, 'secret.txt')}` })).toEqual({ footer: 'secret' });
  });

  it.each(['project', 'env_file'] as const)('is not outside of the project if that names it: %s', async (source) => {
    for (const path of ['../secret.txt', 'link.html', '../project-2/head.html'])
      await expect(read({ 'render.header': `@${join(project, path)}` }, ofProject(source))).rejects.toMatchObject({
        code: 'config_invalid',
        message: `${join(project, '.platenrc')}:2: render.header is a file outside of ${project}`,
        fix: 'move the file into that folder, or set it in your user file',
      });
  });

  it('that is missing is named by reading it', async () => {
    const path = join(project, 'none.html');
    await expect(read({ 'render.header': `@${path}` }, ofProject('project'))).rejects.toMatchObject({
      code: 'input_missing',
      message: expect.stringContaining('render.header ('),
    });
  });

  it('may be a style sheet, which is read with what it imports', async () => {
    writeFileSync(join(project, 'a.css'), 'p { color: red }');
    expect(await read({ 'render.css': join(project, 'a.css') }, ofProject('project'))).toEqual({
      css: ['p { color: red }'],
    });
    await expect(read({ 'render.css': join(folder, 'secret.txt') }, ofProject('project'))).rejects.toMatchObject({
      code: 'config_invalid',
    });
  });
});
