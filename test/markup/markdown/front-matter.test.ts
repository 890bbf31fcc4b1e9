import { describe, expect, it } from 'vitest';
import { listSheets, splitFrontMatter } from '../../../src/markup/markdown/front-matter.ts';

const split = (yaml: string) => splitFrontMatter(`---\n${yaml}\n---\ntext\n`);
const read = async (yaml: string) => (await split(yaml)).matter;

describe('a document with front matter', () => {
  it('is its text without it, and knows how many lines are before', async () => {
    const { text, linesBefore } = await split('title: T\nlang: de');
    expect([text, linesBefore]).toEqual(['text\n', 4]);
  });

  it.each([
    ['---\n---\ntext', 'text', 2],
    ['---  \ntitle: T\n...\t\ntext', 'text', 3],
    ['---\r\ntitle: T\r\n---\r\ntext', 'text', 3],
    ['\ufefftext', 'text', 0],
    ['---\njust words\n---\ntext', '---\njust words\n---\ntext', 0],
    ['---\n- a\n---\ntext', '---\n- a\n---\ntext', 0],
    ['----\ntitle: T\n---\ntext', '----\ntitle: T\n---\ntext', 0],
    ['---\n? [\n---\ntext', '---\n? [\n---\ntext', 0],
  ])('%j has the text %j after %i lines', async (source, text, linesBefore) => {
    expect(await splitFrontMatter(source)).toMatchObject({ text, linesBefore });
  });

  it('has nothing where none is there', async () => {
    expect(await splitFrontMatter('text')).toEqual({
      matter: {},
      sheets: [],
      ignored: [],
      text: 'text',
      linesBefore: 0,
    });
  });
});

describe('the texts of front matter', () => {
  it.each([
    ['title: 5', { title: '5' }],
    ['title: true', { title: 'true' }],
    ['title: "  a\\n  b "', { title: 'a b' }],
    ['title: " "', {}],
    ['title:', {}],
    ['author: [Ada, 5, null]', { author: 'Ada, 5, ' }],
    ['subject: S\nkeywords: K', { subject: 'S', keywords: 'K' }],
    ['lang: de', { lang: 'de' }],
    ['lang: abcdefgh-12345678', { lang: 'abcdefgh-12345678' }],
    ['date: 2026-11-26', { created: '2026-11-26T00:00:00.000Z' }],
    ['date: 2026-11-26T10:00:00+02:00', { created: '2026-11-26T08:00:00.000Z' }],
    ['options:', {}],
    ['options: {}', { options: {} }],
    ['size: A5', { options: { page_size: 'A5' } }],
    ['size: null\nmargin: 1cm', { options: { margin: '1cm' } }],
    ['theme: book\noptions: { scale: 1 }', { options: { theme: 'book', scale: 1 } }],
  ])('%j is %j', async (yaml, matter) => {
    expect(await read(yaml)).toEqual(matter);
  });

  it.each([
    ['lang: x', 'lang', 'a language tag such as en or de-AT'],
    ['lang: abcdefghi', 'lang', 'a language tag such as en or de-AT'],
    ['lang: de-', 'lang', 'a language tag such as en or de-AT'],
    ['lang: de-123456789', 'lang', 'a language tag such as en or de-AT'],
    ['options: 5', 'options', 'a mapping'],
    ['options: [a]', 'options', 'a mapping'],
    ['subject: { a: 1 }', 'subject', 'a text'],
    ['keywords: [{ a: 1 }]', 'keywords', 'a text'],
    ['toc: 0', 'toc', 'true, false, or a depth from 1 to 6'],
    ['toc: 7', 'toc', 'true, false, or a depth from 1 to 6'],
    ['toc: 1.5', 'toc', 'true, false, or a depth from 1 to 6'],
    ['css: ""', 'css', 'the path of a style sheet, or a list of paths'],
    ['css: [a.css, 5]', 'css', 'the path of a style sheet, or a list of paths'],
  ])('%j is refused', async (yaml, key, wanted) => {
    await expect(read(yaml)).rejects.toMatchObject({
      code: 'invalid_request',
      message: `the front matter's "${key}" must be ${wanted}`,
    });
  });

  it.each([
    ['a: 1\nb: "x', 'line 4: the front matter is not valid YAML: Missing closing "quote'],
    ['a: &a [*a]', 'line 1: the front matter is not valid YAML: '],
  ])('%j is refused with its line', async (yaml, message) => {
    await expect(read(yaml)).rejects.toThrow(message);
  });
});

describe('the contents list of front matter', () => {
  it.each([
    ['toc: true', 3],
    ['toc: 1', 1],
    ['toc: 6', 6],
    ['toc: false', undefined],
    ['toc:', undefined],
    ['title: T', undefined],
  ])('%j is %s levels deep', async (yaml, depth) => {
    expect((await split(yaml)).contents).toBe(depth);
  });
});

describe('the keys of front matter that mean nothing', () => {
  it.each([
    ['title: T\nauthor: A\nsubject: S\nkeywords: K\ndate: 2026-11-26\nlang: de\ntoc: 1\ncss: a\noptions: {}', []],
    ['size: A5\nmargin: 0\nheader: h\nfooter: f\ntheme: book', []],
    ['titel: T', ['titel (did you mean title?)']],
    ['zzzzzzzz: 1', ['zzzzzzzz']],
    ['date: soon', ['date (write it as 2026-11-26)']],
    ['date: 2026-13-01', ['date (write it as 2026-11-26)']],
    ['date: 5', ['date (write it as 2026-11-26)']],
    ['date:', []],
  ])('of %j are %j', async (yaml, ignored) => {
    expect((await split(yaml)).ignored).toEqual(ignored);
  });
});

describe('the style sheets of front matter', () => {
  it.each([
    ['css: a.css', ['a.css']],
    ['css: [a.css, b.css]', ['a.css', 'b.css']],
    ['css:', []],
    ['title: T', []],
    ['css: 5', []],
  ])('of %j are %j', async (yaml, sheets) => {
    expect(await listSheets(`---\n${yaml}\n---\n`)).toEqual(sheets);
  });
});
