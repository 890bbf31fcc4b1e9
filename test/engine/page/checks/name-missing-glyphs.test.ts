import { describe, expect, test } from 'vitest';
import { nameMissingGlyphs } from '../../../../src/engine/page/checks/name-missing-glyphs.ts';
import type { Page } from '../../../../src/engine/page/open/page.ts';

/** A text of the layout, and what its box is. */
interface Laid {
  text: string;
  visibility?: string;
  marker?: string;
  isMarker?: boolean;
}

interface Given {
  laid?: Laid[];
  values?: string[];
  areas?: string[];
  /** Names and values in turns. */
  attributes?: string[];
  style?: string;
  script?: string;
}

/** A page with this snapshot, as DevTools writes it: texts are indexes of a list. */
function pageOf({ laid = [], values = [], areas = [], attributes = [], style, script }: Given): Page {
  const strings: string[] = [];
  const add = (text: string) => strings.push(text) - 1;
  const nodes = [
    { name: '#document', value: '', parent: -1 },
    { name: 'STYLE', value: '', parent: 0 },
    { name: '#text', value: style ?? '', parent: 1 },
    { name: 'SCRIPT', value: '', parent: 0 },
    { name: '#text', value: script ?? '', parent: 3 },
    { name: '::marker', value: '', parent: 0 },
  ];
  const document = {
    nodes: {
      nodeName: nodes.map(({ name }) => add(name)),
      nodeValue: nodes.map(({ value }) => add(value)),
      parentIndex: nodes.map(({ parent }) => parent),
      inputValue: { index: [], value: values.map(add) },
      textValue: { index: [], value: areas.map(add) },
      attributes: [[], attributes.map(add)],
    },
    layout: {
      nodeIndex: laid.map(({ isMarker }) => (isMarker ? 5 : 0)),
      text: laid.map(({ text }) => add(text)),
      styles: laid.map(({ visibility = 'visible', marker = 'none' }) => [add(visibility), add(marker)]),
    },
  };
  const bare = { nodes: {}, layout: { nodeIndex: [], text: [], styles: [] } };
  return { send: async () => ({ documents: [bare, document], strings }) } as unknown as Page;
}

/** What a page is said to lack of which the PDF shows glyph 0. */
function nameOf(given: Given, { characters = '', known = '', unnamed = 1 } = {}) {
  const missing = { characters: new Set(characters), known: new Set(known), unnamed };
  return nameMissingGlyphs(pageOf(given), missing as never);
}

describe('a missing glyph', () => {
  test('is named by the PDF, without what shows nothing', async () => {
    const page = { send: () => Promise.reject(new Error('the page is not asked')) } as unknown as Page;
    const missing = { characters: new Set('a\u200d\u0007 \u00e9'), known: new Set<string>(), unnamed: 0 };
    expect(await nameMissingGlyphs(page, missing as never)).toEqual({ characters: ['a', '\u00e9'], unnamed: 0 });
  });

  test.each<[string, Given, string[]]>([
    ['the layout', { laid: [{ text: 'क' }] }, ['क']],
    ['a field', { values: ['ख'] }, ['ख']],
    ['a text area', { areas: ['ग'] }, ['ग']],
    ['a style sheet', { style: '@page { @top-left { content: "घ" } }' }, ['घ']],
    ['an alternative text', { attributes: ['alt', 'ङ'] }, ['ङ']],
    ['a label', { attributes: ['class', 'x', 'label', 'च'] }, ['च']],
    ['a placeholder', { attributes: ['placeholder', 'छ'] }, ['छ']],
    ['a value', { attributes: ['value', 'ज'] }, ['ज']],
  ])('without a name is a character of %s', async (_, given, characters) => {
    expect(await nameOf(given)).toEqual({ characters, unnamed: 0 });
  });

  test.each<[string, Given]>([
    ['a hidden text', { laid: [{ text: 'क', visibility: 'hidden' }] }],
    ['a script', { script: 'ख' }],
    ['another attribute', { attributes: ['title', 'ग', 'घ', 'alt'] }],
    ['ASCII of a field', { values: ['abc'], style: 'p {}' }],
    ['a marker that is drawn', { laid: [{ text: '• ', marker: 'disc', isMarker: true }] }],
    ['white space of the layout', { laid: [{ text: '\t\n\f\r' }] }],
  ])('without a name is no character of %s', async (_, given) => {
    expect(await nameOf(given)).toEqual({ characters: [], unnamed: 1 });
  });

  test.each<[string, Laid]>([
    ['a bullet in the text', { text: '•', marker: 'disc' }],
    ['a marker of another style', { text: '•', marker: 'decimal', isMarker: true }],
    ['a marker of another text', { text: 'क', marker: 'disc', isMarker: true }],
  ])('may be %s', async (_, laid) => {
    expect((await nameOf({ laid: [laid] })).characters).toEqual([laid.text]);
  });

  test('is no character that the PDF has, and none more than it lacks', async () => {
    const laid = [{ text: 'abca' }];
    expect(await nameOf({ laid }, { known: 'a' })).toEqual({ characters: ['b'], unnamed: 0 });
    expect(await nameOf({ laid }, { known: 'a', unnamed: 2 })).toEqual({ characters: ['b', 'c'], unnamed: 0 });
    expect(await nameOf({ laid }, { known: 'abc', unnamed: 2 })).toEqual({ characters: [], unnamed: 2 });
    expect(await nameOf({ laid }, { known: 'abc', characters: 'd', unnamed: 2 })).toEqual({
      characters: ['d'],
      unnamed: 0,
    });
  });

  test('does no harm if a control character alone can have it', async () => {
    expect(await nameOf({ laid: [{ text: '\u0007' }] })).toEqual({ characters: [], unnamed: 0 });
    expect(await nameOf({ laid: [{ text: '\u200d' }] })).toEqual({ characters: [], unnamed: 1 });
    expect(await nameOf({ laid: [{ text: 'a\u0007' }] })).toEqual({ characters: ['a'], unnamed: 0 });
  });
});
