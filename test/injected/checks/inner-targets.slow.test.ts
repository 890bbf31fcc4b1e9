import { expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();
const tree = (html: string) => `<div><template shadowrootmode=open>${html}</template></div>`;
const list = async (html: string) => (await open(html)).call('listInnerTargets');

test.each([
  ['that only a shadow tree has', `<a href="#one">x</a>${tree('<p id=one>')}`, ['one']],
  ['of an area', `<map><area href="#one"></map>${tree('<p id=one>')}`, ['one']],
  ['of a link in a shadow tree', tree('<a href="#one">x</a><p id=one>'), ['one']],
  ['once', `<a href="#one">x</a><a href="#one">y</a>${tree('<p id=one>')}`, ['one']],
  ['that are encoded', `<a href="#%C3%BC">x</a>${tree('<p id="ü">')}`, ['ü']],
  ['that are badly encoded', `<a href="#%zz">x</a>${tree('<p id="%zz">')}`, ['%zz']],
  ['that the document has too', `<a href="#one">x</a><p id=one>${tree('<p id=one>')}`, []],
  ['that is a name in the document', `<a href="#one">x</a><a name=one>y</a>${tree('<p id=one>')}`, []],
  ['that nothing has', `<a href="#two">x</a>${tree('<p id=one>')}`, []],
  ['that are empty', `<a href="#">x</a>${tree('<p id="">')}`, []],
  ['of another page', `<a href="x#one">x</a>${tree('<p id=one>')}`, []],
])('ids of links %s', async (_what, html, ids) => {
  expect(await list(html)).toEqual({ ids, excess: [] });
});

test('51 ids are listed', async () => {
  const many = Array.from({ length: 52 }, (_, index) => index);
  const links = many.map((index) => `<a href="#a${index}">x</a>`).join('');
  expect((await list(links + tree(many.map((index) => `<p id=a${index}>`).join('')))).ids).toHaveLength(51);
});

test('ids have 499 characters at most', async () => {
  const [fits, long] = ['x'.repeat(499), 'y'.repeat(500)];
  const { ids } = await list(`<a href="#${fits}">x</a><a href="#${long}">x</a>${tree(`<p id=${fits}><p id=${long}>`)}`);
  expect(ids).toEqual([fits]);
});

test.each([
  [20_000, []],
  [20_001, [{ of: 'innerLinks', limit: 20_000 }]],
])('of %i links, 20,000 are looked at', async (count, excess) => {
  const links = '<a href="#one">x</a>'.repeat(count - 1);
  const found = await list(`${links}<a href="#two">x</a>${tree('<p id=two>')}`);
  expect(found).toEqual({ ids: excess.length === 0 ? ['two'] : [], excess });
});
