import { beforeEach, describe, expect, it } from 'vitest';
import { openTemplateService, type TemplateService } from './template-service.ts';

let service: TemplateService;

beforeEach(() => {
  service = openTemplateService();
});

const diff = (...words: string[]) => service.run(['diff', ...words]);
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('folders that are the same as the service', () => {
  it('have no difference', async () => {
    service.add({ sets: { full: { a: 1 } } });
    service.assets.push({ path: 'assets/a.svg', base64: base64('x') });
    await service.run(['pull']);
    const { code, stdout, stderr, calls } = await diff('--exit-code');
    expect([code, stdout, stderr]).toEqual([undefined, '', '']);
    expect(calls.every(([name]) => /^(?:get|list)/.test(String(name)))).toBe(true);
  });
});

describe('differences of templates', () => {
  beforeEach(async () => {
    service.add({ content: 'a\n' });
    await service.run(['pull']);
  });
  const change = (changes: object) => Object.assign([...service.templates.values()][0] ?? {}, changes);
  const content = 'templates/invoice/content.html';

  it('are shown as a diff from the service to the folder', async () => {
    service.write(content, 'b\n');
    const { code, stdout, stderr } = await diff();
    expect([code, stderr]).toEqual([undefined, '']);
    expect(stdout).toBe(
      '--- service/invoice/content.html\n+++ templates/invoice/content.html\n@@ -1,1 +1,1 @@\n-a\n+b\n',
    );
    expect(await diff('--exit-code')).toMatchObject({ code: 20, stdout });
  });

  it('are JSON with --json, and silent with --quiet', async () => {
    service.write(content, 'b\n');
    const { stdout } = await diff('--json', '--exit-code');
    expect(JSON.parse(stdout).data).toMatchObject([{ slug: 'invoice', action: 'update', fields: ['content'] }]);
    expect(await diff('--quiet', '--exit-code')).toMatchObject({ code: 20, stdout: '', stderr: '' });
  });

  it('are whole for a folder that was never pushed', async () => {
    service.write('templates/letter/template.json', { name: 'Letter' });
    service.write('templates/letter/content.html', 'Dear\n');
    const { stdout } = await diff('letter');
    expect(stdout).toContain('+++ templates/letter/content.html\n@@ -0,0 +1,1 @@\n+Dear\n');
    expect(stdout).toContain('+++ templates/letter/template.json\n');
  });

  it('are notes for what only the service changed', async () => {
    change({ content: 'b\n' });
    expect(await diff('--exit-code')).toMatchObject({
      ...{ code: undefined, stdout: '' },
      stderr: 'invoice has changed on the service only; platen templates pull invoice brings it\n',
    });
  });

  it('are no failure if they are in conflict', async () => {
    service.write(content, 'b\n');
    change({ content: 'c\n' });
    const { code, stdout, stderr } = await diff();
    expect([code, stdout]).toEqual([undefined, expect.stringContaining('-c\n+b\n')]);
    expect(stderr).toBe('invoice is in conflict: the service has something that was never seen here\n');
    expect((await diff('--exit-code')).code).toBe(20);
    const { data } = JSON.parse((await diff('--json')).stdout);
    expect(data).toEqual([
      { slug: 'invoice', id: expect.any(String), name: 'Invoice', action: 'conflict', fields: ['content'] },
    ]);
  });

  it('are shown in all fields if they are in conflict', async () => {
    service.write(content, 'b\n');
    change({ content: 'c\n', preview_context: { a: 1 } });
    const { stdout } = await diff();
    expect(stdout).toContain('-c\n+b\n');
    expect(stdout).toContain('-  "a": 1\n');
  });

  it('leave out what a merge keeps of the service', async () => {
    const lines = ['a', 'b', 'c', 'd'];
    const base = { name: 'Invoice', content: lines.join('\n'), preview_context: {} };
    change(base);
    await service.run(['pull']);
    service.stub = {
      listRevisions: async () => ({ data: [{ revision: 1 }], page: { next: null } }),
      getRevision: async () => base,
    };
    service.write(content, ['A', ...lines.slice(1)].join('\n'));
    change({ content: [...lines.slice(0, 3), 'D'].join('\n') });
    const { stdout, stderr } = await diff();
    expect(stdout).toContain('-a\n+A\n');
    expect(stdout).not.toMatch(/^[-+][dD]/m);
    expect(stderr).toBe('invoice has changed on the service, too; push and pull merge the changes\n');
  });

  it('cannot be shown for a template that is gone', async () => {
    service.templates.clear();
    const { code, stdout, stderr } = await diff();
    expect([code, stdout]).toEqual([5, '']);
    expect(stderr).toContain('template "invoice" cannot be compared: the service has no template with its id');
  });

  it('need a folder', async () => {
    expect(await diff('--dir', 'nowhere')).toMatchObject({ error: { code: 'input_missing' }, calls: [] });
  });

  it('leave out folders that only look like templates, with a warning', async () => {
    service.write('templates/draft/content.html', 'x');
    expect((await diff()).stderr).toContain('warning: templates/draft is passed over: ');
  });
});

describe('differences of files', () => {
  it('are shown by their kind: texts and values as a diff, others by their name', async () => {
    const { id } = service.add({ sets: { full: { a: 1 } }, schema: { type: 'object' } });
    service.add({ name: 'partials/head', slug: 'partials/head', kind: 'partial', content: 'b\n' });
    service.assets.push({ path: 'assets/a.svg', base64: base64('x') });
    service.assets.push({ path: 'assets/b.svg', template: id, base64: base64('x') });
    await service.run(['pull']);
    service.write('templates/invoice/values/full.json', { a: 2 });
    service.write('templates/invoice/values.schema.json', { type: 'array' });
    service.write('templates/invoice/values/new.json', { b: 1 });
    service.write('templates/partials/head.html', 'i\n');
    service.write('templates/assets/a.svg', 'y');
    service.write('templates/assets/new.svg', 'y');
    service.remove('templates/invoice/assets/b.svg');
    const { code, stdout, stderr } = await diff('--exit-code');
    expect([code, stderr]).toEqual([
      20,
      'invoice/assets/b.svg has changed on the service only; platen templates pull invoice/assets/b.svg brings it\n',
    ]);
    expect(stdout.split('\n')).toEqual([
      'Files service and templates differ: assets/a.svg',
      'Only in templates: assets/new.svg',
      '--- service/invoice/values.schema.json',
      '+++ templates/invoice/values.schema.json',
      ...['@@ -1,3 +1,3 @@', ' {', '-  "type": "object"', '+  "type": "array"', ' }'],
      '--- service/invoice/values/full.json',
      '+++ templates/invoice/values/full.json',
      ...['@@ -1,3 +1,3 @@', ' {', '-  "a": 1', '+  "a": 2', ' }'],
      '--- service/invoice/values/new.json',
      '+++ templates/invoice/values/new.json',
      ...['@@ -0,0 +1,3 @@', '+{', '+  "b": 1', '+}'],
      '--- service/partials/head.html',
      '+++ templates/partials/head.html',
      ...['@@ -1,1 +1,1 @@', '-b', '+i', ''],
    ]);
    expect((await diff('--quiet', '--exit-code')).stdout).toBe('');
  });
});
