import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MergeOptions, type MergePart, measurePages, mergePdfs } from '../../../src/pdf/merge/merge.ts';
import { MergeError } from '../../../src/pdf/part/merge-error.ts';
import { buildPages, buildPdf, firstMore } from '../build-pdf.ts';
import { findPage, openPdf, readAnnotations, readMarked, readOutline, readTags, readTexts } from '../read-pdf.ts';
import { checkPdf, unfoldPdf } from '../run-qpdf.ts';

const options: MergeOptions = { outline: true, producer: 'platen 0.1.0' };

// Printed by Chromium 153 from https://abc.invalid/, tagged and with outlines: two pages each, linked with one another.
const fixture = (name: string) => readFileSync(new URL(`../../fixtures/pdf/${name}.pdf`, import.meta.url));
const printed = (name: string): MergePart => ({
  pdf: fixture(name),
  foreign: false,
  origin: 'https://abc.invalid/',
  names: [`${name}.html`],
});
const user = (pdf: Uint8Array, more: Partial<MergePart> = {}): MergePart => ({ pdf, foreign: true, ...more });

function refuse(parts: readonly MergePart[], pageLimit?: number): unknown {
  try {
    mergePdfs(parts, options, pageLimit);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('joining what Chromium printed', () => {
  const parts = [{ ...printed('first'), title: 'Part “one”' }, printed('second'), printed('first')];
  let pdf: Uint8Array;
  beforeAll(() => {
    pdf = mergePdfs(parts, { ...options, metadata: { title: 'Both' } }).pdf;
  });

  it('keeps the order of pages and takes a part twice', async () => {
    const texts = await readTexts(await openPdf(pdf));
    expect(texts.map((text) => text.split(' ')[0])).toEqual(['First', 'Last', 'Zweites', 'Place', 'First', 'Last']);
  });

  it('makes a file that qpdf has nothing to say against', async () => {
    expect(await checkPdf(pdf)).toBe('');
  });

  it('puts titles over the outlines of their parts', async () => {
    expect(await readOutline(await openPdf(pdf))).toEqual([
      ['Part “one”', 1, [['First', 1, [['Last', 2]]]]],
      ['Zweites Œuvre 中', 3, [['Place', 4]]],
      ['First', 5, [['Last', 6]]],
    ]);
  });

  it('leads links to places inside, between parts and outside, and drops all others', async () => {
    const document = await openPdf(pdf);
    const describeLinks = async (page: number) => {
      const links = await readAnnotations(document, page);
      return Promise.all(links.map(async ({ url, dest }) => url ?? (await findPage(document, dest))));
    };
    const web = ['https://example.com/a?b=1', 'mailto:a@example.com', 'tel:+123'];
    expect(await describeLinks(1)).toEqual([2, 1, 4, 3, ...web]);
    expect(await describeLinks(3)).toEqual([4, 2]);
    expect(await describeLinks(4)).toEqual([4]);
    expect(await describeLinks(5)).toEqual([6, 5, 4, 3, ...web]);
  });

  it('leads links to the folders beside, to places that only another part has, and to pages of PDFs', async () => {
    const at = firstMore(1);
    const links = ['b/two.html#x', 'three.html', 'appendix.pdf#page=2', 'b/four.html'];
    const annotations = [
      ...links.map((link) => `/A <</S /URI /URI (https://abc.invalid/${link})>>`),
      '/Dest (caf%C3%A9)',
      '/Dest (nowhere)',
    ];
    const page = () => `/Annots [${annotations.map((_, index) => `${at + index} 0 R`).join(' ')}]`;
    const more = annotations.map((entry) => `<</Subtype /Link /Rect [0 0 9 9] ${entry}>>`);
    const ours = (pdf: Uint8Array, name: string): MergePart => ({ ...printed('first'), pdf, names: [name] });
    const parts = [
      ours(buildPages(1, { page, more }), 'book/a/one.html'),
      ours(buildPages(2, { catalog: '/Dests <</x [6 0 R /Fit]>>' }), 'book/b/two.html'),
      ours(buildPages(1, { catalog: '/Dests <</caf#25C3#25A9 [4 0 R /Fit]>>' }), 'book/a/three.html'),
      user(buildPages(3), { names: ['book/a/appendix.pdf'], pageRanges: '2-3' }),
    ];
    const document = await openPdf(mergePdfs(parts, options).pdf);
    const found = await readAnnotations(document, 1);
    expect(await Promise.all(found.map(({ dest }) => findPage(document, dest)))).toEqual([3, 4, 5, 4]);
  });

  it('keeps names of places, each once', async () => {
    const document = await openPdf(pdf);
    const names = (await document.getDestinations()) as Map<string, unknown[]>;
    const pages = await Promise.all([...names].map(async ([name, dest]) => [name, await findPage(document, dest)]));
    expect(Object.fromEntries(pages)).toEqual({ last: 2, 'last-2': 4, place: 4, 'last-3': 6 });
  });

  it('joins the tags under one document', async () => {
    const document = await openPdf(pdf);
    expect(await readMarked(document)).toBe(true);
    const text = JSON.stringify([
      await readTags(document, 1),
      await readTags(document, 3),
      await readTags(document, 6),
    ]);
    expect(text).toContain('["Document",["Part",["H1"');
    expect(text.match(/"Document"/g)).toHaveLength(3);
    expect(JSON.stringify(await readTags(document, 6))).toContain('"H2"');
  });

  it('leaves no trace of the made-up address, of Chromium or of the run', async () => {
    const text = await unfoldPdf(pdf);
    expect(text).not.toMatch(/abc\.invalid|javascript|file:|data:text|Skia|Chromium|CreationDate|node0000/i);
    expect(text).toContain('platen 0.1.0');
  });

  it('stores equal fonts and pages of a part that comes twice once', () => {
    const once = mergePdfs([printed('first')], options).pdf.length;
    const twice = mergePdfs([printed('first'), printed('first')], options).pdf.length;
    expect(twice - once).toBeLessThan(once / 3);
  });

  it('gives the same bytes again', () => {
    expect(mergePdfs(parts, { ...options, metadata: { title: 'Both' } }).pdf).toEqual(pdf);
  });

  it('gives the same bytes whatever Chromium calls the header cells of a table', () => {
    const text = fixture('first').toString('latin1');
    // Their order in the tree of names comes from the numbers that they happen to get.
    const swapped = text.replace(/(\(node\d+\))(\s*)(\d+ 0 R)(\s*)(\(node\d+\))(\s*)(\d+ 0 R)/, '$5$2$7$4$1$6$3');
    const merged = (pdf: Uint8Array) => Buffer.from(mergePdfs([{ ...printed('first'), pdf }], options).pdf);
    expect(swapped).not.toBe(text);
    expect(merged(Buffer.from(swapped, 'latin1')).equals(merged(fixture('first')))).toBe(true);
  });

  it('takes the first language and the title given', async () => {
    const { info } = (await (await openPdf(pdf)).getMetadata()) as { info: Record<string, unknown> };
    expect(info).toMatchObject({ Title: 'Both', Language: 'en', Producer: 'platen 0.1.0' });
  });
});

describe('finishing a single part', () => {
  it('keeps its title, outline and tags as they are, in fewer bytes', async () => {
    const pdf = mergePdfs([printed('first')], options).pdf;
    const document = await openPdf(pdf);
    expect(await readOutline(document)).toEqual([['First', 1, [['Last', 2]]]]);
    expect((await document.getMetadata()).info).toMatchObject({ Title: 'First' });
    expect(JSON.stringify(await readTags(document, 1))).toContain('["Document",["H1"');
    expect(await readMarked(document)).toBe(true);
    expect(pdf.length).toBeLessThan(fixture('first').length * 0.75);
    expect(await checkPdf(pdf)).toBe('');
  });

  it('writes no outline where none is wanted', async () => {
    const { pdf } = mergePdfs([{ ...printed('first'), title: 'Title' }], { ...options, outline: false });
    expect(await (await openPdf(pdf)).getOutline()).toBeNull();
  });

  it('writes metadata that is given, escaped, as properties and as XMP', async () => {
    const title = 'A ) >> /OpenAction <</S /JavaScript>> (\\ <b>&amp; Ü 中';
    const metadata = {
      title,
      author: 'Ä',
      subject: 's',
      keywords: 'k',
      creator: 'c',
      created: '2024-05-06T07:08:09+02:00',
    };
    const { pdf } = mergePdfs([printed('first')], { ...options, metadata });
    const read = await (await openPdf(pdf)).getMetadata();
    expect(read.info).toMatchObject({ Title: title, Author: 'Ä', Subject: 's', Keywords: 'k', Creator: 'c' });
    expect(read.info).toMatchObject({ CreationDate: "D:20240506070809+02'00'" });
    expect(read.metadata.get('dc:title')).toBe(title);
    expect(read.metadata.get('xmp:createdate')).toBe('2024-05-06T07:08:09+02:00');
    expect(await checkPdf(pdf)).toBe('');
  });

  it('takes the identifier from the content', () => {
    const id = (pdf: Uint8Array) => /\/ID\[<(\w+)>/.exec(Buffer.from(pdf).toString('latin1'))?.[1];
    const first = id(mergePdfs([printed('first')], options).pdf);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(id(mergePdfs([printed('first')], options).pdf)).toBe(first);
    expect(id(mergePdfs([printed('second')], options).pdf)).not.toBe(first);
  });
});

describe('fitting pages to their sizes', () => {
  it('moves links and destinations along with the content', async () => {
    const at = firstMore(1);
    const pdf = buildPages(1, {
      catalog: `/Dests <</far [4 0 R /XYZ 200 50 0]>> /Outlines ${at + 1} 0 R`,
      page: () => `/MediaBox [0 0 400.08 100.08] /Annots [${at} 0 R]`,
      more: [
        '<</Type /Annot /Subtype /Link /Rect [100 0.08 400 50.08] /A <</S /URI /URI (https://example.com/)>>>>',
        `<</First ${at + 2} 0 R /Last ${at + 2} 0 R /Count 1>>`,
        `<</Title (far) /Parent ${at + 1} 0 R /Dest [4 0 R /XYZ 200 50.08 0]>>`,
      ],
    });
    // 534 pixels across and 133.4 down, of which Chromium paints 133.
    const size = { width: 400.5, height: 100.05 };
    const merged = mergePdfs([{ pdf, foreign: false, sizes: [size] }], options).pdf;
    expect(measurePages({ pdf, foreign: false, sizes: [size] })[0]?.height).toBeCloseTo(100.05, 3);
    const text = await unfoldPdf(merged);
    expect(text).toMatch(/\n1 0 0 1\.003008 0 -0\.300\d* cm\n/);
    expect(text).toMatch(/\/Rect \[ 100 -0?\.221 400 49\.93 \]/);
    expect(text).toMatch(/\/XYZ 200 49\.93 0/);
  });
});

describe('drawing stamps', () => {
  it('draws one over each page', async () => {
    const { pdf } = mergePdfs([printed('first'), printed('second')], {
      ...options,
      stamps: [{ pdf: fixture('stamps'), origin: 'https://stamps.invalid/' }],
    });
    const texts = await readTexts(await openPdf(pdf));
    expect(texts.map((text) => /Stamp \d/.exec(text)?.[0])).toEqual(['Stamp 1', 'Stamp 2', 'Stamp 3', 'Stamp 4']);
    expect(texts[0]).toContain('own place');
    expect(await checkPdf(pdf)).toBe('');
  });

  it('stands upright on pages that are turned', async () => {
    const stamp = buildPages(4, { text: 'Stamp' });
    const pages = buildPages(4, { page: (index) => `/Rotate ${index * 90}` });
    const { pdf } = mergePdfs([user(pages)], {
      ...options,
      stamps: [{ pdf: stamp, origin: 'https://stamps.invalid/' }],
    });
    const document = await openPdf(pdf);
    for (let number = 1; number <= 4; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const item = items.find((item) => 'str' in item && item.str.startsWith('Stamp'));
      const [a = 0, b = 0] = (item as { transform: number[] }).transform;
      const turn = ((Math.round(Math.atan2(b, a) / (Math.PI / 2)) * 90 + 360) % 360) as number;
      // Text that is turned against the clock by as much as the viewer turns the page with it.
      expect(turn).toBe(page.rotate);
    }
  });

  it('draws over a page whose content breaks off', async () => {
    const packed = deflateSync(
      `q 0 0 1 1 re W n BT (${Array.from({ length: 2000 }, (_, index) => index * index)}) Tj ET Q`,
    );
    const broken = buildPdf([
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 100]>>',
      '<</Type /Page /Parent 2 0 R /Contents 4 0 R /Resources <<>>>>',
      { dict: '/Filter /FlateDecode', data: packed.subarray(0, -900) },
    ]);
    const stamps = [{ pdf: buildPages(1, { text: 'Stamp' }), origin: 'https://stamps.invalid/' }];
    const { pdf } = mergePdfs([user(broken)], { ...options, stamps });
    expect((await readTexts(await openPdf(pdf))).join()).toMatch(/Stamp 1/);
  });

  it('refuses another number of stamps', () => {
    expect(() =>
      mergePdfs([printed('first')], {
        ...options,
        stamps: [{ pdf: fixture('stamps'), origin: 'https://stamps.invalid/' }],
      }),
    ).toThrow(RangeError);
  });
});

describe('keeping what users made', () => {
  it('keeps sizes, boxes and rotation', async () => {
    const pdf = buildPages(2, { page: (index) => `/Rotate ${index * 90} /CropBox [10 10 110 60]` });
    const page = await (await openPdf(mergePdfs([user(pdf)], options).pdf)).getPage(2);
    expect(page.view).toEqual([10, 10, 110, 60]);
    expect(page.rotate).toBe(90);
  });

  it('keeps only the pages in the ranges, and what leads to them', async () => {
    const at = firstMore(4);
    const pdf = buildPages(4, {
      catalog: `/Dests <</one [4 0 R /Fit] /three [8 0 R /Fit]>> /Outlines ${at} 0 R`,
      page: (index) => (index === 2 ? `/Annots [${at + 3} 0 R ${at + 4} 0 R]` : ''),
      more: [
        `<</First ${at + 1} 0 R /Last ${at + 2} 0 R /Count 2>>`,
        `<</Title (One) /Parent ${at} 0 R /Dest /one /Next ${at + 2} 0 R>>`,
        `<</Title (Three) /Parent ${at} 0 R /A <</S /GoTo /D /three>> /Prev ${at + 1} 0 R>>`,
        '<</Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] /Dest /one>>',
        '<</Subtype /Link /Rect [0 0 9 9] /Dest /three>>',
      ],
    });
    const merged = mergePdfs([user(pdf, { pageRanges: '2-3, 3, 9-' })], options);
    const document = await openPdf(merged.pdf);
    expect(merged.pages).toBe(2);
    expect(await readTexts(document)).toEqual(['Page 2', 'Page 3']);
    expect(await readOutline(document)).toEqual([['Three', 2]]);
    expect(await readAnnotations(document, 2)).toHaveLength(1);
    expect(await checkPdf(merged.pdf)).toBe('');
    // Nothing of the other pages is in the file.
    expect(await unfoldPdf(merged.pdf)).not.toMatch(/Page 1|Page 4/);
  });

  it('keeps the tags of the pages in the ranges only', async () => {
    const { pdf } = mergePdfs([user(fixture('first'), { pageRanges: '2' })], options);
    const document = await openPdf(pdf);
    expect(await readTags(document, 1)).toEqual(['Root', ['Document', ['H2', ['NonStruct']]]]);
    expect(await unfoldPdf(pdf)).not.toContain('/TH');
    expect(await checkPdf(pdf)).toBe('');
  });

  it('joins page labels, and counts on where there are none', async () => {
    const roman = buildPages(3, { catalog: '/PageLabels <</Nums [0 <</S /r>> 2 <</S /D /P (A-) /St 7>>]>>' });
    const { pdf } = mergePdfs([user(roman), user(buildPages(2)), user(roman, { pageRanges: '2-3' })], options);
    expect(await (await openPdf(pdf)).getPageLabels()).toEqual(['i', 'ii', 'A-7', '4', '5', 'ii', 'A-7']);
  });

  it('keeps form fields with their values under their own names', async () => {
    const at = firstMore(1);
    const pdf = buildPages(1, {
      catalog: `/AcroForm <</Fields [${at} 0 R] /DA (/Helv 9 Tf) /DR <</Font <</Helv 3 0 R>>>>>>`,
      page: () => `/Annots [${at} 0 R]`,
      more: [
        `<</Subtype /Widget /FT /Tx /T (name) /V (value) /Rect [0 0 9 9] /P 4 0 R /AA <</K <</S /JavaScript /JS (x)>>>>>>`,
      ],
    });
    const other = buildPages(1, { catalog: '/AcroForm <</Fields [] /XFA (x)>>' });
    const merged = mergePdfs([user(pdf), user(pdf), user(other)], options);
    const document = await openPdf(merged.pdf);
    expect([...((await document.getFieldObjects()) as unknown as Map<string, unknown>).keys()]).toEqual([
      'name',
      'name_2',
    ]);
    expect((await readAnnotations(document, 2))[0]).toMatchObject({ fieldName: 'name_2', fieldValue: 'value' });
    expect(await unfoldPdf(merged.pdf)).not.toMatch(/JavaScript|\/AA|XFA/);
    expect(await checkPdf(merged.pdf)).toBe('');
  });

  it('keeps form fields that stand on pages and that the form does not list', async () => {
    const at = firstMore(1);
    const pdf = buildPages(1, {
      catalog: '/AcroForm <</Fields [] /DA (/Helv 9 Tf) /DR <</Font <</Helv 3 0 R>>>>>>',
      page: () => `/Annots [${at} 0 R ${at + 1} 0 R ${at + 2} 0 R]`,
      more: [
        '<</Subtype /Widget /FT /Tx /T (alone) /V (value) /Rect [0 0 9 9]>>',
        `<</Subtype /Widget /FT /Tx /T (it) /Parent ${at + 3} 0 R /Rect [0 0 9 9]>>`,
        '<</Subtype /Widget /FT /Sig /T (Ada) /V <</Contents <00>>> /Rect [0 0 9 9]>>',
        `<</T (over) /Kids [${at + 1} 0 R]>>`,
      ],
    });
    const merged = mergePdfs([user(pdf), user(buildPages(1))], options);
    const fields = (await (await openPdf(merged.pdf)).getFieldObjects()) as unknown as Map<string, unknown>;
    expect([...fields.keys()]).toEqual(['alone', 'over', 'over.it', 'Ada']);
    expect(merged.warnings.map(({ code }) => code)).toEqual(['signature_dropped']);
    expect(await checkPdf(merged.pdf)).toBe('');
  });

  it('keeps layers shown or hidden', async () => {
    const at = firstMore(1);
    const layered = (state: string) =>
      buildPages(1, {
        catalog: `/OCProperties <</OCGs [${at} 0 R] /D <<${state}>>>>`,
        more: [`<</Type /OCG /Name (Layer)>>`],
      });
    const { pdf } = mergePdfs(
      [user(layered(`/OFF [${at} 0 R]`)), user(layered('')), user(layered('/BaseState /OFF'))],
      options,
    );
    const config = await (await openPdf(pdf)).getOptionalContentConfig();
    expect([...config].map(([, group]) => group.visible)).toEqual([false, true, false]);
  });

  it('tells equal layers of two parts apart', async () => {
    const at = firstMore(1);
    const pdf = buildPages(1, {
      catalog: `/OCProperties <</OCGs [${at} 0 R] /D <</OFF [${at} 0 R]>>>>`,
      more: ['<</Type /OCG /Name (Layer)>>'],
    });
    const merged = await unfoldPdf(mergePdfs([user(pdf), user(pdf)], options).pdf);
    const layers = merged.match(/<<(?:(?!>>)[\s\S])*\/OCG\b[^s][\s\S]*?>>/g) ?? [];
    expect(layers).toHaveLength(2);
    expect(new Set(layers).size).toBe(2);
  });

  it('selects no button of a group whose selected button is left out', async () => {
    const at = firstMore(2);
    const button = (state: string) =>
      `<</Parent ${at} 0 R /Subtype /Widget /AS /${state} /Rect [0 0 9 9] /AP <</N <</${state} ${at + 3} 0 R>>>>>>`;
    const pdf = buildPages(2, {
      catalog: `/AcroForm <</Fields [${at} 0 R]>>`,
      page: (index) => `/Annots [${at + 1 + index} 0 R]`,
      more: [
        `<</FT /Btn /Ff 49152 /T (size) /V /B /Kids [${at + 1} 0 R ${at + 2} 0 R] /Opt [(small) (large)]>>`,
        button('A'),
        button('B'),
        { dict: '/Type /XObject /Subtype /Form /BBox [0 0 9 9]', data: '0 0 9 9 re f' },
      ],
    });
    const keep = async (pageRanges: string) => unfoldPdf(mergePdfs([user(pdf, { pageRanges })], options).pdf);
    const first = await keep('1');
    expect(first).toMatch(/\/V \/Off/);
    expect(first).toContain('(small)');
    expect(first).not.toContain('(large)');
    expect(await keep('2')).toMatch(/\/V \/B/);
    expect(await keep('1-2')).toMatch(/\(small\)\s+\(large\)[\s\S]*\/V \/B/);
  });

  it('mixes tagged and untagged parts', async () => {
    const { pdf, warnings } = mergePdfs([user(buildPages(1)), printed('first')], options);
    expect(warnings.filter(({ code }) => code === 'tags_missing')).toEqual([]);
    const document = await openPdf(pdf);
    expect(await readTags(document, 1)).toEqual(['Root']);
    expect(JSON.stringify(await readTags(document, 2))).toContain('"H1"');
    expect(await checkPdf(pdf)).toBe('');
  });

  describe('a PDF without tags beside parts with some', () => {
    const missing = (part: number) => ({
      part,
      code: 'tags_missing',
      detail: 'its page has no tags, and other parts of the document have',
    });
    const tagged = () =>
      user(
        buildPages(1, {
          catalog: `/StructTreeRoot ${firstMore(1)} 0 R`,
          page: () => '/StructParents 0',
          more: [
            `<</K ${firstMore(1) + 1} 0 R /ParentTree <</Nums [0 [${firstMore(1) + 1} 0 R]]>>>>`,
            `<</Type /StructElem /S /P /P ${firstMore(1)} 0 R /Pg 3 0 R /K 0>>`,
          ],
        }),
      );

    const warn = (parts: MergePart[], wantsTags = true) =>
      mergePdfs(parts, { ...options, wantsTags }).warnings.filter(({ code }) => code === 'tags_missing');

    it('is a warning if tags are asked for, or another PDF of a user has some', () => {
      expect(warn([user(buildPages(1)), printed('first')])).toEqual([missing(0)]);
      expect(warn([tagged(), user(buildPages(1))], false)).toEqual([missing(1)]);
    });

    it('is not reported if no part has tags, or all have', () => {
      expect(warn([user(buildPages(1)), user(buildPages(2))])).toEqual([]);
      expect(warn([tagged(), printed('first')])).toEqual([]);
    });
  });

  it('keeps the language of a tagged part beside parts of another one', async () => {
    const at = firstMore(1);
    const tagged = (language: string) =>
      buildPages(1, {
        catalog: `/Lang (${language}) /StructTreeRoot ${at} 0 R`,
        page: () => '/StructParents 0',
        more: [
          `<</K ${at + 1} 0 R /ParentTree <</Nums [0 [${at + 1} 0 R]]>>>>`,
          `<</S /P /P ${at} 0 R /Pg 4 0 R /K 0>>`,
        ],
      });
    const text = await unfoldPdf(mergePdfs([user(tagged('en')), user(tagged('de'))], options).pdf);
    expect(text.match(/\/Lang \(\w+\) \/P/g)).toEqual(['/Lang (en) /P', '/Lang (de) /P']);
  });

  it('gives roles and classes of the same name that mean different things different names', async () => {
    const tagged = (role: string) => {
      const at = firstMore(1);
      return buildPages(1, {
        catalog: `/MarkInfo <</Marked true>> /StructTreeRoot ${at} 0 R`,
        page: () => '/StructParents 7',
        more: [
          `<</Type /StructTreeRoot /K ${at + 1} 0 R /RoleMap <</Mine /${role}>> /ClassMap <</Big <</O /Layout>>>> /ParentTree <</Nums [7 [${at + 1} 0 R]]>> /IDTree <</Names [(id) ${at + 1} 0 R]>>>>`,
          `<</Type /StructElem /S /Mine /C /Big /ID (id) /P ${at} 0 R /Pg 4 0 R /K 0>>`,
        ],
      });
    };
    const { pdf } = mergePdfs([user(tagged('H1')), user(tagged('H2')), user(tagged('H1'))], options);
    const text = await unfoldPdf(pdf);
    expect(text).toMatch(/\/RoleMap\s*<<\s*\/Mine \/H1\s*\/Mine-2 \/H2\s*>>/);
    expect(text.match(/\/S \/Mine\b(?!-)/g)).toHaveLength(2);
    expect(text.match(/\/S \/Mine-2/g)).toHaveLength(1);
    expect(text).toMatch(/\(id\)[\s\S]*\(id-2\)[\s\S]*\(id-3\)/);
    expect(await checkPdf(pdf)).toBe('');
  });
});

describe('dropping what is active', () => {
  const at = firstMore(2);
  const script = '<</S /JavaScript /JS (app.alert\\(1\\))>>';
  const hostile = buildPages(2, {
    catalog: `/OpenAction ${script} /AA <</WC ${script}>> /URI <</Base (http://x)>>
      /Names <</JavaScript <</Names [(a) ${script}]>> /EmbeddedFiles <</Names [(secret.exe) ${at} 0 R]>>>>
      /AcroForm <</Fields [${at + 6} 0 R] /XFA [(template) ${at + 1} 0 R] /CO [${at + 6} 0 R]>> /AF [${at} 0 R] /Collection <<>>`,
    page: (index) =>
      index > 0
        ? ''
        : `/AA <</O ${script}>> /AF [${at} 0 R] /PieceInfo <<>> /Annots [${[2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((i) => `${at + i} 0 R`).join(' ')}]`,
    more: [
      `<</Type /Filespec /F (secret.exe) /EF <</F ${at + 1} 0 R>>>>`,
      { dict: '/Type /EmbeddedFile', data: 'MZ-attached' },
      `<</Subtype /FileAttachment /Rect [0 0 9 9] /FS ${at} 0 R>>`,
      '<</Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] /A <</S /Launch /F (cmd.exe)>>>>',
      '<</Subtype /Link /Rect [0 0 9 9] /A <</S /URI /URI (https://example.com/ok) /Next <</S /Launch /F (cmd.exe)>>>>>>',
      '<</Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] /A <</S /GoToR /F (other.pdf) /D [0 /Fit]>>>>',
      `<</Subtype /Widget /FT /Btn /T (send) /Rect [0 0 9 9] /A <</S /SubmitForm /F (http://evil)>> /AA <</U ${script}>>>>`,
      '<</Subtype /RichMedia /Rect [0 0 9 9] /RichMediaContent <</Assets <<>>>>>>',
      '<</Subtype /Screen /Rect [0 0 9 9] /A <</S /Rendition /R <<>>>>>>',
      '<</Subtype /Link /Rect [0 0 9 9] /Border [0 0 0] /A <</S /URI /URI (java\\nscript:alert\\(1\\))>>>>',
      `<</Subtype /Text /Rect [0 0 9 9] /Contents (a note) /Popup ${at + 11} 0 R /A <</S /ImportData /F (x)>>>>`,
      `<</Subtype /Popup /Rect [0 0 9 9] /Parent ${at + 10} 0 R /A ${script}>>`,
    ],
  });

  it('keeps the pages, notes, fields and good links', async () => {
    const { pdf } = mergePdfs([user(hostile)], options);
    const document = await openPdf(pdf);
    expect(await readTexts(document)).toEqual(['Page 1', 'Page 2']);
    const annotations = await readAnnotations(document, 1);
    expect(annotations.map(({ subtype }) => subtype)).toEqual(['Link', 'Text', 'Widget', 'Popup']);
    expect(annotations[0]?.url).toBe('https://example.com/ok');
    expect(await checkPdf(pdf)).toBe('');
  });

  it('has no script, no launch, no submission, no media left', async () => {
    const { pdf } = mergePdfs([user(hostile), user(hostile)], options);
    const document = await openPdf(pdf);
    expect(await document.getJSActions()).toBeNull();
    // Attached files are data, which nothing opens by itself.
    expect([...((await document.getAttachments())?.keys() ?? [])]).toHaveLength(2);
    expect(await document.getOpenAction()).toBeNull();
    const traces =
      /JavaScript|app\.alert|OpenAction|\/AA\b|Launch|cmd\.exe|SubmitForm|evil|ImportData|XFA|RichMedia|Rendition|GoToR/;
    expect(await unfoldPdf(pdf)).not.toMatch(traces);
  });

  it('does not take the name of a font for something active', async () => {
    const pdf = buildPdf([
      '<</Type /Catalog /Pages 2 0 R>>',
      '<</Type /Pages /Kids [3 0 R] /Count 1>>',
      '<</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Resources <</Font <</JS 5 0 R /AA 5 0 R>>>>>>',
      { dict: '', data: 'BT /JS 12 Tf (one) Tj /AA 12 Tf (two) Tj ET' },
      '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    ]);
    const text = await unfoldPdf(mergePdfs([user(pdf)], options).pdf);
    expect(text).toMatch(/\/AA \d+ 0 R/);
    expect(text).toMatch(/\/JS \d+ 0 R/);
  });
});

describe('refusing', () => {
  it('names the part that is not a PDF', () => {
    expect(refuse([printed('first'), user(Buffer.from('hello'))])).toMatchObject({ code: 'pdf_invalid', part: 1 });
  });

  it('names the part whose damage shows only while it is written', () => {
    const broken = buildPages(1).toString('latin1').replace('/Type /Font', '/Type ((Font');
    const error = refuse([printed('first'), user(Buffer.from(broken, 'latin1')), printed('second')]);
    expect(error).toBeInstanceOf(MergeError);
    expect(error).toMatchObject({ code: 'pdf_invalid', part: 1 });
  });

  it('names the part with which the pages are too many', () => {
    const two = user(buildPages(2));
    expect(refuse([two, two, two], 5)).toMatchObject({ code: 'too_many_pages', part: 2 });
    expect(refuse([two, two], 4)).toBeUndefined();
  });

  it('refuses ranges without a page', () => {
    expect(refuse([user(buildPages(2), { pageRanges: '3-' })])).toMatchObject({
      code: 'invalid_request',
      part: 0,
      message: 'The PDF has 2 pages, and page_ranges "3-" names none of them.',
    });
  });

  it('refuses far more pages than a document may have, in time', () => {
    const kids = '3 0 R '.repeat(200_000);
    const pdf = buildPdf(['<</Type /Catalog /Pages 2 0 R>>', `<</Type /Pages /Kids [${kids}]>>`, '<</Type /Page>>']);
    expect(refuse([user(pdf)])).toMatchObject({ code: 'too_many_pages' });
  });
});

describe('measuring pages', () => {
  it('takes them as they are seen, without those that are not wanted', () => {
    const pdf = buildPages(4, { page: (index) => `/Rotate ${index * 90}` });
    expect(measurePages(user(pdf, { pageRanges: '2-3' }))).toEqual([
      { width: 100, height: 200 },
      { width: 200, height: 100 },
    ]);
  });

  it('counts them, whatever the tree says of itself', () => {
    expect(measurePages({ pdf: fixture('first'), foreign: true })).toHaveLength(2);
    const miscounted = Buffer.from(buildPages(3).toString('latin1').replace('/Count 3', '/Count 9'), 'latin1');
    expect(measurePages({ pdf: miscounted, foreign: true })).toHaveLength(3);
  });

  it('refuses what is not a PDF', () => {
    expect(() => measurePages({ pdf: Buffer.from('x'), foreign: true })).toThrow(MergeError);
  });
});
