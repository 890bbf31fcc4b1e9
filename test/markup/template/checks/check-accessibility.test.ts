import { describe, expect, it } from 'vitest';
import { checkAccessibility } from '../../../../src/markup/template/checks/check-accessibility.ts';

const head = '<html lang="en"><head><title>T</title></head>';

/** The findings of a body as "code line:column", in a template that is rendered by `render`. */
async function check(body: string, render = (text: string) => text): Promise<string[]> {
  const content = `${head}\n${body}`;
  const findings = checkAccessibility(render(content), { content, partials: {} });
  return findings.map(({ code, line, column }) => `${code} ${line}:${column}`);
}

describe('what a reader of a tagged PDF needs', () => {
  it.each([
    ['a heading that skips a level', '<h1>One</h1>\n<h3>Three</h3>', ['heading_skipped 3:1']],
    ['a first heading below the first level', '<h2>Two</h2>', ['heading_skipped 2:1']],
    ['a table of data without header cells', '<table><thead><tr><td>a</table>', ['no_header_cells 2:1']],
    ['a link without a text', '<p><a href="#x"> </a>', ['no_link_text 2:4']],
    ['a link around an image without one', '<a href="#x"><img alt="" src="a.png"></a>', ['no_link_text 2:1']],
    ['an icon without a text', '<p>a <i>&#xf400;</i>', ['no_character_text 2:6']],
    ['an image without a text', '<img src="a.png">', ['no_alternative 2:1']],
    ['an image with a text of spaces', '<img alt="a" src="a.png"><img alt=" " src="a.png">', ['no_alternative 2:26']],
  ])('is missed: %s', async (_what, body, expected) => {
    expect(await check(body)).toEqual(expected);
  });

  it.each([
    ['levels that go up by more than one', '<h1>a</h1><h2>b</h2><h3>c</h3><h1>d</h1>'],
    ['a table with header cells', '<table><caption>c</caption><tr><th>a<tr><td>b</table>'],
    ['a table that only places things', '<table><tr><td>a</table><table role="presentation"><thead><tr><td>a</table>'],
    ['a link around an image with a text', '<a href="#x"><img alt="Home" src="a.png"></a>'],
    ['a place that links lead to', '<a id="x"></a>'],
    ['what is hidden from readers', '<div aria-hidden="true"><h4>a</h4><a href="#x"></a><img src="a.png"></div>'],
    [
      'an icon with a text, or that is hidden',
      '<i role="img" aria-label="a">&#xf400;</i><i aria-hidden="true">&#xf400;</i>',
    ],
    ['an image that only decorates', '<img alt="" src="a.png"><img role="presentation" src="a.png">'],
  ])('is not missed with %s', async (_what, body) => {
    expect(await check(body)).toEqual([]);
  });

  it('is placed where the template writes it, also with other words', async () => {
    const render = (text: string) => text.replaceAll('{{ name }}', 'Ada');
    expect(await check('<h1>a</h1>\n<h2>b</h2>\n<h4>{{ name }}</h4>', render)).toEqual(['heading_skipped 4:1']);
    const same = '<h1>a</h1>\n<h2>b</h2>\n<h3>c</h3>\n<h1>d</h1>\n<h3>{{ name }}</h3>';
    expect(await check(same, render)).toEqual(['heading_skipped 6:1']);
  });

  it('names the heading', async () => {
    const [finding] = checkAccessibility(`${head}<h2>A <b>bold</b> word</h2>`, { content: '', partials: {} });
    expect(finding?.message).toBe('the heading "A bold word" has level 2, and is the first, which must have level 1');
  });

  it.each<[string, string, object]>([
    [
      'a language and a title',
      '<p>a',
      {
        no_language: 'the document does not say its language: <html lang="en">',
        no_title: 'the document has no title: <title>Invoice</title>',
      },
    ],
    [
      'a language that says something',
      '<html lang=" "><title>T</title>',
      { no_language: 'the document does not say its language: <html lang="en">' },
    ],
    [
      'a title that says something',
      '<html lang="en"><title> </title>',
      { no_title: 'the document has no title: <title>Invoice</title>' },
    ],
    [
      'a text of an image',
      `${head}<img>`,
      { no_alternative: 'an image has no alternative text: alt="…", or alt="" for decoration' },
    ],
    [
      'texts of images',
      `${head}<img><img aria-label=" ">`,
      { no_alternative: '2 images have no alternative text: alt="…", or alt="" for decoration' },
    ],
    [
      'a heading between two',
      `${head}<h1>a</h1><h3>b</h3>`,
      { heading_skipped: 'the heading "b" has level 3, and the one before it 1' },
    ],
    [
      'header cells',
      `${head}<table><tfoot><tr><td>a</table>`,
      {
        no_header_cells: 'a table has no header cells: add <th>, or role="presentation" for a layout table',
      },
    ],
    ['a text of a link', `${head}<a href="">`, { no_link_text: 'a link has no text, nor an image with one' }],
    [
      'a text of an icon',
      `${head}<i role="img" aria-label=" ">\uf400</i>`,
      {
        no_character_text:
          'an icon font character has no text: add aria-hidden="true" for decoration, else role="img" aria-label="…"',
      },
    ],
  ])('is said in words: %s', (_what, html, expected) => {
    const found = checkAccessibility(html, { content: '', partials: {} });
    expect(Object.fromEntries(found.map(({ code, message }) => [code, message]))).toEqual(expected);
    for (const one of found) expect(one).toMatchObject({ level: 'warning', where: 'content' });
    for (const one of found) expect(one).not.toHaveProperty('line');
  });

  it.each<[string, string, string[]]>([
    ['the language at <html>', '<!doctype html>\n<HTML><title>T</title>', ['no_language 2:1']],
    ['the title at <head>', '<html lang="en">\n<head></head>', ['no_title 2:1']],
    ['the title at <title>', '<html lang="en">\n<title></title>', ['no_title 2:1']],
  ])('is placed: %s', (_what, content, expected) => {
    const found = checkAccessibility(content, { content, partials: {} });
    expect(found.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual(expected);
  });

  it('is placed in the partial that writes it', () => {
    const partials = { 'partials/a': '<p>', 'partials/b': '\n <img src="a.png">' };
    const [found] = checkAccessibility(`${head}<img src="a.png">`, { content: '{% render "b" %}', partials });
    expect(found).toMatchObject({ code: 'no_alternative', partial: 'partials/b', line: 2, column: 2 });
  });

  it('is placed at what has the same text, else at the first of its name', () => {
    const html = `${head}<a href="#x">a</a><a href="#y"></a>`;
    const place = (content: string) => {
      const [found] = checkAccessibility(html, { content, partials: {} });
      return [found?.code, found?.line, found?.column];
    };
    expect(place('<a href="{{ x }}">\n<a {{ y }}>')).toEqual(['no_link_text', 2, 1]);
    expect(place('<a {{ x }}>\n<a>\n <a href="#y"></a>')).toEqual(['no_link_text', 3, 2]);
    expect(place(' <a {{ x }}>')).toEqual(['no_link_text', 1, 2]);
    expect(place('{{ links }}')).toEqual(['no_link_text', undefined, undefined]);
  });

  it.each([
    ['a'.repeat(60), 'a'.repeat(60)],
    ['a'.repeat(61), `${'a'.repeat(60)}…`],
    [`${'a'.repeat(59)} b`, `${'a'.repeat(59)}…`],
    ['<img alt="Ada"> <i role="img" aria-label="of  Lovelace">x</i>', 'Ada of Lovelacex'],
    ['<img aria-label="Ada">', 'Ada'],
    ['<i aria-label="Ada">x</i>', 'x'],
  ])('names a heading shortly, with its images: %s', (inside, name) => {
    const [found] = checkAccessibility(`${head}<h2>${inside}</h2>`, { content: '', partials: {} });
    expect(found?.message).toMatch(`the heading "${name}" has level 2`);
  });

  it.each([
    ['headings that present nothing', '<h1>a</h1><h3 role="presentation">b</h3>'],
    ['what is hidden', '<h1>a</h1><div hidden><h3>b</h3></div>'],
    ['an image with a label', '<img aria-label="a" src="a.png"><img role="none" src="a.png">'],
    ['a table of a caption that presents nothing', '<table role="none"><caption>c</caption><tr><td>a</table>'],
    ['a link of a labelled picture', '<a href="#x"><span role="img" aria-label="a"></span></a>'],
  ])('is not missed with %s', async (_what, body) => {
    expect(await check(body)).toEqual([]);
  });

  it('does not find a heading skipped because of what is between headings', async () => {
    expect(await check('<h1>a</h1><p>b</p><h2>c</h2>')).toEqual([]);
  });

  it('counts a skipped heading as the one before the next', async () => {
    expect(await check('<h1>a</h1><h3>b</h3>\n<h4>c</h4><h6>d</h6>')).toEqual([
      'heading_skipped 2:11',
      'heading_skipped 3:11',
    ]);
  });
});
