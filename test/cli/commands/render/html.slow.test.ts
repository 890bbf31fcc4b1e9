import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendJson, startRecordingServer } from '../../../helpers/recording-server.ts';
import { type CliSetting, makeHome, runCli } from '../../../helpers/run-cli.ts';

const home = makeHome();
afterAll(() => home.remove());
const inHome = (name: string) => join(home.folder, name);
const platen = (words: string[], setting: CliSetting = {}) =>
  runCli(['render', 'html', ...words], { cwd: home.folder, ...setting, env: { ...home.env, ...setting.env } });

beforeAll(() => {
  writeFileSync(inHome('page.html'), '<p>Ünchanged <img src="logo.svg">');
  writeFileSync(inHome('logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(inHome('notes.md'), '---\ntitle: My notes\n---\n# Hello\n\n![logo](logo.svg)\n');
  mkdirSync(inHome('letter'));
  writeFileSync(inHome('letter/content.html'), '<p>Dear {{ name }}, on {{ 1735687800 | date: "%F" }}');
  writeFileSync(inHome('letter/preview_context.json'), '{"name": "Ada"}');
});

describe('platen render html', () => {
  it('prints a document as it is, and its files stay references', async () => {
    expect(await platen(['page.html'])).toMatchObject({
      code: 0,
      stdout: '<p>Ünchanged <img src="logo.svg">',
      stderr: '',
    });
  });

  it('converts Markdown with its styles', async () => {
    const { code, stdout, stderr } = await platen(['notes.md']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^<!doctype html>/i);
    expect(stdout).toContain('<title>My notes</title>');
    expect(stdout).toMatch(/<h1[^>]*>Hello<\/h1>/);
    expect(stdout).toContain('<img src="logo.svg" alt="logo">');
    expect(stdout).toContain('<style>');
    expect((await platen(['-', '--from', 'markdown'], { stdin: '*x*' })).stdout).toContain('<em>x</em>');
  });

  it('warns of what Markdown has that is not printed', async () => {
    const { stderr, stdout } = await platen(['-', '--from', 'markdown'], { stdin: '```mermaid\ngraph TD\n```' });
    expect(stderr).toBe('warning: stdin: The Mermaid diagram in line 1 is printed as its source.\n');
    expect(stdout).toContain('graph TD');
  });

  it('leaves out the page margins and numbers that settings replace', async () => {
    const plain = (await platen(['notes.md'])).stdout;
    const env = { PLATEN_MARGIN: '5mm', PLATEN_FOOTER: '<b>x</b>' };
    const { stdout } = await platen(['notes.md'], { env });
    expect(plain).toContain('counter(page)');
    expect(stdout).not.toContain('counter(page)');
  });

  it('adds the theme and the style sheets of flags and settings, as a render does', async () => {
    writeFileSync(inHome('a.css'), 'p { color: #010203 }');
    const page = await platen(['page.html', '--css', 'a.css']);
    expect([page.code, page.stderr]).toEqual([0, '']);
    expect(page.stdout).toMatch(/<style>p \{ color: #010203 \}<\/style>\s*<p>Ünchanged/);
    const plain = (await platen(['notes.md'])).stdout;
    const themed = (await platen(['notes.md', '--theme', 'book', '--css', 'a.css'])).stdout;
    expect(themed.indexOf('#010203')).toBeGreaterThan(themed.indexOf('<style>'));
    expect(themed.replace(/<style>.*<\/style>\s*/s, '')).toBe(plain.replace(/<style>.*<\/style>\s*/s, ''));
    expect((await platen(['page.html', '--theme', 'report'])).stdout).toContain('<style>');
    const set = await platen(['template:./letter'], { env: { PLATEN_CSS: inHome('a.css') } });
    expect(set.stdout).toContain('#010203');
  });

  it('warns of a theme for a document with its own style sheet', async () => {
    const { stderr, stdout } = await platen(['-', '--theme', 'book'], { stdin: '<style>p { margin: 0 }</style><p>x' });
    expect(stderr).toMatch(/^warning: stdin: --theme has no effect/);
    expect(stdout).toBe('<style>p { margin: 0 }</style><p>x');
  });

  it('fills a template in, with its preview values or others', async () => {
    expect((await platen(['template:./letter'])).stdout).toBe('<p>Dear Ada, on 2024-12-31');
    const words = ['template:./letter', '--set', 'name=<Bo>', '--timezone', 'Europe/Berlin'];
    expect((await platen(words)).stdout).toBe('<p>Dear &lt;Bo&gt;, on 2025-01-01');
  });

  it.each([
    ['', { live: 2 }, 'two'],
    ['', { draft: 2 }, 'three'],
    ['@1', { live: 2 }, 'one'],
    ['@draft', { live: 2, draft: 1 }, 'one'],
  ])(
    'fills in the revision of a stored template that a PDF would be made of: %j with %j',
    async (choice, labels, text) => {
      const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';
      const named = Object.entries(labels).map(([label, revision]) => ({ label, revision }));
      const answers: Record<string, unknown> = { '/labels': named, '': { id, content: 'three', preview_context: {} } };
      for (const [index, content] of ['one', 'two', 'three'].entries())
        answers[`/revisions/${index + 1}`] = { content, preview_context: {} };
      const server = await startRecordingServer(({ path }, response) =>
        sendJson(response, 200, { data: answers[path.split(id)[1] ?? ''] }),
      );
      const env = { PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'secret-key-of-a-test' };
      const { stdout, stderr } = await platen([`template:${id}${choice}`], { env });
      await server.close();
      expect([stdout, stderr]).toEqual([text, '']);
    },
  );

  it('says which labels a stored template has', async () => {
    const server = await startRecordingServer((_request, response) =>
      sendJson(response, 200, { data: [{ label: 'live', revision: 1 }] }),
    );
    const env = { PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'secret-key-of-a-test' };
    const { code, stderr } = await platen(['template:0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f@beta'], { env });
    await server.close();
    expect(code).toBe(5);
    expect(stderr).toContain('the template has no label "beta"; its labels are live');
  });

  it('fills in a stored template of the service', async () => {
    const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';
    const template = { id, name: 'Letter', content: '<p>Dear {{ name }}', preview_context: { name: 'Cy' } };
    const server = await startRecordingServer((_request, response) => sendJson(response, 200, { data: template }));
    const env = { PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'secret-key-of-a-test' };
    expect((await platen([`template:${id}`], { env })).stdout).toBe('<p>Dear Cy');
    await server.close();
  });

  it('writes a file, and overwrites one only if it is asked to', async () => {
    expect(await platen(['notes.md', '-o', 'notes.html'])).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(inHome('notes.html'), 'utf8')).toBe((await platen(['notes.md'])).stdout);
    expect(await platen(['page.html', '-o', 'notes.html'])).toMatchObject({ code: 6 });
    const { stdout } = await platen(['page.html', '-o', 'notes.html', '--force', '--json']);
    expect(JSON.parse(stdout).data).toEqual({ path: inHome('notes.html'), bytes: 34 });
    expect(JSON.parse((await platen(['page.html', '--json'])).stdout).data.html).toContain('Ünchanged');
    expect(await platen(['page.html', '-o', 'page.html', '--force'])).toMatchObject({ code: 2 });
  });

  it('warns of a file that is missing', async () => {
    const { code, stderr } = await platen(['-', '--root', '.'], { stdin: '<img src="gone.png">' });
    expect([code, stderr]).toEqual([0, expect.stringContaining('cannot find gone.png')]);
  });

  it.each([
    ['https://example.com', 'usage', 'https://example.com is not made into HTML'],
    ['a.pdf', 'usage', 'a.pdf is not made into HTML'],
    ['gone.md', 'input_missing', 'gone.md'],
  ])('refuses %s', async (source, code, message) => {
    const { stdout, stderr } = await platen([source, '--json']);
    expect(stdout).toBe('');
    expect(JSON.parse(stderr).error).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('names the place of a fault', async () => {
    const broken = await platen(['-', '--from', 'markdown'], { stdin: '---\ntitle: "x\n---\n' });
    expect([broken.code, broken.stderr]).toEqual([2, expect.stringMatching(/stdin: .*line \d/)]);
    expect(await platen(['-'], { stdin: '%PDF-1.7\n' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is a PDF'),
    });
  });
});
