import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../../engine/read-pdf.ts';
import { makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';
import { openTab, type Tab } from '../../templates/preview/open-tab.ts';
import { type RunningPreview, startPreview } from '../../templates/preview/start-preview.ts';

let home: TestHome;
let preview: RunningPreview;
let tab: Tab;

const inHome = (path: string) => join(home.folder, path);
const write = (path: string, text: string) => writeFileSync(inHome(path), text);
const content = 'templates/letter/content.html';
const context = 'templates/letter/preview_context.json';
const page = (body: string) =>
  `<!doctype html>\n<html lang="en">\n<title>T</title>\n${body}\n<p style="margin-top: 150vh">end of it\n`;

const words = '[...document.querySelectorAll(".words")].map((word) => word.textContent).join(" ")';
const text = (id: string) => tab.read<string>(`document.getElementById(${JSON.stringify(id)}).innerText`);
const isShown = (id: string) => `!document.getElementById(${JSON.stringify(id)}).hidden`;
/** The text in the editor, which lies in a shadow. */
const written = `[...document.getElementById('text').shadowRoot.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\\n')`;
const type = async (from: string, to: string) => tab.overwrite((await tab.read<string>(written)).replace(from, to));
const click = (id: string) => tab.read(`document.getElementById(${JSON.stringify(id)}).click()`);

beforeAll(async () => {
  home = makeHome();
  for (const name of ['letter', 'memo']) {
    mkdirSync(inHome(`templates/${name}`), { recursive: true });
    write(`templates/${name}/template.json`, `{"name": "The ${name}"}`);
  }
  write(content, page('<p>Dear {{ name }},'));
  write(context, '{\n  "name": "Ada"\n}\n');
  mkdirSync(inHome('templates/letter/values'));
  write('templates/letter/values/long.json', '{"name": "Wolfeschlegelstein"}');
  write('templates/memo/content.html', '<p>A memo');
  preview = await startPreview(['--root', 'templates'], home);
  tab = await openTab(preview.url);
});

afterAll(async () => {
  await tab?.close();
  await preview?.stop();
  home?.remove();
});

describe('the page of a preview', { timeout: 20_000 }, () => {
  it('shows the PDF with its facts, and breaks no rule of its policy', async () => {
    await tab.until(`${words}.includes('Dear Ada,')`);
    expect(await text('facts')).toMatch(/^2 pages · \d+ KB · \d/);
    expect(await tab.read('document.querySelectorAll(".sheet").length')).toBe(2);
    expect(await tab.read('document.querySelector("canvas").width')).toBeGreaterThan(300);
    expect(tab.complaints).toEqual([]);
  });

  it('follows a save while the reader stays where he is and no sheet goes blank', async () => {
    await tab.read(`(() => {
      const stage = document.getElementById('stage');
      stage.scrollTop = 300;
      window.seen = { blank: 0, places: [] };
      const look = () => {
        if (document.querySelector('.sheet canvas') === null) seen.blank++;
        if (seen.places.at(-1) !== stage.scrollTop) seen.places.push(stage.scrollTop);
        requestAnimationFrame(look);
      };
      look();
    })()`);
    write(content, page('<p>Dearest {{ name }},'));
    await tab.until(`${words}.includes('Dearest Ada,')`);
    expect(await tab.read('window.seen')).toEqual({ blank: 0, places: [300] });
  });

  it('follows editors that put a new file in the place of the old one', async () => {
    write(`${content}~`, page('<p>Hello {{ name }},'));
    renameSync(inHome(`${content}~`), inHome(content));
    await tab.until(`${words}.includes('Hello Ada,')`);
  });

  it('shows an error with its line beside the last PDF, until it is fixed', async () => {
    write(content, page('<p>Hello {{ name | upcse }},'));
    await tab.until(isShown('error'));
    expect(await text('place')).toBe('templates/letter/content.html:4:20');
    expect(await text('problem')).toBe('There is no filter "upcse"; did you mean "upcase"?');
    expect(await tab.read('document.querySelector("#source .here mark").textContent')).toBe('upcse');
    expect(await tab.read(words)).toContain('Hello Ada,');
    write(content, page('<p>Hello {{ name | upcase }},<img src="gone.png" alt="">'));
    await tab.until(`${words}.includes('Hello ADA,') && document.getElementById('error').hidden`);
    await tab.until(isShown('warnings'));
    expect(await tab.read('document.getElementById("warning-list").textContent')).toBe(
      'cannot find gone.pngtemplates/letter/content.html:4',
    );
    write(content, page('<p>Hello {{ name }},'));
    await tab.until(`document.getElementById('warnings').hidden`);
  });

  it('renders with edited values, and writes the file only when asked to', async () => {
    await click('toggle');
    await tab.until(`${written}.includes('Ada')`);
    const before = readFileSync(inHome(context), 'utf8');
    await type('Ada', 'Grace');
    await tab.until(`${words}.includes('Hello Grace,')`);
    expect(readFileSync(inHome(context), 'utf8')).toBe(before);
    await type('"Grace"', '"Grace');
    await tab.until(isShown('error'));
    expect(await text('place')).toBe('templates/letter/preview_context.json:2:17');
    await type('"Grace', '"Grace"');
    await tab.until(`document.getElementById('error').hidden`);
    await click('save');
    await tab.until(`document.getElementById('said').textContent === 'Saved.'`);
    expect(readFileSync(inHome(context), 'utf8')).toBe('{\n  "name": "Grace"\n}\n');
    expect(readFileSync(inHome(content), 'utf8')).toBe(page('<p>Hello {{ name }},'));
  });

  it('does not overwrite what somebody else has written meanwhile, unless forced', async () => {
    await type('Grace', 'Joan');
    await tab.until(`${words}.includes('Hello Joan,')`);
    write(context, '{"name": "Other"}');
    await tab.until(`document.getElementById('said').textContent.startsWith('The file has changed')`);
    await click('revert');
    await tab.until(`${words}.includes('Hello Other,')`);
    expect(await tab.read(written)).toBe('{"name": "Other"}');
    expect(readFileSync(inHome(context), 'utf8')).toBe('{"name": "Other"}');
  });

  it('shows another set of values, and saves it in its file', async () => {
    const choose = (name: string) =>
      tab.read(`(() => {
        const choice = document.getElementById('set');
        choice.value = ${JSON.stringify(name)};
        choice.dispatchEvent(new Event('change'));
      })()`);
    expect(await tab.read('[...document.getElementById("set").options].map(({ text }) => text)')).toEqual([
      'preview_context',
      'long',
    ]);
    await choose('long');
    await tab.until(`${words}.includes('Hello Wolfeschlegelstein,')`);
    expect(await text('file')).toBe('templates/letter/values/long.json');
    await type('Wolfeschlegelstein', 'Hubert');
    await tab.until(`${words}.includes('Hello Hubert,')`);
    await click('save');
    await tab.until(`document.getElementById('said').textContent === 'Saved.'`);
    expect(readFileSync(inHome('templates/letter/values/long.json'), 'utf8')).toBe('{"name": "Hubert"}');
    await choose('');
    await tab.until(`${words}.includes('Hello Other,')`);
  });

  it('shows the line of a value that does not follow the schema', async () => {
    write('templates/letter/values.schema.json', '{"properties": {"name": {"type": "number"}}}');
    await tab.until(isShown('error'));
    expect(await text('problem')).toMatch(/name must be a number/i);
    expect(await text('place')).toBe('templates/letter/preview_context.json:1:10');
    rmSync(inHome('templates/letter/values.schema.json'));
    await tab.until(`document.getElementById('error').hidden`);
  });

  it('survives that the folder goes and comes back', async () => {
    renameSync(inHome('templates/letter'), inHome('away'));
    await tab.until(isShown('error'));
    expect(await text('problem')).toContain('content.html does not exist');
    renameSync(inHome('away'), inHome('templates/letter'));
    write(content, page('<p>Back again, {{ name }},'));
    await tab.until(`document.getElementById('error').hidden && ${words}.includes('Back again, Other,')`);
  });

  it('offers the other templates of the folder', async () => {
    await tab.read(`document.querySelector('[data-slug="memo"]').click()`);
    await tab.until(`${words} === 'A memo' && document.title === 'The memo – platen'`);
    write('templates/memo/content.html', '<p>A better memo');
    await tab.until(`${words} === 'A better memo'`);
    expect(tab.complaints).toEqual([]);
  });

  it('brings files from beside the folder where --root allows it, and follows them', async () => {
    const style = (word: string) => write('templates/shared.css', `p::after { content: " ${word}" }`);
    style('plain');
    write('templates/memo/content.html', '<link rel="stylesheet" href="../shared.css"><p>Shared');
    await tab.until(`${words}.includes('Shared plain')`);
    style('fancy');
    await tab.until(`${words}.includes('Shared fancy')`);
  });
});

describe('the server of a preview', () => {
  /** One request as anybody on this machine could make it. */
  function ask(path: string, headers: Record<string, string> = {}, body?: string): Promise<number> {
    const { hostname, port } = new URL(preview.url);
    return new Promise((resolve, reject) => {
      const asked = request(
        { hostname, port, path, headers, method: body === undefined ? 'GET' : 'POST', agent: false },
        (response) => {
          response.destroy();
          resolve(response.statusCode ?? 0);
        },
      );
      asked.once('error', reject);
      asked.end(body);
    });
  }
  const inside = () => new URL(preview.url).pathname;

  it('listens on this machine alone, and opens to those who know its address', async () => {
    expect(new URL(preview.url).hostname).toBe('127.0.0.1');
    expect(inside()).toMatch(/^\/[\w-]{24}\/$/);
    expect(await ask(inside())).toBe(200);
    for (const path of ['/', '/index.html', `/${'x'.repeat(24)}/`, `${inside().toLowerCase()}#`]) {
      expect(await ask(path)).toBe(404);
    }
  });

  it('refuses other host names, so that no web page gets in by a name that it lets point here', async () => {
    for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example:80']) {
      expect(await ask(inside(), { host })).toBe(403);
    }
    expect(await ask(inside(), { host: 'localhost:9' })).toBe(200);
  });

  it('takes changes from its own page alone', async () => {
    const body = JSON.stringify({ template: 'memo', text: '{}' });
    const origin = new URL(preview.url).origin;
    const json = 'application/json';
    expect(await ask(`${inside()}save`, { 'content-type': json }, body)).toBe(403);
    expect(await ask(`${inside()}save`, { 'content-type': json, origin: 'http://evil.example' }, body)).toBe(403);
    expect(await ask(`${inside()}save`, { 'content-type': 'text/plain', origin }, body)).toBe(403);
    expect(existsSync(inHome('templates/memo/preview_context.json'))).toBe(false);
    expect(await ask(`${inside()}save`, { 'content-type': json, origin }, '{"template": "../x", "text": "{}"}')).toBe(
      400,
    );
    expect(await ask(`${inside()}save`, { 'content-type': json, origin }, 'no JSON')).toBe(422);
    const stale = JSON.stringify({ template: 'memo', text: '{}', base: 'of another file' });
    expect(await ask(`${inside()}save`, { 'content-type': json, origin }, stale)).toBe(409);
    expect(await ask(`${inside()}save`, { 'content-type': json, origin }, body)).toBe(200);
    expect(readFileSync(inHome('templates/memo/preview_context.json'), 'utf8')).toBe('{}');
  });

  it('hands out its own files and no others', async () => {
    const page = await (await fetch(preview.url)).text();
    const names = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name ?? '');
    expect(names).toHaveLength(3);
    for (const name of names) expect([name, await ask(inside() + name)]).toEqual([name, 200]);
    for (const name of [
      '../package.json',
      '..%2f..%2fpackage.json',
      'preview.tsx',
      'licenses.txt',
      'constructor',
      'document.pdf?template=x',
    ])
      expect(await ask(inside() + name)).toBe(404);
  });
});

