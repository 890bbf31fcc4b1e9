import { deflateSync } from 'node:zlib';
import { buildPages, buildPdf, firstMore, type TestObject } from '../../pdf/build-pdf.ts';

/** A PDF with the name that a report calls it by. */
export interface NamedPdf {
  name: string;
  pdf: Buffer;
}

const at = firstMore(1);
const form = (entries: string, data: string): TestObject => ({
  dict: `/Type /XObject /Subtype /Form /BBox [0 0 100 50] ${entries}`,
  data,
});

/** One page of 200 by 100 points that paints `content` with `resources`; `more` begins at object 6. */
function paint(content: string | Buffer, resources = '', more: readonly TestObject[] = [], dict = ''): Buffer {
  return buildPdf([
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 100]>>',
    `<</Type /Page /Parent 2 0 R /Contents 5 0 R /Resources <</Font <</F1 4 0 R>> ${resources}>>>>`,
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    { dict, data: content },
    ...more,
  ]);
}

/** One page with these annotations, numbered from `at`, and the objects that they need. */
function annotate(annotations: readonly string[], more: readonly TestObject[] = [], catalog = ''): Buffer {
  const refs = annotations.map((_, index) => `${at + index} 0 R`).join(' ');
  return buildPages(1, { page: () => `/Annots [${refs}]`, more: [...annotations, ...more], catalog });
}

const rows = Buffer.from(Array.from({ length: 16 * 16 * 3 }, (_, index) => (index * 37) % 256));
const picture = (entries: string, data: string | Buffer): TestObject => ({
  dict: `/Type /XObject /Subtype /Image /Width 16 /Height 16 /BitsPerComponent 8 ${entries}`,
  data,
});
const drawPicture = 'q 80 0 0 80 10 10 cm /X1 Do Q';
const ramp = '/Function <</FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1>>';
const words = 'BT /F1 12 Tf 20 20 Td (Some words) Tj ET';

