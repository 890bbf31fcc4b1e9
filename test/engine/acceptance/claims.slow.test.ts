import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect } from 'vitest';
import { openPdf, readAnnotations, readOutline, readTaggedText, readTexts } from '../../pdf/read-pdf.ts';
import { unfoldPdf } from '../../pdf/run-qpdf.ts';
import { TaggedFacts } from '../../pdf/tagging/tagged-pdf.ts';
import { drawPages } from '../draw-page.ts';
import { engine, test } from '../shared-engine.ts';

const everything = readFileSync(new URL('../../fixtures/html/everything.html', import.meta.url), 'utf8');
const xml = readFileSync(new URL('../../../examples/factur-x.xml', import.meta.url));
const printed = readFileSync(new URL('../../fixtures/pdf/first.pdf', import.meta.url));
const claims = { accessible: { conformance: ['pdf/ua-1'] }, archive: { e_invoice: { base64: xml } } };

const render = async (parts: unknown, pdf?: object) =>
  (await engine.render({ parts, ...(pdf && { pdf }) } as never, { account: 'test' })).pdf;

/** What nobody may lose by a claim: the pixels, the words, where links lead, and the outline. */
async function read(pdf: Uint8Array) {
  const document = await openPdf(pdf);
  const links = async (_: unknown, index: number) =>
    (await readAnnotations(document, index + 1)).map(({ url, dest }) => url ?? dest);
  const texts = await readTexts(document);
  return {
    pixels: (await drawPages(pdf, 1)).map((page) => page.toString('base64')),
    texts,
    links: await Promise.all(texts.map(links)),
    outline: await readOutline(document),
  };
}

describe('a page of everything', () => {
  const parts = [{ html: everything }];
  let plain: Uint8Array;
  let shown: Awaited<ReturnType<typeof read>>;
  let claimed: Record<keyof typeof claims, Uint8Array>;
  beforeAll(async () => {
    plain = await render(parts);
    shown = await read(plain);
    claimed = { accessible: await render(parts, claims.accessible), archive: await render(parts, claims.archive) };
  });

  test.each(['accessible', 'archive'] as const)('loses nothing as %s, and is the same each time', async (name) => {
    expect(await read(claimed[name])).toEqual(shown);
    expect(Buffer.compare(claimed[name], await render(parts, claims[name]))).toBe(0);
  });

  test('says of each link what it is where it is accessible', () => {
    const facts = new TaggedFacts(claimed.accessible);
    expect(facts.find('Link').length).toBeGreaterThan(5);
    expect(facts.describeLinks()).toContain('linked picture');
    expect(facts.describeLinks()).toContain('https://example.com/hidden');
    expect(facts.describeLinks()).toContain('on every page');
  });

  test('holds the XML of an invoice as it was given, and is little larger', async () => {
    const files = await (await openPdf(claimed.archive)).getAttachments();
    expect(files?.get('factur-x.xml')).toMatchObject({ description: 'The invoice as XML, profile EN 16931' });
    expect(await unfoldPdf(claimed.archive)).toContain(xml.toString('utf8'));
    expect(claimed.archive.length - plain.length).toBeLessThan(12 * 1024);
  });
});

test('HTML and a PDF lose nothing as one archive, which is the same each time', async () => {
  const parts = [{ html: '<h1>First</h1><a href="https://example.com/">x</a>' }, { pdf: printed, title: 'A PDF' }];
  const claimed = await render(parts, claims.archive);
  expect(await read(claimed)).toEqual(await read(await render(parts)));
  expect(Buffer.compare(claimed, await render(parts, claims.archive))).toBe(0);
});

