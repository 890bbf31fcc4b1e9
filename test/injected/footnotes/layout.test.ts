import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { StubNode, stubDocument } from '../stub-nodes.ts';

let layout: typeof import('../../../src/injected/footnotes/layout.ts');

const root = new StubNode({ parentElement: null });
const body = new StubNode({ parentElement: root });

beforeAll(async () => {
  stubDocument({ documentElement: root, body });
  vi.stubGlobal('getComputedStyle', (element: { style?: object }) => ({ ...plain, ...element.style }));
  layout = await import('../../../src/injected/footnotes/layout.ts');
});
afterAll(() => void vi.unstubAllGlobals());

const plain = {
  display: 'block',
  float: 'none',
  cssFloat: 'none',
  position: 'static',
  columnCount: 'auto',
  columnWidth: 'auto',
  transform: 'none',
  filter: 'none',
  perspective: 'none',
  backdropFilter: 'none',
  contain: 'none',
  willChange: 'auto',
  containerType: 'normal',
  overflowX: 'visible',
  overflowY: 'visible',
  clipPath: 'none',
};

/** An element with these styles, in others from the innermost on, in the body. */
function build(...styles: Partial<typeof plain>[]): Element {
  const [style, ...around] = styles;
  if (style === undefined) return body as unknown as Element;
  return new StubNode({
    style,
    parentElement: build(...around),
    localName: 'div',
    hasAttribute: () => false,
  }) as unknown as Element;
}

test.each([
  ['1.5px', 1.5],
  ['-2px', -2],
  ['auto', 0],
  ['', 0],
])('the length %s has %d pixels', (length, pixels) => {
  expect(layout.px(length)).toBe(pixels);
});

test.each([
  ['rgba(1, 2, 3, 0)', true],
  ['rgba(1, 2, 3, 0.5)', false],
  ['rgb(1, 2, 0)', false],
  ['color(srgb 1 1 1 / 0)', true],
  ['color(srgb 1 1 1 / 0.1)', false],
  ['oklch(1 1 1)', false],
])('the colour %s is clear: %s', (color, isClear) => {
  expect(layout.isClear(color)).toBe(isClear);
});

test.each([
  ['block', false, false],
  ['inline', true, false],
  ['contents', true, false],
  ['ruby', true, true],
  ['ruby-text', true, true],
  ['inline-block', false, true],
  ['inline-flex', false, true],
  ['table-cell', false, false],
])('a box with the display %s is in lines: %s, and undivided: %s', (display, isInLines, isUndivided) => {
  const box = build({ display });
  expect([layout.isInLines(box), layout.isUndivided(box)]).toEqual([isInLines, isUndivided]);
});

test.each([
  [{}, false],
  [{ display: 'none' }, true],
  [{ position: 'absolute' }, true],
  [{ position: 'fixed' }, true],
  [{ position: 'relative' }, false],
])('a box with %j is out of the text: %s', (style, isOut) => {
  expect(layout.isOut(build(style))).toBe(isOut);
});

test.each([
  [[{}], true],
  [[{ display: 'list-item' }], true],
  [[{ display: 'flow-root' }], true],
  [[{ display: 'table-cell' }], false],
  [[{ cssFloat: 'left' }], false],
  [[{ position: 'relative' }], false],
  [[{ columnCount: '2' }], false],
  [[{ columnWidth: '9px' }], false],
  [[{}, { display: 'flex' }], false],
  [[{}, {}, { cssFloat: 'right' }], false],
])('a box with %j from the inside is in the flow: %s', (styles, isInFlow) => {
  expect(layout.isInFlow(build(...styles))).toBe(isInFlow);
});

test.each([
  [[{}], undefined],
  [[{ columnCount: '2' }], 0],
  [[{ display: 'table-cell' }], 0],
  [[{ float: 'left' }], 0],
  [[{}, { display: 'flex' }], 0],
  [[{}, { display: 'inline-grid' }], 0],
  [[{}, { columnWidth: '9px' }], 1],
  [[{}, {}, { float: 'right' }], 2],
])('the text of a box with %j ends with the box around at %s, or with the body', (styles, at) => {
  const box = build(...styles);
  const around = [...layout.listAround(box)];
  expect(around).toHaveLength(styles.length);
  expect(layout.flowRootOf(box)).toBe(at === undefined ? body : around[at]);
});

test.each([
  [[{}], undefined],
  [[{}, { position: 'relative' }], 1],
  [[{}, { transform: 'matrix(1, 0, 0, 1, 0, 0)' }], 1],
  [[{}, { filter: 'blur(1px)' }], 1],
  [[{}, { perspective: '1px' }], 1],
  [[{}, { backdropFilter: 'blur(1px)' }], 1],
  [[{}, { containerType: 'size' }], 1],
  [[{}, {}, { contain: 'layout' }], 2],
  [[{}, { contain: 'paint' }], 1],
  [[{}, { contain: 'strict' }], 1],
  [[{}, { contain: 'content' }], 1],
  [[{}, { contain: 'size' }], undefined],
  [[{}, { willChange: 'transform' }], 1],
  [[{}, { willChange: 'top' }], undefined],
  [[{ position: 'relative' }], undefined],
])('a note with %j is placed in the box around at %s', (styles, at) => {
  const note = build(...styles);
  expect(layout.holderOf(note)).toBe(at === undefined ? undefined : [...layout.listAround(note)][at]);
});

const held = { position: 'relative' };

test.each([
  [[{}, { overflowX: 'hidden' }], false],
  [[{}, held], false],
  [[{}, { ...held, overflowX: 'hidden' }], true],
  [[{}, { ...held, overflowY: 'clip' }], true],
  [[{}, { ...held, clipPath: 'inset(0)' }], true],
  [[{}, { ...held, contain: 'paint' }], true],
  [[{}, { ...held, contain: 'layout' }], false],
  [[{}, held, { overflowY: 'auto' }], true],
  [[{}, held, { contain: 'strict' }], true],
  [[{ overflowX: 'hidden' }, held], false],
])('a note with %j around is clipped: %s', (styles, isClipped) => {
  expect(layout.isClipped(build(...styles))).toBe(isClipped);
});
