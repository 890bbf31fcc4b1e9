import { describe, expect, it } from 'vitest';
import { PdfDamage, readDocumentFacts } from '../../../src/pdf/index.ts';
import { buildPages, buildPdf } from '../build-pdf.ts';

/** A PDF of two pages; `more` objects follow from number 8. */
const build = (options: Parameters<typeof buildPages>[1]) => readDocumentFacts(buildPages(2, options));

describe('the facts of a PDF', () => {
  it('name the pages with their sizes as they are seen, and other boxes', () => {
    const page = (index: number) =>
      index === 0 ? '' : '/Rotate 90 /MediaBox [0 0 595.276 841.89] /TrimBox [9 9 500 800]';
    const { pages, version, encrypted, damaged } = build({ page });
    expect({ version, encrypted, damaged }).toEqual({ version: '1.7', encrypted: false, damaged: false });
    expect(pages).toEqual([
      { page: 1, width_mm: 70.6, height_mm: 35.3, rotation: 0 },
      { page: 2, width_mm: 297, height_mm: 210, rotation: 90, boxes: { TrimBox: [9, 9, 500, 800] } },
    ]);
  });

  it('read properties of the document information and of XMP', () => {
    const xmp =
      '<rdf:Description pdfaid:part="3" pdfaid:conformance="B" pdfuaid:part="1"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">From XMP</rdf:li></rdf:Alt></dc:title></rdf:Description>';
    const facts = build({
      trailer: '/Info 8 0 R',
      catalog: '/Metadata 9 0 R /Lang (de-DE) /StructTreeRoot 10 0 R',
      more: [
        "<</Author <FEFF00C500730061> /CreationDate (D:20261126103000+01'00) /Producer (a program)>>",
        { dict: '/Type /Metadata /Subtype /XML', data: xmp },
        '<</Type /StructTreeRoot>>',
      ],
    });
    expect(facts).toMatchObject({
      title: 'From XMP',
      author: 'Åsa',
      created: '2026-11-26T10:30:00+01:00',
      producer: 'a program',
      language: 'de-DE',
      tagged: true,
      claims: ['PDF/A-3b', 'PDF/UA-1'],
    });
  });

  it('are these, whole', () => {
    const info =
      '<</Title (T) /Author (A) /Subject (S) /Keywords (K) /Creator (C) /Producer (P) /CreationDate (D:20260102) /ModDate (D:20260103)>>';
    const page = { page: 1, width_mm: 70.6, height_mm: 35.3, rotation: 0 };
    const lists = { outline: [], links: [], fields: [], attachments: [], images: [], signatures: [], claims: [] };
    const fonts = build({}).fonts;
    const pages = [page, { ...page, page: 2 }];
    const bytes = buildPages(2, { trailer: '/Info 8 0 R', more: [info] }).length;
    const base = { version: '1.7', encrypted: false, damaged: false, pages, tagged: false, fonts, ...lists };
    expect(build({ trailer: '/Info 8 0 R', more: [info] })).toStrictEqual({
      ...base,
      bytes,
      ...{ title: 'T', author: 'A', subject: 'S', keywords: 'K', creator: 'C', producer: 'P' },
      ...{ created: '2026-01-02T00:00:00Z', modified: '2026-01-03T00:00:00Z' },
    });
    expect(build({})).toStrictEqual({ ...base, bytes: buildPages(2, {}).length });
  });

  it.each([
    ['title', 'Title', '<dc:title><rdf:li>x</rdf:li></dc:title>'],
    ['author', 'Author', '<dc:creator><rdf:li>x</rdf:li></dc:creator>'],
    ['subject', 'Subject', '<dc:description><rdf:li>x</rdf:li></dc:description>'],
    ['keywords', 'Keywords', '<pdf:Keywords>x</pdf:Keywords>'],
    ['creator', 'Creator', '<xmp:CreatorTool>x</xmp:CreatorTool>'],
    ['producer', 'Producer', '<pdf:Producer>x</pdf:Producer>'],
  ])('have the %s of the document information, else of XMP', (name, key, data) => {
    const read = (value: string) =>
      build({
        trailer: '/Info 8 0 R',
        catalog: '/Metadata 9 0 R',
        more: [`<</${key} (${value})>>`, { dict: '/Type /Metadata', data }],
      });
    expect(
      [read('own'), read(' '), read('')].map((facts) => Object.entries(facts).find(([one]) => one === name)),
    ).toEqual([
      [name, 'own'],
      [name, 'x'],
      [name, 'x'],
    ]);
  });

  it.each([
    ['created', 'CreationDate', 'CreateDate'],
    ['modified', 'ModDate', 'ModifyDate'],
  ] as const)('have the date "%s" of the document information, else of XMP', (name, key, property) => {
    const read = (info: string) =>
      build({
        trailer: '/Info 8 0 R',
        catalog: '/Metadata 9 0 R',
        more: [info, { dict: '/Type /Metadata', data: `<xmp:${property}>2025-01-01</xmp:${property}>` }],
      })[name];
    expect([read(`<</${key} (D:20260102)>>`), read('<<>>')]).toEqual(['2026-01-02T00:00:00Z', '2025-01-01']);
  });

  it.each([
    ['/Version /2.0', '2.0'],
    ['/Version (2.0)', '1.7'],
    ['', '1.7'],
  ])('have the version of the catalog before that of the header: %s', (catalog, version) => {
    expect(build({ catalog }).version).toBe(version);
  });

  it.each([
    ['urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#', 'Factur-X BASIC'],
    ['urn:zugferd:pdfa:CrossIndustryDocument:invoice:2p0#', 'ZUGFeRD BASIC'],
  ])('name the invoice that the namespace %s claims', (namespace, claim) => {
    const data = `<rdf:Description xmlns:i="${namespace}" i:DocumentFileName="a.xml" i:ConformanceLevel="BASIC" i:Version="1.0"/>`;
    const facts = build({ catalog: '/Metadata 8 0 R', more: [{ dict: '/Type /Metadata', data }] });
    expect(facts.claims).toEqual([claim]);
  });

  it('follow the outline and links to their pages', () => {
    const link = (target: string) => `<</Type /Annot /Subtype /Link /Rect [0 0 9 9] ${target}>>`;
    const facts = build({
      catalog: '/Outlines 8 0 R /Dests <</here [6 0 R /Fit]>>',
      page: (index) =>
        index === 0
          ? `/Annots [${link('/A <</S /URI /URI (https://a.example/)>>')} ${link('/Dest /here')} ${link('/A <</S /GoTo /D [1 /Fit]>>')} ${link('')}]`
          : '',
      more: [
        '<</First 9 0 R /Last 9 0 R>>',
        '<</Title (One) /Parent 8 0 R /Dest [4 0 R /Fit] /First 10 0 R /Last 10 0 R>>',
        // Its next entry is itself.
        '<</Title (Two) /Parent 9 0 R /A <</S /GoTo /D [6 0 R /Fit]>> /Next 10 0 R>>',
      ],
    });
    expect(facts.outline).toEqual([
      { title: 'One', level: 1, page: 1 },
      { title: 'Two', level: 2, page: 2 },
    ]);
    expect(facts.links).toEqual([
      { page: 1, url: 'https://a.example/' },
      { page: 1, target: 2 },
      { page: 1, target: 2 },
      { page: 1 },
    ]);
  });

  it('list fields with their kinds, values, choices and limits', () => {
    const facts = build({
      catalog: '/AcroForm <</Fields [8 0 R 9 0 R 11 0 R 14 0 R]>>',
      more: [
        '<</FT /Tx /T (name) /V (Ada) /MaxLen 20 /Ff 2>>',
        '<</T (address) /Kids [10 0 R]>>',
        '<</FT /Ch /T (town) /Parent 9 0 R /V (LON) /Opt [[(LON) (London)] (Paris)] /Ff 131073>>',
        '<</FT /Btn /T (size) /Ff 32768 /V /large /Kids [12 0 R 13 0 R]>>',
        '<</Parent 11 0 R /Subtype /Widget /AP <</N <</small null /Off null>>>>>>',
        '<</Parent 11 0 R /Subtype /Widget /AP <</N <</large null /Off null>>>>>>',
        '<</FT /Btn /T (agreed) /V /Yes /AP <</N <</Yes null /Off null>>>>>>',
      ],
    });
    expect(facts.fields).toEqual([
      {
        name: 'address.town',
        kind: 'choice',
        value: 'LON',
        choices: ['LON', 'Paris'],
        labels: ['London', 'Paris'],
        required: false,
        read_only: true,
      },
      { name: 'agreed', kind: 'checkbox', value: 'Yes', choices: ['Yes'], required: false, read_only: false },
      { name: 'name', kind: 'text', value: 'Ada', max_length: 20, required: true, read_only: false },
      { name: 'size', kind: 'radio', value: 'large', choices: ['small', 'large'], required: false, read_only: false },
    ]);
  });

  it('list files, and the standard of an invoice', () => {
    const facts = build({
      catalog: '/Names <</EmbeddedFiles <</Names [(key) 8 0 R]>>>>',
      more: [
        '<</Type /Filespec /F (data.csv) /UF (d\xe4ta.csv) /Desc (Rows) /AFRelationship /Data /EF <</F 9 0 R>>>>',
        { dict: '/Type /EmbeddedFile /Subtype /text#2Fcsv /Params <</Size 4>>', data: 'a,b\n' },
      ],
    });
    expect(facts.attachments).toEqual([
      { name: 'däta.csv', type: 'text/csv', bytes: 4, relationship: 'Data', description: 'Rows' },
    ]);
  });

  it('name fonts, and whether they are embedded', () => {
    const facts = readDocumentFacts(
      buildPdf([
        '<</Type /Catalog /Pages 2 0 R>>',
        '<</Type /Pages /Kids [3 0 R] /Count 1>>',
        '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources <</Font <</a 4 0 R /b 5 0 R /c 8 0 R>> /XObject <</x 9 0 R>>>>>>',
        '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
        '<</Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Inter /DescendantFonts [6 0 R]>>',
        '<</Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Inter /FontDescriptor <</FontFile2 7 0 R>>>>',
        { dict: '', data: 'x' },
        '<</Type /Font /Subtype /Type3 /Name /Drawn>>',
        { dict: '/Type /XObject /Subtype /Form /Resources <</Font <</d 10 0 R>>>>', data: '' },
        '<</Type /Font /Subtype /TrueType /BaseFont /Inside>>',
      ]),
    );
    expect(facts.fonts).toEqual([
      { name: 'Drawn', kind: 'Type3', embedded: true, subset: false },
      { name: 'Helvetica', kind: 'Type1', embedded: false, subset: false },
      { name: 'Inside', kind: 'TrueType', embedded: false, subset: false },
      { name: 'Inter', kind: 'CIDFontType2', embedded: true, subset: true },
    ]);
  });

  it('measure images where they are drawn largest, also inside forms', () => {
    const facts = readDocumentFacts(
      buildPdf([
        '<</Type /Catalog /Pages 2 0 R>>',
        '<</Type /Pages /Kids [3 0 R] /Count 1>>',
        '<</Type /Page /Parent 2 0 R /MediaBox [0 0 900 900] /Contents 4 0 R /Resources <</XObject <</a 5 0 R /f 6 0 R /b 7 0 R>>>>>>',
        // 300 pixels over 72 points and over 144; a turned one of 100 pixels over 36 points.
        { dict: '', data: 'q 72 0 0 72 0 0 cm /a Do Q q 144 0 0 144 9 9 cm /a Do Q q 2 0 0 2 0 0 cm /f Do Q' },
        { dict: '/Subtype /Image /Width 300 /Height 300 /Filter /DCTDecode', data: 'x' },
        {
          dict: '/Subtype /Form /Matrix [1 0 0 1 5 5] /Resources <</XObject <</b 7 0 R>>>>',
          data: '0 18 -18 0 0 0 cm /b Do',
        },
        { dict: '/Subtype /Image /Width 100 /Height 50', data: 'x' },
      ]),
    );
    expect(facts.images).toEqual([
      { page: 1, width: 300, height: 300, dpi: 150, packing: 'jpeg' },
      { page: 1, width: 100, height: 50, dpi: 100, packing: 'lossless' },
    ]);
  });

  it('tell whether a signature covers the whole file', () => {
    const sign = (range: (bytes: number) => string) => {
      const signature = (numbers: string) =>
        `<</Type /Sig /SubFilter /ETSI.CAdES.detached /Name (Ada) /M (D:20261126) /ByteRange [${numbers.padEnd(40)}] /Contents <00000000>>>`;
      const write = (numbers: string) =>
        buildPages(1, {
          catalog: '/AcroForm <</Fields [6 0 R]>>',
          more: ['<</FT /Sig /T (seal) /V 7 0 R>>', signature(numbers)],
        });
      const draft = write('');
      const at = draft.indexOf('<00000000>');
      return readDocumentFacts(write(`0 ${at} ${at + 10} ${range(draft.length - at - 10)}`)).signatures;
    };
    const seal = { field: 'seal', format: 'ETSI.CAdES.detached', name: 'Ada', time: '2026-11-26T00:00:00Z' };
    expect(sign(String)).toEqual([{ ...seal, covers_document: true }]);
    expect(sign((rest) => String(rest - 1))).toEqual([{ ...seal, covers_document: false }]);
  });

  it('are those of what can be found in a damaged file', () => {
    const whole = buildPages(2).toString('latin1');
    const facts = readDocumentFacts(Buffer.from(whole.replace(/startxref\n\d+/, 'startxref\n7'), 'latin1'));
    expect([facts.damaged, facts.pages.length]).toEqual([true, 2]);
  });

  it('are few of an encrypted file, and none of other bytes', () => {
    const facts = readDocumentFacts(buildPages(1, { trailer: '/Encrypt <</Filter /Standard>>' }));
    expect(facts).toMatchObject({ encrypted: true, version: '1.7', pages: [] });
    expect(() => readDocumentFacts(Buffer.from('hello'))).toThrow(PdfDamage);
  });
});
