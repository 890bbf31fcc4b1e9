import { describe, expect } from 'vitest';
import { randomFrom } from '../../../helpers/seeded-random.ts';
import { readPdf } from '../../read-pdf.ts';
import { readWritten, type Written } from '../../read-written.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

/** All that is written on each page, from top to bottom. */
async function readSorted(pdf: Uint8Array): Promise<Written[][]> {
  return (await readWritten(pdf)).map((page) => page.sort((a, b) => b.y - a.y || a.x - b.x));
}

async function render(html: string, options: object = {}) {
  const { pdf, warnings } = await renderParts(engine, { html }, options);
  return { pdf, written: await readSorted(pdf), warnings: warnings.map(({ detail }) => detail) };
}

/** A page of 300 by 300 points with 260 for content, whose lines are 20 points high. */
const style = (css = '') => `<!doctype html><html lang=en><title>Notes</title><style>
  @page { size: 300pt 300pt; margin: 20pt } body { margin: 0; font: 10pt/20pt Arial } p { margin: 0 }
  .n { float: footnote; font: 8pt/10pt Arial } ${css}</style>`;

const lines = (count: number, name = 'line') =>
  Array.from({ length: count }, (_, index) => `<p>${name} ${index + 1}</p>`).join('');

const textOf = (page: Written[] | undefined) => page?.map(({ text }) => text).join(' ') ?? '';

/** Looks whether each page has the notes of its calls, and its text above them. Gives the number of notes. */
function checkPages(written: Written[][]): number {
  const seen = new Set<number>();
  for (const page of written) {
    const notes = page.flatMap(({ text }) => [...text.matchAll(/note-(\d+)/g)].map(([, number]) => Number(number)));
    const calls = page.filter(({ size, text }) => size < 7 && /^\d+$/.test(text)).map(({ text }) => Number(text));
    expect(calls.sort((a, b) => a - b)).toEqual(notes);
    for (const number of notes) seen.add(number);
    const first = Math.max(...page.filter(({ text }) => /note-/.test(text)).map(({ y }) => y), 0);
    const body = page.filter(({ size }) => size === 10).map(({ y }) => y);
    expect(body.length).toBeGreaterThan(0);
    expect(Math.min(...body)).toBeGreaterThan(first);
  }
  return seen.size;
}