describe('platen templates preview', () => {
  it('ends with 0 at Ctrl-C', async () => {
    expect(await preview.stop()).toBe(0);
  });

  it('renders once for scripts, with the flags of a render', async () => {
    write('templates/memo/content.html', '<p>Once {{ word }}<img src="gone.png">');
    write('templates/memo/preview_context.json', '{"word": "only"}');
    const once = ['templates', 'preview', 'templates/memo', '--once', '-o', 'memo.pdf'];
    const setting = { cwd: home.folder, env: home.env };
    const { code, stderr } = await runCli([...once, '--size', '100x150mm'], setting);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Wrote memo\.pdf \(1 page, /m) });
    expect(stderr.match(/gone\.png/g)).toHaveLength(1);
    const { pages, sizes } = await readPdf(readFileSync(inHome('memo.pdf')));
    expect(pages).toEqual(['Once only']);
    expect(sizes.map((size) => size.map((side) => side.toFixed(2)))).toEqual([['283.46', '425.20']]);
    expect((await runCli(once, setting)).code).toBe(6);
    write('templates/memo/content.html', '<p>{% if %}');
    const failed = await runCli([...once, '--force'], setting);
    expect(failed.code).toBe(7);
    expect(failed.stderr).toContain('templates/memo/content.html:1:9');
  });

  it.each([
    [['nowhere'], 'there is no folder nowhere'],
    [['templates/memo/content.html'], 'templates/memo/content.html is a file, not the folder of a template'],
    [['templates', '--once'], '--once needs a file'],
    [['templates', '--once', '-o', 'x.pdf'], '--once renders one template'],
    [['templates', '-o', 'x.pdf'], 'only --once writes a PDF'],
    [['templates', '--port', '99999'], 'is not a whole number from 0 to 65535'],
    [['templates', '--root', 'empty'], 'templates/letter is outside of --root empty'],
    [['0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f', '--root', '.'], 'the files of a stored template are on the service'],
    [['empty'], 'there is no template in empty'],
  ])('refuses %j', async (given, says) => {
    mkdirSync(inHome('empty'), { recursive: true });
    const { code, stdout, stderr } = await runCli(['templates', 'preview', ...given], {
      cwd: home.folder,
      env: home.env,
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(says);
    rmSync(inHome('empty'), { recursive: true });
  });
});
