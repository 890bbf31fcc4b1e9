import { expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();
const list = async (html: string) =>
  (await open(`<!doctype html><style>b { position: fixed; width: 50px; height: 20px }</style>${html}`)).call(
    'listFixedBoxes',
  );

test('boxes that are fixed in front of the text are listed, in shadow trees too', async () => {
  const boxes =
    await list(`<b id=a></b><b id=b style="z-index: -1"></b><b id=c style="opacity: 0"></b><b id=d style="width: 0"></b>
    <b id=e style="height: 0"></b><b id=f style="visibility: hidden"></b><b id=g style="position: absolute"></b><b id=h style="z-index: 0; opacity: 0.1"></b>
    <div><template shadowrootmode=open><i id=i style="position: fixed; inset: 0"></i></template></div>`);
  expect(boxes.map(({ name }) => name)).toEqual(['b#a', 'b#f', 'b#h', 'i#i']);
});

test.each([
  ['left: 10px; top: 5px', { left: 10, top: 5 }],
  ['right: 10px; bottom: 5px', { right: 10, bottom: 5 }],
  ['left: 10px; right: 5px; top: 1px; bottom: 2px', { left: 10, top: 1 }],
])('a box with %s keeps its distance to these sides', async (style, place) => {
  expect(await list(`<b style="${style}"></b>`)).toEqual([{ name: 'b', place: { width: 50, height: 20, ...place } }]);
});

test('a box as large as the view keeps its distance to all sides', async () => {
  const [box] = await list('<b style="inset: 0; width: auto; height: auto"></b>');
  expect(box?.place).toMatchObject({ left: 0, right: 0, top: 0, bottom: 0 });
  const [wide] = await list('<b style="left: 0; width: 100%"></b>');
  expect(Object.keys(wide?.place ?? {})).toEqual(['width', 'height', 'left', 'right', 'top']);
});

test('51 boxes are listed', async () => {
  expect(await list('<b></b>'.repeat(60))).toHaveLength(51);
});
