import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();
const read = async (html: string) => (await open(html)).call('readFacts');

describe('the margin boxes of a page', () => {
  test('are listed if they are at the top or the bottom and show something', async () => {
    const { boxes } =
      await read(`<style>@page { @top-left { content: "x" } @bottom-right-corner { content: counter(page) }
      @left-top { content: "x" } @top-center { content: none } @top-right { content: normal } @bottom-left { content: "" } @bottom-center { color: red } }
      @page a:left { @top-left { content: "x" } }</style>`);
    expect(boxes).toEqual(['@page @top-left', '@page @bottom-right-corner', '@page a:left @top-left']);
  });

  test.each([
    [1000, []],
    [1001, [{ of: 'marginBoxes', limit: 1000 }]],
    [1002, [{ of: 'marginBoxes', limit: 1000 }]],
  ])('of %i, 1,000 are listed', async (count, excess) => {
    const facts = await read(`<style>${'@page { @top-left { content: "x" } }'.repeat(count)}</style>`);
    expect([facts.boxes.length, facts.excess]).toEqual([1000, excess]);
  });

  test('have names of 500 characters', async () => {
    const { boxes } = await read(`<style>@page ${'x'.repeat(600)} { @top-left { content: "x" } }</style>`);
    expect(boxes[0]).toHaveLength(500);
  });
});

describe('a page', () => {
  test.each([
    ['@page { @top-left { content: counter(page) } }', true, false],
    ['@page { @top-left { content: counters( page , ".") } }', true, false],
    ['@page { @top-left { content: counter(pages) } }', false, true],
    ['@page { @top-left { content: counter(pagesize) } }', false, false],
    ['@page :left { margin: 0 }', true, false],
    ['@page :right { margin: 0 }', true, false],
    ['@page :first { margin: 0 }', false, false],
    ['p::after { content: counter(page) }', false, false],
  ])('with %s counts its pages: %s, and all: %s', async (css, countsPage, countsPages) => {
    expect(await read(`<style>${css}</style>`)).toMatchObject({ countsPage, countsPages });
  });

  test('has the margins of all of its pages, if they are short', async () => {
    const long = `calc(1px${' + 1px'.repeat(30)} + 1%)`;
    const facts =
      await read(`<style>@page { margin: 1px 2px 3px } @page { margin-left: 5px } @page :first { margin: 9px }
      @page { margin-top: ${long}; margin-bottom: ${long.replace('%', 'em')} }</style>`);
    expect(facts.margin).toMatchObject({ right: '2px', left: '5px' });
    const { excess } = await read(
      `<style>@page { margin-top: var(--${'x'.repeat(92)}) } @page { margin-left: var(--${'x'.repeat(100)}); margin-right: var(--${'x'.repeat(100)}) }</style>`,
    );
    expect(excess).toEqual([{ of: 'pageMargin', limit: 100 }]);
  });

  test.each([
    [2000, 100, []],
    [2001, 100, [{ of: 'title', limit: 2000 }]],
    [2000, 101, [{ of: 'language', limit: 100 }]],
  ])('has a title of %i characters and a language of %i', async (title, language, excess) => {
    const facts = await read(`<html lang=${'x'.repeat(language)}><title>${'y'.repeat(title)}</title>`);
    expect([facts.title.length, facts.language.length, facts.excess]).toEqual([2000, 100, excess]);
  });

  test.each([
    [5000, []],
    [5001, [{ of: 'fontFaces', limit: 5000 }]],
  ])('has %i font faces, of which 5,000 are for headers', async (count, excess) => {
    const facts = await read(`<style>${'@font-face { font-family: a; src: url("a") }'.repeat(count)}</style>`);
    expect([facts.fontFaces.length, facts.excess]).toEqual([5000, excess]);
  });

  test('has font faces of 20 million characters', async () => {
    const face = `@font-face { font-family: a; src: url("data:,${'x'.repeat(9_000_000)}") }`;
    const facts = await read(`<style>${face.repeat(3)}</style>`);
    expect([facts.fontFaces.length, facts.excess]).toEqual([2, [{ of: 'fontFaceTexts', limit: 20_000_000 }]]);
  });

  test('keeps an address of a font that is invalid', async () => {
    const { fontFaces } = await read('<style>@font-face { font-family: a; src: url("https://[") }</style>');
    expect(fontFaces).toEqual(['@font-face { font-family: a; src: url("https://["); }']);
  });
});
