import { describe, expect, it } from 'vitest';
import { type FieldValue, MergeError, mergePdfs, readDocumentFacts } from '../../../src/pdf/index.ts';
import { drawFirstPage, extractTexts } from '../../engine/draw-page.ts';
import { openPdf, readTexts } from '../read-pdf.ts';
import { checkPdf, unfoldPdf } from '../run-qpdf.ts';
import { buildForm, type TestField } from './build-form.ts';
import { faces } from './faces.ts';

const options = { outline: true, producer: 'platen 0.1.0', fieldFaces: faces };

function fill(pdf: Uint8Array, values: Record<string, FieldValue>, flatten = false) {
  return mergePdfs([{ pdf, foreign: true, form: { values, flatten } }], options);
}

const text = (name: string, entries = ''): TestField => ({ entries: `/FT /Tx /T (${name}) ${entries}` });

const state = '<</N <</On 4 0 R /Off 4 0 R>>>>';

function readFields(pdf: Uint8Array): Record<string, unknown> {
  return Object.fromEntries(readDocumentFacts(pdf).fields.map(({ name, value }) => [name, value]));
}

/** The texts of a page with their places, as pdf.js finds them. */
async function locate(pdf: Uint8Array): Promise<{ text: string; x: number; y: number; size: number }[]> {
  const page = await (await openPdf(pdf)).getPage(1);
  const { items } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [a = 0, b = 0, , , x = 0, y = 0] = item.transform as number[];
    return [{ text: item.str, x: Math.round(x), y: Math.round(y), size: Math.round(Math.hypot(a, b) * 10) / 10 }];
  });
}

