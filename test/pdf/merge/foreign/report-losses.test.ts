import { describe, expect, it } from 'vitest';
import { reportLosses, reportMissingTags } from '../../../../src/pdf/merge/foreign/report-losses.ts';
import { buildDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../../../../src/pdf/objects/objects.ts';
import type { Conformance } from '../../../../src/pdf/part/conformance.ts';
import { MergeWarnings } from '../../../../src/pdf/part/merge-warnings.ts';
import type { OpenPart } from '../../../../src/pdf/part/open-part.ts';
import type { JoinedStructure } from '../../../../src/pdf/part/structure.ts';

type Entries = Record<string, PdfObject>;
const text = (bytes: string) => new PdfString(bytes);

interface Choices {
  foreign?: boolean;
  info?: Entries;
  conformance?: Conformance;
  knowsInvoice?: boolean;
}

function report(catalog: Entries, { foreign = true, info = {}, conformance, knowsInvoice }: Choices = {}): string[] {
  const warnings = new MergeWarnings();
  const file = { trailer: buildDict({ Info: buildDict(info) }) };
  const part = { part: { foreign }, index: 1, catalog: buildDict(catalog), pages: [], file };
  reportLosses(part as unknown as OpenPart, warnings, conformance, knowsInvoice);
  return warnings.list().map((warning) => `${warning.part} ${warning.code}: ${warning.detail}`);
}
const xmp = (properties: string): Entries => ({
  Metadata: new PdfRef(
    new PdfStream(new Map(), Buffer.from(`<x:xmpmeta xmlns:x="a"><rdf:RDF>${properties}</rdf:RDF></x:xmpmeta>`)),
  ),
});
const opened = '1 action_dropped: what the document does when it is opened or closed was dropped';

describe("what a user's PDF loses", () => {
  it.each<[string, Entries, string[]]>([
    ['nothing', {}, []],
    [
      'its XFA form',
      { AcroForm: buildDict({ XFA: [] }) },
      ['1 form_dropped: the XFA form was dropped; the fields of the pages stay'],
    ],
    ['its scripts', { Names: buildDict({ JavaScript: buildDict({}) }) }, [opened]],
    ['what it does when it is closed', { AA: buildDict({}) }, [opened]],
    ['what it does when it is opened', { OpenAction: buildDict({ S: 'JavaScript' }) }, [opened]],
    ['what follows its opening', { OpenAction: buildDict({ S: 'GoTo', Next: 1 }) }, [opened]],
    ['no place that it opens at', { OpenAction: buildDict({ S: 'GoTo' }) }, []],
    ['no place without an action', { OpenAction: [1, 'Fit'] }, []],
    ['no language', { Lang: text('de-CH') }, []],
    ['no empty language', { Lang: text(' ') }, []],
    [
      'a language that is no tag',
      { Lang: text(`no tag ${'x'.repeat(40)}`) },
      [`1 metadata_dropped: its language was dropped: "no tag ${'x'.repeat(33)}" is not a language tag`],
    ],
    [
      'its own metadata',
      xmp('<a:b xmlns:a="x">1</a:b><dc:title/><rdf:Description c:d="2"/>'),
      ['1 metadata_dropped: XMP properties were dropped: those of a, c'],
    ],
  ])('is %s', (_, catalog, warnings) => {
    expect(report(catalog)).toEqual(warnings);
    expect(report(catalog, { foreign: false })).toEqual([]);
  });

  it('is at most ten prefixes and ten properties by name', () => {
    const letters = [...'bcdefghijklm'];
    expect(report(xmp(letters.map((letter) => `<${letter}:x/>`).join('')))).toEqual([
      `1 metadata_dropped: XMP properties were dropped: those of ${letters.slice(0, 10).join(', ')}`,
    ]);
    const info = Object.fromEntries(letters.map((letter) => [letter, text('x')]));
    expect(report({}, { info })).toEqual([
      `1 metadata_dropped: properties were dropped: ${letters.slice(0, 10).join(', ')}`,
    ]);
  });

  it('is no usual property', () => {
    const usual = [
      'Title',
      'Author',
      'Subject',
      'Keywords',
      'Creator',
      'Producer',
      'CreationDate',
      'ModDate',
      'Trapped',
    ];
    const others = ['SourceModified', 'AAPL:Keywords', 'PTEX.Fullbanner'];
    expect(report({}, { info: Object.fromEntries([...usual, ...others].map((key) => [key, text('x')])) })).toEqual([]);
    expect(report({}, { info: { MyTitle: text('x'), TitleMy: text('x') } })).toEqual([
      '1 metadata_dropped: properties were dropped: MyTitle, TitleMy',
    ]);
  });

  it.each<[string, Choices, string]>([
    ['no standard', {}, 'pdfaid, pdfuaid, fx, zf'],
    ['PDF/A', { conformance: { pdfA: { part: 4 } } }, 'pdfuaid, fx, zf'],
    ['PDF/UA', { conformance: { pdfUa: 1 } }, 'pdfaid, fx, zf'],
    [
      'the invoice that was asked for',
      { conformance: { invoice: {} } as unknown as Conformance },
      'pdfaid, pdfuaid, zf',
    ],
    ['an invoice that a part came with', { knowsInvoice: true }, 'pdfaid, pdfuaid'],
  ])('are claims, if the document keeps %s, that it does not make itself', (_, choices, prefixes) => {
    expect(report(xmp('<pdfaid:part/><pdfuaid:part/><fx:Version/><zf:Version/>'), choices)).toEqual([
      `1 metadata_dropped: XMP properties were dropped: those of ${prefixes}`,
    ]);
  });
});

describe('missing tags', () => {
  const open = (index: number, foreign: boolean, pages = 1) =>
    ({ index, part: { foreign }, pages: Array.from({ length: pages }) }) as unknown as OpenPart;
  const warn = (parts: OpenPart[], tagged: OpenPart[], wantsTags = false) => {
    const warnings = new MergeWarnings();
    const names = new Map(tagged.map((part) => [part, {}]));
    reportMissingTags(parts, { root: undefined, names } as unknown as JoinedStructure, warnings, wantsTags);
    return warnings.list().map((warning) => `${warning.part} ${warning.code}: ${warning.detail}`);
  };
  const [theirs, others, printed] = [open(0, true), open(1, true, 3), open(2, false)];
  const one = '0 tags_missing: its page has no tags, and other parts of the document have';
  const three = '1 tags_missing: its 3 pages have no tags, and other parts of the document have';

  it.each<[string, OpenPart[], boolean, string[]]>([
    ["another user's PDF has some", [others], false, [one]],
    ['the first has some', [theirs], false, [three]],
    ['tags are wanted', [printed], true, [one, three]],
    ['only printed pages have some', [printed], false, []],
    ['no part has any', [], true, []],
  ])("are reported of users' PDFs, if %s", (_, tagged, wantsTags, expected) => {
    expect(warn([theirs, others, printed], tagged, wantsTags)).toEqual(expected);
  });
});