describe('what an accessible document reads out', () => {
  const readOut = async (body: string, page = 1) => {
    const html = `<!doctype html><html lang="en"><title>Text</title>${body}`;
    return readTaggedText(await openPdf(await render({ html }, claims.accessible)), page);
  };

  test('has the texts that its styles make, where they stand', async () => {
    const text = await readOut(`<style>
      h1 { counter-increment: chapter } h1::before { content: "Chapter " counter(chapter) ": " }
      .note::before { content: "Note"; display: block } .note::after { content: "End of it"; display: block }
      .euro::after { content: " EUR" } .half::before { content: "Half. "; opacity: 0.5 } .side::before { content: "Aside"; float: right }
      .turned { rotate: 90deg; width: 200px; margin: 100px 0 } .turned::after { content: " turned" }
      .long { width: 200px } .long::before { content: "A text that is as long as it must be to stand in several lines. " }
      .empty::before { content: "empty" }
      .hebrew { direction: rtl } .hebrew::before { content: "\u05d0 " }
    </style><h1>Start</h1><p class="note">Be careful.</p><p>He said <q>yes</q>.</p>
    <table><tr><th>Net<th>Gross<tr><td class="euro">42<td class="euro">50</table><p class="half">Full.<p class="side">Beside.<p class="turned">It is
    <p class="long">Text.<p>Not <span class="empty"></span> here.<p class="hebrew">\u05d1`);
    expect(text).toEqual([
      ['H1', 'Chapter', '1', ':', 'Start'],
      ...['Note', 'Be careful.', 'End of it'],
      ['P', 'He said', '“', 'yes', '”', '.'],
      ['Table', ['TR', ['TH', 'Net'], ['TH', 'Gross']], ['TR', ['TD', '42', 'EUR'], ['TD', '50', 'EUR']]],
      ['P', 'Half.', 'Full.'],
      ['P', 'Beside.', 'Aside'],
      ['P', 'It is', 'turned'],
      ['P', 'A text that is as long as it must', 'be to stand in several lines.', 'Text.'],
      ['P', 'Not', 'empty', 'here.'],
      ['P', '\u05d0', '\u05d1'],
    ]);
  });

  test('has what fields and frames show', async () => {
    const text = await readOut(`<p>Before.</p><select aria-label="Country"><option>France<option selected>Spain</select>
      <input placeholder="Name" aria-label="Name"><iframe srcdoc="<p>Terms</p>"></iframe><p>After.`);
    expect(text).toEqual([['P', 'Before.'], 'Spain', ['Form', 'Name'], 'Terms', ['P', 'After.']]);
  });

  test('has the text of links that styles alone write, in the order of the line', async () => {
    const text = await readOut(`<style>a::before { content: target-text(attr(href)) }
      a::after { content: target-counter(attr(href), page); float: right }</style>
      <ul><li><a href="#a"></a><li><a href="#b"></a></ul><h1 id="a">Start</h1><h1 id="b">End</h1>`);
    expect(text).toEqual([
      ['L', ['LI', ['LBody', ['Link', 'Start', '1']]], ['LI', ['LBody', ['Link', 'End', '1']]]],
      ['H1', 'Start'],
      ['H1', 'End'],
    ]);
  });

  test('lacks what only decorates, and what stands on every page', async () => {
    const text = await readOut(`<style>
      @page { @top-center { content: "Each page" } }
      .mark::before { content: "▸ " / "" } .plain::before { content: "→ " }
      .contents::after { content: leader(".") target-counter(attr(href), page) }
    </style><p class="mark">Marked.<p class="plain">Plain.<a class="contents" href="#end">End</a><p id="end">Last.`);
    expect(text).toEqual([
      ['P', 'Marked.'],
      ['P', '→', 'Plain.', ['Link', 'End', expect.stringMatching(/^\.+1$/)]],
      ['P', 'Last.'],
    ]);
  });

  test('lacks what is hidden from readers, however it is written', async () => {
    const text = await readOut(`<style>b { text-transform: uppercase } b::after { content: " →" }</style>
      <p>One <b aria-hidden="true">hidden <i>twice</i></b> two.<p aria-hidden="true">${'Many words. '.repeat(40)}<p>Last.`);
    expect(JSON.stringify(text)).not.toMatch(/hidden|twice|many|→/i);
    expect(JSON.stringify(text)).toMatch(/One.*two\..*Last\./);
  });

  test('has the text of a page that shows nothing else', async () => {
    const style = '<style>.cover { break-after: page } .cover::before { content: "A cover" }</style>';
    expect(await readOut(`${style}<div class="cover"></div><p>Text.`)).toEqual([['P', 'A cover']]);
    expect(await readOut(`${style}<p>Text.<div style="break-before: page" class="cover"></div>`, 2)).toEqual([
      ['P', 'A cover'],
    ]);
  });

  test('says what stands for a text, and nothing of a leader', async () => {
    const html = `<!doctype html><html lang="en"><title>Text</title><style>.a::before { content: "★★" / "Two stars" }
      .b::after { content: leader(".") "7" }</style><p class="a">Rated.<p id="b"><a class="b" href="#b">Title</a>`;
    const pdf = await render({ html }, claims.accessible);
    expect(new TaggedFacts(pdf).describeLinks()).toEqual(['Title 7', 'Title 7']);
    const text = await unfoldPdf(pdf);
    expect([...text.matchAll(/MCID \d+ \/Alt ([<(].*?[>)])/g)].map(([, alternative]) => alternative)).toEqual([
      '<54776f207374617273>',
      '<37>',
    ]);
  });
});
