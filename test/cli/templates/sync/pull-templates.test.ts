import { beforeEach, describe, expect, it } from 'vitest';
import { openTemplateService, type TemplateService } from './template-service.ts';

let service: TemplateService;

beforeEach(() => {
  service = openTemplateService();
});

const pull = (...words: string[]) => service.run(['pull', ...words]);
const json = (file: string) => JSON.parse(service.read(file));
const base64 = (text: string) => Buffer.from(text).toString('base64');
/** Changes the first template of the service. */
const change = (changes: object) => Object.assign([...service.templates.values()][0] ?? {}, changes);

describe('the first pull', () => {
  it('writes the files of each template, and what to do next', async () => {
    const { id } = service.add({ content: 'Hello', preview_context: { total: 1 } });
    const { code, stdout, stderr } = await pull();
    expect(service.list('templates')).toEqual([
      '.platen.json',
      ...['invoice/content.html', 'invoice/preview_context.json', 'invoice/template.json'],
    ]);
    expect(json('templates/invoice/template.json')).toEqual({ id, name: 'Invoice' });
    expect(service.read('templates/invoice/content.html')).toBe('Hello');
    expect(json('templates/invoice/preview_context.json')).toEqual({ total: 1 });
    expect([code, stdout]).toEqual([undefined, '']);
    expect(stderr.split('\n')).toEqual([
      'ACTION  TEMPLATE  FIELDS',
      'create  invoice   name, content, preview_context',
      '',
      '1 to create',
      'Pulled 1 template',
      'Preview: platen templates preview templates/invoice',
      'Send your changes: platen templates push',
      '',
    ]);
  });

  it('writes shared files, and the files and the values of each template', async () => {
    const { id } = service.add({ sets: { full: { total: 9 } }, schema: { type: 'object' } });
    service.add({ name: 'partials/head', slug: 'partials/head', kind: 'partial', content: '<b>' });
    service.add({ name: 'layouts/page.liquid', slug: 'layouts/page.liquid', kind: 'layout', content: '<i>' });
    service.add({ name: 'invoice/partials/row', slug: 'invoice/partials/row', kind: 'partial', content: '<u>' });
    service.assets.push({ path: 'assets/a.svg', base64: base64('shared') });
    service.assets.push({ path: 'assets/a.svg', template: id, base64: base64('own') });
    const { stderr } = await pull('--dir', 'here');
    const files = service.list('here').filter((name) => !/^\.|content|template|context/.test(name));
    expect(files.map((name) => [name, service.read(`here/${name}`).trim().replace(/\s/g, '')])).toEqual([
      ['assets/a.svg', 'shared'],
      ['invoice/assets/a.svg', 'own'],
      ['invoice/partials/row.html', '<u>'],
      ['invoice/values.schema.json', '{"type":"object"}'],
      ['invoice/values/full.json', '{"total":9}'],
      ['layouts/page.liquid', '<i>'],
      ['partials/head.html', '<b>'],
    ]);
    expect(Object.keys(json('here/.platen.json').files)).toEqual(files);
    expect(stderr.split('\n').slice(-4)).toEqual([
      'Pulled 1 template and 7 files',
      'Preview: platen templates preview here/invoice',
      'Send your changes: platen templates push --dir here',
      '',
    ]);
    expect((await pull('--dir', 'here')).stderr).toBe('Nothing to pull (8 the same)\n');
  });

  it('names the folder of all if it wrote several', async () => {
    service.add({});
    service.add({ name: 'Letter' });
    expect((await pull()).stderr).toContain('Pulled 2 templates\nPreview: platen templates preview templates\n');
  });

  it('says how to make templates if there are none', async () => {
    const { code, stderr } = await pull();
    expect(code).toBeUndefined();
    expect(stderr.split('\n').slice(-3)).toEqual([
      'There are no templates on the service',
      'Create some: platen init templates && platen templates push',
      '',
    ]);
    expect(service.has('templates')).toBe(false);
  });

  it('leaves out files if the service stores none', async () => {
    service.add({});
    service.stub = {
      listAssets: () => {
        throw Object.assign(new Error('no such route'), { code: 'not_found' });
      },
    };
    expect((await pull()).stderr).toContain('Pulled 1 template\n');
  });

  it('leaves out values if the service refuses their field', async () => {
    service.add({ sets: { full: {} } });
    const list = service.all.listTemplates as (query: object) => unknown;
    service.stub = {
      listTemplates: async (query: { fields?: string[] }) => {
        if (query.fields?.includes('value_sets')) throw Object.assign(new Error('x'), { code: 'invalid_request' });
        return list(query);
      },
    };
    expect((await pull()).stderr).toContain('Pulled 1 template\n');
  });

  it('only shows what it would write in a dry run', async () => {
    service.add({});
    const { stdout, stderr } = await pull('--dry-run');
    expect([stdout, stderr, service.has('templates')]).toEqual([
      'ACTION  TEMPLATE  FIELDS\ncreate  invoice   name, content, preview_context\n\n1 to create\n',
      '',
      false,
    ]);
  });

  it('prints what it did as JSON alone', async () => {
    const { id } = service.add({});
    const { stdout, stderr } = await pull('--json');
    const fields = ['name', 'content', 'preview_context'];
    expect(JSON.parse(stdout)).toEqual({
      data: [{ slug: 'invoice', id, name: 'Invoice', action: 'create', fields }],
      warnings: [],
    });
    expect([stderr, service.has('templates/invoice')]).toEqual(['', true]);
  });

  it.each(['../evil', '.git/config', 'a\\b', 'a//b'])(
    'writes no file to a path that leaves its folder: %s',
    async (path) => {
      service.assets.push({ path, base64: base64('x') });
      const { code, stderr } = await pull();
      expect(code).not.toBeUndefined();
      expect(stderr).toContain('cannot be the path of a file here');
      expect(service.list('.').filter((name) => !name.endsWith('.platen.json'))).toEqual([]);
    },
  );
});

