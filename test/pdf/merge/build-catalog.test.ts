import { describe, expect, it } from 'vitest';
import { buildCatalog } from '../../../src/pdf/merge/build-catalog.ts';
import { asDict, buildDict, type PdfObject, PdfRef, PdfString } from '../../../src/pdf/objects/objects.ts';
import { Destinations } from '../../../src/pdf/part/links/destinations.ts';
import type { MergePart } from '../../../src/pdf/part/merge-part.ts';
import type { OpenPart } from '../../../src/pdf/part/open-part.ts';
import type { JoinedStructure } from '../../../src/pdf/part/structure.ts';

type Entries = Record<string, PdfObject | undefined>;
const page = new PdfRef(buildDict({ Type: 'Page', MediaBox: [0, 0, 200, 100] }));
const dict = () => new PdfRef(buildDict({ Type: 'Made' }));

function open(catalog: Entries = {}, part: Partial<MergePart> = {}): OpenPart {
  return {
    index: 0,
    part: { pdf: new Uint8Array(), foreign: true, ...part },
    catalog: buildDict(catalog),
    pages: [page],
    kept: [0],
    numbers: [0],
  } as unknown as OpenPart;
}

type Joined = Parameters<typeof buildCatalog>[1];
/** The entries of the catalog of parts. */
function build(parts: OpenPart[], joined: Partial<Joined> = {}): Record<string, PdfObject> {
  const catalog = buildCatalog(parts, {
    producer: 'test',
    metadata: {},
    conformance: undefined,
    invoice: undefined,
    templates: undefined,
    pages: dict(),
    outline: undefined,
    pageLabels: undefined,
    destinations: new Destinations(parts),
    attachments: { names: undefined, associated: [] },
    outputIntents: undefined,
    form: undefined,
    structure: { root: undefined, names: new Map() },
    overlays: [],
    ...joined,
  });
  return Object.fromEntries(asDict(catalog) ?? []);
}
const preferences = (...parts: Entries[]) =>
  build(parts.map((entries) => open({ ViewerPreferences: buildDict(entries) }))).ViewerPreferences;

describe('the catalog of a document', () => {
  it('has nothing but its pages and its metadata if its parts have nothing else', () => {
    const pages = dict();
    const catalog = build([open()], { pages });
    expect(Object.keys(catalog).sort()).toEqual(['Metadata', 'Pages', 'Type']);
    expect([catalog.Type, catalog.Pages]).toEqual(['Catalog', pages]);
  });

  it('has what the parts were joined to', () => {
    const [outline, form, names, file, root] = [dict(), dict(), dict(), dict(), dict()];
    const outputIntents: PdfObject = [1];
    const catalog = build([open()], {
      outline,
      form,
      outputIntents,
      attachments: { names, associated: [file] },
      structure: { root, names: new Map() },
      pageLabels: [{ style: 'D', prefix: '', number: 1 }],
    });
    expect(catalog).toMatchObject({ Outlines: outline, AcroForm: form, OutputIntents: outputIntents, AF: [file] });
    expect(catalog.StructTreeRoot).toBe(root);
    expect(catalog.Names).toEqual(buildDict({ EmbeddedFiles: names }));
    expect(catalog.PageLabels).toBeInstanceOf(PdfRef);
  });

  it('has the names of places, changed if that is wanted', () => {
    const part = open({ Dests: buildDict({ a: [page, 'Fit'] }) });
    const read = (joined: Partial<Joined>) =>
      asDict(asDict(build([part], joined).Names as PdfObject)?.get('Dests'))?.get('Names');
    expect(read({})).toEqual([new PdfString('a'), [page, 'Fit']]);
    expect(read({ adaptPlace: () => [page, 'FitB'] })).toEqual([new PdfString('a'), [page, 'FitB']]);
  });
});

describe('the language of a document', () => {
  const speaking = (language: string, part: Partial<MergePart> = {}) => open({ Lang: new PdfString(language) }, part);

  it.each<[string, OpenPart[], string | undefined]>([
    ['of the first part that names one', [open(), speaking('de'), speaking('fr')], 'de'],
    ['of the first part that keeps it', [speaking('en', { dropsLanguage: true }), speaking('fr')], 'fr'],
    ['unknown without any', [open(), speaking('not a tag')], undefined],
  ])('is %s', (_, parts, language) => {
    expect(build(parts).Lang).toEqual(language === undefined ? undefined : new PdfString(language));
  });
});

