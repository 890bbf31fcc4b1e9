import { beforeEach, describe, expect, it } from 'vitest';
import { openTemplates, type Templates } from '../../templates/sync/open-templates.ts';

let templates: Templates;

beforeEach(async () => {
  templates = await openTemplates();
});

describe('platen templates diff', () => {
  it('shows what push would change, and nothing where that is nothing', async () => {
    await templates.create({ name: 'Invoice', content: 'one\ntwo\n', preview_context: { a: 1, b: 2 } });
    await templates.run(['pull']);
    expect(await templates.run(['diff', '--exit-code'])).toMatchObject({ code: 0, stdout: '', stderr: '' });
    templates.write('templates/invoice/content.html', 'one\n2\n');
    templates.write('templates/invoice/preview_context.json', '{"b": 3, "a": 1}');
    const { code, stdout } = await templates.run(['diff']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: [
        '--- service/invoice/content.html',
        '+++ templates/invoice/content.html',
        '@@ -1,2 +1,2 @@',
        ' one',
        '-two',
        '+2',
        '--- service/invoice/preview_context.json',
        '+++ templates/invoice/preview_context.json',
        '@@ -1,4 +1,4 @@',
        ' {',
        '   "a": 1,',
        '-  "b": 2',
        '+  "b": 3',
        ' }',
        '',
      ].join('\n'),
    });
  });

  it('ends with 20 for differences only when asked to', async () => {
    templates.write('templates/invoice/template.json', '{"name": "Invoice"}');
    templates.write('templates/invoice/content.html', 'a\n');
    expect((await templates.run(['diff'])).code).toBe(0);
    expect(await templates.run(['diff', '--exit-code', '-q'])).toEqual(
      expect.objectContaining({ code: 20, stdout: '', stderr: '' }),
    );
    expect(await templates.rows(['diff', '--exit-code'])).toEqual({
      code: 20,
      rows: [{ slug: 'invoice', id: null, name: 'Invoice', action: 'create', fields: ['name', 'content'] }],
    });
    expect(await templates.all()).toEqual([]);
  });

  it('is coloured at a terminal only', async () => {
    templates.write('templates/invoice/template.json', '{"name": "Invoice"}');
    templates.write('templates/invoice/content.html', 'a\n');
    expect((await templates.run(['diff'])).stdout).not.toContain('\u001b');
    expect((await templates.run(['diff'], { stdoutTerminal: true })).stdout).toContain('\u001b[32m+a\u001b[39m');
    expect((await templates.run(['diff', '--no-color'], { stdoutTerminal: true })).stdout).not.toContain('\u001b');
  });

  it('shows a conflict as a difference, and only names what changed on the service', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'a\n' });
    const other = await templates.create({ name: 'Report', content: 'a\n' });
    await templates.run(['pull']);
    templates.write('templates/invoice/content.html', 'mine\n');
    await templates.update(id, { content: 'theirs\n' });
    await templates.update(other.id, { content: 'theirs\n' });
    const { code, stdout, stderr } = await templates.run(['diff', '--exit-code']);
    expect(code).toBe(20);
    expect(stdout).toContain('-theirs\n+mine\n');
    expect(stdout).not.toContain('report');
    expect(stderr).toContain('invoice is in conflict');
    expect(stderr).toContain('platen templates pull report brings it');
  });

  it('says it in a line where only line endings differ', async () => {
    await templates.create({ name: 'Invoice', content: 'a\nb\n' });
    await templates.run(['pull']);
    templates.write('templates/invoice/content.html', 'a\r\nb\r\n');
    expect((await templates.run(['diff'])).stdout).toContain('Only line endings differ: LF -> CRLF\n');
    templates.write('templates/invoice/content.html', 'a\r\nb\n');
    expect((await templates.run(['diff'])).stdout).toContain('Only line endings differ: LF -> LF and CRLF\n');
  });

  it('fails for a template that is gone, whatever else differs', async () => {
    const { id } = await templates.create({ name: 'Invoice', content: 'a' });
    await templates.run(['pull']);
    await templates.remove(id);
    expect(await templates.rows(['diff', '--exit-code'])).toMatchObject({ code: 5, rows: [{ action: 'gone' }] });
  });

  it('gives up on texts of megabytes that have nothing in common, in one line', async () => {
    const { id } = await templates.create({ name: 'Invoice' });
    await templates.update(id, { content: Array.from({ length: 200_000 }, (_, line) => `a ${line}`).join('\n') });
    await templates.run(['pull']);
    templates.write(
      'templates/invoice/content.html',
      Array.from({ length: 200_000 }, (_, line) => `b ${line}`).join('\n'),
    );
    const { code, stdout } = await templates.run(['diff']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Too different to show: \d+ and \d+ characters\n$/);
  });

  it('takes the name of a folder of templates for that folder', async () => {
    templates.write('mails/memo/template.json', '{"name": "Memo"}');
    templates.write('mails/memo/content.html', '<p>Hello</p>');
    const { code, stdout } = await templates.run(['diff', 'mails']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Hello')]);
    expect((await templates.run(['push', 'memo'])).stderr).toContain('platen templates pull makes it');
  });
});
