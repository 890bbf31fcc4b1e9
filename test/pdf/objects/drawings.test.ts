import { describe, expect, it } from 'vitest';
import { listContents, listDrawings } from '../../../src/pdf/objects/drawings.ts';
import { buildDict, type PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';

type Entries = Record<string, PdfObject>;

const stream = (entries: Entries = {}) => new PdfStream(buildDict(entries), Buffer.alloc(0));
const nest = (kind: string, value: PdfObject) => buildDict({ [kind]: buildDict({ A: value }) });
/** The resources of what is drawn, in order. */
const resourcesOf = (...pages: PdfDict[]) =>
  listDrawings(pages.map((page) => new PdfRef(page))).map(({ resources }) => resources);

describe('the contents of a page', () => {
  const [one, two] = [stream(), stream()];

  it.each<[string, PdfObject | undefined, PdfStream[]]>([
    ['one stream', new PdfRef(one), [one]],
    ['several streams', [new PdfRef(one), two], [one, two]],
    ['what is no stream', [new PdfRef(null), one, buildDict({})], [one]],
    ['nothing', undefined, []],
  ])('are read from %s', (_what, Contents, expected) => {
    expect(listContents(buildDict({ Contents }))).toEqual(expected);
  });

  it('do not exist without a page', () => {
    expect(listContents(undefined)).toEqual([]);
  });
});

describe('the drawings of pages', () => {
  it.each(['Font', 'XObject', 'Pattern'])('are found among the resources %s', (kind) => {
    const inner = buildDict({});
    const outer = nest(kind, new PdfRef(stream({ Resources: inner })));
    expect(resourcesOf(buildDict({ Resources: outer }))).toEqual([outer, inner]);
  });

  it('are found in soft masks', () => {
    const inner = buildDict({});
    const states = nest('ExtGState', buildDict({ SMask: buildDict({ G: stream({ Resources: inner }) }) }));
    expect(resourcesOf(buildDict({ Resources: states }))).toEqual([states, inner]);
    const plain = nest('ExtGState', buildDict({ SMask: 'None' }));
    expect(resourcesOf(buildDict({ Resources: plain }))).toEqual([plain]);
  });

  it('have the content of a page, and that of a form is itself', () => {
    const [content, form] = [stream(), stream({ Resources: buildDict({}), Contents: stream() })];
    const page = buildDict({ Contents: content, Resources: nest('XObject', form) });
    expect(listDrawings([new PdfRef(page)]).map(({ contents }) => contents)).toEqual([[content], [form]]);
  });

  it('come once, after the page that shows them first', () => {
    const shared = stream({ Resources: buildDict({ S: 1 }) });
    const pages = [1, 2].map((A) => buildDict({ Resources: new Map([...nest('XObject', shared), ['A', A]]) }));
    const found = resourcesOf(...pages, pages[0] as PdfDict);
    expect(found.map((resources) => [...resources.keys()].at(-1))).toEqual(['A', 'S', 'A']);
    expect(found.map((resources) => resources.get('A'))).toEqual([1, undefined, 2]);
  });

  it('have resources', () => {
    expect(resourcesOf(buildDict({}), buildDict({ Resources: null }))).toEqual([]);
    expect(listDrawings([new PdfRef(null)])).toEqual([]);
  });
});
