import { describe, expect } from 'vitest';
import type { EngineError } from '../../../src/children/engine-error.ts';
import { openPdf, readTaggedText, type TaggedText } from '../../pdf/read-pdf.ts';
import { engine, test } from '../shared-engine.ts';

const render = (parts: unknown) =>
  engine.render({ parts, pdf: { conformance: ['pdf/ua-1'] } } as never, { account: 'test' });
const refuse = (parts: unknown) =>
  render(parts).then(
    () => undefined,
    (error: EngineError) => error,
  );

describe('what only the author can fix', () => {
  test('is reported with the line of the HTML that the request holds', async () => {
    const html = `<!doctype html>\n<html lang="en"><title>T</title>\n<h1>One</h1>\n<h3>Three</h3>\n<p>\n<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==" width="9" height="9"></p>`;
    expect(
      await refuse([{ html: '<!doctype html><html lang="en"><title>T</title><h1>Fine</h1>' }, { html }]),
    ).toMatchObject({
      code: 'not_conforming',
      errors: [
        { pointer: '/metadata/title', detail: expect.stringContaining('is not given') },
        { pointer: '/parts/1', detail: expect.stringMatching(/^line 4, page \d: the heading "Three" has level 3/) },
        { pointer: '/parts/1', detail: expect.stringMatching(/^line 6, page \d: an image has no alternative text/) },
      ],
    });
  });

  test('is a language that the page does not name, which Chromium would make up', async () => {
    const expected = { code: 'not_conforming', errors: [{ pointer: '/parts', detail: /does not say its language/ }] };
    const error = await refuse({ html: '<!doctype html><title>T</title><p>a' });
    expect(error?.errors?.[0]).toMatchObject({
      pointer: '/parts',
      detail: expect.stringMatching(expected.errors[0]?.detail ?? ''),
    });
    const scripted = '<!doctype html><title>T</title><p>a<script>document.documentElement.lang = "en"</script>';
    expect(await refuse({ html: scripted })).toBeUndefined();
  });

  test('is an invalid language, but not one that is valid except for its separator', async () => {
    const write = (lang: string) => ({ html: `<!doctype html><html lang="${lang}"><title>T</title><p>a` });
    for (const lang of ['de-', '123', 'x y', 'abcdefghi'])
      expect(await refuse(write(lang))).toMatchObject({
        errors: [{ detail: expect.stringMatching(/say its language/) }],
      });
    expect(await refuse(write('en_US'))).toBeUndefined();
  });

  test('is a language that only a comment names', async () => {
    const html = '<!doctype html><!-- <html lang="en"> --><title>T</title><p>a';
    expect(await refuse({ html })).toMatchObject({ errors: [{ detail: expect.stringMatching(/say its language/) }] });
  });

  test('has its lines among hundreds of faults', async () => {
    const headings = Array.from({ length: 400 }, (_, i) => `<h1>a</h1>\n<h3>b ${i}.</h3>`).join('');
    const error = await refuse({ html: `<!doctype html><html lang="en"><title>T</title>\n${headings}` });
    expect(error?.errors).toHaveLength(101);
    expect(error?.errors?.[99]?.detail).toMatch(/^line 102, page \d+: the heading "b 99\."/);
    expect(error?.errors?.[100]).toEqual({ pointer: '/parts', detail: '… and 300 more' });
  });

  test('is a PDF among the parts of PDF/UA-2 that claims no part of it, and not one that does', async () => {
    const html = '<!doctype html><html lang="en"><title>T</title><h1 id="a">One</h1><a href="#a"><h2>Two</h2></a>';
    const renderSecond = (parts: unknown) =>
      engine.render({ parts, metadata: { title: 'T' }, pdf: { conformance: ['pdf/ua-2'] } } as never, {
        account: 'test',
      });
    const { pdf } = await renderSecond([{ html }, { html }]);
    const page = await readTaggedText(await openPdf(pdf), 1);
    expect(page.flatMap(listTexts)).toEqual(['One', 'Two']);
    const { pdf: joined } = await renderSecond([{ html }, { pdf: Buffer.from(pdf).toString('base64') }]);
    expect((await readTaggedText(await openPdf(joined), 2)).flatMap(listTexts)).toEqual(['One', 'Two']);
    const { pdf: plain } = await engine.render({ parts: { html } } as never, { account: 'test' });
    const error: EngineError = await renderSecond([{ html }, { pdf: Buffer.from(plain).toString('base64') }]).then(
      () => expect.unreachable(),
      (thrown) => thrown,
    );
    expect(error).toMatchObject({
      code: 'not_conforming',
      errors: [{ pointer: '/parts/1', detail: 'does not claim to be PDF/UA-2 or PDF/UA-1 (ISO 14289-2, clause 5)' }],
    });
  });

  test('is a character without a glyph', async () => {
    const html = '<!doctype html><html lang="en"><title>T</title><p>\u{10FFFD}';
    expect(await refuse({ html })).toMatchObject({ code: 'glyph_missing' });
  });
});

function listTexts([, ...kids]: TaggedText): string[] {
  return kids.flatMap((kid) => (typeof kid === 'string' ? kid.replace(/\s+/g, ' ') : listTexts(kid)));
}

describe('fields of several lines', () => {
  const read = async (body: string) => {
    const html = `<!doctype html><html lang="en"><title>T</title><style>body { font: 16px Tinos }</style>${body}`;
    const { pdf } = await engine.render(
      { parts: { html }, metadata: { title: 'T' }, pdf: { conformance: ['pdf/ua-1'] } } as never,
      {
        account: 'test',
      },
    );
    return (await readTaggedText(await openPdf(pdf), 1)).flatMap(listTexts);
  };

  test('are read in their order, between the texts around them', async () => {
    const area =
      '<label for=a>Address</label> <textarea id=a rows=6 cols=12>First line\nSecond line wraps\n\nLast</textarea> after';
    expect(await read(`<p>${area}`)).toEqual(['Address', 'First line', 'Second line wraps', 'Last', 'after']);
  });

  test('have their placeholder, all options of a list, and both lines of a button', async () => {
    const area = '<textarea aria-label=a rows=3 cols=12 placeholder="Some words to be replaced">';
    expect(await read(`<p>Note ${area}</textarea> after`)).toEqual(['Note', 'Some words to', 'be replaced', 'after']);
    const list = '<select aria-label=s multiple size=3><option>One<option selected>Two<option>Three</select>';
    expect(await read(`<p>Above<p>Choice ${list} after`)).toEqual(['Above', 'Choice', 'One', 'Two', 'Three', 'after']);
    expect(await read('<p>Go <button>Two<br>lines</button> on')).toEqual(['Go', 'Two', 'lines', 'on']);
  });

  test('and shapes beside text leave it where it is', async () => {
    const shape =
      '<span style="display: inline-block; width: 30px; height: 20px; border: 2px solid; background: red"></span>';
    const drawing =
      '<svg width=60 height=30><rect width=60 height=30 fill=yellow /><text x=5 y=20>In a box</text></svg>';
    const style = '<style>.q::before { content: "Q: " }</style>';
    expect(await read(`${style}<p>Before ${shape} <b class=q>asks</b> after`)).toEqual([
      'Before',
      'Q:',
      'asks',
      'after',
    ]);
    expect(await read(`<p>Before ${drawing} after`)).toEqual(['Before', 'In a box', 'after']);
  });
});