const drawings: Record<string, Buffer> = {
  'hex and octal strings': paint('BT /F1 12 Tf 20 20 Td <48656C6C6F> Tj (\\101\\102\\\n C\\(\\)) Tj ET'),
  'ASCII85 and hex filters': paint('87cURD]i,"Ebo7&~>', '', [], '/Filter /ASCII85Decode'),
  'a chain of filters': paint(
    `${deflateSync(words).toString('hex')}>`,
    '',
    [],
    '/Filter [/ASCIIHexDecode /FlateDecode]',
  ),
  'run lengths': paint(
    Buffer.concat([Buffer.from([words.length - 1]), Buffer.from(words), Buffer.from([128])]),
    '',
    [],
    '/Filter /RunLengthDecode',
  ),
  'an inline picture': paint('q 40 0 0 40 10 10 cm BI /W 2 /H 2 /CS /G /BPC 8 ID \x00\x80\xc0\xff EI Q'),
  'a picture in RGB': paint(drawPicture, '/XObject <</X1 6 0 R>>', [
    picture('/ColorSpace /DeviceRGB /Filter /FlateDecode', deflateSync(rows)),
  ]),
  'a picture of indexed colours': paint(drawPicture, '/XObject <</X1 6 0 R>>', [
    picture(
      '/ColorSpace [/Indexed /DeviceRGB 3 <FF000000FF000000FF808080>]',
      Buffer.alloc(256, Buffer.from([0, 1, 2, 3])),
    ),
  ]),
  'a picture with a mask': paint(`0 1 0 rg 0 0 200 100 re f ${drawPicture}`, '/XObject <</X1 6 0 R>>', [
    picture('/ColorSpace /DeviceRGB /SMask 7 0 R', rows),
    picture('/ColorSpace /DeviceGray', rows.subarray(0, 256)),
  ]),
  'a stencil': paint(`1 0 0 rg ${drawPicture}`, '/XObject <</X1 6 0 R>>', [
    {
      dict: '/Type /XObject /Subtype /Image /Width 16 /Height 16 /ImageMask true /BitsPerComponent 1',
      data: rows.subarray(0, 32),
    },
  ]),
  predictors: paint(drawPicture, '/XObject <</X1 6 0 R>>', [
    picture(
      '/ColorSpace /DeviceGray /Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 16>>',
      deflateSync(Buffer.from(Array.from({ length: 16 }, (_, row) => [2, ...rows.subarray(row, row + 16)]).flat())),
    ),
  ]),
  'a tiling pattern': paint('/Pattern cs /P1 scn 10 10 150 80 re f', '/Pattern <</P1 6 0 R>>', [
    {
      dict: '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 10 /YStep 10 /Resources <<>>',
      data: '1 0 0 rg 0 0 5 5 re f',
    },
  ]),
  'an axial shading': paint(
    '/S1 sh',
    `/Shading <</S1 <</ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 200 0] ${ramp}>>>>`,
  ),
  'a radial shading as a pattern': paint('/Pattern cs /P1 scn 0 0 200 100 re f', '/Pattern <</P1 6 0 R>>', [
    `<</PatternType 2 /Shading <</ShadingType 3 /ColorSpace /DeviceRGB /Coords [100 50 5 100 50 60] ${ramp}>>>>`,
  ]),
  'blending and opacity': paint(
    '1 0 0 rg 10 10 80 80 re f /G1 gs 0 0 1 rg 50 20 80 60 re f',
    '/ExtGState <</G1 <</Type /ExtGState /ca 0.5 /BM /Multiply>>>>',
  ),
  'a soft mask': paint(
    '/G1 gs 1 0 0 rg 0 0 200 100 re f',
    '/ExtGState <</G1 <</SMask <</S /Luminosity /G 6 0 R>>>>>>',
    [form('/Group <</S /Transparency /CS /DeviceGray>>', '1 g 10 10 60 30 re f')],
  ),
  'drawings in drawings': paint('/X1 Do', '/XObject <</X1 6 0 R>>', [
    form('/Resources <</XObject <</X1 7 0 R>>>> /Matrix [2 0 0 2 0 0]', '/X1 Do'),
    form('/Resources <</Font <</F1 4 0 R>>>>', words),
  ]),
  'a drawing with the resources of its page': paint('/X1 Do', '/XObject <</X1 6 0 R>>', [form('', words)]),
  separations: paint('/C1 cs 0.7 scn 10 10 80 80 re f', '/ColorSpace <</C1 [/Separation /AA /DeviceCMYK 6 0 R]>>', [
    '<</FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 1 1 0] /N 1>>',
  ]),
  'glyphs that are drawings': paint('BT /T3 20 Tf 20 20 Td (AB) Tj ET', '/Font <</T3 6 0 R>>', [
    `<</Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [.1 0 0 .1 0 0] /FirstChar 65 /LastChar 66 /Widths [9 9]
      /Encoding <</Differences [65 /AA /JS]>> /CharProcs <</AA 7 0 R /JS 8 0 R>> /Resources <<>>>>`,
    { dict: '', data: '9 0 d0 0 0 5 5 re f' },
    { dict: '', data: '9 0 d0 2 2 7 3 re f' },
  ]),
  'a font with its own encoding': paint(words.replace('/F1', '/F2'), '/Font <</F2 6 0 R>>', [
    '<</Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding <</BaseEncoding /WinAnsiEncoding /Differences [83 /Euro]>>>>',
  ]),
  'an entry of null': paint(words, '/ExtGState null /Properties <<>>'),
  nothing: paint(''),
};

const text = (name: string, more = '') =>
  `<</FT /Tx /T (${name}) /V (Value) /DA (/Helv 10 Tf 0 g) /Subtype /Widget /Rect [10 40 90 60] ${more}>>`;
const standardFonts = `/DR <</Font <</Helv 3 0 R /ZaDb ${at + 2} 0 R>>>>`;
const dingbats = '<</Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats>>';
const fields: Record<string, Buffer> = {
  'a text field': annotate(
    [text('name'), text('other')],
    [dingbats],
    `/AcroForm <</Fields [${at} 0 R ${at + 1} 0 R] ${standardFonts}>>`,
  ),
  'a form without resources': annotate([text('name')], [], `/AcroForm <</Fields [${at} 0 R]>>`),
  'a form that needs appearances': annotate(
    [text('name')],
    [],
    `/AcroForm <</Fields [${at} 0 R] /NeedAppearances true /DA (/Helv 0 Tf 0 g)>>`,
  ),
  'fields below a field': annotate(
    [`<</Parent ${at + 1} 0 R /T (kid) /FT /Tx /V (x) /Subtype /Widget /Rect [10 40 90 60]>>`],
    [`<</T (parent) /Kids [${at} 0 R]>>`],
    `/AcroForm <</Fields [${at + 1} 0 R]>>`,
  ),
  buttons: annotate(
    [
      `<</FT /Btn /T (box) /V /Yes /AS /Yes /Subtype /Widget /Rect [10 40 30 60] /AP <</N <</Yes ${at + 2} 0 R /Off ${at + 3} 0 R>>>>>>`,
      `<</FT /Btn /Ff 49152 /T (radio) /V /A /AS /A /Subtype /Widget /Rect [50 40 70 60] /AP <</N <</A ${at + 2} 0 R /Off ${at + 3} 0 R>>>>>>`,
    ],
    [form('', '1 0 0 rg 0 0 100 50 re f'), form('', '0 0 1 RG 1 1 90 40 re S')],
    `/AcroForm <</Fields [${at} 0 R ${at + 1} 0 R]>>`,
  ),
  'a choice': annotate(
    [
      '<</FT /Ch /T (pick) /Opt [(one) [(2) (two)]] /V (2) /DA (/Helv 10 Tf 0 g) /Subtype /Widget /Rect [10 40 90 60]>>',
    ],
    [],
    `/AcroForm <</Fields [${at} 0 R]>>`,
  ),
  'a field with a name of PDFDocEncoding': annotate(
    [text('Gr\\363\\337e \\240')],
    [],
    `/AcroForm <</Fields [${at} 0 R]>>`,
  ),
  'a field that nothing lists': annotate([text('stray')]),
};

