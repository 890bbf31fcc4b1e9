import { describe, expect, it } from 'vitest';
import { mergeOrRepair } from '../../../src/engine/merging/merge-or-repair.ts';
import { type MergePart, mergePdfs } from '../../../src/pdf/merge/merge.ts';
import { buildPages, buildPdf, firstMore, type TestObject } from '../build-pdf.ts';
import { openPdf } from '../read-pdf.ts';
import { checkPdf, unfoldPdf } from '../run-qpdf.ts';

const options = { outline: true, producer: 'test' };
const at = firstMore(1);
const user = (pdf: Uint8Array, more: Partial<MergePart> = {}): MergePart => ({ pdf, foreign: true, ...more });

interface Extra {
  catalog?: string;
  page?: string;
  more?: TestObject[];
  trailer?: string;
}
const build = ({ page = '', ...rest }: Extra) => buildPages(1, { page: () => page, ...rest });
const merge = (...files: Extra[]) =>
  mergePdfs(
    files.map((file) => user(build(file))),
    options,
  );
const codes = (merged: { warnings: { code: string }[] }) => merged.warnings.map(({ code }) => code);

describe('attachments of a PDF', () => {
  const withFile = (name: string, more = ''): Extra => ({
    catalog: `/Names <</EmbeddedFiles <</Names [(x) ${at} 0 R]>>>> /AF [${at} 0 R]`,
    more: [
      `<</Type /Filespec /F (${name}) /UF (${name}) /Desc (the data) ${more} /EF <</F ${at + 1} 0 R>>>>`,
      {
        dict: '/Type /EmbeddedFile /Subtype /text#2Fxml /Params <</ModDate (D:20260101000000Z) /Size 6>>',
        data: '<a>1</a>',
      },
    ],
  });

  it('stay, with what they are to the document, and without a warning', async () => {
    const merged = merge(withFile('factur-x.xml', '/AFRelationship /Alternative'), {});
    const files = await (await openPdf(merged.pdf)).getAttachments();
    expect([...(files?.keys() ?? [])]).toEqual(['factur-x.xml']);
    const text = await unfoldPdf(merged.pdf);
    expect(text).toContain('<a>1</a>');
    expect(text).toMatch(/\/AF \[ \d+ 0 R \]/);
    expect(text).toMatch(/\/AFRelationship \/Alternative/);
    expect(text).toMatch(/\/ModDate \(D:20260101000000Z\)/);
    expect(merged.warnings).toEqual([]);
    expect(await checkPdf(merged.pdf)).toBe('');
  });

  it('of one name get a number', async () => {
    const attachments = [{ name: 'data.xml', type: 'text/xml', bytes: Buffer.from('<given/>') }];
    const parts = [user(build(withFile('../data.xml'))), user(build(withFile('data.xml')))];
    const { pdf } = mergePdfs(parts, { ...options, attachments });
    const names = [...((await (await openPdf(pdf)).getAttachments())?.keys() ?? [])];
    expect(names.sort()).toEqual(['data-2.xml', 'data-3.xml', 'data.xml']);
  });

  it.each([
    ['..', 'attachment'],
    ['a/..', 'attachment'],
    ['.', 'attachment'],
    ['\u202e', 'attachment'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['..\u2066/\u200f..', 'attachment'],
    ['.htaccess', '.htaccess'],
  ])('named %j are named %j', async (given, name) => {
    const { pdf } = merge(withFile(`\xfe\xff${Buffer.from(given, 'utf16le').swap16().toString('latin1')}`));
    expect(
      [...((await (await openPdf(pdf)).getAttachments())?.values() ?? [])].map(({ filename }) => filename),
    ).toEqual([name]);
  });

  it('are left out, and reported, where they are another invoice than that of the document', async () => {
    const bytes = Buffer.from('<given/>');
    const name = 'factur-x.xml' as const;
    const invoice = { name, level: 'BASIC', version: '1.0', relationship: 'alternative' } as const;
    const given = { ...options, attachments: [{ name, type: 'text/xml', bytes }] };
    const parts = ['ZUGFeRD-invoice.xml', name, 'costs.xml'].map((name) => user(build(withFile(name))));
    const { pdf, warnings } = mergePdfs(parts, { ...given, conformance: { invoice } });
    const files = await (await openPdf(pdf)).getAttachments();
    expect([...(files?.keys() ?? [])].sort()).toEqual(['costs.xml', name]);
    expect(await unfoldPdf(pdf)).toContain('<given/>');
    expect(warnings.map(({ part, code }) => [part, code])).toEqual([
      [0, 'attachment_dropped'],
      [1, 'attachment_dropped'],
    ]);
  });
});

it('the file of a note is attached to the document, and the warning says so', async () => {
  const file = `<</Type /Filespec /F (costs.xls) /EF <</F ${at + 1} 0 R>>>>`;
  const pdf = build({
    page: `/Annots [${at} 0 R]`,
    more: [`<</Subtype /FileAttachment /Rect [0 0 9 9] /FS ${file}>>`, { dict: '/Type /EmbeddedFile', data: 'costs' }],
  });
  const merged = mergePdfs([user(pdf)], options);
  const files = [...((await (await openPdf(merged.pdf)).getAttachments())?.values() ?? [])];
  expect(files.map(({ filename }) => filename)).toEqual(['costs.xls']);
  expect(await unfoldPdf(merged.pdf)).toContain('stream\ncosts');
  const detail =
    'page 1: a note of the kind FileAttachment (costs.xls) was dropped; its file is attached to the document';
  expect(merged.warnings).toEqual([{ part: 0, code: 'annotation_dropped', detail }]);
});

describe('a warning reports', () => {
  it.each<[string, Extra, string, RegExp]>([
    [
      'a file in a note',
      { page: `/Annots [${at} 0 R]`, more: ['<</Subtype /FileAttachment /Rect [0 0 9 9] /FS <</F (costs.xls)>>>>'] },
      'annotation_dropped',
      /^page 1: a note of the kind FileAttachment \(costs\.xls\) was dropped$/,
    ],
    ['an action of a page', { page: '/AA <</O <</S /JavaScript /JS (x)>>>>' }, 'action_dropped', /JavaScript/],
    [
      'a file that belongs to a page',
      {
        page: `/AF [${at} 0 R]`,
        more: [`<</Type /Filespec /F (sums.csv) /EF <</F ${at + 1} 0 R>>>>`, { dict: '', data: 'a,b' }],
      },
      'attachment_dropped',
      /sums\.csv/,
    ],
    [
      'a film',
      { page: `/Annots [${at} 0 R]`, more: ['<</Subtype /RichMedia /Rect [0 0 9 9]>>'] },
      'annotation_dropped',
      /RichMedia/,
    ],
    [
      'a signature',
      {
        page: `/Annots [${at} 0 R]`,
        catalog: `/AcroForm <</Fields [${at} 0 R]>>`,
        more: ['<</FT /Sig /T (Ada) /Subtype /Widget /Rect [0 0 9 9] /V <</Contents <00>>>>>'],
      },
      'signature_dropped',
      /^the signature of Ada was dropped: /,
    ],
    ['an XFA form', { catalog: '/AcroForm <</Fields [] /XFA [(x) (y)]>>' }, 'form_dropped', /XFA form was dropped/],
    ['a script', { catalog: '/Names <</JavaScript <</Names []>>>>' }, 'action_dropped', /opened or closed was dropped/],
    [
      'an action of a field',
      {
        page: `/Annots [${at} 0 R]`,
        more: ['<</FT /Btn /Subtype /Widget /Rect [0 0 9 9] /AA <</U <</S /JavaScript /JS (x)>>>>>>'],
      },
      'action_dropped',
      /^actions were dropped: JavaScript$/,
    ],
    [
      'a link to a file',
      {
        page: `/Annots [${at} 0 R]`,
        more: ['<</Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] /A <</S /GoToR /F (other.pdf) /D [0 /Fit]>>>>'],
      },
      'link_dropped',
      /^page 1: a link was dropped: it does GoToR \(other\.pdf\)$/,
    ],
    [
      'a link to a name that nothing has',
      { page: `/Annots [${at} 0 R]`, more: ['<</Subtype /Link /Rect [0 0 9 9] /Dest (gone)>>'] },
      'link_dropped',
      /^page 1: a link to "gone" was dropped: the document has no such place$/,
    ],
    [
      'what follows a link',
      {
        page: `/Annots [${at} 0 R]`,
        more: ['<</Subtype /Link /Rect [0 0 9 9] /A <</S /GoTo /D [4 0 R /Fit] /Next <</S /JavaScript /JS (x)>>>>>>'],
      },
      'action_dropped',
      /^page 1: what follows a link was dropped$/,
    ],
    [
      'what a button does',
      {
        page: `/Annots [${at} 0 R]`,
        more: ['<</FT /Btn /Subtype /Widget /Rect [0 0 9 9] /A <</S /SubmitForm /F (https://example.com)>>>>'],
      },
      'action_dropped',
      /^page 1: the action of a field was dropped: it does SubmitForm \(https:/,
    ],
    [
      'a heading that leads to a file',
      {
        catalog: `/Outlines <</First ${at} 0 R /Last ${at} 0 R>>`,
        more: ['<</Title (Prices) /A <</S /GoToR /F (prices.pdf)>>>>'],
      },
      'link_dropped',
      /^the link of the heading "Prices" was dropped: it does GoToR \(prices\.pdf\)$/,
    ],
    [
      'a heading that is a stream, which only some viewers read',
      {
        catalog: `/Outlines <</First ${at} 0 R /Last ${at} 0 R>>`,
        more: [{ dict: '/Title (Prices)', data: 'x' }],
      },
      'pdf_repaired',
      /stream is in the outline/,
    ],
    [
      'metadata with its own scheme',
      {
        catalog: `/Metadata ${at} 0 R`,
        more: [
          {
            dict: '/Type /Metadata /Subtype /XML',
            data: '<rdf:RDF xmlns:fx="urn:x"><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:RDF>',
          },
        ],
      },
      'metadata_dropped',
      /^XMP properties were dropped: those of fx$/,
    ],
    [
      'its own property',
      { trailer: '/Info <</Title (x) /PTEX.Fullbanner (TeX) /Company (Ada & Co.)>>' },
      'metadata_dropped',
      /^properties were dropped: Company$/,
    ],
  ])('%s', (_what, file, code, detail) => {
    expect(merge({}, file).warnings).toEqual([{ part: 1, code, detail: expect.stringMatching(detail) }]);
  });

  it.each<[string, Buffer, RegExp]>([
    [
      'pages that are missing',
      Buffer.from(build({}).toString('latin1').replace('/Count 1', '/Count 3')),
      /counts 3 pages/,
    ],
    [
      'a page that names another place of the page tree',
      Buffer.from(
        build({ more: ['<</Type /Pages /MediaBox [0 0 9 9]>>'] })
          .toString('latin1')
          .replace('/Parent 2', `/Parent ${at}`),
      ),
      /page 1 has a place/,
    ],
    ['a font that is none', build({ page: '/Resources <</Font <</F1 1 0 R>>>>' }), /Font F1/],
  ])('%s', (_what, pdf, detail) => {
    const { warnings } = mergePdfs([user(pdf)], options);
    expect(warnings).toEqual([{ part: 0, code: 'pdf_repaired', detail: expect.stringMatching(detail) }]);
  });

  it('a link of ours to a file that is no part of the document', () => {
    const link =
      '<</Type /Annot /Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] /A <</S /URI /URI (http://p1.test/terms.html)>>>>';
    const pdf = build({ page: `/Annots [${at} 0 R]`, more: [link] });
    const { warnings } = mergePdfs([{ pdf, foreign: false, origin: 'http://p1.test/' }], options);
    const detail = 'page 1: a link to terms.html was dropped: the document has no such place';
    expect(warnings).toEqual([{ part: 0, code: 'link_dropped', detail }]);
  });

  it('a repair, with what was broken', async () => {
    const broken = Buffer.from(
      build({})
        .toString('latin1')
        .replace(/startxref\n\d+/, 'startxref\n7'),
      'latin1',
    );
    const merged = await mergeOrRepair([user(build({})), user(broken)], options);
    expect(merged.warnings).toEqual([
      { part: 1, code: 'pdf_repaired', detail: expect.stringMatching(/cross-reference/) },
    ]);
  });

  it('nothing where nothing is lost', () => {
    expect(merge({}, { catalog: '/PageLayout /OneColumn' }).warnings).toEqual([]);
  });

  it('no properties that the document has as well, and no description of properties', () => {
    const data =
      '<pdfaExtension:schemas><pdfaSchema:prefix>fx</pdfaSchema:prefix></pdfaExtension:schemas><fx:Version>1.0</fx:Version>';
    const pdf = build({ catalog: `/Metadata ${at} 0 R`, more: [{ dict: '/Type /Metadata /Subtype /XML', data }] });
    const invoice = { name: 'factur-x.xml', level: 'BASIC', version: '1.0', relationship: 'alternative' } as const;
    expect(mergePdfs([user(pdf)], { ...options, conformance: { invoice } }).warnings).toEqual([]);
  });
});

describe('output intents', () => {
  const intent = (name: string): Extra => ({
    catalog: `/OutputIntents [<</Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (${name}) /DestOutputProfile ${at} 0 R>>]`,
    more: [{ dict: '/N 3', data: `profile of ${name}` }],
  });

  it('stay where all parts say the same', async () => {
    for (const files of [[intent('sRGB')], [intent('sRGB'), intent('sRGB')]]) {
      const merged = merge(...files);
      expect(await unfoldPdf(merged.pdf)).toMatch(/\/OutputConditionIdentifier \(sRGB\)/);
      expect(merged.warnings).toEqual([]);
    }
  });

  it('go with a warning where they differ', async () => {
    const merged = merge(intent('sRGB'), intent('FOGRA39'), {});
    expect(await unfoldPdf(merged.pdf)).not.toMatch(/OutputIntent/);
    expect(codes(merged)).toEqual(['output_intent_dropped', 'output_intent_dropped']);
  });
});

describe('links and the outline of a PDF', () => {
  it('keeps what is drawn of a link that leads nowhere', async () => {
    const links = [
      '<</Subtype /Link /Rect [0 0 9 9] /C [1 0 0] /A <</S /Launch /F (x.exe)>>>>',
      '<</Subtype /Link /Rect [0 0 9 9] /BS <</W 2>> /A <</S /GoToR /F (x.pdf)>>>>',
      '<</Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] /A <</S /GoToR /F (x.pdf)>>>>',
    ];
    const { pdf } = merge({ page: `/Annots [${links.map((_, index) => `${at + index} 0 R`).join(' ')}]`, more: links });
    const text = await unfoldPdf(pdf);
    expect(text.match(/\/Subtype \/Link/g)).toHaveLength(2);
    expect(text).not.toMatch(/x\.exe|x\.pdf|\/Launch/);
  });

  it('keeps a link to the place without a name', async () => {
    const link = '<</Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] /Dest />>';
    const { pdf, warnings } = merge({
      catalog: '/Dests <</ [4 0 R /Fit]>>',
      page: `/Annots [${at} 0 R]`,
      more: [link],
    });
    expect(await unfoldPdf(pdf)).toMatch(/\/Dest \[ \d+ 0 R \/Fit \]/);
    expect(warnings).toEqual([]);
  });

  it('reads addresses relative to that of the catalog', async () => {
    const link = '<</Subtype /Link /Rect [0 0 9 9] /A <</S /URI /URI (prices.html)>>>>';
    const merged = merge({
      catalog: '/URI <</Base (https://example.com/shop/)>>',
      page: `/Annots [${at} 0 R]`,
      more: [link],
    });
    expect(await unfoldPdf(merged.pdf)).toMatch(/\/URI \(https:\/\/example\.com\/shop\/prices\.html\)/);
    expect(merged.warnings).toEqual([]);
  });

  it('keeps headings without a target, and finds that of a structure element', async () => {
    const more = [
      `<</First ${at + 1} 0 R /Last ${at + 2} 0 R>>`,
      `<</Title (Only text) /Parent ${at} 0 R /Next ${at + 2} 0 R>>`,
      `<</Title (By structure) /Parent ${at} 0 R /Prev ${at + 1} 0 R /SE ${at + 4} 0 R>>`,
      `<</Type /StructTreeRoot /K ${at + 4} 0 R>>`,
      `<</Type /StructElem /S /Sect /P ${at + 3} 0 R /K ${at + 5} 0 R>>`,
      `<</Type /StructElem /S /P /P ${at + 4} 0 R /Pg 4 0 R /K 0>>`,
    ];
    const { pdf } = merge({ catalog: `/Outlines ${at} 0 R /StructTreeRoot ${at + 3} 0 R`, more });
    const outline = await (await openPdf(pdf)).getOutline();
    expect(outline.map(({ title }) => title)).toEqual(['Only text', 'By structure']);
    expect(outline[1]?.dest).toHaveLength(5);
    expect(await checkPdf(pdf)).toBe('');
  });
});

describe('fonts of forms', () => {
  const withForm = (font: string): Extra => ({
    page: `/Annots [${at} 0 R]`,
    catalog: `/AcroForm <</Fields [${at} 0 R] /DR <</Font <</ZaDb ${at + 1} 0 R>>>> /DA (/ZaDb 0 Tf 0 g)>>`,
    more: ['<</FT /Btn /T (box) /Subtype /Widget /Rect [0 0 9 9]>>', font],
  });
  const dingbats = '<</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats /Encoding <</Differences [1 /a20]>>>>';

  it('keep their names where they are the same', async () => {
    const text = await unfoldPdf(merge(withForm(dingbats), withForm(dingbats)).pdf);
    expect(text.match(/\/DA \(\/ZaDb 0 Tf 0 g\)/g)).toHaveLength(2);
    expect(text).toMatch(/\/Font <<\s*\/ZaDb \d+ 0 R\s*>>/);
  });

  it('get their own names where they differ', async () => {
    const text = await unfoldPdf(merge(withForm(dingbats), withForm(dingbats.replace('a20', 'a21'))).pdf);
    expect(text).toMatch(/\/DA \(\/ZaDb 0 Tf/);
    expect(text).toMatch(/\/DA \(\/ZaDb-2 0 Tf/);
  });
});

describe('a list of annotations', () => {
  it.each([
    ['content', 5],
    ['page', 4],
    ['font', 3],
  ])('that names the %s of its page leaves it there', async (_what, number) => {
    const { pdf } = merge({ page: `/Annots [${number} 0 R]` });
    const page = await (await openPdf(pdf)).getPage(1);
    expect((await page.getTextContent()).items).toMatchObject([{ str: 'Page 1' }]);
  });
});

describe('layers', () => {
  it('come out with their state whole', async () => {
    const layers = `/OCProperties <</OCGs [${at} 0 R ${at + 1} 0 R] /D <</BaseState /OFF /ON [${at + 1} 0 R]>>>>`;
    const more = ['<</Type /OCG /Name (Off)>>', '<</Type /OCG /Name (On)>>'];
    const text = await unfoldPdf(merge({ catalog: layers, more }).pdf);
    expect(text).toMatch(/\/BaseState \/OFF/);
    const [, on] = /\/ON \[ (\d+) 0 R \]/.exec(text) ?? [];
    const [, off] = /\/OFF \[ (\d+) 0 R \]/.exec(text) ?? [];
    expect(text).toMatch(new RegExp(`\\n${on} 0 obj\\n<< /Name \\(On\\)`));
    expect(text).toMatch(new RegExp(`\\n${off} 0 obj\\n<< /Name \\(Off\\)`));
  });
});

describe('a layer that is not printed', () => {
  it('stays so, but in an archive, which must not say it', async () => {
    const layers = `/OCProperties <</OCGs [${at} 0 R] /D <</AS [<</Event /Print /OCGs [${at} 0 R] /Category [/Print]>>]>>>>`;
    const more = ['<</Type /OCG /Name (Screen) /Usage <</Print <</PrintState /OFF>>>>>>'];
    const { pdf } = merge({}, { catalog: layers, more });
    expect(await unfoldPdf(pdf)).toMatch(
      /\/AS \[ << \/Category \[ \/Print \] \/Event \/Print \/OCGs \[ \d+ 0 R \] >> \]/,
    );
    const archive = { ...options, conformance: { pdfA: { part: 2, level: 'B' } } } as const;
    const ours = { pdf: build({ catalog: layers, more }), foreign: false };
    expect(await unfoldPdf(mergePdfs([ours], archive).pdf)).not.toContain('/AS');
  });
});

describe('how a PDF wants to be printed', () => {
  const asked = (more: string): Extra => ({ catalog: `/ViewerPreferences <</HideToolbar true ${more}>>` });

  it('stays where all parts want the same', async () => {
    const same = asked('/PrintScaling /None /Duplex /DuplexFlipShortEdge');
    const text = await unfoldPdf(merge(same, same).pdf);
    expect(text).toMatch(/\/ViewerPreferences << \/Duplex \/DuplexFlipShortEdge \/PrintScaling \/None >>/);
    expect(await unfoldPdf(merge(same, asked('/PrintScaling /AppDefault')).pdf)).not.toMatch(/PrintScaling|Duplex/);
  });
});

describe('a layer that only its state names', () => {
  it('stays outside the list of layers, where viewers differ', async () => {
    const layers = `/OCProperties <</OCGs [${at} 0 R] /D <</OFF [${at + 1} 0 R]>>>>`;
    const text = await unfoldPdf(
      merge({ catalog: layers, more: ['<</Type /OCG /Name (On)>>', '<</Type /OCG /Name (Off)>>'] }).pdf,
    );
    expect(text).toMatch(/\/OCGs \[ \d+ 0 R \]/);
    const [, off] = /\/OFF \[ (\d+) 0 R \]/.exec(text) ?? [];
    expect(text).toMatch(new RegExp(`\\n${off} 0 obj\\n<< /Name \\(Off\\)`));
  });
});

describe('Unicode text', () => {
  const utf16 = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

  it.each([utf16('fr-CA'), utf16('fr-CA\0'), '(fr-CA\\000)', '(fr_CA)'])('names the language: %s', async (language) => {
    const merged = merge({ catalog: `/Lang ${language}` });
    expect(await unfoldPdf(merged.pdf)).toMatch(/\/Lang \(fr-CA\)/);
    expect(merged.warnings).toEqual([]);
  });

  it('that names no language is dropped with a warning', () => {
    expect(merge({ catalog: `/Lang ${utf16('German, mostly')}` }).warnings).toEqual([
      { part: 0, code: 'metadata_dropped', detail: expect.stringContaining('"German, mostly"') },
    ]);
  });

  it('can be the address of a link', async () => {
    const link = `<</Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] /A <</S /URI /URI ${utf16('https://a.b/ä')}>>>>`;
    const merged = merge({ page: `/Annots [${at} 0 R]`, more: [link] });
    expect(await unfoldPdf(merged.pdf)).toContain('(https://a.b/%C3%A4)');
    expect(merged.warnings).toEqual([]);
  });

  it('cannot hide the scheme of an address', async () => {
    const link = `<</Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] /A <</S /URI /URI ${utf16('javascript:alert(1)')}>>>>`;
    const merged = merge({ page: `/Annots [${at} 0 R]`, more: [link] });
    expect(codes(merged)).toEqual(['link_dropped']);
  });
});

describe('a single PDF', () => {
  const outlined = (more: string): Extra => ({
    catalog: `/Outlines <</First ${at} 0 R /Last ${at} 0 R>> ${more}`,
    more: ['<</Title (One) /Dest [4 0 R /Fit]>>'],
  });

  it('opens with its bookmarks, if it still has them', async () => {
    const pdf = build(outlined('/PageMode /UseOutlines'));
    expect(await unfoldPdf(mergePdfs([user(pdf)], options).pdf)).toContain('/PageMode /UseOutlines');
    expect(await unfoldPdf(mergePdfs([user(pdf)], { ...options, outline: false }).pdf)).not.toContain('/PageMode');
    expect(await unfoldPdf(mergePdfs([user(pdf), user(pdf)], options).pdf)).not.toContain('/PageMode');
    expect(await unfoldPdf(merge(outlined('/PageMode /FullScreen')).pdf)).not.toContain('/PageMode');
  });

  it.each([
    ['a place', '[4 0 R /FitH 50]', /\/OpenAction \[ \d+ 0 R \/FitH 50 \]/],
    ['an action that leads to a place', '<</S /GoTo /D [4 0 R /Fit]>>', /\/OpenAction \[ \d+ 0 R \/Fit \]/],
    ['a named place', '<</S /GoTo /D (there)>>', /\/OpenAction << \/D \(there\) \/S \/GoTo >>/],
  ])('opens at %s', async (_what, opening, written) => {
    const merged = merge({ catalog: `/OpenAction ${opening} /Names <</Dests <</Names [(there) [4 0 R /Fit]]>>>>` });
    expect(await unfoldPdf(merged.pdf)).toMatch(written);
    expect(merged.warnings).toEqual([]);
    expect(await checkPdf(merged.pdf)).toBe('');
  });

  it('does nothing else when it opens', async () => {
    const next = '<</S /GoTo /D [4 0 R /Fit] /Next <</S /JavaScript /JS (x)>>>>';
    for (const opening of [
      next,
      '<</S /URI /URI (https://a.b)>>',
      '<</S /Launch /F (x)>>',
      '<</S /Named /N /Print>>',
    ]) {
      const merged = merge({ catalog: `/OpenAction ${opening}` });
      expect(await unfoldPdf(merged.pdf)).not.toMatch(/JavaScript|\/URI|Launch|Print/);
      expect(codes(merged)).toEqual(['action_dropped']);
    }
  });

  it.each([
    ["D:20240229123456+02'00'", "D:20240229123456+02'00'"],
    ["D:20240229123456-0530'", "D:20240229123456-05'30'"],
    ['D:20240229123456Z', 'D:20240229123456Z'],
    ['D:202402', 'D:20240201000000Z'],
    ['20240229', 'D:20240229000000Z'],
  ])('keeps its program and its dates: %s', async (date, written) => {
    const info = `/Info <</Creator (Writer) /CreationDate (${date}) /ModDate (${date})>>`;
    const { info: found } = await (await openPdf(merge({ trailer: info }).pdf)).getMetadata();
    expect(found).toMatchObject({ Creator: 'Writer', CreationDate: written, ModDate: written });
    const given = { ...options, metadata: { created: '2026-01-01T00:00:00Z' } };
    const { pdf } = mergePdfs([user(build({ trailer: info }))], given);
    expect((await (await openPdf(pdf)).getMetadata()).info).toMatchObject({ CreationDate: 'D:20260101000000Z' });
  });

  it('has no invalid date', async () => {
    const { pdf } = merge({ trailer: '/Info <</CreationDate (D:20241399) /ModDate (yesterday)>>' });
    const { info } = await (await openPdf(pdf)).getMetadata();
    expect(info).not.toHaveProperty('CreationDate');
    expect(info).not.toHaveProperty('ModDate');
  });

  it('has the authors, description and dates that stand in its XMP alone', async () => {
    const data = `<rdf:RDF><rdf:Description xmp:CreateDate="2024-02-29T12:34:56+02:00">
      <dc:creator><rdf:Seq><rdf:li>Ada &amp; Co.</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator>
      <dc:description><rdf:Alt><rdf:li xml:lang="x-default">Sums</rdf:li></rdf:Alt></dc:description>
      <pdf:Keywords>a, b</pdf:Keywords><xmp:ModifyDate>2024-03-01T00:00:00Z</xmp:ModifyDate>
      </rdf:Description></rdf:RDF>`;
    const { pdf } = merge({ catalog: `/Metadata ${at} 0 R`, more: [{ dict: '/Type /Metadata /Subtype /XML', data }] });
    expect((await (await openPdf(pdf)).getMetadata()).info).toMatchObject({
      Author: 'Ada & Co., Bob',
      Subject: 'Sums',
      Keywords: 'a, b',
      CreationDate: "D:20240229123456+02'00'",
      ModDate: 'D:20240301000000Z',
    });
  });
});

describe('what a document claims', () => {
  const tagged = (mark: string): Extra => ({
    catalog: `${mark} /StructTreeRoot ${at} 0 R`,
    more: [`<</Type /StructTreeRoot /K ${at + 1} 0 R>>`, `<</Type /StructElem /S /P /P ${at} 0 R /Pg 4 0 R /K 0>>`],
  });

  it('is to be tagged only where its parts claim it', async () => {
    expect(await unfoldPdf(merge(tagged('')).pdf)).not.toMatch(/\/Marked/);
    expect(await unfoldPdf(merge(tagged('/MarkInfo <</Marked true>>'), tagged('')).pdf)).not.toMatch(/\/Marked/);
    expect(await unfoldPdf(merge(tagged('/MarkInfo <</Marked true>>'), {}).pdf)).toMatch(/\/Marked true/);
  });

  it('is titled by its XMP where that alone has a title', async () => {
    const data =
      '<rdf:RDF><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Caf&#xe9; &amp; Bar</rdf:li></rdf:Alt></dc:title></rdf:RDF>';
    const { pdf } = merge({ catalog: `/Metadata ${at} 0 R`, more: [{ dict: '/Type /Metadata /Subtype /XML', data }] });
    expect((await (await openPdf(pdf)).getMetadata()).info).toMatchObject({ Title: 'Café & Bar' });
  });

  it('keeps accents of PDFDocEncoding in its title', async () => {
    const pdf = buildPdf(
      [
        '<</Type /Catalog /Pages 2 0 R>>',
        '<</Type /Pages /Kids [3 0 R] /Count 1>>',
        '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>>',
        '<</Title (A\\030B\\037)>>',
      ],
      { trailer: '/Info 4 0 R' },
    );
    const { pdf: merged } = mergePdfs([user(pdf)], options);
    expect((await (await openPdf(merged)).getMetadata()).info).toMatchObject({ Title: 'A˘B˜' });
  });
});
