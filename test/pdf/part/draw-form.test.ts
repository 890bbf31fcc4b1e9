import { describe, expect, it } from 'vitest';
import { asDict, buildDict, type PdfObject, PdfRef, PdfStream, resolve } from '../../../src/pdf/objects/objects.ts';
import {
  addResource,
  buildAround,
  buildForm,
  formatMatrix,
  keepContents,
  surroundContent,
  turnUpright,
} from '../../../src/pdf/part/draw-form.ts';

const stream = (text: string, entries: Record<string, PdfObject> = {}) =>
  new PdfRef(new PdfStream(buildDict(entries), Buffer.from(text)));
const read = (object: PdfObject | undefined) => Buffer.from((resolve(object) as PdfStream).data).toString();
const box = [1, 2, 3, 4] as [number, number, number, number];

describe('what is written around the content of a page', () => {
  it.each([
    [0, '', 'q\n', '\nQ'],
    [2, 'ET Q', 'q\nq\nq\n', 'ET Q\nQ'],
  ])('restores %i more states', (saves, closing, before, after) => {
    const around = buildAround({ saves, closing });
    expect([read(around.before), around.after]).toEqual([before, after]);
  });

  it.each([
    ['that ends as it begins', 'q Q', 'q\n', '\nQ'],
    ['that restores too many states', 'Q Q', 'q\nq\nq\n', '\nQ'],
  ])('is made for content %s', (_, content, before, after) => {
    const page = buildDict({ Contents: stream(content) });
    const around = surroundContent(page, undefined);
    expect([read(around.before), around.after]).toEqual([before, after]);
    expect(read(page.get('Contents'))).toBe(content);
  });

  it('makes content a form that cannot be read', () => {
    const contents = stream('no zlib', { Filter: 'FlateDecode' });
    const page = buildDict({ Contents: contents, MediaBox: box });
    const around = surroundContent(page, undefined);
    expect([read(around.before), around.after, read(page.get('Contents'))]).toEqual(['q\n', '\nQ', '/Stamp Do']);
    const form = resolve(asDict(asDict(page.get('Resources'))?.get('XObject'))?.get('Stamp')) as PdfStream;
    expect([form.dict.get('BBox'), form.dict.get('Filter'), Buffer.from(form.data).toString()]).toEqual([
      box,
      'FlateDecode',
      'no zlib',
    ]);
  });

  it.each<[string, PdfObject[]]>([
    ['in several streams', [stream('no zlib', { Filter: 'FlateDecode' }), stream('q Q')]],
    ['that is missing', []],
  ])('leaves content %s', (_, contents) => {
    const page = buildDict({ Contents: contents });
    surroundContent(page, undefined);
    expect([page.get('Contents'), page.has('Resources')]).toEqual([contents, false]);
  });
});

it('keeps the content streams of a page that are there', () => {
  const [one, two] = [stream('1'), stream('2')];
  expect(keepContents(buildDict({ Contents: [one, null, new PdfRef(null), two] }))).toEqual([one, two]);
  expect(keepContents(buildDict({ Contents: one }))).toEqual([one]);
  expect(keepContents(buildDict({}))).toEqual([]);
});

describe('a resource that is added to a page', () => {
  const value = stream('new');
  it('has a name that is free, and changes no shared dictionary', () => {
    const forms = buildDict({ A: 1, Ax: 2 });
    const resources = buildDict({ XObject: forms, Font: 3 });
    const page = buildDict({ Resources: resources });
    expect(addResource(page, 'XObject', 'A', value)).toBe('Axx');
    expect(Object.fromEntries(asDict(page.get('Resources')) ?? [])).toEqual({
      XObject: buildDict({ A: 1, Ax: 2, Axx: value }),
      Font: 3,
    });
    expect([forms.size, resources.get('XObject')]).toEqual([2, forms]);
  });

  it('is the first one of a page without resources', () => {
    const page = buildDict({});
    expect(addResource(page, 'ExtGState', 'B', value)).toBe('B');
    expect(page.get('Resources')).toEqual(buildDict({ ExtGState: buildDict({ B: value }) }));
  });
});

describe('a page as a form', () => {
  const build = (entries: Record<string, PdfObject>) => buildForm(buildDict(entries), box, { bytes: 100 });

  it('has its content, which stays compressed', () => {
    const form = build({ Contents: stream('x', { Filter: 'A', DecodeParms: 'B', Length: 1 }), Resources: 'R' });
    expect(Object.fromEntries(form.dict)).toEqual({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: box,
      Resources: 'R',
      Filter: 'A',
      DecodeParms: 'B',
    });
    expect(Buffer.from(form.data).toString()).toBe('x');
  });

  it.each<[string, PdfObject[], string]>([
    ['several streams', [stream('x'), stream('y')], 'x\ny'],
    ['no stream', [], ''],
  ])('joins %s', (_, contents, text) => {
    const form = build({ Contents: contents });
    expect(Buffer.from(form.data).toString().trim()).toBe(text);
    expect([form.dict.has('Filter'), form.dict.get('Resources')]).toEqual([false, new Map()]);
  });
});

it.each([
  [0, '1 0 0 1 10 20'],
  [1, '0 1 -1 0 110 20'],
  [2, '-1 0 0 -1 110 70'],
  [3, '0 -1 1 0 10 70'],
] as const)('a page that is turned by %i quarters is drawn upright', (turns, matrix) => {
  expect(formatMatrix(turnUpright([10, 20, 110, 70], turns))).toBe(matrix);
});

it('a matrix has at most five digits after the point', () => {
  expect(formatMatrix([1, 0.123456, -0, -0.000001, 1e-9, 12.5])).toBe('1 0.12346 0 0 0 12.5');
});