const link = (target: string, border = '/Border [0 0 0]') =>
  `<</Type /Annot /Subtype /Link /Rect [20 10 80 40] ${border} ${target}>>`;
const links: Record<string, Buffer> = {
  'links of every kind': annotate(
    [
      link('/Dest [4 0 R /Fit]'),
      link('/A <</S /GoTo /D [4 0 R /XYZ 10 20 0]>>'),
      link('/A <</S /GoTo /D (place)>>'),
      link('/A <</S /URI /URI (https://example.com/a)>>'),
      link('/A <</S /URI /URI (mailto:a@example.com)>>'),
      link('/A <</S /Named /N /NextPage>>'),
    ],
    [],
    '/Names <</Dests <</Names [(place) [4 0 R /FitH 30]]>>>>',
  ),
  'a link by an old name': annotate([link('/Dest /old')], [], '/Dests <</old <</D [4 0 R /Fit]>>>>'),
  'a link to another file': annotate([link('/A <</S /GoToR /F (other.pdf) /D [0 /Fit]>>')]),
  'a link that runs a program': annotate([link('/A <</S /Launch /F (cmd.exe)>>', '')]),
  'a link with a script': annotate([link('/A <</S /JavaScript /JS (1)>>', '/BS <</W 3 /S /D>>')]),
  'a link to a file of the computer': annotate([link('/A <</S /URI /URI (file:///etc/passwd)>>')]),
  'a link to a page by its number': annotate([link('/Dest [0 /Fit]')]),
  'a link to nowhere': annotate([link('/Dest (missing)')]),
  'drawn notes': annotate(
    [
      '<</Subtype /Square /Rect [20 20 80 60] /C [1 0 0] /IC [1 1 0] /BS <</W 2>>>>',
      `<</Subtype /FreeText /Rect [10 10 60 50] /DA (/Helv 9 Tf) /Contents (free) /AP <</N ${at + 4} 0 R>>>>`,
      '<</Subtype /Highlight /Rect [10 10 60 30] /QuadPoints [10 30 60 30 10 10 60 10] /C [1 1 0]>>',
      `<</Subtype /Stamp /Rect [100 10 160 60] /AP <</N ${at + 4} 0 R>> /Popup ${at + 5} 0 R>>`,
    ],
    [form('/Resources <</Font <</F1 3 0 R>>>>', words), '<</Subtype /Popup /Rect [0 0 9 9]>>'],
  ),
  'a file in a note': annotate(
    [
      `<</Subtype /FileAttachment /Rect [10 50 30 70] /FS <</F (a.xls) /EF <</F ${at + 1} 0 R>>>> /AP <</N ${at + 2} 0 R>>>>`,
    ],
    [{ dict: '/Type /EmbeddedFile', data: 'x' }, form('', '0 0 50 50 re f')],
  ),
  'an outline': buildPages(3, {
    catalog: `/Outlines ${firstMore(3)} 0 R`,
    more: [
      `<</First ${firstMore(3) + 1} 0 R /Last ${firstMore(3) + 2} 0 R>>`,
      `<</Title (First) /Dest [4 0 R /Fit] /Parent ${firstMore(3)} 0 R /Next ${firstMore(3) + 2} 0 R>>`,
      `<</Title <FEFF00C4> /A <</S /GoTo /D [8 0 R /Fit]>> /Parent ${firstMore(3)} 0 R /Prev ${firstMore(3) + 1} 0 R /First ${firstMore(3) + 3} 0 R /Last ${firstMore(3) + 3} 0 R /Count 1>>`,
      `<</Title (Below) /A <</S /URI /URI (https://example.com)>> /Parent ${firstMore(3) + 2} 0 R>>`,
    ],
  }),
};

const outlineOf = (entries: string) =>
  buildPages(1, {
    catalog: `/Outlines <</First ${at} 0 R /Last ${at} 0 R>>`,
    more: [`<</Title (Heading) ${entries}>>`],
  });