describe('a pull of some templates', () => {
  it('leaves out the others, and the files that they do not use', async () => {
    service.add({ content: "{% render 'partials/head' %}" });
    service.add({ name: 'Letter' });
    service.add({ name: 'partials/head', slug: 'partials/head', kind: 'partial', content: '<b>' });
    service.add({ name: 'partials/foot', slug: 'partials/foot', kind: 'partial', content: '<b>' });
    await pull('invoice');
    const files = service.list('templates').filter((name) => !/json$/.test(name));
    expect(files).toEqual(['invoice/content.html', 'partials/head.html']);
  });

  it('takes no name with a slash for the folder of all', async () => {
    const { error, calls } = await pull('invoices/2026');
    expect([error, calls]).toEqual([
      expect.objectContaining({
        ...{ code: 'input_missing', message: 'there is no folder invoices/2026' },
        fix: 'to write all templates into it: --dir invoices/2026; a template whose name has a slash is named by its id',
      }),
      [],
    ]);
  });

  it('fails for a template that the service does not have', async () => {
    service.add({});
    expect((await pull('Invoces')).error).toMatchObject({ code: 'template_not_found' });
  });
});

describe('a later pull', () => {
  beforeEach(async () => {
    service.add({ content: 'a\nb\nc\nd\n' });
    await pull();
  });
  const content = 'templates/invoice/content.html';

  it('writes what the service changed, and keeps the rest', async () => {
    change({ content: 'New' });
    service.write('templates/invoice/preview_context.json', { mine: 1 });
    const { stderr } = await pull();
    expect([service.read(content), json('templates/invoice/preview_context.json')]).toEqual(['New', { mine: 1 }]);
    expect(stderr).toContain('update  invoice   content\n');
  });

  it('writes a new name, and keeps the id', async () => {
    change({ name: 'Bill' });
    await pull();
    expect(json('templates/invoice/template.json')).toEqual({ id: expect.any(String), name: 'Bill' });
  });

  it('leaves what only the folder changed, unless it is forced', async () => {
    service.write(content, 'Mine');
    expect((await pull()).stderr).toContain('Nothing to pull (1 changed here only)');
    expect(service.read(content)).toBe('Mine');
    await pull('--force');
    expect(service.read(content)).toBe('a\nb\nc\nd\n');
  });

  const history = { name: 'Invoice', content: 'a\nb\nc\nd\n', preview_context: {} };
  const withHistory = () => {
    service.stub = {
      listRevisions: async () => ({ data: [{ revision: 1 }], page: { next: null } }),
      getRevision: async () => history,
    };
  };

  it('merges changes of both sides', async () => {
    withHistory();
    service.write(content, 'A\nb\nc\nd\n');
    change({ content: 'a\nb\nc\nD\n' });
    const { code, stderr } = await pull();
    expect([code, service.read(content)]).toEqual([undefined, 'A\nb\nc\nD\n']);
    expect(stderr).toContain('Merged templates/invoice/content.html with the changes of the service');
  });

  it('writes no conflict, unless its markers are wanted', async () => {
    withHistory();
    service.write(content, 'mine\nb\nc\nd\n');
    change({ content: 'theirs\nb\nc\nd\n' });
    const { code, stderr } = await pull();
    expect([code, service.read(content)]).toEqual([6, 'mine\nb\nc\nd\n']);
    expect(stderr).toContain('template "invoice" was not pulled: what is in its folder would be lost');
    expect((await pull('--dry-run')).stderr).toContain('template "invoice" would not be pulled: ');
    const marked = await pull('--conflict-markers');
    expect(marked.code).toBe(6);
    expect(marked.stderr).toContain('Conflicts in templates/invoice: ');
    expect(service.read(content)).toMatch(/^<<<<<<< .*\nmine\n/);
  });

  it('keeps the folder of a template that is gone, until --prune is confirmed', async () => {
    service.templates.clear();
    expect((await pull()).stderr).toContain('gone    invoice');
    expect((await service.run(['pull', '--prune'], { stdin: '' })).error).toMatchObject({ code: 'consent_needed' });
    const no = await service.run(['pull', '--prune'], { typed: 'n\n' });
    expect([no.code, service.has(content)]).toEqual([2, true]);
    expect(no.stderr).toMatch(/Remove 1 of the folders in templates\? \[y\/N\] Nothing was written\.\n$/);
    const yes = await service.run(['pull', '--prune'], { typed: 'y\n' });
    expect([yes.code, service.has('templates/invoice')]).toEqual([undefined, false]);
    expect(yes.stderr).toMatch(/\[y\/N\] Pulled 1 template\n$/);
  });

  it('keeps other files of a folder that it removes, and names them', async () => {
    service.templates.clear();
    service.write('templates/invoice/notes.txt', 'mine');
    const { stderr } = await pull('--prune', '--yes');
    expect(service.list('templates')).toEqual(['.platen.json', 'invoice/notes.txt']);
    expect(stderr).toContain('templates/invoice still has notes.txt\n');
    expect(service.read('templates/.platen.json')).not.toContain('name');
  });

  it('deletes files with --prune, and says so when it asks', async () => {
    service.assets.push({ path: 'assets/a.svg', base64: base64('x') });
    await pull();
    service.assets.pop();
    expect((await pull()).stderr).toContain('changed here  assets/a.svg');
    const { stderr } = await service.run(['pull', '--prune'], { typed: 'y\n' });
    expect(stderr).toContain('Remove 1 of the folders and files in templates? [y/N] Pulled 1 file\n');
    expect(service.has('templates/assets/a.svg')).toBe(false);
    expect(json('templates/.platen.json').files).toBeUndefined();
  });

  it('writes changed files of all kinds', async () => {
    const [template] = service.templates.values();
    change({ sets: { full: { total: 1 } }, schema: { type: 'object' } });
    service.assets.push({ path: 'assets/a.svg', template: template?.id ?? '', base64: base64('x') });
    await pull();
    change({ sets: { full: { total: 2 }, more: {} }, schema: { type: 'array' } });
    Object.assign(service.assets[0] ?? {}, { base64: base64('y') });
    const { stderr } = await pull();
    expect(stderr).toContain('Pulled 4 files\n');
    expect(stderr).not.toContain('Preview: ');
    expect([json('templates/invoice/values/full.json'), json('templates/invoice/values.schema.json')]).toEqual([
      { total: 2 },
      { type: 'array' },
    ]);
    expect(service.read('templates/invoice/assets/a.svg')).toBe('y');
  });

  it('writes the rest if one fails', async () => {
    service.add({ name: 'Letter' });
    service.assets.push({ path: 'assets/a.svg', base64: base64('x') });
    service.stub = {
      getAsset: () => {
        throw Object.assign(new Error('It is gone.'), { code: 'asset_not_found' });
      },
    };
    const { code, stderr } = await pull();
    expect([code, service.has('templates/letter/content.html')]).toEqual([21, true]);
    expect(stderr).toContain('file "assets/a.svg" was not pulled: ');
    expect(stderr).toContain('Pulled 1 template\n');
  });

  it('remembers what is the same, though it has not written it', async () => {
    service.remove('templates/.platen.json');
    service.write('templates/assets/a.svg', 'x');
    service.assets.push({ path: 'assets/a.svg', base64: base64('x') });
    expect((await pull()).stderr).toBe('Nothing to pull (2 the same)\n');
    const { templates, files } = json('templates/.platen.json');
    expect([Object.keys(templates), Object.keys(files)]).toEqual([[...service.templates.keys()], ['assets/a.svg']]);
  });
});