describe('a footnote', () => {
  test('stands at the foot of the page of its call, and both have its number', async () => {
    const { written, warnings } = await render(
      `${style()}<p>One<span class=n>First.</span> two<span class=n>Second.</span>`,
    );
    expect(warnings).toEqual([]);
    const [page] = written;
    expect(textOf(page)).toBe('1 2 One two 1. First. 2. Second.');
    const [one, two] = ['First.', 'Second.'].map((text) => page?.find((written) => written.text.endsWith(text)));
    // The line of the second ends at the lower margin; the first is one line above it, both at the left margin.
    expect(two?.y).toBeGreaterThan(20);
    expect(two?.y).toBeLessThan(26);
    expect(one?.y).toBeCloseTo((two?.y ?? 0) + 10, 0);
    expect(one?.x).toBe(two?.x);
  });

  test('moves the lines that it needs the room of to the next page', async () => {
    // Thirteen lines fit; the footnote and the space above it take the room of one.
    const { written } = await render(`${style()}<p>call<span class=n>Note.</span></p>${lines(12)}`);
    expect(written.map((page) => textOf(page))).toEqual([
      `1 call ${lines(11)
        .replace(/<\/?p>/g, ' ')
        .trim()
        .replace(/\s+/g, ' ')} 1. Note.`,
      'line 12',
    ]);
  });

  test('goes with its call where that has no room on the page with it', async () => {
    const note = `call<span class=n>${'Long note. '.repeat(40)}</span>`;
    const { written, warnings } = await render(`${style()}${lines(10)}<p>${note}</p>`);
    expect(textOf(written[0])).not.toContain('call');
    expect(textOf(written[1])).toMatch(/^1 call 1\. Long note\./);
    expect(warnings).toEqual([]);
  });

  test.each(['low, high', 'high, low'])(
    'of the higher of calls in texts beside each other has the room: %s',
    async (order) => {
      const texts = order.split(', ').map((name, index) => {
        const call = `<p>${name}<span class=n>note-${index + 1} ${'Long note. '.repeat(25)}</span></p>`;
        return `<section>${name === 'low' ? lines(9) + call : call + lines(9)}</section>`;
      });
      const { written, warnings } = await render(`${style('div { display: flex }')}<div>${texts.join('')}</div>`);
      expect(warnings).toEqual([]);
      expect(checkPages(written)).toBe(2);
      expect(textOf(written[0])).toContain('high');
    },
  );

  test('is on the page of its call wherever that is in a long text, and over nothing else', async () => {
    const random = randomFrom(7);
    const words = 'amber basalt cedar dahlia ember fjord garnet hazel indigo juniper'.split(' ');
    let count = 0;
    const write = (length: number): string =>
      Array.from({ length }, () => {
        const word = words[Math.trunc(random() * words.length)];
        if (random() > 0.04) return word;
        count += 1;
        const long = Array.from(
          { length: Math.trunc(random() * 25) },
          () => words[Math.trunc(random() * words.length)],
        );
        return `${word}<span class=n>note-${count} ${long.join(' ')}</span>`;
      }).join(' ');
    const css =
      'p, td { text-align: justify } .f { display: flex } h2 { break-after: avoid } blockquote { border-left: 3px solid }';
    const html = [
      `${style(css)}<h2>Text</h2><p>${write(250)}</p>`,
      `<table>${Array.from({ length: 12 }, () => `<tr><td>${write(6)}<td>${write(9)}`).join('')}</table>`,
      `<ul><li>${write(20)}<li>${write(30)}</ul><div class=f><div>${write(80)}</div><div>${write(90)}</div></div>`,
      `<blockquote>${write(120)}</blockquote><p>${write(200)}`,
    ].join('');
    const { pdf, written, warnings } = await render(html);
    expect(warnings).toEqual([]);
    expect(checkPages(written)).toBe(count);
    expect((await readPdf(pdf)).pages.length).toBeGreaterThan(5);
  });

  test.each([
    ['p:nth-child(40n) { break-before: page }', 30],
    ['main { columns: 2; border-top: 9pt solid; padding-top: 9pt }', 20],
  ])(
    'is there on each page of a long document, of which only a part is laid out at a time: %s',
    async (more, least) => {
      const texts = Array.from({ length: 150 }, (_, index) => {
        const note = `<i class=n>note-${index / 3 + 1} ${'more '.repeat(index % 17)}</i>`;
        return `<p>${'word '.repeat(5 + ((index * 7) % 30))}${index % 3 === 0 ? note : ''}</p>`;
      });
      const css = `p { margin: 4pt 0 } ${more}`;
      const { written, warnings } = await render(
        `${style(css)}<h1>Title</h1><p>Abstract.</p><main>${texts.join('')}</main>`,
      );
      expect(warnings).toEqual([]);
      expect(checkPages(written)).toBe(50);
      expect(written.length).toBeGreaterThan(least);
    },
  );

  test('looks as its rules say, and so do its call, its number and the area of the page', async () => {
    const css = `.n::footnote-call { content: "[" counter(footnote, lower-alpha) "]"; font-size: 10pt; vertical-align: baseline }
      .n::footnote-marker { content: counter(footnote, upper-roman) " - " } .n { margin-left: 5pt }
      @page { @footnote { border-top: 1pt solid; padding: 6pt 10pt; margin-top: 12pt } }`;
    const { written, warnings } = await render(`${style(css)}<p>x<span class=n>Note.</span>`);
    expect(warnings).toEqual([]);
    expect(textOf(written[0])).toBe('x [a] I - Note.');
    const note = written[0]?.find(({ text }) => text.includes('Note'));
    expect([Math.round(note?.x ?? 0), Math.round((note?.y ?? 0) - 6)]).toEqual([45, 22]);
  });

  test('has the call that one rule gives to several, however its selector is written', async () => {
    const css = ':is(.m, .n)::footnote-call, .o::footnote-call { content: "*"; font-size: 10pt }';
    const { written } = await render(`${style(css)}<p>a<i class=n>one</i> b<i class="n o">two</i>`);
    expect(textOf(written[0]).replaceAll(' ', '')).toBe('**ab1.one2.two');
  });

  test('is found in boxes of all kinds', async () => {
    const html = `${style('.g { display: grid }')}<p><button>a<i class=n>one</i></button> <b style="display: inline-block">b<i class=n>two</i></b></p>
      <div class=g><p>c<i class=n>three</i></div><pre>x\ny<i class=n>four</i></pre><p style="transform: rotate(0deg)">d<i class=n>five</i></p>
      <p style="position: relative; left: 9pt; width: 90%">e<i class=n>six</i></p><p class=n>seven</p>
      <aside style="position: absolute; left: 90pt; top: 150pt">f<i class=n>eight</i></aside>`;
    const { written, warnings } = await render(html);
    expect(warnings).toEqual([]);
    const notes = written[0]?.filter(({ size, y }) => size === 8 && y < 105) ?? [];
    expect(
      textOf(notes)
        .replace(/\d\. ?/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ).toBe('one two three four five six seven eight');
  });

  test('is asked for by an element alone, and by a rule for this medium', async () => {
    const css = '@media screen { .s { float: footnote } } @supports (float: footnote) { .p { float: footnote } }';
    const html = `${style(css)}<p>a<i style="float: footnote">own</i> b<i class=s>screen</i> c<i class=p>supported</i>`;
    expect(textOf((await render(html)).written[0])).toBe('1 2 a b screen c 1. own 2. supported');
  });

  test('has the number that the document gives it, or one of its page', async () => {
    const chapters = '<h1>A</h1><p>x<i class=n>one</i><h1>B</h1><p>x<i class=n>two</i>';
    const byChapter = await render(`${style('h1 { counter-reset: footnote; font-size: 10pt }')}${chapters}`);
    expect(textOf(byChapter.written[0])).toMatch(/1\. one 1\. two$/);
    const counted = await render(`${style('.n { counter-increment: footnote }')}${chapters}`);
    expect(textOf(counted.written[0])).toMatch(/1\. one 2\. two$/);
    const pages = '<p>x<i class=n>one</i> y<i class=n>two</i></p><p style="break-before: page">z<i class=n>three</i>';
    const byPage = await render(`${style('@page { counter-reset: footnote }')}${pages}`);
    expect(byPage.written.map((page) => textOf(page))).toEqual(['1 2 x y 1. one 2. two', '1 z 1. three']);
  });

  test('is not part of the text of a heading, its running title and its references', async () => {
    const css = `h1 { string-set: title content(); font-size: 10pt } @page { @top-left { content: string(title) } }
      a::after { content: target-text(attr(href)) }`;
    const html = `${style(css)}<a href="#h"></a><h1 id=h>Title<span class=n>Note.</span></h1>`;
    const { pdf, written } = await render(html, { outline: true });
    expect((await readPdf(pdf)).outline).toEqual(['Title']);
    expect(textOf(written[0])).toBe('Title Title 1 Title 1. Note.');
  });

  test('leaves no trace but itself', async () => {
    const html = `${style()}<p>x<span class=n>Note.</span>`;
    const { pdf } = await renderParts(engine, { html }, { tagged: false, outline: false });
    expect(Buffer.from(pdf).toString('latin1')).not.toContain('platen-place');
  });

  test('keeps a document conforming that was', async () => {
    const html = `${style('h1 { font-size: 10pt }')}<h1>H<i class=n>a</i></h1><p>x<i class=n>Note.</i>`;
    const request = { parts: { html }, pdf: { conformance: ['pdf/ua-1', 'pdf/a-2a'] } };
    const { pdf, warnings } = await engine.render(request as never, { account: 'test' });
    expect(Buffer.from(pdf).toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(warnings).toEqual([]);
  });
});

describe('a page that gives room to footnotes', () => {
  test('keeps a heading with its text, lines together that belong together, and what must not be divided', async () => {
    const css =
      'h2 { margin: 0; font-size: 10pt; break-after: avoid } .k { break-inside: avoid } p { orphans: 3; widows: 3 }';
    const call = '<p>call<span class=n>Note.</span></p>';
    const heading = await render(`${style(css)}${call}${lines(10)}<h2>Heading</h2><p>text`);
    expect(heading.written.map((page) => textOf(page).replace(/.*(line 10.*)/, '$1'))).toEqual([
      'line 10 1. Note.',
      'Heading text',
    ]);
    const kept = await render(`${style(css)}${call}${lines(10)}<div class=k>${lines(2, 'kept')}</div>`);
    expect(textOf(kept.written[1])).toBe('kept 1 kept 2');
    const rows = await render(`${style(css)}${call}${lines(10)}<table><tr><td>a<br>b<td>c</table>`);
    expect(textOf(rows.written[1])).toBe('a c b');
    const widows = await render(`${style(css)}${call}${lines(7)}<p>${['a', 'b', 'c', 'd', 'e'].join('<br>')}</p>`);
    expect(widows.written.map((page) => textOf(page).replace(/.*line 7 ?/, ''))).toEqual(['1. Note.', 'a b c d e']);
  });

  test('cuts the margin at the top of the next, as a break does that nobody asked for', async () => {
    const css = '.m { margin-top: 40pt }';
    const html = `${style(css)}<p>call<span class=n>Note.</span></p>${lines(10)}<div><p class=m>moved</p></div><p>after`;
    const { written } = await render(html);
    const plain = await render(`${style(css)}${lines(13)}<p>first</p>`);
    expect(written[1]?.[0]).toMatchObject({ text: 'moved', y: plain.written[1]?.[0]?.y });
  });

  test('may show what has its own scale', async () => {
    const drawing = '<svg width=94 height=20 viewBox="0 0 100 20"><path d="M0 0h100v9z"/></svg>';
    const { written, warnings } = await render(`${style()}${drawing}<p>a<i class=n>Note.</i>`);
    expect([warnings, written[0]?.at(-1)?.text]).toEqual([[], 'Note.']);
  });

  test('ends its columns above them, both at the same height', async () => {
    // Twenty-six lines fit; the notes take the room of three in each column.
    const texts = Array.from({ length: 24 }, (_, index) => (index % 12 === 3 ? `${index}<i class=n>Note.</i>` : index));
    const html = `${style('div { columns: 2 }')}<div>${texts.map((text) => `<p>t${text}</p>`).join('')}</div>`;
    const { written, warnings } = await render(html);
    expect(warnings).toEqual([]);
    const [first = [], second = []] = written.map((page) => page.filter(({ text }) => /^t\d/.test(text)));
    expect([first.length, second.length]).toEqual([22, 2]);
    const left = first.filter(({ x }) => x < 150);
    expect(left.length).toBe(11);
    expect(left.at(-1)?.y).toBe(first.findLast(({ x }) => x > 150)?.y);
    expect(written[0]?.filter(({ text }) => text.endsWith('Note.')).length).toBe(2);
  });

  // Two boxes fill a line of such a page, and one line more would be needed if it were a pixel less wide.
  test.each([
    [{}, 721],
    [{ margin: '20mm' }, 646],
    [{ page_size: 'A5' }, 487],
    [{ page_size: 'Letter', margin: '1in' }, 624],
  ])('may be that of the options alone: %o', async (options, width) => {
    const css = `body, p { margin: 0 } .n { float: footnote } b { display: inline-block; height: 20px; width: ${(width - 1) / 2 + 0.2}px }`;
    const html = `<!doctype html><style>${css}</style>${'<p><b></b><wbr><b></b></p>'.repeat(9)}<p>call<i class=n>Note.</i>`;
    const { written, warnings } = await render(html, options);
    expect([warnings, written.length]).toEqual([[], 1]);
  });

  test('may be of another size than the next', async () => {
    const css = '@page :first { margin-top: 160pt } @page wide { size: 500pt 200pt } .w { page: wide }';
    const html = `${style(css)}<p>a<i class=n>One.</i></p>${lines(6)}<div class=w>wide<i class=n>Two.</i> ${'word '.repeat(60)}</div><p>b<i class=n>Three.</i>`;
    const { written, warnings } = await render(html);
    expect(warnings).toEqual([]);
    expect(written.map((page) => page.at(-1)?.text)).toEqual(['One.', 'line 6', 'Two.', 'Three.']);
    expect(written.map((page) => Math.round(page.at(-1)?.y ?? 0)).map((y) => y < 27 || y > 200)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  test('counts with blank pages and with the numbers that the text shows', async () => {
    const css =
      'h1 { break-before: right; font-size: 10pt } a::after { content: " " target-counter(attr(href), page) }';
    const html = `${style(css)}<a href="#b">See</a>${lines(3)}<h1 id=b>B<i class=n>Note.</i></h1>`;
    const { written, warnings } = await render(html);
    expect(warnings).toEqual([]);
    expect(written.map((page) => textOf(page))).toEqual(['See 3 line 1 line 2 line 3', '', '1 B 1. Note.']);
  });

  test('is printed smaller where something on it is too wide', async () => {
    const html = `${style()}<p>a<i class=n>Note.</i></p><div style="width: 380pt">wide</div>${lines(20)}`;
    const { written, warnings } = await render(html);
    expect(warnings).toEqual([expect.stringContaining('all is printed at 68 %')]);
    expect(written[0]?.at(-1)?.text).toBe('Note.');
  });

  test('turns from right to left', async () => {
    const { written } = await render(`${style().replace('lang=en', 'lang=he dir=rtl')}<p>שלום<i class=n>עולם</i>`);
    const note = written[0]?.find(({ text }) => /עולם|םלוע/.test(text));
    expect(note?.x).toBeGreaterThan(200);
    expect(note?.y).toBeLessThan(27);
  });
});

describe('a footnote without room', () => {
  test('stands in the text, with a warning, where it is longer than a page', async () => {
    const html = `${style()}<p>a<i class=n>${'Long. '.repeat(500)}</i> b<i class=n>Short.</i>`;
    const { written, warnings } = await render(html);
    expect(warnings).toEqual([
      'The footnote "Long. Long. Long. Long. Long. Long. Long" is in the text instead: it does not fit at the foot of its page.',
    ]);
    expect(
      written
        .map((page) => textOf(page))
        .join(' ')
        .match(/Long\./g)?.length,
    ).toBe(500);
    expect(written.at(-1)?.at(-1)?.text).toBe('Short.');
  });

  test('stands in the text where the box that holds it would cut it off, or where lines go downwards', async () => {
    const box =
      '<div style="position: relative; overflow: hidden"><p>a<i class=n>Cut.</i></p></div><p>b<i class=n>Whole.</i>';
    const { written, warnings } = await render(`${style()}${box}`);
    expect(warnings).toEqual([
      'The footnote "Cut." is in the text instead: a box that it is in would cut it off at the foot of its page.',
    ]);
    expect(written[0]?.find(({ text }) => text.includes('Cut.'))?.y).toBeGreaterThan(250);
    expect(written[0]?.at(-1)?.text).toBe('Whole.');
    const many = await render(
      `${style()}${Array.from({ length: 12 }, (_, at) => box.replace('Cut.', `Cut ${at}.`)).join('')}`,
    );
    expect(many.warnings).toContain('Footnotes and floats that are in the text instead: 2 more.');
    const upright = await render(`${style('html { writing-mode: vertical-rl }')}<p>a<i class=n>Note.</i>`);
    expect(upright.warnings).toEqual([
      expect.stringMatching(/"Note\." is in the text instead: the lines .* go downwards/),
    ]);
  });

  test('is reported by its kind where it is too wide', async () => {
    const css = '.n::footnote-call { content: "x"; font-size: 5000px }';
    const { warnings } = await render(`${style(css)}<p>a<i class=n>Note.</i>`);
    expect(warnings).toEqual([expect.not.stringContaining('platen'), expect.stringContaining('"Note."')]);
  });

  test('stands in another that it is in', async () => {
    const { written, warnings } = await render(`${style()}<p>a<i class=n>Outer <b class=n>inner</b>.</i>`);
    expect(warnings).toEqual(['float: footnote in a footnote has no effect.']);
    expect(textOf(written[0])).toMatch(/^1 a 1\. Outer inner ?\.$/);
  });

  test('keeps there what its own style asks for', async () => {
    const note = `<b class=n style="display: block; margin-top: 40pt; width: 99pt">${'Long. '.repeat(300)}</b>`;
    const { written } = await render(`${style()}<p>a</p>${note}`);
    const [first, second] = written[0]?.filter(({ text }) => text.includes('Long.')) ?? [];
    expect((written[0]?.[0]?.y ?? 0) - (first?.y ?? 0)).toBeGreaterThan(45);
    expect(second?.text.length).toBeLessThan(30);
  });

  test('has no number where it is hidden', async () => {
    const hidden = '<p hidden>a<i class=n>x</i></p><details><summary>b</summary>c<i class=n>y</i></details>';
    const { written, warnings } = await render(`${style()}${hidden}<p>d<i class=n>Shown.</i>`);
    expect([warnings, textOf(written[0])]).toEqual([[], expect.stringMatching(/b 1 d 1\. Shown\.$/)]);
  });

  test('reports the ways of other programs to set it', async () => {
    const css =
      '.n { footnote-display: inline; footnote-policy: block } .m { footnote-display: block; footnote-policy: line }';
    const { warnings } = await render(`${style(css)}<p>a<i class=n>x</i><b class=m>y</b>`);
    expect(warnings).toEqual([
      'footnote-display: inline (.n) has no effect.',
      'footnote-policy: block (.n) has no effect.',
    ]);
  });
});

describe('footnotes with the id of another element', () => {
  test('are at the foot of their own pages', async () => {
    const body = `${lines(3)}<p>a<span class=n id=x>note-1</span></p>${lines(12).replaceAll('<p>', '<p id=z>')}<p>b<span class=n id=x>note-2</span></p>
      <p id=y>c<span class=n id=y>note-3</span></p>${lines(3)}`;
    const { written, warnings } = await render(style() + body);
    expect(warnings).toEqual([]);
    expect(checkPages(written)).toBe(3);
  });
});
