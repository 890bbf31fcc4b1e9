import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { listContents } from '../../../src/pdf/objects/drawings.ts';
import {
  asDict,
  PdfDamage,
  PdfEncrypted,
  type PdfRef,
  type PdfStream,
  resolve,
} from '../../../src/pdf/objects/objects.ts';
import { readPages } from '../../../src/pdf/objects/page-tree.ts';
import { PdfFile } from '../../../src/pdf/objects/pdf-file.ts';
import { buildPages, buildPdf } from '../build-pdf.ts';
import { runQpdf } from '../run-qpdf.ts';

function count(pdf: Uint8Array, rebuild = false): number {
  return readPages(new PdfFile(pdf, rebuild), 1000).length;
}

/** Adds a section that puts new text in place of an object. */
function update(pdf: Buffer, number: number, object: string): Buffer {
  const text = pdf.toString('latin1');
  const before = /startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1];
  const body = `${text}${number} 0 obj\n${object}\nendobj\n`;
  const row = `${String(text.length).padStart(10, '0')} 00000 n \n`;
  const trailer = `trailer\n<</Size 100 /Root 1 0 R /Prev ${before}>>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n${number} 1\n${row}${trailer}`, 'latin1');
}

describe('opening files', () => {
  it.each([
    ['object streams', ['--object-streams=generate']],
    ['linearised order', ['--linearize']],
    ['linearised order and object streams', ['--linearize', '--object-streams=generate']],
    ['an old version', ['--force-version=1.3']],
    ['a new version', ['--force-version=2.0', '--object-streams=generate']],
  ])('reads files with %s', async (_, args) => {
    const { out } = await runQpdf(buildPages(70), [...args, '/in.pdf', '/out.pdf']);
    expect(count(out as Buffer)).toBe(70);
  });

  it('refuses a cross-reference that names the same objects again and again', () => {
    const rows = deflateSync(Buffer.alloc(30_000_000));
    const index = Array.from({ length: 1000 }, () => '0 10000').join(' ');
    const head = '%PDF-1.7\n';
    const dict = `<</Type /XRef /Root 1 0 R /Size 10000 /W [1 1 1] /Index [${index}] /Filter /FlateDecode /Length ${rows.length}>>`;
    const pdf = Buffer.concat([
      Buffer.from(`${head}9 0 obj\n${dict}\nstream\n`),
      rows,
      Buffer.from(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`),
    ]);
    expect(() => new PdfFile(pdf)).toThrow('a broken cross-reference stream');
  });

  it('reads what was updated in place of what was there before', () => {
    const pdf = buildPages(3);
    const updated = update(pdf, 2, '<</Type /Pages /Kids [4 0 R] /Count 1 /MediaBox [0 0 9 9]>>');
    expect(count(updated)).toBe(1);
    expect(count(update(updated, 2, '<</Type /Pages /Kids [4 0 R 6 0 R] /Count 2 /MediaBox [0 0 9 9]>>'))).toBe(2);
  });

  it('reads a hybrid file, whose hidden objects only its stream knows', () => {
    const rows = Buffer.from([1, 0, 0, 0]);
    const base = buildPdf(['<</Type /Catalog /Pages 9 0 R>>', '<</Type /Page /MediaBox [0 0 9 9]>>']).toString(
      'latin1',
    );
    const hidden = base.length;
    const object = '9 0 obj\n<</Type /Pages /Kids [2 0 R] /Count 1>>\nendobj\n';
    rows.writeUIntBE(hidden, 1, 3);
    const at = hidden + object.length;
    const stream = `8 0 obj\n<</Type /XRef /Size 10 /W [1 3 0] /Index [9 1] /Length 4>>\nstream\n${rows.toString('latin1')}\nendstream\nendobj\n`;
    const before = /startxref\n(\d+)/.exec(base)?.[1];
    const table = `xref\n0 0\ntrailer\n<</Size 10 /Root 1 0 R /Prev ${before} /XRefStm ${at}>>\n`;
    const pdf = `${base}${object}${stream}${table}startxref\n${at + stream.length}\n%%EOF\n`;
    expect(count(Buffer.from(pdf, 'latin1'))).toBe(1);
  });

  it('reads a cross-reference stream that leaves numbers out', () => {
    const objects = [
      [2, '<</Type /Catalog /Pages 4 0 R>>'],
      [4, '<</Type /Pages /Kids [5 0 R] /Count 1 /MediaBox [0 0 9 9]>>'],
      [5, '<</Type /Page /Parent 4 0 R>>'],
    ] as const;
    let text = '%PDF-1.7\n';
    const rows = objects.map(([number, object]) => {
      const offset = text.length;
      text += `${number} 0 obj\n${object}\nendobj\n`;
      return [1, offset >> 8, offset & 255, 0];
    });
    const data = String.fromCharCode(0, 0, 0, 0, ...rows.flat());
    const stream = `7 0 obj\n<</Type /XRef /Size 8 /Root 2 0 R /W [1 2 1] /Index [0 1 2 1 4 2] /Length 16>>\nstream\n${data}\nendstream\nendobj\n`;
    const pdf = `${text}${stream}startxref\n${text.length}\n%%EOF\n`;
    expect(count(Buffer.from(pdf, 'latin1'))).toBe(1);
  });

  it('reads a file with other bytes before its header', () => {
    expect(count(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), buildPages(2)]))).toBe(2);
  });

  it('takes an object that is not there as null', () => {
    const { catalog } = new PdfFile(buildPdf(['<</Type /Catalog /A 99 0 R /C 2 0 R>>', '5']));
    expect((catalog.get('A') as PdfRef).value).toBeNull();
    expect((catalog.get('C') as PdfRef).value).toBe(5);
  });

  it('refuses a reference to another generation, unless it reads what is there', () => {
    const pdf = buildPdf(['<</Type /Catalog /Pages 2 0 R /B 2 7 R>>', '5']);
    expect(() => new PdfFile(pdf).catalog).toThrow(PdfDamage);
    expect(new PdfFile(pdf, true).catalog.get('B')).toBeNull();
  });

  it('says that a file is encrypted', async () => {
    const { out } = await runQpdf(buildPages(1), ['--encrypt', '', 'o', '256', '--', '/in.pdf', '/out.pdf']);
    expect(() => new PdfFile(out as Buffer)).toThrow(PdfEncrypted);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('hello')],
    ['a header alone', Buffer.from('%PDF-1.7\n')],
    ['a cross-reference that leads to itself', Buffer.from('%PDF-1.7\nstartxref\n9\n%%EOF')],
    ['offsets that are wrong', Buffer.from(buildPages(1).toString('latin1').replace('%PDF-1.7', '%PDF-1.7\n%longer'))],
  ])('refuses %s', (_, pdf) => {
    expect(() => count(pdf)).toThrow(PdfDamage);
  });

  it.each([
    ['a line feed', '\n', 'ab'],
    ['both characters', '\r\n', 'ab'],
    ['a carriage return', '\r', 'ab'],
    ['white space and a line feed', ' \t\n', 'ab'],
    ['nothing', '', '(ab'],
    ['two line feeds, of which one is data', '\n', '\nab'],
    ['white space, which is data', '', ' ab'],
  ])('reads a stream that begins after %s', (_what, end, data) => {
    const stream = `<</Length ${data.length}>>\nstream${end}${data}\nendstream`;
    const { catalog } = new PdfFile(buildPdf(['<</Type /Catalog /S 2 0 R>>', stream]));
    expect((resolve(catalog.get('S') ?? null) as PdfStream).data.toString()).toBe(data);
  });

  it.each([
    ['a line feed', 'ab\nendstream\nendobj', 'ab'],
    ['both characters', 'ab\r\nendstream\nendobj', 'ab'],
    ['a carriage return', 'ab\rendstream\nendobj', 'ab'],
    ['nothing', 'abendstream\nendobj', 'ab'],
    ['two line feeds', 'ab\n\nendstream\nendobj', 'ab\n'],
    ['no data', '\nendstream\nendobj', ''],
    ['the next object', 'ab\n9 0 obj\n', 'ab'],
    ['the end of the file', 'ab\n', 'ab\n'],
  ])('finds the end of a stream of a rebuilt file at %s', (_what, text, data) => {
    const head =
      '%PDF-1.7\n1 0 obj\n<</Type /Catalog /S 2 0 R>>\nendobj\ntrailer\n<</Root 1 0 R>>\n2 0 obj\n<</Length 9999>>\nstream\n';
    const { catalog } = new PdfFile(Buffer.from(head + text), true);
    expect((resolve(catalog.get('S') ?? null) as PdfStream).data.toString()).toBe(data);
  });

  it('refuses a stream with a wrong length', () => {
    const pdf = buildPages(1)
      .toString('latin1')
      .replace(/Length \d\d/, 'Length 12');
    const page = readPages(new PdfFile(Buffer.from(pdf, 'latin1')), 1)[0] as PdfRef;
    expect(() => ((page.value as Map<string, PdfRef>).get('Contents') as PdfRef).value).toThrow(PdfDamage);
  });

  it('refuses an object that needs itself', () => {
    const pdf = buildPdf(['<</Type /Catalog /Pages 2 0 R>>', '<</Length 2 0 R>>\nstream\n\nendstream']);
    expect(() => count(pdf)).toThrow('needs itself');
  });

  it.each([
    [16, 'a stream with a wrong length'],
    [17, 'an object that needs itself'],
  ])('refuses a chain of %i lengths that leads to a stream: %s', (length, message) => {
    const links = Array.from({ length }, (_, at) => `<</Length ${at + 3} 0 R>>\nstream\n\nendstream`);
    const { catalog } = new PdfFile(
      buildPdf(['<</Type /Catalog /S 2 0 R>>', ...links, '<</Length 0>>\nstream\n\nendstream']),
    );
    expect(() => resolve(catalog.get('S'))).toThrow(message);
  });

  it.each<[string, Buffer, string]>([
    ['a header', Buffer.from('hello'), 'no PDF header'],
    ['a catalog', Buffer.from(buildPages(1).toString('latin1').replace('/Root 1 0 R', '')), 'no catalog'],
    [
      'the object that its cross-reference names',
      Buffer.from(buildPages(1).toString('latin1').replace('\n1 0 obj', '\n8 0 obj')),
      'object 1 is not where it should be',
    ],
    [
      'a cross-reference where it says',
      Buffer.from(
        buildPages(1)
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n12'),
      ),
      'the cross-reference is not where it should be',
    ],
  ])('says that a file lacks %s', (_what, pdf, message) => {
    expect(() => new PdfFile(pdf).catalog).toThrow(expect.objectContaining({ name: 'PdfDamage', message }));
  });

  it('reports a file as encrypted by its trailer', () => {
    const pdf = Buffer.from(buildPages(1).toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 9 0 R'));
    expect(() => new PdfFile(pdf)).toThrow(PdfEncrypted);
    expect(() => new PdfFile(pdf, true)).toThrow(PdfEncrypted);
  });

  it('refuses a long chain of lengths instead of using up the stack', () => {
    const links = Array.from({ length: 20_000 }, (_, i) => `<</Length ${i + 3} 0 R>>\nstream\n\nendstream`);
    expect(() => count(buildPdf(['<</Type /Catalog /Pages 2 0 R>>', ...links]))).toThrow('needs itself');
  });
});

describe('a stream of objects', () => {
  interface Written {
    entries?: string;
    index?: string;
    places?: [number, number];
    more?: string;
  }
  /** Objects 5 and 6 are in stream 4, after its index; `places` are theirs in it by the cross-reference. */
  const build = ({
    entries = '/Type /ObjStm /N 2 /First 8',
    index = '5 0 6 4 ',
    places = [0, 1],
    more = '',
  }: Written) => {
    let text = '%PDF-1.7\n';
    const offsets = [
      '1 0 obj\n<</Type /Catalog /A 5 0 R /B 6 0 R /Pages 9 0 R>>\nendobj\n',
      `${more}4 0 obj\n<<${entries} /Length 15>>\nstream\n${index}505 606\nendstream\nendobj\n`,
    ].map((object, at) => {
      const start = text.length + (at === 1 ? more.length : 0);
      text += object;
      return start;
    });
    const [catalog = 0, stream = 0] = offsets;
    const plain = (offset: number) => [1, offset >> 8, offset & 255, 0];
    const free = [0, 0, 0, 0];
    const packed = places.map((place) => [2, 0, 4, place]);
    const rows = [free, plain(catalog), free, free, plain(stream), ...packed, plain(text.length)].flat();
    const xref = `7 0 obj\n<</Type /XRef /Size 8 /Root 1 0 R /W [1 2 1] /Length ${rows.length}>>\nstream\n`;
    const end = `\nendstream\nendobj\nstartxref\n${text.length}\n%%EOF\n`;
    return Buffer.from(text + xref + String.fromCharCode(...rows) + end, 'latin1');
  };
  const read = (pdf: Buffer, rebuild = false) => {
    const { catalog } = new PdfFile(pdf, rebuild);
    return ['A', 'B'].map((key) => resolve(catalog.get(key)));
  };

  it.each<[string, Written]>([
    ['at the places that the cross-reference names', {}],
    ['at other places', { places: [1, 0] }],
    ['at no such places', { places: [7, 9] }],
    ['where it counts more of them', { entries: '/Type /ObjStm /N 99 /First 8' }],
  ])('has its objects %s', (_what, written) => {
    expect(read(build(written))).toEqual([505, 606]);
  });

  it.each<[string, Written, string]>([
    ['another number', { index: '5 0 8 4 ' }, 'object 6 is not in its stream'],
    ['too low a count', { entries: '/Type /ObjStm /N 1 /First 8' }, 'object 6 is not in its stream'],
    ['no count', { entries: '/Type /ObjStm /First 8' }, 'object 5 is not in its stream'],
    ['no start', { entries: '/Type /ObjStm /N 2' }, 'object 5 is not in its stream'],
    ['another type', { entries: '/Type /Other /N 2 /First 8' }, 'no object stream'],
    ['no type', { entries: '/N 2 /First 8' }, 'no object stream'],
  ])('is refused with %s', (_what, written, message) => {
    expect(() => read(build(written))).toThrow(expect.objectContaining({ name: 'PdfDamage', message }));
  });

  it('is found in a rebuilt file, whose cross-reference stream is its trailer', () => {
    const pdf = build({});
    expect(read(pdf, true)).toEqual([505, 606]);
    expect(new PdfFile(pdf, true).trailer.get('Type')).toBe('XRef');
  });

  it('replaces no object of a rebuilt file', () => {
    expect(read(build({ more: '5 0 obj\n55\nendobj\n' }), true)).toEqual([55, 606]);
  });

  it('has no objects in a rebuilt file if it is damaged or of another type', () => {
    expect(read(build({ entries: '/Type /ObjStm /N 2 /First 8 /Filter /FlateDecode' }), true)).toEqual([null, null]);
    expect(read(build({ entries: '/Type /Other /N 2 /First 8' }), true)).toEqual([null, null]);
  });
});

describe('page trees', () => {
  it('gives each page what it inherits', () => {
    const pdf = buildPdf([
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [3 0 R] /Rotate 90 /MediaBox [0 0 1 1]>>',
      '<</Type /Pages /Kids [4 0 R 5 0 R] /MediaBox [0 0 2 2]>>',
      '<</Type /Page>>',
      '<</Type /Page /MediaBox [0 0 3 3] /Rotate 0>>',
    ]);
    const pages = readPages(new PdfFile(pdf), 10).map((page) => Object.fromEntries(page.value as Map<string, unknown>));
    expect(pages).toMatchObject([
      { Rotate: 90, MediaBox: [0, 0, 2, 2] },
      { Rotate: 0, MediaBox: [0, 0, 3, 3] },
    ]);
  });

  it('gives a page that is named twice as two pages', () => {
    const pdf = buildPdf([
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [3 0 R 3 0 R]>>',
      '<</Type /Page /MediaBox [0 0 9 9]>>',
    ]);
    const pages = readPages(new PdfFile(pdf), 10);
    expect(pages).toHaveLength(2);
    expect(pages[0]).not.toBe(pages[1]);
  });

  it.each([
    ['a ring', ['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Kids [3 0 R]>>', '<</Type /Pages /Kids [2 0 R]>>']],
    ['no page', ['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Kids []>>']],
    ['no root', ['<</Type /Catalog>>']],
  ])('refuses a tree with %s', (_, objects) => {
    expect(() => count(buildPdf(objects))).toThrow(PdfDamage);
  });
});

describe('rebuilding', () => {
  const broken: [string, (text: string) => string][] = [
    ['no startxref', (text) => text.replace('startxref', 'startx')],
    ['wrong offsets', (text) => text.replace('%PDF-1.7', '%PDF-1.7\n%longer')],
    ['a wrong stream length', (text) => text.replace(/Length \d\d/, 'Length 7')],
    [
      'a broken object beside',
      (text) => text.replace('trailer', '90 0 obj\n<</Broken\nendobj\ntrailer').replace('startxref', ''),
    ],
  ];
  it.each(broken)('opens a file with %s', (_, breakIt) => {
    expect(count(Buffer.from(breakIt(buildPages(3).toString('latin1')), 'latin1'), true)).toBe(3);
  });

  it('finds objects in object streams', async () => {
    const { out } = await runQpdf(buildPages(3), ['--object-streams=generate', '/in.pdf', '/out.pdf']);
    const pdf = Buffer.from((out as Buffer).toString('latin1').replace(/startxref\n\d+/, ''), 'latin1');
    expect(() => count(pdf)).toThrow(PdfDamage);
    expect(count(pdf, true)).toBe(3);
  });

  it.each([
    ['its newest trailer', ['/Info 2 0 R', '/Info 3 0 R'], 3],
    ['an older trailer if the newest has none', ['/Info 2 0 R', '/Info 1 0 R', '/Info 9 0 R', ''], 1],
    ['no trailer', ['', ''], undefined],
  ])('has the properties of %s', (_what, entries, number) => {
    const trailers = entries.map((entry) => `trailer\n<</Root 1 0 R ${entry}>>\n`).join('');
    const objects = '1 0 obj\n<</Pages 2 0 R>>\nendobj\n2 0 obj\n<</A 2>>\nendobj\n3 0 obj\n<</A 3>>\nendobj\n';
    const { trailer } = new PdfFile(Buffer.from(`%PDF-1.7\n${objects}${trailers}`), true);
    expect([...trailer.keys()]).toEqual(number === undefined ? ['Root'] : ['Root', 'Info']);
    expect((trailer.get('Info') as PdfRef | undefined)?.number).toBe(number);
  });

  it('finds the pages of a file without a trailer by its catalog', () => {
    const pdf = buildPages(3);
    expect(count(pdf.subarray(0, pdf.lastIndexOf('xref\n0 ')), true)).toBe(3);
    expect(() => count(pdf.subarray(0, 12), true)).toThrow(PdfDamage);
  });
});

describe('a damaged file', () => {
  const edit = (pdf: Buffer, from: string | RegExp, to: string) =>
    Buffer.from(pdf.toString('latin1').replace(from, to), 'latin1');
  const readAll = (pdf: Buffer, rebuild = false) => {
    const file = new PdfFile(pdf, rebuild);
    const contents = readPages(file, 1000).flatMap((page) => listContents(asDict(page)));
    return { oddities: [...file.oddities], texts: contents.map(({ data }) => Buffer.from(data).toString('latin1')) };
  };
  const texts = [1, 2].map((page) => `BT /F1 12 Tf 20 20 Td (Page ${page}) Tj ET`);

  it('says nothing of a sound one', () => {
    expect(readAll(buildPages(2))).toEqual({ oddities: [], texts });
  });

  it.each<[string, string | RegExp, string, RegExp]>([
    ['a trailer without a size', '/Size 8', '/Sort 8', /does not say how many objects/],
    ['a trailer with too small a size', '/Size 8', '/Size 5', /counts 5 objects, and there are 8/],
    ['an entry that comes twice', '/Type /Font ', '/BaseFont /X ', /two entries BaseFont/],
    ['an object without an end', /endobj\n4/, '      \n4', /lacks the word endobj/],
    ['a stream without the end of its object', /endobj\n6/, '      \n6', /lacks the word endobj/],
    ['a stream without an end', 'endstream', '         ', /lacks the word endstream/],
  ])('is read with %s, and says so', (_what, from, to, oddity) => {
    const pdf = edit(buildPages(2), from, to);
    const file = new PdfFile(pdf);
    const fonts = asDict(asDict(asDict(file.catalog.get('Pages'))?.get('Resources'))?.get('Font'));
    expect(asDict(fonts?.get('F1'))?.get('Subtype')).toBe('Type1');
    const found = [...file.oddities, ...readAll(pdf).oddities];
    expect(found).toContainEqual(expect.stringMatching(oddity));
    expect(readAll(pdf).texts).toEqual(texts);
  });

  it.each([
    ['of the stream', /\nendstream(?=\nendobj\n6)/],
    ['of the stream and the object', /\nendstream\nendobj(?=\n6)/],
  ])('has the content of one page on each, rebuilt without the end %s', (_what, end) => {
    const pdf = edit(buildPages(2), end, '').toString('latin1').replace('Length 36', 'Length 99');
    expect(readAll(Buffer.from(pdf, 'latin1'), true).texts).toEqual(texts);
  });
});
