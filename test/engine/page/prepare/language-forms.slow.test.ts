import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { findFontArchives } from '../../../../src/browser/fonts/packed-fonts.ts';
import { isLong } from '../../../helpers/is-long.ts';
import { drawPages } from '../../draw-page.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const languages = ['ja', 'zh-Hans', 'ko', 'zh-TW'];
const head =
  '<!doctype html><meta charset="utf-8"><title>x</title><style>@page { size: 600px 800px; margin: 0 } p { position: absolute; margin: 0; font-size: 40px }</style>';
/** A line of each language in its own quarter, of the first page or of one behind it. */
const write = (page: number, style = '') =>
  languages.map(
    (language, index) =>
      `<p lang="${language}" style="top: ${page * 800 + index * 200 + 50}px; ${style}">直骨 Text <b>令次</b></p>`,
  );
const lines = write(0);
const all = head + lines.join('');

let server: Server;
beforeAll(async () => {
  server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(all));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
});

/** The quarters of all pages, from above. */
async function drawQuarters(part: object, fonts: string): Promise<Buffer[]> {
  const pages = await drawPages((await renderParts(engine, part, { fonts })).pdf, 1);
  return pages.flatMap((page) =>
    lines.map((_, index) => page.subarray((page.length / 4) * index, (page.length / 4) * (index + 1))),
  );
}

describe.runIf(findFontArchives().length === 2).each(['bundled', 'system'])(
  'several languages in one document, fonts: %s',
  (fonts) => {
    /** Each line as printed by a document that has no other language, in both fonts. */
    const alone: Record<'standard' | 'monospace', Buffer[]> = { standard: [], monospace: [] };

    beforeAll(async () => {
      const others = write(1, 'font-family: monospace');
      for (const [index, line] of lines.entries()) {
        const quarters = await drawQuarters({ html: head + line + others[index] }, fonts);
        alone.standard.push(quarters[index] as Buffer);
        alone.monospace.push(quarters[lines.length + index] as Buffer);
      }
    });

    test('each has its own forms, whatever was printed before', () => {
      for (const drawn of Object.values(alone))
        expect(new Set(drawn.map((quarter) => quarter.toString('base64'))).size).toBe(languages.length);
    });

    const documents = [
      ['a document', 'standard', () => ({ html: all })],
      ['one with its own font', 'monospace', () => ({ html: `<style>html { font-family: monospace }</style>${all}` })],
      ['one with a script', 'standard', () => ({ html: `${all}<script>document.title = 'y'</script>` })],
      [
        'a page of an address',
        'standard',
        () => ({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }),
      ],
    ] as const;
    // How a document comes has nothing to do with which fonts there are.
    test.each(fonts === 'bundled' || isLong ? documents : documents.slice(0, 1))(
      '%s prints each as its own document does, to the pixel',
      async (_, font, part) => {
        const together = await drawQuarters(part(), fonts);
        expect(together.map((quarter, index) => quarter.equals(alone[font][index] as Buffer))).toEqual(
          lines.map(() => true),
        );
      },
    );
  },
);

// The fonts of headers are found as those of a text, which is printed in both sets above.
const sets = isLong ? ['bundled', 'system'] : ['bundled'];
describe.runIf(findFontArchives().length === 2).each(sets)('headers and footers, fonts: %s', (fonts) => {
  const slot = (language: string) => `<div lang="${language}" style="font-size: 30px">直骨令次 Text</div>`;
  /** The upper and the lower half of a page with these. */
  const drawHalves = async (slots: { header?: string; footer?: string }, language = '') => {
    const options = { fonts, margin: '30mm', ...slots };
    const html = head.replace('html>', `html><html lang="${language}">`);
    const [page = Buffer.alloc(0)] = await drawPages((await renderParts(engine, { html }, options)).pdf, 1);
    return { upper: page.subarray(0, page.length / 2), lower: page.subarray(page.length / 2) };
  };
  /** What a header or a footer prints that stands alone and names its language. Drawn once. */
  const drawnAlone = new Map<string, ReturnType<typeof drawHalves>>();
  const drawNamed = (place: 'header' | 'footer', language: string) => {
    const drawn = drawnAlone.get(place + language) ?? drawHalves({ [place]: slot(language) });
    drawnAlone.set(place + language, drawn);
    return drawn;
  };

  test('have the forms of their language', async () => {
    const drawn: string[] = [];
    for (const language of languages) drawn.push((await drawNamed('header', language)).upper.toString('base64'));
    expect(new Set(drawn).size).toBe(languages.length);
  });

  test.each(isLong ? languages : ['zh-TW'])(
    'take the language of their document where they name none, beside another language, to the pixel: %s',
    async (language) => {
      const other = language === 'ja' ? 'ko' : 'ja';
      const nameless = slot(language).replace('lang', 'data-lang');
      const { upper, lower } = await drawHalves({ header: nameless, footer: slot(other) }, language);
      expect(upper.equals((await drawNamed('header', language)).upper)).toBe(true);
      expect(lower.equals((await drawNamed('footer', other)).lower)).toBe(true);
    },
  );

  test('of two languages that both name meet, to the pixel, whatever was printed before', async () => {
    const { upper, lower } = await drawHalves({ header: slot('zh-TW'), footer: slot('ja') });
    expect(upper.equals((await drawNamed('header', 'zh-TW')).upper)).toBe(true);
    expect(lower.equals((await drawNamed('footer', 'ja')).lower)).toBe(true);
  });
});
