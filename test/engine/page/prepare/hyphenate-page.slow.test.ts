import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, onTestFinished } from 'vitest';
import { startRecordingServer } from '../../../helpers/recording-server.ts';
import { readPdf } from '../../read-pdf.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const warn = (warnings: readonly { code: string; detail: string }[]) =>
  warnings.map(({ code, detail }) => `${code}: ${detail}`);

const print = async (parts: unknown, options: object = {}) => {
  const { pdf, warnings } = await renderParts(engine, parts, options);
  const facts = await readPdf(pdf);
  // pdf.js takes the hyphen of a line, which has its own place, for a word.
  const pages = facts.pages.map((page) => page.replaceAll(' \u2010 ', '-').replaceAll(' \u2010', '-'));
  return { ...facts, pages, text: pages.join(' '), warnings: warn(warnings), pdf };
};

const round = (value: unknown) => (typeof value === 'number' ? value.toFixed(4) : value);

/** Where each piece of text on the first two pages begins, and how wide it is. */
async function readPlaces(pdf: Uint8Array): Promise<unknown[][]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await loading.promise;
  const pages: unknown[][] = [];
  for (const number of [1, 2]) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? [item.str, ...item.transform, item.width].map(round) : [])));
  }
  await loading.destroy();
  return pages;
}

const narrow = 'p { width: 4em; font: 16px Tinos; margin: 0; hyphens: auto }';
const page = (body: string, css = '') => ({
  html: `<!doctype html><html lang=de><style>${narrow}${css}</style>${body}`,
});
const broken = async (body: string, css = '') => (await print(page(body, css))).text;