const layers = (settings: string) =>
  paint(
    '/OC /L1 BDC 1 0 0 rg 10 10 50 50 re f EMC /OC /L2 BDC 0 0 1 rg 90 10 50 50 re f EMC',
    '/Properties <</L1 6 0 R /L2 7 0 R>>',
    ['<</Type /OCG /Name (One)>>', '<</Type /OCG /Name (Two)>>'],
  )
    .toString('latin1')
    .replace('/Pages 2 0 R', `/OCProperties <</OCGs [6 0 R 7 0 R] /D <<${settings}>>>> /Pages 2 0 R`);
const withLayers = (settings: string) => relocate(layers(settings));

/** The file with a cross-reference that fits what was edited. */
export function relocate(pdf: string): Buffer {
  const offsets = [...pdf.matchAll(/^(\d+) 0 obj$/gm)].map(
    ({ index }) => `${String(index).padStart(10, '0')} 00000 n \n`,
  );
  const start = pdf.lastIndexOf('\nxref\n') + 1;
  const trailer = /trailer\n.*\n/.exec(pdf)?.[0] ?? '';
  const table = `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(`${pdf.slice(0, start)}${table}${trailer}startxref\n${start}\n%%EOF\n`, 'latin1');
}

const shapes: Record<string, Buffer> = {
  'a turned page': buildPages(4, { page: (index) => `/Rotate ${index * 90}` }),
  'a page that is cropped': buildPages(1, { page: () => '/CropBox [10 10 90 60]' }),
  'a page away from the origin': buildPages(1, { page: () => '/MediaBox [-50 -20 150 80]' }),
  'a page with its corners swapped': buildPages(1, { page: () => '/MediaBox [200 100 0 0]' }),
  'a page of larger units': buildPages(1, { page: () => '/UserUnit 2' }),
  'a page without a size': relocate(buildPages(1).toString('latin1').replace('/MediaBox [0 0 200 100]', '')),
  'a heading to another file': outlineOf('/A <</S /GoToR /F (x.pdf) /D [0 /Fit]>>'),
  'a heading to a file of the computer': outlineOf('/A <</S /URI /URI (file:///x)>>'),
  'a heading without a target': outlineOf(''),
  'pages with labels': buildPages(5, { catalog: '/PageLabels <</Nums [0 <</S /r>> 2 <</S /D /St 7 /P (A-)>>]>>' }),
  'a page named twice': relocate(
    buildPages(1).toString('latin1').replace('/Kids [4 0 R] /Count 1', '/Kids [4 0 R 4 0 R] /Count 2'),
  ),
  'contents in pieces': relocate(
    paint('BT /F1 12 Tf 20 20 Td', '', [
      { dict: '', data: '(Two' },
      { dict: '', data: ' pieces) Tj ET' },
    ])
      .toString('latin1')
      .replace('/Contents 5 0 R', '/Contents [5 0 R 6 0 R 7 0 R]'),
  ),
  layers: withLayers(''),
  'a hidden layer': withLayers('/OFF [6 0 R]'),
  'layers that are off but one': withLayers('/BaseState /OFF /ON [7 0 R]'),
  'a newer revision': appendRevision(buildPages(1)),
  'bytes before the header': Buffer.concat([Buffer.from('\nHTTP/1.1 200\n\n'), buildPages(1)]),
  'a title and an attached file': buildPages(1, {
    catalog: `/Names <</EmbeddedFiles <</Names [(a) <</Type /Filespec /F (a.txt) /EF <</F ${at} 0 R>>>>]>>>>`,
    more: [{ dict: '/Type /EmbeddedFile', data: 'text' }, '<</Title (Report)>>'],
    trailer: `/Info ${at + 1} 0 R`,
  }),
};

/** The file with an update behind its end that paints other words. */
function appendRevision(pdf: Buffer): Buffer {
  const content = 'BT /F1 12 Tf 20 20 Td (Newer) Tj ET';
  const object = `5 0 obj\n<</Length ${content.length}>>\nstream\n${content}\nendstream\nendobj\n`;
  const start = pdf.length + object.length;
  const previous = /startxref\n(\d+)/.exec(pdf.toString('latin1'))?.[1];
  const table = `xref\n5 1\n${String(pdf.length).padStart(10, '0')} 00000 n \n`;
  const trailer = `trailer\n<</Size 6 /Root 1 0 R /Prev ${previous}>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(object + table + trailer)]);
}

/** Small files, each with a part of the format that merging must carry over. */
export function listHandMade(): NamedPdf[] {
  return Object.entries({ ...drawings, ...fields, ...links, ...shapes }).map(([name, pdf]) => ({ name, pdf }));
}
