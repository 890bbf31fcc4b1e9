import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTemplates, type Templates } from '../../templates/sync/open-templates.ts';

let templates: Templates;

beforeEach(async () => {
  templates = await openTemplates();
});

/** A folder of a template that the service does not have. */
function add(slug: string, name: string, content = 'a', rest: object = {}): void {
  templates.write(`templates/${slug}/template.json`, JSON.stringify({ name, ...rest }));
  templates.write(`templates/${slug}/content.html`, content);
}

function idOf(slug: string): string {
  return JSON.parse(templates.read(`templates/${slug}/template.json`)).id;
}

describe('platen templates push', () => {
  it('creates what has no id, writes the id back, and has nothing more to do', async () => {
    add('größe', 'Größe', '<p>\r\n');
    templates.write('templates/größe/preview_context.json', '\uFEFF{"b": 1,\r\n"a": [2]}');
    const { code, stdout, stderr } = await templates.run(['push', '--yes']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr.replace(/http:\S+/, 'SERVICE')).toBe(
      'ACTION  TEMPLATE  FIELDS\ncreate  größe     name, content, preview_context\n\n1 to create\nPushing 1 template to SERVICE\nPushed 1 template\n',
    );
    const [stored] = await templates.all();
    expect(stored).toMatchObject({ name: 'Größe', content: '<p>\r\n', preview_context: { b: 1, a: [2] } });
    expect(templates.read('templates/größe/template.json')).toBe(`{\n  "id": "${stored?.id}",\n  "name": "Größe"\n}\n`);
    expect(await templates.rows(['push'])).toMatchObject({ code: 0, rows: [{ action: 'same' }] });
    expect((await templates.run(['push'])).stderr).toBe('Nothing to push (1 the same)\n');
  });

  it('reports a folder that only lacks a name', async () => {
    templates.write('templates/lone/content.html', 'a');
    templates.write('templates/pictures/logo.svg', '<svg/>');
    for (const words of [['push', '--yes'], ['diff']]) {
      const { code, stderr } = await templates.run(words);
      expect([code, stderr.match(/warning: .*/g)]).toEqual([
        0,
        ['warning: templates/lone is passed over: it has no template.json, such as {"name": "Invoice"}'],
      ]);
    }
  });

  it('sends only the fields that have changed', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'a', preview_context: { a: 1 } });
    await templates.run(['pull']);
    const bodies: string[] = [];
    templates.write('templates/invoice/content.html', 'b');
    templates.onRequest((method) => void bodies.push(method));
    expect(await templates.rows(['push', '--yes'])).toMatchObject({
      code: 0,
      rows: [{ slug: 'invoice', id, action: 'update', fields: ['content'] }],
    });
    expect(bodies).toEqual(['GET', 'PATCH']);
    expect(await templates.get(id)).toMatchObject({ name: 'Invoice', content: 'b', preview_context: { a: 1 } });
  });

  it('keeps what has changed on the service in other fields', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'a' });
    await templates.run(['pull']);
    templates.write('templates/invoice/content.html', 'mine');
    await templates.update(id, { preview_context: { theirs: true }, name: 'Theirs' });
    expect(await templates.rows(['push', '--yes'])).toMatchObject({ code: 0, rows: [{ fields: ['content'] }] });
    expect(await templates.get(id)).toMatchObject({
      name: 'Theirs',
      content: 'mine',
      preview_context: { theirs: true },
    });
    expect(await templates.rows(['push', '--yes'])).toMatchObject({ code: 0, rows: [{ action: 'changed_there' }] });
    expect(await templates.rows(['pull'])).toMatchObject({ code: 0, rows: [{ action: 'update' }] });
  });

  it('does not call another order of keys a change', async () => {
    await templates.create({ name: 'Invoice', preview_context: { a: 1, b: { c: 1, d: 2 } } });
    await templates.run(['pull']);
    templates.write('templates/invoice/preview_context.json', '{"b":{"d":2,"c":1},"a":1}');
    expect(await templates.rows(['push'])).toMatchObject({ code: 0, rows: [{ action: 'same' }] });
  });

  it('shows a conflict and refuses it with 6, unless forced', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'one\ntwo\n' });
    await templates.run(['pull']);
    templates.write('templates/invoice/content.html', 'one\nmine\n');
    await templates.update(id, { content: 'one\ntheirs\n' });
    const { code, stderr } = await templates.run(['push', '--yes']);
    expect(code).toBe(6);
    expect(stderr).toContain('-theirs\n+mine\n');
    expect(stderr).toContain('error: template "invoice" was not pushed: it changed on the service');
    expect(stderr).toContain('code: template_changed');
    expect((await templates.get(id)).content).toBe('one\ntheirs\n');
    expect(await templates.rows(['push', '--yes', '--force'])).toMatchObject({ code: 0, rows: [{ action: 'update' }] });
    expect((await templates.get(id)).content).toBe('one\nmine\n');
  });

  it('takes names that changed on both sides for a conflict, and the same change for none', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'a' });
    await templates.run(['pull']);
    templates.write('templates/invoice/template.json', JSON.stringify({ id, name: 'Mine' }));
    await templates.update(id, { name: 'Theirs' });
    expect(await templates.rows(['push', '--yes'])).toMatchObject({ code: 6, rows: [{ fields: ['name'] }] });
    await templates.update(id, { name: 'Mine' });
    expect(await templates.rows(['push', '--yes'])).toMatchObject({ code: 0, rows: [{ action: 'same' }] });
  });

  it('takes what differs and was never seen here for a conflict, as in a fresh build', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'theirs' });
    add('invoice', 'Invoice', 'mine', { id });
    expect(await templates.rows(['push', '--yes'])).toMatchObject({ code: 6, rows: [{ action: 'conflict' }] });
    expect((await templates.get(id)).content).toBe('theirs');
    expect(await templates.rows(['push', '--yes', '--force'])).toMatchObject({ code: 0 });
  });

  it('notices an edit between the comparison and the sending', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'a' });
    await templates.run(['pull']);
    templates.write('templates/invoice/content.html', 'mine');
    templates.onRequest(async (method) => {
      if (method === 'PATCH') await templates.update(id, { content: 'theirs' });
    });
    const { code, stderr } = await templates.run(['push', '--yes']);
    expect(code).toBe(6);
    expect(stderr).toContain('-theirs\n');
    expect(stderr).toContain('+mine\n');
    expect(stderr).toContain('it changed on the service while this command ran');
    expect((await templates.get(id)).content).toBe('theirs');
  });

  it('does not put a merge over a file that is edited meanwhile, and merges it with the next push', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: '1\n2\n3\n4\n5\n' });
    await templates.run(['pull']);
    templates.write('templates/invoice/content.html', 'mine\n2\n3\n4\n5\n');
    await templates.update(id, { content: '1\n2\ntheirs\n4\n5\n' });
    templates.onRequest((method) => {
      if (method === 'PATCH') templates.write('templates/invoice/content.html', 'mine\n2\n3\n4\nlater\n');
    });
    const { code, stderr } = await templates.run(['push', '--yes']);
    expect([code, stderr]).toEqual([6, expect.stringContaining('content.html was edited while this command ran')]);
    expect(templates.read('templates/invoice/content.html')).toBe('mine\n2\n3\n4\nlater\n');
    templates.onRequest(() => {});
    expect((await templates.run(['push', '--yes'])).code).toBe(0);
    expect(templates.read('templates/invoice/content.html')).toBe('mine\n2\ntheirs\n4\nlater\n');
    expect((await templates.get(id)).content).toBe('mine\n2\ntheirs\n4\nlater\n');
  });

  it('looks again right before it sends to a service without ETags', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'a' });
    await templates.run(['pull']);
    templates.dropEtags();
    templates.write('templates/invoice/content.html', 'mine');
    let reads = 0;
    templates.onRequest(async (method) => {
      if (method === 'GET' && ++reads === 2) await templates.update(id, { content: 'theirs' });
    });
    expect(await templates.rows(['push', '--yes'])).toMatchObject({ code: 6, error: { code: 'template_changed' } });
    expect((await templates.get(id)).content).toBe('theirs');
    expect(await templates.rows(['push', '--yes', '--force'])).toMatchObject({ code: 0 });
    expect((await templates.get(id)).content).toBe('mine');
  });

  it('does not take its own change, whose answer got lost, for somebody else’s', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'a' });
    await templates.run(['pull']);
    templates.write('templates/invoice/content.html', 'mine');
    templates.onRequest(async (method) => {
      if (method === 'PATCH') await templates.update(id, { content: 'mine' });
    });
    expect(await templates.rows(['push', '--yes'])).toMatchObject({ code: 0, rows: [{ action: 'update' }] });
    expect(await templates.rows(['push'])).toMatchObject({ code: 0, rows: [{ action: 'same' }] });
  });

  it('asks at a terminal and takes no for an answer', async () => {
    add('invoice', 'Invoice');
    const no = await templates.run(['push'], { stderrTerminal: true, typed: '\n' });
    expect(no.code).toBe(2);
    expect(no.stderr).toMatch(/Push 1 template to http:\/\/127\.0\.0\.1:\d+\? \[y\/N\] Nothing was pushed\.\n$/);
    expect(await templates.all()).toEqual([]);
    const yes = await templates.run(['push'], { stderrTerminal: true, typed: 'yes\n' });
    expect(yes).toMatchObject({ code: 0, stdout: '' });
    expect(await templates.all()).toHaveLength(1);
  });

  it.each([
    ['stderr is no terminal', [], { typed: 'y\n' }],
    ['stdin is a pipe', [], { stdin: 'y\n', stderrTerminal: true }],
    ['in CI', [], { typed: 'y\n', stderrTerminal: true, env: { CI: 'true' } }],
    ['with --no-input', ['--no-input'], { typed: 'y\n', stderrTerminal: true }],
  ])('asks nothing where nobody can answer, but names the flag: %s', async (_when, words, setting) => {
    add('invoice', 'Invoice');
    const { code, stderr } = await templates.run(['push', ...words], setting);
    expect(code).toBe(2);
    expect(stderr).toContain('give it with --yes');
    expect(stderr).toContain('create  invoice');
    expect(await templates.all()).toEqual([]);
  });

  it('goes on past failures, and ends with 21', async () => {
    add('bad', 'x'.repeat(256));
    add('good', 'Good');
    add('broken', 'Broken');
    templates.write('templates/broken/preview_context.json', '{\n  "a": 1,\n}');
    const { code, rows, error } = await templates.rows(['push', '--yes']);
    expect({ code, error }).toMatchObject({ code: 21, error: { code: 'partial_failure' } });
    expect(rows).toMatchObject([
      { slug: 'bad', action: 'invalid', id: null, error: { code: 'invalid_request' } },
      { slug: 'broken', action: 'invalid', error: { code: 'input_invalid' } },
      { slug: 'good', action: 'create' },
    ]);
    expect(rows[1]?.error?.message).toContain('preview_context.json is not JSON at line 3, column 1');
    expect(await templates.all()).toMatchObject([{ id: idOf('good') }]);
    expect(rows[0]?.error).toMatchObject({ why: 'the name in template.json must have at most 255 characters' });
    const people = await templates.run(['push', '--yes']);
    expect(people.stderr.match(/^error: /gm)).toHaveLength(3);
    expect(people.stderr).toContain('why: the name in template.json must have');
    expect(people.code).toBe(21);
  });

  it.each([
    ['a name', JSON.stringify({ name: 'a\nb' }), 'a', 'the name in template.json must not contain control characters'],
    ['a content', '{"name":"A"}', 'x'.repeat(5 * 1024 * 1024 + 1), 'content.html must be at most 5242880 bytes'],
  ])('names the file of %s that the service refuses', async (_what, head, content, why) => {
    templates.write('templates/a/template.json', head);
    templates.write('templates/a/content.html', content);
    const { code, stderr } = await templates.run(['push', '--yes']);
    expect(code).toBe(7);
    expect(stderr).toContain(`why: ${why}\n`);
  });

  it('ends with the code of the failures where all that was tried failed alike', async () => {
    add('one', 'x'.repeat(256));
    add('two', 'y'.repeat(256));
    expect(await templates.rows(['push', '--yes'])).toMatchObject({ code: 7, error: { code: 'invalid_request' } });
  });

  it('says so where a template is gone from the service', async () => {
    const { id } = await templates.create({ name: 'Invoice' });
    await templates.run(['pull']);
    await templates.remove(id);
    const { code, stderr } = await templates.run(['push', '--yes']);
    expect(code).toBe(5);
    expect(stderr).toContain('the service has no template with its id');
    expect(stderr).toContain('remove "id" from templates/invoice/template.json');
  });

  it('refuses folders with one id, a folder without content, and words that fit nothing', async () => {
    add('a', 'A', 'a', { id: '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f' });
    add('b', 'B', 'b', { id: '0193A7C2-5B1E-7C3D-9F20-8A4B6C1D2E3F' });
    expect(await templates.rows(['push', '--yes'])).toMatchObject({
      code: 2,
      rows: [{ error: { message: 'templates/a and templates/b have the same id' } }, { action: 'invalid' }],
    });
    rmSync(join(templates.folder, 'templates'), { recursive: true });
    templates.write('templates/c/template.json', '{"name": "C"}');
    expect((await templates.run(['push', '--yes'])).stderr).toContain('templates/c/content.html does not exist');
    mkdirSync(join(templates.folder, 'templates/plain'));
    expect((await templates.run(['push', 'plain'])).stderr).toContain('templates/plain has no template.json');
    expect(await templates.rows(['push', 'nothing'])).toMatchObject({ code: 2, error: { code: 'input_missing' } });
    expect(await templates.rows(['push', '--dir', 'nowhere'])).toMatchObject({
      code: 2,
      error: { code: 'input_missing' },
    });
  });

  it('pushes only what is named', async () => {
    add('one', 'One');
    add('two', 'Two');
    add('three', 'Three');
    expect((await templates.rows(['push', 'TWO', 'templates/three', '--yes'])).rows.map(({ slug }) => slug)).toEqual([
      'two',
      'three',
    ]);
    expect((await templates.all()).map(({ name }) => name).sort()).toEqual(['Three', 'Two']);
    expect((await templates.rows(['push', 'templates', '--dry-run'])).rows.map(({ slug }) => slug).sort()).toEqual([
      'one',
      'three',
      'two',
    ]);
    expect((await templates.rows(['push', idOf('two')])).rows).toMatchObject([{ slug: 'two', action: 'same' }]);
  });

  it('does not create a second template where a build lost the id of the first', async () => {
    add('invoice', 'Invoice', 'a');
    await templates.run(['push', '--yes']);
    const id = idOf('invoice');
    rmSync(join(templates.folder, 'templates'), { recursive: true });
    add('invoice', 'Invoice', 'a');
    expect(await templates.rows(['push', '--yes'])).toMatchObject({ code: 0, rows: [{ action: 'link', id }] });
    expect(idOf('invoice')).toBe(id);
    rmSync(join(templates.folder, 'templates'), { recursive: true });
    add('invoice', 'Invoice', 'b');
    expect(await templates.rows(['push', '--yes'])).toMatchObject({ code: 6, rows: [{ action: 'conflict', id }] });
    await templates.create({ name: 'Invoice' });
    expect(await templates.rows(['push', '--yes', '--force'])).toMatchObject({ code: 6, error: { code: 'conflict' } });
    expect(await templates.all()).toHaveLength(2);
  });

  it('deletes with --prune what this folder has held, and leaves what is somebody else’s', async () => {
    const ours = await templates.create({ name: 'Ours' });
    const edited = await templates.create({ name: 'Edited' });
    await templates.run(['pull']);
    const theirs = await templates.create({ name: 'Theirs' });
    await templates.update(edited.id, { content: 'edited' });
    rmSync(join(templates.folder, 'templates/ours'), { recursive: true });
    rmSync(join(templates.folder, 'templates/edited'), { recursive: true });
    expect(await templates.rows(['push', '--yes'])).toEqual({ code: 0, rows: [] });
    expect(await templates.rows(['push', '--prune', 'ours', '--yes'])).toMatchObject({ code: 2 });
    const asked = await templates.run(['push', '--prune'], { stderrTerminal: true, typed: 'n\n' });
    expect(asked.stderr).toContain('Push 1 template to http://127.0.0.1');
    expect(asked.stderr).toContain(', deleting 1?');
    expect(await templates.rows(['push', '--prune', '--yes'])).toMatchObject({
      code: 21,
      rows: [
        { slug: 'ours', id: ours.id, action: 'delete' },
        { slug: 'edited', action: 'conflict', error: { code: 'template_changed' } },
      ],
    });
    expect((await templates.all()).map(({ id }) => id)).toEqual([edited.id, theirs.id]);
    await templates.rows(['push', '--prune', '--force', '--yes']);
    expect(await templates.all()).toEqual([]);
  });

  it('does not prune while a folder is broken: it may be the folder of anything', async () => {
    await templates.create({ name: 'Invoice' });
    await templates.run(['pull']);
    templates.write('templates/invoice/template.json', '{');
    expect((await templates.run(['push', '--prune', '--yes'])).code).toBe(2);
    expect(await templates.all()).toHaveLength(1);
  });

  it('changes nothing with --dry-run, and shows the plan as data', async () => {
    add('invoice', 'Invoice');
    const { code, stdout } = await templates.run(['push', '--dry-run']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'ACTION  TEMPLATE  FIELDS\ncreate  invoice   name, content\n\n1 to create\n',
    });
    expect(await templates.all()).toEqual([]);
    expect(templates.list('templates')).toEqual(['invoice']);
  });

  it('does not lose the id of a template that was being created when it was interrupted', async () => {
    add('invoice', 'Invoice');
    let interrupt: (name: 'SIGINT') => void = () => {};
    templates.onRequest(async (method) => {
      if (method !== 'POST') return;
      interrupt('SIGINT');
      // A request that the signal ended would be gone by the end of another one.
      await templates.run(['list']);
    });
    const { code } = await templates.run(['push', '--yes'], {
      onStart: (send) => {
        interrupt = send;
      },
    });
    expect(code).toBe(130);
    expect(await templates.all()).toMatchObject([{ id: idOf('invoice') }]);
    expect(templates.list('templates/invoice')).toEqual(['content.html', 'template.json']);
  });

  it('warns where it cannot note what it pushed, which is no failure', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'a' });
    await templates.run(['pull']);
    templates.write('templates/invoice/content.html', 'b');
    templates.onRequest((method) => {
      if (method !== 'PATCH') return;
      rmSync(join(templates.folder, 'templates/.platen.json'));
      templates.write('templates/.platen.json/x', '');
    });
    const { code, stderr } = await templates.run(['push', '--yes']);
    expect(code).toBe(0);
    expect(stderr).toContain('warning: what was seen of the service could not be noted');
    expect((await templates.get(id)).content).toBe('b');
  });

  it.skipIf(process.getuid?.() === 0)('creates nothing whose id it could not keep', async () => {
    add('invoice', 'Invoice');
    chmodSync(join(templates.folder, 'templates/invoice'), 0o500);
    expect(await templates.rows(['push', '--yes'])).toMatchObject({ code: 15, error: { code: 'io_failed' } });
    chmodSync(join(templates.folder, 'templates/invoice'), 0o700);
    expect(await templates.all()).toEqual([]);
  });

  it('shows control characters of the service instead of sending them to the terminal', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'a' });
    await templates.run(['pull']);
    templates.write('templates/invoice/content.html', 'mine');
    await templates.update(id, { content: '\u001b]0;owned\u0007' });
    const { stderr } = await templates.run(['push', '--yes']);
    expect(stderr).toContain('\\u001b]0;owned\\u0007');
    expect(stderr).not.toContain('\u001b');
  });
});