describe('hyphens: auto', () => {
  test('breaks words by the language of their text', async () => {
    expect(await broken('<p>Verantwortung<p lang=en>representative<p lang=fr>constitution<p>Verantwortung')).toBe(
      'Verant-wortung represen-tative constitu-tion Verant-wortung',
    );
  });

  test.each([
    ['a style of the element', '<div style="hyphens: auto">'],
    ['a rule for paper', '<style>@media print { div { hyphens: auto } }</style><div>'],
  ])('is asked for by %s', async (_what, start) => {
    const html = `<html lang=de>${start}<p style="width: 4em; font: 16px Tinos">Verantwortung`;
    expect((await print({ html })).text).toBe('Verant-wortung');
  });

  test('is asked for by a file that comes along, by a script, and in shadow trees', async () => {
    const css = { 'a.css': { type: 'text/css', base64: Buffer.from(narrow).toString('base64') } };
    const linked = '<html lang=de><link rel=stylesheet href=a.css><p>Verantwortung';
    expect((await print({ html: linked, assets: css })).text).toBe('Verant-wortung');
    const script = `<html lang=de><body><script>
      const p = document.createElement('p');
      p.textContent = 'Verantwortung';
      p.style.cssText = 'width: 4em; font: 16px Tinos; hy' + 'phens: auto';
      document.body.append(p);
    </script>`;
    expect((await print({ html: script })).text).toBe('Verant-wortung');
    const shadow = `<html lang=de><div><template shadowrootmode=open><style>${narrow}</style><p>Verantwortung</template></div>`;
    expect((await print({ html: shadow })).text).toBe('Verant-wortung');
  });

  test('works in Markdown and in pages from the web', async () => {
    const markdown = `<style>${narrow}</style>\n<p lang="de">Verantwortung</p>\n`;
    expect((await print({ markdown })).text).toContain('Verant-wortung');
    const site = await startRecordingServer(({ path }, response) => {
      response.setHeader('content-type', path === '/s.css' ? 'text/css' : 'text/html');
      response.end(path === '/s.css' ? narrow : '<html lang=de><link rel=stylesheet href="/s.css"><p>Verantwortung');
    });
    onTestFinished(() => site.close());
    expect((await print(`${site.url}/`)).text).toBe('Verant-wortung');
  });

  test('heeds hyphenate-limit-chars and hyphenate-character', async () => {
    const css =
      '.long { hyphenate-limit-chars: 14 } .end { hyphenate-limit-chars: 5 2 8 } .dot { hyphenate-character: "·" }';
    const text = await broken('<p class=long>Verantwortung<p class=end>Verantwortung<p class=dot>Verantwortung', css);
    expect(text).toBe('Verantwortung Ver-antwortung Verant· wortung');
  });

  test('breaks a word that several elements share', async () => {
    expect((await broken('<p>Ver<b>antwor</b>tung')).replaceAll(' ', '')).toBe('Verant-wortung');
  });

  test('leaves other words unchanged', async () => {
    const cases = [
      ['words with soft hyphens of their author', '<p>Verantwor&shy;tungen', 'Verantwor-tungen'],
      ['words with places to break', '<p>Verantwortung<wbr>en', 'Verantwortungen'],
      ['words with digits', '<p>Verantwortung2', 'Verantwortung2'],
      ['addresses', '<p>verantwortung@beispiel', 'verantwortung@beispiel'],
      ['code', '<p><code>Verantwortung</code>', 'Verantwortung'],
      ['text that is kept on one line', '<p style="white-space: nowrap">Verantwortung', 'Verantwortung'],
      ['text that can be edited', '<p contenteditable>Verantwortung', 'Verantwortung'],
      ['text of drawings', '<p><svg><text y=20>Verantwortung</text></svg>', 'Verantwortung'],
      ['text that asks for none', '<p style="hyphens: manual">Verantwortung', 'Verantwortung'],
      ['capitalised English', '<p lang=en>Representative', 'Representative'],
    ] as const;
    // Each on its own page.
    const text = await print(page(cases.map(([, body]) => body).join(''), 'p + p { break-before: page }'));
    const printed = cases.map(([what], index) => [what, text.pages[index]?.replaceAll(' ', '')]);
    expect(printed).toEqual(cases.map(([what, , expected]) => [what, expected]));
  });

  test('is reported if the language is unknown, invalid, or has no patterns', async () => {
    const { text, warnings } = await print(
      page('<p lang="">representative<p lang=cs class=note>zodpovědnost<p lang=ja>日本語の文章です<p lang="">kurz'),
    );
    expect(text).not.toContain('-');
    expect(warnings).toEqual([
      'css_ignored: hyphens: auto (p) breaks no words: its text names no language (lang).',
      'css_ignored: hyphens: auto (p.note) breaks no words: there are no patterns for "cs".',
    ]);
    const unused = '<style>p { hyphens: auto } i { hyphens: manual }</style><i lang=de>Verantwortung';
    expect((await print({ html: unused })).warnings).toEqual([]);
  });

  test('has no trace outside of broken lines', async () => {
    const body = `<title>Verantwortung</title><style>h1 { string-set: title content(); hyphens: auto }
      a::after { content: target-text(attr(href)) } @page { @top-left { content: string(title) } }</style>
      <h1 id=a>Verantwortung</h1><a href="#a"></a><p style="width: auto">Verantwortung`;
    const { pages, outline, warnings } = await print(page(body));
    expect(pages).toEqual(['Verantwortung Verantwortung Verantwortung Verantwortung']);
    expect([outline, warnings]).toEqual([['Verantwortung'], []]);
  });

  test('has no trace where the author sets the hyphens either', async () => {
    expect(await broken('<p style="hyphens: manual; width: auto">Ver&shy;ant&shy;wor&shy;tung')).toBe('Verantwortung');
  });

  test('moves nothing on lines that hold whole words', async () => {
    const text = 'Die offizielle Verantwortung für Auffahrten, Wasserwaagen und AVA-Verwaltungen trägt niemand.';
    const write = (hyphens: string) =>
      `<p style="width: auto; font-kerning: normal; break-after: page; hyphens: ${hyphens}">${text}`;
    const { pdf } = await renderParts(engine, page(write('manual') + write('auto'), 'body { margin: 0 }'));
    const [whole, hyphenated] = await readPlaces(pdf);
    expect(whole?.length).toBeGreaterThan(0);
    expect(hyphenated).toEqual(whole);
  });

  test('leaves the marks of a document that claims to be accessible in order', async () => {
    const html =
      '<html lang=de><title>Prüfung</title><style>p { width: 4em; hyphens: auto }</style><h1>Titel</h1><p>Verantwortung';
    const request = { parts: [{ html }], pdf: { conformance: ['pdf/a-3a', 'pdf/ua-1'] } };
    const { warnings } = await engine.render(request as never, { account: 'test' });
    expect(warn(warnings)).toEqual([]);
  });

  test('takes any number of words, and of any length', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `wort${at.toString(36).replace(/\d/g, 'ä')}ung`).join(' ');
    const long = `${'verantwortung'.repeat(200)} `.repeat(20);
    const { warnings } = await renderParts(
      engine,
      page(`<p style="width: auto; overflow-wrap: anywhere">${many} ${long}`),
    );
    expect(warnings).toEqual([]);
  });
});
