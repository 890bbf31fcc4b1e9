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
});
