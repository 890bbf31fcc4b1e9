import { describe, expect, test } from 'vitest';
import { findLanguagePatterns } from '../../../src/engine/page/prepare/find-patterns.ts';
import { readPatterns } from '../../../src/engine/page/prepare/read-patterns.ts';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

async function readGerman() {
  const found = findLanguagePatterns('de');
  const patterns = found && (await readPatterns(found.name));
  if (found === undefined || patterns === undefined) throw new Error('no German patterns');
  return { ...patterns, language: 'de', left: found.left, right: found.right };
}

const style = '<style>p { hyphens: auto }</style>';

describe('hyphenation inside a page', () => {
  test('names each language of text that asks for hyphens, with its first element', async () => {
    const page = await open(
      `${style}<p lang=de id=first>Verantwortung<p lang=de>Verantwortung<p lang=qq class=odd>internationalisation`,
    );
    expect(await page.call('findHyphenatedLanguages')).toEqual([
      { language: 'de', element: 'p#first', isKnown: false },
      { language: 'qq', element: 'p.odd', isKnown: false },
    ]);
  });

  test('says which languages the browser breaks words of', async () => {
    // Stands for patterns of the browser: in this language its box is higher than a line.
    const higher = (height: number) => `div[lang=""], div[lang=qq] { height: ${height}px }`;
    const text = '<p>letters<p lang=qq>letters<p lang=xx>letters';
    const list = async (css: string) => {
      const found = await (await open(`${style}<style>${css}</style>${text}`)).call('findHyphenatedLanguages');
      return found.map(({ language, isKnown }) => [language, isKnown]);
    };
    const known = (isKnown: boolean) => [
      ['', false],
      ['qq', isKnown],
      ['xx', false],
    ];
    expect(await list(higher(11))).toEqual(known(true));
    expect(await list(higher(10))).toEqual(known(false));
  });

  test.each([
    ['auto', 'xabx xxabx xxxabx', 'xabx xxa-bx xxxa-bx'],
    ['4', 'xab xabx', 'xab xa-bx'],
    ['6 2', 'xxabx xxxabx', 'xxabx xxxa-bx'],
    ['6 3', 'xxxabx xxxabxx', 'xxxabx xxxa-bxx'],
    ['5 auto 3', 'xxabx xxabxx', 'xxabx xxa-bxx'],
    ['5 4', 'xxabxxx xxxabxx xxxabxxx', 'xxabxxx xxxabxx xxxa-bxxx'],
  ])('keeps words and letters together by hyphenate-limit-chars: %s', async (limits, text, broken) => {
    const page = await open(`<p lang=xx style="hyphens: auto; hyphenate-limit-chars: ${limits}">${text}`);
    const patterns = { language: 'xx', patterns: 'a1b', exceptions: '', left: 1, right: 1 };
    await page.call('setHyphens', { xx: patterns });
    expect(String(await page.read('document.body.textContent')).replaceAll('\u00ad', '-')).toBe(broken);
  });

  test('breaks words across elements, and leaves code, addresses and words with a soft hyphen', async () => {
    const page = await open(
      `${style}<p lang=de>Ver<b>antwor</b>tung <code>Verantwortung</code> www.verantwortung.de Verant&shy;wortung`,
    );
    expect(await page.call('setHyphens', { de: await readGerman() })).toEqual({ isHyphenated: true, isAll: true });
    expect(String(await page.read('document.body.textContent')).replaceAll('\u00ad', '-')).toBe(
      'Ver-ant-wor-tung Verantwortung www.verantwortung.de Verant-wortung',
    );
  });

  test('reads shadow trees and frames', async () => {
    const page = await open(`<div lang=de></div><iframe srcdoc="${style}<p lang=de>Verantwortung"></iframe>`);
    await page.read(`new Promise((done) => {
      document.querySelector('div').attachShadow({ mode: 'open' }).innerHTML = '<p style="hyphens: auto">Verantwortung';
      const frame = document.querySelector('iframe');
      if (frame.contentDocument.body?.textContent) done();
      else frame.onload = () => done();
    })`);
    await page.call('setHyphens', { de: await readGerman() });
    const texts = `[document.querySelector('div').shadowRoot, document.querySelector('iframe').contentDocument.body].map((tree) => tree.textContent)`;
    expect(await page.read(texts)).toEqual(Array(2).fill('Ver\u00adant\u00adwor\u00adtung'));
  });
});
