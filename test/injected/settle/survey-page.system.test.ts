import { describe, expect, test } from 'vitest';
import { composeProgram } from '../../../src/engine/page/open/injected-programs.ts';
import type { PageSurvey } from '../../../src/injected/calls.ts';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

async function survey(html: string): Promise<PageSurvey> {
  const page = await open(html);
  return (await page.read(composeProgram('surveyPage'))) as PageSurvey;
}

describe('the survey of a page', () => {
  test('lists page sizes, and whether rules name the paper', async () => {
    const { sizes, namesPaper } = await survey('<style>@page { size: A5 } @page wide { size: a4 landscape }</style>x');
    expect([sizes, namesPaper]).toEqual([['a5', 'a4 landscape'], true]);
  });

  test('lists each margin of pages once', async () => {
    const { margins } = await survey(
      '<style>@page { margin: 1cm 0 } @page wide { margin-left: 2em; margin-top: 0px }</style>x',
    );
    expect(margins).toEqual(['1cm', '0px', '2em']);
    expect((await survey('<style>@page { margin-top: 1cm }</style>x')).namesPaper).toBe(true);
    expect((await survey('<style>@page { color: red }</style>x')).namesPaper).toBe(false);
  });

  test('names page counters in the text, unless the document counts pages itself or the element is running', async () => {
    const rule = 'p::before { content: "Page " counter(page) }';
    expect((await survey(`<style>${rule}</style><p>x`)).uncounted).toEqual([
      { value: 'counter(page)', selector: 'p::before' },
    ]);
    expect((await survey(`<style>${rule} p { counter-increment: page }</style><p>x`)).uncounted).toEqual([]);
    expect((await survey(`<style>${rule}</style><p style="--x: running(top)">x`)).uncounted).toEqual([]);
    expect((await survey(`<style>${rule}</style><b>x`)).uncounted).toEqual([]);
  });

  test('lists families of rules, elements and margin boxes, and resolves variables', async () => {
    const { stacks, boxed } = await survey(`<style>
      :root { --text: Absent, serif } body { font-family: Georgia } p { font-family: var(--text) }
      @page { font-family: Paper; @top-left { content: "Page " counter(page) } @top-right { content: none } }
    </style><p>x<i style="font-family: Slanted">x`);
    expect(stacks).toEqual(['Georgia', 'Absent, serif', 'Slanted']);
    expect(boxed).toEqual([{ css: 'Paper', text: 'Page  0' }]);
  });

  test('knows hyphens of rules and of elements', async () => {
    expect((await survey('<style>p { hyphens: auto }</style>x')).usesHyphens).toBe(true);
    expect((await survey('<p style="hyphens: auto">x')).usesHyphens).toBe(true);
    expect((await survey('<p>x')).usesHyphens).toBe(false);
  });

  test('lists images that cannot be read, without placeholders', async () => {
    const broken = `data:image/png;base64,${'A'.repeat(200)}`;
    const { unread, pictures } = await survey(`<img src="${broken}"><img src="data:image/png;base64,AA">`);
    expect(unread).toEqual([broken]);
    expect(pictures).toBe(0);
  });

  test('measures boxes that scroll, those of the page aside', async () => {
    const { scrolls, cut } =
      await survey(`<style>body { overflow: auto } .log { overflow-y: scroll; height: 40px }</style>
      <div class=log><div style="height: 90px"></div></div>
      <pre id=wide style="overflow: auto; width: 100px"><div style="width: 300px">x</div></pre>
      <div style="overflow: auto; height: 40px; visibility: hidden"><div style="height: 90px"></div></div>`);
    expect(scrolls).toBe(true);
    expect(cut).toEqual([
      { name: 'div.log', shown: 40, all: 90, side: 'height' },
      { name: 'pre#wide', shown: 100, all: 300, side: 'width' },
    ]);
  });

  test('reads a document whose forms have the names of properties', async () => {
    const names = ['images', 'styleSheets', 'adoptedStyleSheets', 'querySelectorAll', 'documentElement'];
    const forms = names.map((name) => `<form name=${name}></form>`).join('');
    const { sizes, cut } = await survey(
      `<style>@page { size: A5 } p { overflow: auto; height: 9px }</style>${forms}<p>x`,
    );
    expect(sizes).toEqual(['a5']);
    expect(cut).toHaveLength(1);
  });
});