/** What a fill is refused with, by field. */
function refusal(pdf: Uint8Array, values: Record<string, FieldValue>): Record<string, string> {
  try {
    fill(pdf, values);
  } catch (error) {
    if (error instanceof MergeError) return Object.fromEntries(error.fields.map(({ name, detail }) => [name, detail]));
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('filling the fields of a form', () => {
  it('sets texts that viewers show without drawing them again', async () => {
    const { pdf } = fill(buildForm([text('name')], { form: '/NeedAppearances true' }), { name: 'Zoë' });
    expect(readFields(pdf)).toEqual({ name: 'Zoë' });
    expect(Buffer.from(pdf).includes('NeedAppearances')).toBe(false);
    expect(await checkPdf(pdf)).toBe('');
    const [page] = await extractTexts(fill(buildForm([text('name')]), { name: 'Zoë' }, true).pdf);
    expect(page).toContain('Zoë');
  });

  it('keeps the fields that are not named', () => {
    const { pdf } = fill(buildForm([text('a', '/V (old)'), text('b', '/V (old)')]), { b: 'new' });
    expect(readFields(pdf)).toEqual({ a: 'old', b: 'new' });
  });

  it('aligns text as the field says, or as a field above it does', async () => {
    const fields = [text('left'), text('center', '/Q 1'), text('right', '/Q 2')];
    const places = await locate(fill(buildForm(fields), { left: 'A', center: 'B', right: 'C' }, true).pdf);
    const x = Object.fromEntries(places.map((place) => [place.text, place.x]));
    expect(x).toMatchObject({ A: 12, B: 56 });
    expect(x.C).toBeGreaterThan(97);
  });

  it('breaks a text of several lines at spaces, and keeps its line ends', async () => {
    const field = { ...text('note', '/Ff 4096'), rect: '10 10 90 90' };
    const { pdf } = fill(buildForm([field]), { note: 'one\ntwo words that need three lines' }, true);
    const lines = (await locate(pdf)).filter(({ text: line }) => !line.startsWith('Page'));
    expect(lines.map(({ text: line }) => line)).toEqual(['one', 'two words', 'that need', 'three lines']);
    expect(new Set(lines.map(({ x }) => x))).toEqual(new Set([12]));
  });

  it('puts each character of a comb into its cell', async () => {
    const { pdf } = fill(buildForm([text('code', '/Ff 16777216 /MaxLen 4')]), { code: 'ABC' }, true);
    const places = (await locate(pdf)).filter(({ text: shown }) => 'ABC'.includes(shown));
    expect(places.map(({ x }) => Math.floor((x - 10) / 25))).toEqual([0, 1, 2]);
  });

  it('chooses a size that fits if the field says none', async () => {
    const fields = [{ ...text('wide', '/DA (/Helv 0 Tf)'), rect: '10 10 110 30' }];
    const sizes = async (value: string) => {
      const places = await locate(fill(buildForm(fields), { wide: value }, true).pdf);
      return places.find(({ text: shown }) => value.startsWith(shown))?.size ?? 0;
    };
    expect(await sizes('Ada')).toBeGreaterThan(14);
    expect(await sizes('A name that is longer')).toBeLessThan(11);
  });

  it('turns text with its widget', async () => {
    const field = { ...text('up', '/MK <</R 90>>'), rect: '10 10 30 90' };
    const page = await (await openPdf(fill(buildForm([field]), { up: 'Up' }, true).pdf)).getPage(1);
    const { items } = await page.getTextContent();
    const up = items.find((item) => 'str' in item && item.str === 'Up');
    expect(up && 'transform' in up && up.transform.slice(0, 4).map(Math.round)).toEqual([0, 12, -12, 0]);
  });

  it('draws the background and the border of the field', async () => {
    const field = { ...text('name', '/MK <</BG [1 0 0] /BC [0 0 1]>> /BS <</W 4>>'), rect: '10 10 110 50' };
    const { data, width } = await drawFirstPage(fill(buildForm([field]), { name: '' }, true).pdf, 1);
    const colour = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
    expect([colour(60, 70), colour(12, 70)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ]);
  });

  it('draws characters that the own font lacks with a bundled font, in the order in which they are read', async () => {
    const { pdf } = fill(buildForm([text('a'), text('b'), text('c')]), { a: 'Привет', b: 'שלום (1)', c: 'سلام' }, true);
    const page = (await readTexts(await openPdf(pdf))).join(' ');
    expect(page).toContain('Привет');
    const [drawn] = await extractTexts(pdf);
    for (const word of ['Привет', 'שלום']) expect(drawn).toContain(word);
    expect(drawn?.normalize('NFKC')).toMatch(/سلام/);
    const fonts = readDocumentFacts(pdf).fonts.filter(({ embedded }) => embedded);
    expect(fonts.map(({ name }) => name)).toEqual(['Arimo-Regular', 'NotoNaskhArabic-Regular']);
  });

  it('selects check boxes and radio buttons by the names of their states', () => {
    const box = { entries: `/FT /Btn /T (ok) /AP ${state}` };
    const none = { entries: '/FT /Btn /T (new)' };
    expect(readFields(fill(buildForm([box, none]), { ok: true, new: 'yes' }).pdf)).toEqual({ ok: 'On', new: 'Yes' });
    expect(readFields(fill(buildForm([box]), { ok: 'On' }).pdf)).toEqual({ ok: 'On' });
    expect(readFields(fill(buildForm([box]), { ok: false }).pdf)).toEqual({ ok: 'Off' });
    const radio = { entries: `/FT /Btn /Ff 32768 /T (r) /AP ${state}` };
    expect(readFields(fill(buildForm([radio]), { r: 'On' }).pdf)).toEqual({ r: 'On' });
    expect(refusal(buildForm([radio]), { r: 'other' })).toEqual({
      r: 'it is a group of radio buttons, and takes "On", "false", not "other"',
    });
  });

  it('gives buttons without an appearance one for the value that they have', async () => {
    const box = { entries: '/FT /Btn /T (ok) /V /Agreed /MK <</BC [0]>>' };
    const { pdf } = fill(buildForm([box, text('a')]), { a: 'x' });
    expect(readDocumentFacts(pdf).fields.find(({ name }) => name === 'ok')).toMatchObject({
      value: 'Agreed',
      choices: ['Agreed'],
    });
    const { data, width } = await drawFirstPage(fill(buildForm([box]), {}, true).pdf, 1);
    const dark = [...Array(20).keys()].some((x) => (data[(80 * width + 50 + x) * 4] ?? 255) < 100);
    expect(dark).toBe(true);
  });

  it('does not draw more cells than can be read', () => {
    const form = buildForm([text('code', '/Ff 16777216 /MaxLen 2000000000 /MK <</BC [0]>>')]);
    expect(fill(form, { code: 'ABC' }).pdf.length).toBeLessThan(10_000);
  });

  it('sets a long text of few lines within the time of a test', () => {
    const field = { ...text('note', '/Ff 4096 /DA (/Helv 0 Tf)'), rect: '0 0 1000000 50' };
    const { pdf } = fill(buildForm([field]), { note: 'word '.repeat(6000) });
    expect(readDocumentFacts(pdf).fields).toHaveLength(1);
  });

  it('selects choices by their value or by what is shown, and several in a list', () => {
    const combo = { entries: '/FT /Ch /Ff 131072 /T (c) /Opt [[(de) (Germany)] [(fr) (France)]]' };
    const list = { entries: '/FT /Ch /Ff 2097152 /T (l) /Opt [(x) (y) (z)]' };
    const free = { entries: '/FT /Ch /Ff 393216 /T (f) /Opt [(x)]' };
    const { pdf } = fill(buildForm([combo, list, free]), { c: 'France', l: ['z', 'x'], f: 'other' });
    expect(readFields(pdf)).toEqual({ c: 'fr', l: ['z', 'x'], f: 'other' });
    expect(refusal(buildForm([combo, list]), { c: 'Spain', l: 'w' })).toEqual({
      c: '"Spain" is not one of its choices: "de", "fr"',
      l: '"w" is not one of its choices: "x", "y", "z"',
    });
    expect(refusal(buildForm([combo]), { c: ['de', 'fr'] })).toEqual({ c: 'it takes one choice, not 2' });
  });

  it('shows a value in all widgets of a field', async () => {
    const widget = { entries: '/Parent 9 0 R', isListed: false };
    const parent = { entries: '/T (name) /FT /Tx /Kids [10 0 R 11 0 R]', isShown: false };
    const form = buildForm([parent, widget, { ...widget, rect: '10 50 110 70' }]);
    const { pdf } = fill(form, { name: 'Twice' }, true);
    const places = (await locate(pdf)).filter(({ text: shown }) => shown === 'Twice');
    expect(places.map(({ y }) => y).sort()).toEqual([16, 56]);
  });

  it('refuses what a field cannot have, all at once', () => {
    const form = buildForm([
      text('short', '/MaxLen 3'),
      text('line'),
      { entries: '/FT /Sig /T (signature)' },
      { entries: '/FT /Btn /Ff 65536 /T (send)' },
    ]);
    const values = { short: 'four', line: 'a\nb', signature: 'x', send: true, nme: 'x' };
    expect(refusal(form, values)).toEqual({
      short: 'it takes at most 3 characters, and the text has 4',
      line: 'it takes a single line, and the text has several',
      signature: 'it is a signature field, which takes no value',
      send: 'it is a button, which has no value',
      nme: 'the form has no such field',
    });
    expect(refusal(form, { line: true })).toEqual({ line: 'it is a text field, and takes a text, not true' });
    expect(refusal(form, { line: 'नमस्ते' }).line).toMatch(/^no bundled font for forms has "न"/);
  });

  it('refuses an XFA form, and values for a PDF without a form', () => {
    expect(refusal(buildForm([text('a')], { form: '/XFA (x)' }), { a: 'b' })).toEqual({
      '': 'its form is an XFA form: save it without XFA first',
    });
    expect(refusal(buildForm([]), { a: 'b' })).toEqual({ '': 'the PDF has no form fields' });
  });

  it('warns of a text that has no room', () => {
    const { warnings } = fill(buildForm([text('name')]), { name: 'A text that is much too long for its field' });
    expect(warnings).toEqual([
      { part: 0, code: 'field_overflow', detail: 'field name: the text is longer than the field' },
    ]);
  });

  it('writes the same bytes for the same values', () => {
    const form = buildForm([text('a'), text('b')]);
    expect(fill(form, { a: 'Привет', b: 'x' }).pdf).toEqual(fill(form, { a: 'Привет', b: 'x' }).pdf);
  });
});

describe('flattening a form', () => {
  it('leaves no field and no form, and keeps links', () => {
    const link = { entries: '/A <</S /URI /URI (https://example.com/)>>', subtype: 'Link', isListed: false };
    const { pdf } = fill(buildForm([text('a'), link]), { a: 'x' }, true);
    const facts = readDocumentFacts(pdf);
    expect(facts.fields).toEqual([]);
    expect(facts.links).toEqual([{ page: 1, url: 'https://example.com/' }]);
    expect(Buffer.from(pdf).includes('AcroForm')).toBe(false);
  });

  it('looks as the form does', async () => {
    const fields = [
      text('a', '/MK <</BC [1 0 0]>>'),
      { entries: '/FT /Btn /T (ok) /MK <</BC [0]>>', rect: '120 10 140 30' },
    ];
    const values = { a: 'Ada', ok: true };
    const [form, flat] = [fill(buildForm(fields), values).pdf, fill(buildForm(fields), values, true).pdf];
    expect((await drawFirstPage(flat, 2)).data).toEqual((await drawFirstPage(form, 2)).data);
  });

  it('does not draw hidden fields', async () => {
    const field = { ...text('a'), flags: 2 };
    const [page] = await extractTexts(fill(buildForm([field]), { a: 'secret' }, true).pdf);
    expect(page).not.toContain('secret');
  });

  it('leaves what is drawn in the layer of the field', async () => {
    const layer = { entries: '/Type /OCG /Name (layer)', isShown: false, isListed: false };
    const catalog = '/OCProperties <</OCGs [10 0 R] /D <</OFF [10 0 R]>>>>';
    const { pdf } = fill(buildForm([text('a', '/OC 10 0 R'), layer], { catalog }), { a: 'x' }, true);
    expect(await unfoldPdf(pdf)).toMatch(/\/OC \d+ 0 R/);
  });

  it.each([
    ['some', '/StructParents 0', '0 [] '],
    ['none', '', ''],
  ])('leaves the element of a field with what is drawn, on a page with %s', async (_what, parents, entries) => {
    const tree = `/StructTreeRoot <</K 11 0 R /ParentTree <</Nums [${entries}1 10 0 R]>>>> /MarkInfo <</Marked true>>`;
    const element = { isShown: false, isListed: false };
    const form = buildForm(
      [
        text('a', '/StructParent 1 /TU (Your name)'),
        { ...element, entries: '/S /Form /P 11 0 R /K <</Type /OBJR /Obj 9 0 R /Pg 4 0 R>>' },
        { ...element, entries: '/S /Document /K 10 0 R' },
      ],
      { catalog: tree, page: parents },
    );
    const { pdf } = fill(form, { a: 'Ada' }, true);
    const page = await (await openPdf(pdf)).getPage(1);
    const structure = JSON.stringify(await page.getStructTree());
    expect(structure).toContain('"role":"Form"');
    expect(structure).toContain('"type":"content"');
    expect(structure).not.toContain('"type":"annotation"');
    expect(await checkPdf(pdf)).toBe('');
  });

  it('fills fields of pages that are left out, too', () => {
    const { pdf } = mergePdfs(
      [{ pdf: buildForm([text('a')]), foreign: true, form: { values: { a: 'x' } }, pageRanges: '1' }],
      options,
    );
    expect(readFields(pdf)).toEqual({ a: 'x' });
  });
});
