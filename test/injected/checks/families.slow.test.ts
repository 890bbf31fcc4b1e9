import { describe, expect, test } from 'vitest';
import { type OpenDocument, useDocuments } from '../open-document.ts';

const open = useDocuments();

/** What `findFamilyTexts` finds, as the ids or the texts of elements. */
function find(page: OpenDocument, stacks: string[], boxed: { css: string; text: string }[] = []): Promise<unknown> {
  const found = `page.findFamilyTexts(${JSON.stringify(stacks)}, ${JSON.stringify(boxed)})`;
  return page.read(`${found}.map((element) => element && (element.id || element.textContent))`);
}

describe('the families of a page', () => {
  test('tells installed families from others', async () => {
    const page = await open('x');
    const names = ['No Such Family', 'Nor "This"'];
    expect(await page.call('listInstalledFamilies', names)).toEqual([]);
  });

  test('finds the first visible text of each list', async () => {
    const page = await open(`<style>p, b { font-family: One, serif } i { font-family: 'Two' }</style>
      <p style="visibility: hidden">hidden<p id=first>text<p id=second>text<i></i>`);
    expect(await find(page, ['One, serif', '"Two"', 'Three'])).toEqual(['first', null, null]);
  });

  test('finds text in shadow trees and frames, and running elements', async () => {
    const page = await open(`<div><template shadowrootmode=open><p id=shadow style="font-family: One">x</template></div>
      <iframe srcdoc="<p id=frame style='font-family: Two'>x"></iframe>
      <p data-platen-running=0 style="visibility: hidden"><b id=running style="font-family: Three">x</b>`);
    expect(await find(page, ['One', 'Two', 'Three'])).toEqual(['shadow', 'frame', 'running']);
    expect(await page.call('listInnerStacks')).toEqual({ stacks: ['One', 'Two'], excess: [] });
  });

  test('finds text that style sheets add, nested rules included', async () => {
    const page = await open(`<style>
      #before::before { content: "x"; font-family: One } section { & p::after { content: attr(id); font-family: Two } }
      #picture::before { content: url("data:,x"); font-family: Three }
    </style><div id=before></div><section><p id=nested></p></section><div id=picture></div>`);
    expect(await find(page, ['One', 'Two', 'Three'])).toEqual(['before', 'nested', null]);
  });

  test.each([
    ['texts', '<i>x</i>'.repeat(20_001)],
    ['texts of style sheets', `<style>u::before { content: "x" }</style>${'<u></u>'.repeat(20_001)}`],
  ])('says how many %s it reads, if a list has no text among these', async (_what, texts) => {
    const page = await open(`<style>b { font-family: One }</style><b id=first>x</b>${texts}`);
    await find(page, ['One']);
    expect(await page.call('endFamilyTexts')).toEqual([]);
    await find(page, ['One', 'Two']);
    expect(await page.call('endFamilyTexts')).toEqual([{ of: 'familyTexts', limit: 20_000 }]);
    expect(await page.call('endFamilyTexts')).toEqual([]);
  });

  test('says how many shadow trees, their texts and the characters of their lists it reads', async () => {
    const tree = (html: string) => `<div><template shadowrootmode=open>${html}</template></div>`;
    const trees = await open(tree('<p style="font-family: One">x').repeat(2000));
    expect((await trees.call('listInnerStacks')).excess).toEqual([{ of: 'familyTrees', limit: 2000 }]);
    const texts = await open(tree(`${'<i>x</i>'.repeat(20_000)}<p style="font-family: One">x`));
    expect((await texts.call('listInnerStacks')).excess).toEqual([{ of: 'familyTexts', limit: 20_000 }]);
    const list = await open(tree(`<p style="font-family: ${'F'.repeat(2000)}">x`));
    expect(await list.call('listInnerStacks')).toEqual({ stacks: [], excess: [{ of: 'family', limit: 2000 }] });
  });

  test('adds the text of margin boxes until it is removed', async () => {
    const page = await open('<p>text');
    expect(await find(page, ['One'], [{ css: 'One', text: 'margin' }])).toEqual(['margin']);
    expect(await page.read('document.body.textContent')).toBe('textmargin');
    await page.call('endFamilyTexts');
    expect(await page.read('document.body.textContent')).toBe('text');
  });
});
