import { chmodSync, mkdirSync, rmSync, symlinkSync, watch } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openTemplates, type Templates } from '../../templates/sync/open-templates.ts';

/** More than a page of the list; a thousand is for a machine that has nothing else to do. */
const howMany = Number(process.env.PLATEN_TEST_TEMPLATES ?? 105);

let templates: Templates;

beforeEach(async () => {
  templates = await openTemplates();
});

describe('platen templates pull', () => {
  it('writes three files for each template, and says so', async () => {
    const { id } = await templates.create({
      name: 'Invoice',
      content: '<h1>{{ customer }}</h1>\n',
      preview_context: { zebra: 1, customer: 'Ada', items: [{ b: 1, a: 2 }] },
    });
    const { code, stdout, stderr } = await templates.run(['pull']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('Pulled 1 template');
    expect(templates.list('templates')).toEqual(['.platen.json', 'invoice']);
    expect(templates.list('templates/invoice')).toEqual(['content.html', 'preview_context.json', 'template.json']);
    expect(templates.read('templates/invoice/template.json')).toBe(`{\n  "id": "${id}",\n  "name": "Invoice"\n}\n`);
    expect(templates.read('templates/invoice/content.html')).toBe('<h1>{{ customer }}</h1>\n');
    expect(templates.read('templates/invoice/preview_context.json')).toBe(
      `${JSON.stringify({ zebra: 1, customer: 'Ada', items: [{ b: 1, a: 2 }] }, null, 2)}\n`,
    );
  });

  it('shows the next commands for what it has written, and none if nothing changed', async () => {
    await templates.create({ name: 'Invoice' });
    const first = await templates.run(['pull', '--dir', 'my mails']);
    expect(first.stderr).toContain("Preview: platen templates preview 'my mails/invoice'\n");
    expect(first.stderr).toContain("Send your changes: platen templates push --dir 'my mails'\n");
    expect((await templates.run(['pull', '--dir', 'my mails'])).stderr).not.toContain('Preview:');
    await templates.create({ name: 'Report' });
    expect((await templates.run(['pull', '--quiet'])).stderr).not.toContain('Preview:');
    await templates.create({ name: 'Letter' });
    await templates.create({ name: 'Terms' });
    const { stderr } = await templates.run(['pull']);
    expect(stderr).toContain('Preview: platen templates preview templates\n');
    expect(stderr).toContain('Send your changes: platen templates push\n');
  });

  it('refuses a whole number that no reader keeps, by its place', async () => {
    const { id } = await templates.create({ name: 'x', content: '', preview_context: { a: [{ n: 2 ** 60 }] } });
    const { code, stderr } = await templates.run(['pull']);
    expect(code).not.toBe(0);
    expect(stderr).toContain(`/a/0/n in the preview context of the template ${id} is a whole number beyond`);
    expect(templates.has('templates/x')).toBe(false);
  });

  it.each([
    ['CRLF', 'one\r\ntwo\r\n'],
    ['no line end', 'one'],
    ['nothing', ''],
    ['a byte order mark', '\uFEFF<p>'],
    ['every kind of character', 'é 請求書 \u{1F9FE} \u2028 \u202e \t \u0001'],
    ['5 MiB', 'é\n'.repeat((5 * 1024 * 1024) / 3)],
  ])('keeps content to the byte there and back: %s', async (_what, content) => {
    const { id } = await templates.create({ name: 'x', content });
    expect((await templates.run(['pull'])).code).toBe(0);
    expect(templates.read('templates/x/content.html') === content).toBe(true);
    expect(await templates.rows(['push'])).toMatchObject({ code: 0, rows: [{ action: 'same', fields: [] }] });
    templates.write('templates/x/template.json', JSON.stringify({ id, name: 'y' }));
    await templates.run(['push', '--yes']);
    expect((await templates.get(id)).content === content).toBe(true);
  });

  it('gives every template its own folder, safe on every platform', async () => {
    const names = [
      'Invoice',
      'INVOICE',
      'invoice!',
      'CON',
      '../../etc/passwd',
      '…',
      '請求書',
      'Ünïcode',
      'a'.repeat(255),
    ];
    for (const name of names) await templates.create({ name });
    expect((await templates.run(['pull'])).code).toBe(0);
    expect(templates.list('templates')).toEqual(
      [
        '.platen.json',
        'invoice',
        'invoice-2',
        'invoice-3',
        'con-template',
        'etc-passwd',
        'template',
        '請求書',
        'unicode',
        'a'.repeat(60),
      ].sort(),
    );
    expect(await templates.rows(['push'])).toMatchObject({ code: 0, rows: names.map(() => ({ action: 'same' })) });
  });

  it('does not take a name that is taken by something else', async () => {
    templates.write('templates/Invoice', 'a file');
    await templates.create({ name: 'Invoice' });
    expect((await templates.rows(['pull'])).rows).toMatchObject([{ slug: 'invoice-2', action: 'create' }]);
    expect(templates.read('templates/Invoice')).toBe('a file');
  });

  it('uses an empty folder of its name, which a failed pull leaves', async () => {
    templates.write('templates/invoice/x', '');
    rmSync(join(templates.folder, 'templates/invoice/x'));
    await templates.create({ name: 'Invoice' });
    expect((await templates.rows(['pull'])).rows).toMatchObject([{ slug: 'invoice', action: 'create' }]);
  });

  it('follows a template by its id: another name changes its folder as little as the name of the folder changes it', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'a' });
    await templates.run(['pull']);
    await templates.update(id, { name: 'Rechnung' });
    expect(await templates.rows(['pull'])).toMatchObject({
      code: 0,
      rows: [{ slug: 'invoice', id, name: 'Rechnung', action: 'update', fields: ['name'] }],
    });
    expect(templates.list('templates')).toEqual(['.platen.json', 'invoice']);
    expect(JSON.parse(templates.read('templates/invoice/template.json'))).toEqual({ id, name: 'Rechnung' });
  });

  it('keeps very many templates apart, over all pages of the list, and pushes only what changed', async () => {
    const many = Array.from({ length: howMany }, (_, number) => `Letter ${number}`);
    for (const name of many) await templates.create({ name, content: `<p>${name}` });
    const pulled = await templates.rows(['pull', '--yes']);
    expect([pulled.code, pulled.rows.length]).toEqual([0, howMany]);
    expect(templates.list('templates').filter((name) => !name.startsWith('.'))).toHaveLength(howMany);
    expect((await templates.rows(['pull'])).rows.every(({ action }) => action === 'same')).toBe(true);
    for (const number of [0, howMany >> 1, howMany - 1]) {
      expect(templates.read(`templates/letter-${number}/content.html`)).toBe(`<p>Letter ${number}`);
      templates.write(`templates/letter-${number}/content.html`, '<p>New');
    }
    const writes: string[] = [];
    templates.onRequest((method) => void (method === 'GET' || writes.push(method)));
    const { code, rows } = await templates.rows(['push', '--yes']);
    expect([code, rows.filter(({ action }) => action !== 'same').length]).toEqual([0, 3]);
    expect(writes).toEqual(['PATCH', 'PATCH', 'PATCH']);
  }, 30_000);

  it('names the template that was probably meant', async () => {
    await templates.create({ name: 'Invoice', content: 'a' });
    const fixOf = async (...words: string[]) => /fix: (.*)/.exec((await templates.run(words)).stderr)?.[1];
    expect(await fixOf('pull', 'invoce')).toBe('did you mean Invoice?');
    expect(await fixOf('pull', 'nothing')).toContain('platen templates list');
    await templates.run(['pull']);
    for (const command of ['push', 'diff']) expect(await fixOf(command, 'invoce')).toBe('did you mean invoice?');
    for (const command of ['check', 'preview']) {
      expect(await fixOf(command, 'templates/invoce')).toBe('did you mean invoice?');
    }
  });

  it('takes a word with a slash for a folder only if it is there, or is written as one', async () => {
    await templates.create({ name: 'Invoice' });
    const { code, stderr } = await templates.run(['pull', 'team/invoice']);
    expect(code).toBe(2);
    expect(stderr).toContain('there is no folder team/invoice');
    expect(stderr).toContain('to write all templates into it: --dir team/invoice');
    expect((await templates.run(['pull', './new'])).code).toBe(0);
    expect((await templates.run(['pull', '--dir', 'team/invoice'])).code).toBe(0);
    expect(templates.has('new/invoice') && templates.has('team/invoice/invoice')).toBe(true);
    expect((await templates.run(['pull', 'team/invoice'])).code).toBe(0);
  });

  it('works with an empty service, and touches nothing then', async () => {
    const create = 'Create some: platen init templates && platen templates push';
    const { code, stderr } = await templates.run(['pull']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `There are no templates on the service\n${create}\n` });
    expect(templates.has('templates')).toBe(false);
    expect(await templates.rows(['pull'])).toEqual({ code: 0, rows: [] });
  });

  it('chooses by id, folder, path and name, one or several', async () => {
    const ids: string[] = [];
    for (const name of ['Invoice', 'Report', 'Letter', 'My Terms']) ids.push((await templates.create({ name })).id);
    const pulled = async (...words: string[]) =>
      (await templates.rows(['pull', ...words])).rows.map(({ slug }) => slug);
    expect(await pulled(ids[1] as string)).toEqual(['report']);
    expect(await pulled('invoice', 'My Terms')).toEqual(['invoice', 'my-terms']);
    expect(await pulled('templates/letter')).toEqual(['letter']);
    expect(await pulled('./templates/report/')).toEqual(['report']);
    expect(await pulled('--dir', 'mails', 'Report')).toEqual(['report']);
    expect(templates.list('mails')).toEqual(['.platen.json', 'report']);
    expect(await pulled('./letters')).toEqual(['invoice', 'report', 'letter', 'my-terms']);
    expect(templates.has('letters/my-terms/template.json')).toBe(true);
    expect(await templates.rows(['pull', 'nothing'])).toMatchObject({ code: 5, error: { code: 'template_not_found' } });
    expect(await templates.rows(['pull', 'mails/reprot'])).toMatchObject({ code: 2, error: { code: 'input_missing' } });
    expect(templates.has('mails/reprot')).toBe(false);
    expect(await templates.rows(['pull', './a', './b'])).toMatchObject({ code: 2, error: { code: 'usage' } });
  });

  it('keeps a change made here while the service stands still, and brings the rest', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'old', preview_context: { a: 1 } });
    await templates.run(['pull']);
    templates.write('templates/invoice/content.html', 'mine');
    expect(await templates.rows(['pull'])).toMatchObject({
      code: 0,
      rows: [{ action: 'changed_here', fields: ['content'] }],
    });
    await templates.update(id, { preview_context: { a: 2 } });
    expect(await templates.rows(['pull'])).toMatchObject({
      code: 0,
      rows: [{ action: 'update', fields: ['preview_context'] }],
    });
    expect(templates.read('templates/invoice/content.html')).toBe('mine');
    expect(templates.read('templates/invoice/preview_context.json')).toBe('{\n  "a": 2\n}\n');
  });

  it('shows and refuses what would lose a change made here, unless forced', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'one\ntwo\nthree\n' });
    await templates.run(['pull']);
    templates.write('templates/invoice/content.html', 'one\nmine\nthree\n');
    await templates.update(id, { content: 'one\ntheirs\nthree\n' });
    const { code, stdout, stderr } = await templates.run(['pull']);
    expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
    expect(stderr).toContain('--- templates/invoice/content.html\n+++ service/invoice/content.html\n');
    expect(stderr).toContain('\n one\n-mine\n+theirs\n three\n');
    expect(stderr).toContain('error: template "invoice" was not pulled');
    expect(templates.read('templates/invoice/content.html')).toBe('one\nmine\nthree\n');
    expect(await templates.rows(['pull', '--force'])).toMatchObject({ code: 0, rows: [{ action: 'update' }] });
    expect(templates.read('templates/invoice/content.html')).toBe('one\ntheirs\nthree\n');
  });

  it('pulls the others past a conflict, and ends with 21 then', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'a' });
    await templates.run(['pull']);
    templates.write('templates/invoice/content.html', 'mine');
    await templates.update(id, { content: 'theirs' });
    await templates.create({ name: 'Report' });
    expect(await templates.rows(['pull'])).toMatchObject({
      code: 21,
      rows: [
        { slug: 'invoice', action: 'conflict', error: { code: 'conflict' } },
        { slug: 'report', action: 'create' },
      ],
      error: { code: 'partial_failure' },
    });
    expect(templates.has('templates/report/content.html')).toBe(true);
  });

  it('brings back a file that is missing, and leaves other files', async () => {
    await templates.create({ name: 'Invoice', content: 'a' });
    await templates.run(['pull']);
    templates.write('templates/invoice/content.html', 'b');
    templates.write('templates/invoice/notes.md', 'mine');
    templates.write('templates/readme.md', 'mine');
    rmSync(join(templates.folder, 'templates/invoice/preview_context.json'));
    expect((await templates.run(['pull'])).code).toBe(0);
    expect(templates.list('templates/invoice')).toEqual([
      'content.html',
      'notes.md',
      'preview_context.json',
      'template.json',
    ]);
    expect(templates.read('templates/invoice/content.html')).toBe('b');
    expect(templates.read('templates/readme.md')).toBe('mine');
  });

  it('names folders whose template is gone, and removes them only with --prune and consent', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'a' });
    await templates.create({ name: 'Report' });
    await templates.run(['pull']);
    templates.write('templates/invoice/notes.md', 'mine');
    await templates.remove(id);
    expect((await templates.rows(['pull'])).rows).toMatchObject([
      { action: 'same' },
      { slug: 'invoice', action: 'gone' },
    ]);
    expect(await templates.rows(['pull', 'invoice'])).toMatchObject({ code: 5, rows: [{ action: 'gone' }] });
    expect(await templates.rows(['pull', '--prune'])).toMatchObject({ code: 2, error: { code: 'consent_needed' } });
    const refused = await templates.run(['pull', '--prune'], { stderrTerminal: true, typed: 'n\n' });
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(templates.has('templates/invoice/content.html')).toBe(true);
    const agreed = await templates.run(['pull', '--prune'], { stderrTerminal: true, typed: 'y\n' });
    expect(agreed.code).toBe(0);
    expect(agreed.stderr).toContain('Remove 1 of the folders in templates? [y/N]');
    expect(templates.list('templates')).toEqual(['.platen.json', 'invoice', 'report']);
    expect(templates.list('templates/invoice')).toEqual(['notes.md']);
    expect(templates.read('templates/.platen.json')).not.toContain(id);
  });

  it('does not prune a folder that holds a change', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'a' });
    await templates.run(['pull']);
    templates.write('templates/invoice/content.html', 'mine');
    await templates.remove(id);
    expect(await templates.rows(['pull', '--prune', '--yes'])).toMatchObject({
      code: 6,
      rows: [{ action: 'conflict', fields: ['content'] }],
    });
    expect(templates.read('templates/invoice/content.html')).toBe('mine');
    expect((await templates.rows(['pull', '--prune', '--yes', '--force'])).code).toBe(0);
    expect(templates.list('templates')).toEqual(['.platen.json']);
  });

  it('changes nothing with --dry-run', async () => {
    await templates.create({ name: 'Invoice' });
    const { code, stdout } = await templates.run(['pull', '--dry-run']);
    expect(code).toBe(0);
    expect(stdout).toBe('ACTION  TEMPLATE  FIELDS\ncreate  invoice   name, content, preview_context\n\n1 to create\n');
    expect(templates.has('templates')).toBe(false);
  });

  it('works without its memory: what is the same is learned, what differs is a conflict', async () => {
    await templates.create({ name: 'Invoice', content: 'a' });
    const { id } = await templates.create({ name: 'Report', content: 'a' });
    await templates.run(['pull']);
    templates.write('templates/.platen.json', '<<<<<<< HEAD');
    await templates.update(id, { content: 'theirs' });
    const { code, stderr } = await templates.run(['pull']);
    expect(code).toBe(6);
    expect(stderr).toContain('.platen.json is not understood');
    expect(await templates.rows(['pull', '--force'])).toMatchObject({
      code: 0,
      rows: [{ action: 'same' }, { action: 'update' }],
    });
    expect(Object.keys(JSON.parse(templates.read('templates/.platen.json')).templates)).toHaveLength(2);
  });

  it('finds the folder of a template that was created elsewhere by its name', async () => {
    templates.write('templates/bill/template.json', '{"name": "Invoice"}');
    templates.write('templates/bill/content.html', 'a');
    const { id } = await templates.create({ name: 'Invoice', content: 'a' });
    expect((await templates.rows(['pull'])).rows).toMatchObject([
      { slug: 'bill', id, action: 'update', fields: ['preview_context'] },
    ]);
    expect(JSON.parse(templates.read('templates/bill/template.json'))).toEqual({ id, name: 'Invoice' });
  });

  it.each([
    ['broken JSON', '{"name": "Invoice",}', /template\.json is not JSON at line 1, column 20/],
    ['an unknown field', '{"name": "Invoice", "nmae": 1}', /"nmae" is not known/],
    ['no name', '{}', /"name" is missing/],
    ['an id that is none', '{"name": "a", "id": "7"}', /"id" is not the id of a template/],
    ['a list', '[]', /does not contain a JSON object/],
    ['another encoding', Buffer.from('{"name": "Ã"}', 'latin1'), /not valid UTF-8 at byte 10/],
  ])('writes nothing while a template.json holds %s: it may be any template', async (_what, text, message) => {
    templates.write('templates/invoice/template.json', text);
    await templates.create({ name: 'Invoice' });
    const { code, stderr } = await templates.run(['pull']);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(templates.list('templates')).toEqual(['invoice']);
  });

  it('refuses two folders with one id by their names', async () => {
    const { id } = await templates.create({ name: 'Invoice' });
    await templates.run(['pull']);
    templates.write('templates/copy/template.json', JSON.stringify({ id: id.toUpperCase(), name: 'Copy' }));
    const { code, stderr } = await templates.run(['pull']);
    expect(code).toBe(2);
    expect(stderr).toContain('templates/copy and templates/invoice have the same id');
  });

  it('reads and writes through no link', async () => {
    templates.write('secret.txt', 'secret');
    templates.write('templates/invoice/template.json', '{"name": "Invoice"}');
    symlinkSync(join(templates.folder, 'secret.txt'), join(templates.folder, 'templates/invoice/content.html'));
    await templates.create({ name: 'Invoice' });
    const { code, stderr } = await templates.run(['pull', '--force']);
    expect(code).toBe(2);
    expect(stderr).toContain('content.html is a symbolic link');
    expect(templates.read('secret.txt')).toBe('secret');
  });

  it('says what it could not write, and writes the rest', async () => {
    await templates.create({ name: 'Invoice' });
    await templates.create({ name: 'Report' });
    templates.onRequest(() => templates.write('templates/invoice', 'appeared meanwhile'));
    expect(await templates.rows(['pull'])).toMatchObject({
      code: 21,
      rows: [
        { slug: 'invoice', error: { code: 'io_failed' } },
        { slug: 'report', action: 'create' },
      ],
    });
    expect(templates.read('templates/invoice')).toBe('appeared meanwhile');
    expect(templates.has('templates/report/content.html')).toBe(true);
  });

  it('refuses a folder where a file should be, and a file where a folder should be', async () => {
    await templates.create({ name: 'Invoice' });
    await templates.run(['pull']);
    rmSync(join(templates.folder, 'templates/invoice/content.html'));
    templates.write('templates/invoice/content.html/x', '');
    const { code, stderr } = await templates.run(['pull', '--force']);
    expect(code).toBe(2);
    expect(stderr).toContain('templates/invoice/content.html is a folder');
    expect(templates.has('templates/invoice/content.html/x')).toBe(true);
    templates.write('plain', 'a file');
    expect(await templates.rows(['pull', '--dir', 'plain'])).toMatchObject({
      code: 2,
      error: { code: 'input_invalid' },
    });
    expect((await templates.rows(['pull', '--dir', 'plain/below'])).code).toBe(2);
  });

  it.skipIf(process.getuid?.() === 0)('ends with 15 in a folder that may only be read', async () => {
    await templates.create({ name: 'Invoice' });
    mkdirSync(join(templates.folder, 'templates'));
    chmodSync(join(templates.folder, 'templates'), 0o500);
    expect(await templates.rows(['pull'])).toMatchObject({ code: 15, rows: [{ error: { code: 'io_failed' } }] });
    chmodSync(join(templates.folder, 'templates'), 0o700);
  });

  it('leaves whole folders behind when it is interrupted, and goes on from there', async () => {
    for (let number = 1; number <= 40; number++)
      await templates.create({ name: `T${number}`, content: `content ${number}` });
    let interrupt: (name: 'SIGINT') => void = () => {};
    mkdirSync(join(templates.folder, 'templates'));
    let seen = 0;
    const watcher = watch(join(templates.folder, 'templates'), () => {
      if (++seen === 5) interrupt('SIGINT');
    });
    const { code } = await templates.run(['pull'], {
      onStart: (send) => {
        interrupt = send;
      },
    });
    watcher.close();
    expect(code).toBe(130);
    const written = templates.list('templates').filter((name) => !name.startsWith('.'));
    expect(written.length).toBeGreaterThan(0);
    expect(written.length).toBeLessThan(40);
    for (const slug of written) {
      expect(templates.read(`templates/${slug}/content.html`)).toBe(`content ${slug.slice(1)}`);
      expect(templates.list(`templates/${slug}`)).toHaveLength(3);
    }
    const again = await templates.rows(['pull']);
    expect(again.code).toBe(0);
    expect(again.rows.filter(({ action }) => action === 'same')).toHaveLength(written.length);
  });
});