describe('a tagged document', () => {
  const marked = (catalog: Entries, part: Partial<MergePart> = {}) => {
    const owner = open(catalog, part);
    const structure: JoinedStructure = {
      root: dict(),
      names: new Map([[owner, { keys: new Map(), ids: new Map(), roles: new Map(), classes: new Map() }]]),
    };
    return build([owner], { structure }).MarkInfo;
  };

  it.each<[string, Entries, Partial<MergePart>, boolean]>([
    ["its user's PDF says so", { MarkInfo: buildDict({ Marked: true }) }, {}, true],
    ["its user's PDF says nothing", {}, {}, false],
    ["its user's PDF says the contrary", { MarkInfo: buildDict({ Marked: false }) }, {}, false],
    ['it was printed', {}, { foreign: false }, true],
  ])('says that it is one if %s', (_, catalog, part, isMarked) => {
    expect(marked(catalog, part)).toEqual(isMarked ? buildDict({ Marked: true }) : undefined);
  });

  it('says nothing without tags', () => {
    expect(build([open({}, { foreign: false })]).MarkInfo).toBeUndefined();
  });
});

describe('what a document asks of viewers', () => {
  it('is to show its title', () => {
    expect(build([open()], { metadata: { title: 'Mine' } }).ViewerPreferences).toEqual(
      buildDict({ DisplayDocTitle: true }),
    );
    expect(build([open()], { metadata: { title: '' } }).ViewerPreferences).toBeUndefined();
  });

  it.each<[string, Entries[], Entries | undefined]>([
    ['the direction of all parts', [{ Direction: 'R2L' }, { Direction: 'R2L' }], { Direction: 'R2L' }],
    ['no direction if parts differ', [{ Direction: 'R2L' }, {}], undefined],
    ['no usual direction', [{ Direction: 'L2R' }], undefined],
    ['the scale of all parts', [{ PrintScaling: 'None' }, { PrintScaling: 'None' }], { PrintScaling: 'None' }],
    ['no scale if parts differ', [{ PrintScaling: 'None' }, {}], undefined],
    ['no usual scale', [{ PrintScaling: 'AppDefault' }], undefined],
    ['one side of paper', [{ Duplex: 'Simplex' }], { Duplex: 'Simplex' }],
    ['both sides with a short edge', [{ Duplex: 'DuplexFlipShortEdge' }], { Duplex: 'DuplexFlipShortEdge' }],
    ['both sides with a long edge', [{ Duplex: 'DuplexFlipLongEdge' }], { Duplex: 'DuplexFlipLongEdge' }],
    ['no unknown sides', [{ Duplex: 'Other' }], undefined],
  ])('is %s', (_, parts, expected) => {
    expect(preferences(...parts)).toEqual(expected && buildDict(expected));
  });
});

describe("how a single user's PDF opens", () => {
  const layers = buildDict({});
  const kept = (catalog: Entries, joined: Partial<Joined> = {}) => {
    const { PageLayout, PageMode, OpenAction } = build([open(catalog)], joined);
    return { PageLayout, PageMode, OpenAction };
  };

  it('has its layout', () => {
    expect(kept({ PageLayout: 'TwoColumnLeft' }).PageLayout).toBe('TwoColumnLeft');
  });

  it.each<[string, Entries, Partial<Joined>, boolean]>([
    ['UseOutlines', {}, { outline: dict() }, true],
    ['UseOutlines', {}, {}, false],
    ['UseThumbs', {}, {}, true],
    ['UseOC', { OCProperties: layers }, {}, true],
    ['UseOC', {}, {}, false],
    ['UseAttachments', {}, { attachments: { names: dict(), associated: [] } }, true],
    ['UseAttachments', {}, {}, false],
    ['FullScreen', {}, {}, false],
    ['toString', {}, {}, false],
  ])('has the mode %s if that shows something', (PageMode, catalog, joined, isKept) => {
    expect(kept({ PageMode, ...catalog }, joined).PageMode).toBe(isKept ? PageMode : undefined);
  });

  it.each<[string, PdfObject, PdfObject | undefined]>([
    ['at a place', [page, 'Fit'], [page, 'Fit']],
    ['with an action to a place', buildDict({ S: 'GoTo', D: [page, 'Fit'] }), [page, 'Fit']],
    [
      'with an action to the name of a place',
      buildDict({ S: 'GoTo', D: new PdfString('a') }),
      buildDict({ S: 'GoTo', D: new PdfString('a') }),
    ],
    ['not kept if its place is missing', [new PdfRef(null), 'Fit'], undefined],
    ['not kept with another action', buildDict({ S: 'JavaScript', D: [page, 'Fit'] }), undefined],
  ])('is %s', (_, OpenAction, expected) => {
    expect(kept({ OpenAction, Dests: buildDict({ a: [page, 'Fit'] }) }).OpenAction).toEqual(expected);
  });

  it('is lost in a document of several parts, and in one that was printed', () => {
    const entries = { PageLayout: 'OneColumn', PageMode: 'UseThumbs', OpenAction: [page, 'Fit'] };
    for (const parts of [[open(entries), open()], [open(entries, { foreign: false })]]) {
      const catalog = build(parts);
      expect(Object.keys(entries).filter((key) => key in catalog)).toEqual([]);
    }
  });
});
